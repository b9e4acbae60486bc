import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAIN, makePlace, type Place, runWaymark } from "./run-waymark.ts";

const CHECKOUT = resolve(import.meta.dirname, "../..");
const PACKAGE = dirname(dirname(MAIN));
const INSTALLED = dirname(dirname(PACKAGE));
const { version, exports } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
const SUBPATHS = Object.keys(exports).map((subpath) => subpath.replace(/^\./, "waymark"));

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

test("what is tested is installed outside of the checkout, and holds no source and no test", () => {
  expect(relative(CHECKOUT, realpathSync(PACKAGE))).toMatch(/^\.\./);
  const files = readdirSync(PACKAGE, { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /(?<!\.d)\.ts$|\.test\.|\.tsbuildinfo$/.test(file))).toEqual([]);
});

test("nothing of Node is imported: its loader would read all of a module, and what is loaded when that is first used", () => {
  const files = readdirSync(join(PACKAGE, "dist"), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.js$/.test(file),
  );
  expect(files.length).toBeGreaterThan(50);
  const importing = files.filter((file) =>
    /\b(?:from|import) ?"node:/.test(readFileSync(join(PACKAGE, "dist", file), "utf8")),
  );
  expect(importing).toEqual([]);
});

test("publint and arethetypeswrong find nothing in the tarball", () => {
  const [tarball = ""] = readdirSync(INSTALLED).filter((file) => file.endsWith(".tgz"));
  for (const command of [
    ["publint", "--strict", join(INSTALLED, tarball)],
    ["attw", "--profile", "esm-only", join(INSTALLED, tarball)],
  ]) {
    const { status, stdout, stderr } = spawnSync("npx", ["--no", "--", ...command], {
      ...{ cwd: CHECKOUT, encoding: "utf8", shell: process.platform === "win32" },
    });
    expect(status, stdout + stderr).toBe(0);
  }
});

test("--version names the version of the package", async () => {
  expect(await runWaymark(["--version"], place)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
});

test("a headless run reads what every run needs, in a few files, and nothing of the terminal", async () => {
  writeFileSync(join(place.home, "script.json"), '[{"text": "Hello."}]');
  const coverage = join(place.home, "coverage");
  const environment = { NODE_V8_COVERAGE: coverage };
  const run = await runWaymark(["-p", "hi", "-m", `scripted/${join(place.home, "script.json")}`], {
    ...place,
    environment,
  });
  expect(run.stdout).toBe("Hello.\n");
  const [report = ""] = readdirSync(coverage);
  const { result } = JSON.parse(readFileSync(join(coverage, report), "utf8")) as { result: { url: string }[] };
  const chunks = result.flatMap(({ url }) => /\/dist\/chunks\/(.+)-[\w-]{8}\.js$/.exec(url)?.[1] ?? []);
  expect(chunks).toContain("start");
  expect(chunks).not.toContain("prompt");
  expect(chunks.length).toBeLessThanOrEqual(10);
});

test("a run calls a tool and answers", async () => {
  writeFileSync(join(place.cwd, "greeting.txt"), "a word of welcome\n");
  const replies = [{ calls: [{ name: "read_file", input: { path: "greeting.txt" } }] }, { text: "It is a welcome." }];
  writeFileSync(join(place.home, "script.json"), JSON.stringify(replies));
  const run = await runWaymark(["-p", "what is it?", "-m", `scripted/${join(place.home, "script.json")}`], place);
  expect(run).toMatchObject({ code: 0, stdout: "It is a welcome.\n" });
});

test("the offline guide answers from the parsers", async () => {
  writeFileSync(join(place.cwd, "main.py"), "def leaf():\n    pass\n\ndef root():\n    leaf()\n");
  const run = await runWaymark(["code", "callers", "main.py", "leaf"], place);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/root.*main\.py:5|main\.py:5.*root/) });
});

// Below two processors, and below this size, one thread parses by itself.
test.skipIf(availableParallelism() < 2)("worker threads parse the files of a large folder", async () => {
  const paragraph = "           MOVE WS-FIELD TO WS-OTHER.\n";
  const filler = `      *${" a comment".repeat(6)}\n`.repeat(16_000);
  for (let index = 0; index < 26; index++) {
    const opening = `       IDENTIFICATION DIVISION.\n       PROGRAM-ID. PGM${index}.\n       PROCEDURE DIVISION.\n`;
    writeFileSync(join(place.cwd, `PGM${index}.cbl`), `${opening}       MAIN-PARA.\n${paragraph}${filler}`);
  }
  const run = await runWaymark(["code", "index", "--json"], place);
  expect(JSON.parse(run.stdout)).toMatchObject({ files: 26, parsed: 26, parsedByWorkers: 26, problems: [] });
});

test("every subpath can be imported from JavaScript and from TypeScript, with types of what it exports", () => {
  symlinkSync(join(INSTALLED, "node_modules"), join(place.cwd, "node_modules"), "junction");
  writeFileSync(join(place.cwd, "package.json"), '{ "type": "module" }');
  const listing = `const names = {};
for (const subpath of ${JSON.stringify(SUBPATHS)}) names[subpath] = Object.keys(await import(subpath));
console.log(JSON.stringify(names));`;
  writeFileSync(join(place.cwd, "names.js"), listing);
  const names: Record<string, readonly string[]> = JSON.parse(node("names.js"));
  expect(Object.values(names).every((some) => some.length > 0)).toBe(true);

  const typed = Object.entries(names).map(
    ([subpath, exported], index) => `import * as m${index} from "${subpath}";
export const names${index}: readonly (keyof typeof m${index})[] = ${JSON.stringify(exported)};
// @ts-expect-error A module without types would allow any name.
m${index}.thereIsNoSuchName;`,
  );
  writeFileSync(join(place.cwd, "consumer.ts"), typed.join("\n"));
  expect(compile("consumer.ts")).toMatchObject({ status: 0, stdout: "" });
});

const examples = [
  ...readFileSync(join(PACKAGE, "docs/guide/library.md"), "utf8").matchAll(/^```ts\n(.*?)^```$/gms),
].map(([, code = ""]) => code);

test.each(examples)("an example of the guide has the types that it needs, and does what it asserts: %#", (code) => {
  symlinkSync(join(INSTALLED, "node_modules"), join(place.cwd, "node_modules"), "junction");
  writeFileSync(join(place.cwd, "package.json"), '{ "type": "module" }');
  writeFileSync(join(place.cwd, "example.ts"), code);
  const types = ["--types", "node", "--typeRoots", join(CHECKOUT, "node_modules", "@types")];
  expect(compile("example.ts", types)).toMatchObject({ status: 0, stdout: "" });
  expect(() => node("example.ts")).not.toThrow();
});

function node(file: string): string {
  const environment = { PATH: process.env["PATH"] ?? "", HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") };
  return execFileSync(process.execPath, [file], { cwd: place.cwd, encoding: "utf8", env: environment });
}

type Compiled = { readonly status: number | null; readonly stdout: string };

function compile(file: string, more: readonly string[] = []): Compiled {
  const compiler = join(CHECKOUT, "node_modules", "typescript", "bin", "tsc");
  const flags = "--noEmit --strict --target es2024 --module nodenext --skipLibCheck false".split(" ");
  return spawnSync(process.execPath, [compiler, ...flags, ...more, file], { cwd: place.cwd, encoding: "utf8" });
}
