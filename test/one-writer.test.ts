import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The modules that may write to standard output or standard error by themselves. */
const WRITERS: readonly string[] = ["app/report/standard-streams.ts", "frontends/terminal/screen/tty.ts"];
/** Sequences that act are handed on by the plain session alone: those of the clipboard and of a notification. */
const ACTING: readonly string[] = [
  "app/report/standard-streams.ts",
  "frontends/terminal/plain/plain-context.ts",
  "frontends/terminal/plain/session.ts",
];
/** Those that write to the terminal of a session: the screens, whose rows pass their gate, and what sends sequences of our own. */
const SESSION_WRITERS: readonly string[] = [
  "frontends/terminal/screen/full-screen.ts",
  "frontends/terminal/screen/inline-screen.ts",
  "frontends/terminal/app.ts",
  "frontends/terminal/session.ts",
  "frontends/terminal/slash-context.ts",
];

/** To ask about a stream is no writing. */
const ASKING = /\bprocess\.std(?:out|err)\.(?:isTTY|columns|rows|on)\b/g;
const WRITING = [
  /\bprocess\s*(?:\.\s*|\[\s*["'`])std(?:out|err)\b/,
  /\bconsole\s*[.[]/,
  /\bwrite(?:File)?Sync\(\s*(?:1|2|["'`]\/dev\/)/,
  /\{[^}]*\bstd(?:out|err)\b[^}]*\}\s*=\s*process\b/,
  /\bfrom "node:process"|\bfrom "node:console"/,
  /\bprocess\._rawDebug\b/,
];

function offenders(files: Readonly<Record<string, string>>, allowed: readonly string[], forbidden: readonly RegExp[]) {
  return Object.entries(files)
    .filter(([path]) => !allowed.includes(path))
    .filter(([, text]) => forbidden.some((pattern) => pattern.test(withoutComments(text).replaceAll(ASKING, ""))))
    .map(([path]) => path);
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");

const SOURCES = Object.fromEntries(
  globSync("**/*.ts", { cwd: "src", exclude: ["**/*.test.ts"] }).map((path) => [
    path,
    readFileSync(`src/${path}`, "utf8"),
  ]),
);

test("standard output and standard error are written by one module, and by the screen", () => {
  expect(Object.keys(SOURCES).length).toBeGreaterThan(500);
  expect(offenders(SOURCES, WRITERS, WRITING)).toEqual([]);
});

test("only the plain session hands on sequences that act", () => {
  expect(offenders(SOURCES, ACTING, [/import \{[^}]*\bact\b[^}]*\} from "[^"]*standard-streams/])).toEqual([]);
});

test("a row reaches the terminal of a session by a screen alone", () => {
  const writing = [/\bterminal\s*\??\.\s*write\b/];
  expect(offenders(SOURCES, SESSION_WRITERS, writing)).toEqual([]);
  expect(offenders({ "x.ts": "this.#terminal.write(row)" }, [], writing)).toEqual(["x.ts"]);
});

test("the gate sees every way around it", () => {
  const ways = [
    'process.stdout.write("x")',
    'process["stderr"].write("x")',
    "console.log(1)",
    'writeSync(2, "x")',
    'writeFileSync("/dev/stderr", "x")',
    "const { stdin, stdout } = process;",
    "createInterface({ output: process.stdout })",
    'import { stdout } from "node:process"',
  ];
  for (const way of ways) expect(offenders({ "x.ts": way }, [], WRITING)).toEqual(["x.ts"]);
  expect(offenders({ "x.ts": "if (process.stdout.isTTY) return; // console.log" }, [], WRITING)).toEqual([]);
});
