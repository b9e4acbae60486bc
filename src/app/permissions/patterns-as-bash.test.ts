import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { inTurn, rounds } from "../../../test/rounds.ts";
import { decide } from "../../core/permissions/decide.ts";
import { permissionPolicy } from "./permission-policy.ts";

/** What the words of a line come to is asked of bash itself, and where that leads of the file system; the judge is only asked for its verdict. */

const NAMES = [
  "app",
  "[id]",
  "st*r",
  "q?x",
  "a b",
  "sub",
  "here",
  "up",
  "out",
  "priv",
  ".hid",
  "-x",
  "note",
  ".env",
  ".mcp.json",
];
const homes: string[] = [];
afterAll(() => {
  for (const home of homes) rmSync(home, { recursive: true, force: true });
});
const LINKS = { here: ".", up: "..", out: "../outside" };

function makeFolders(named: string): { readonly root: string; readonly home: string } {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "waymark-patterns-")));
  homes.push(home);
  const root = join(home, named);
  const folders = [
    "",
    "app",
    "app/[id]",
    "app/[id]/sub",
    "[id]",
    "st*r",
    "st*r/priv",
    "q?x",
    "a b",
    "sub",
    "sub/a b",
    "priv",
    "app/priv",
  ];
  for (const folder of [...folders.map((one) => join(root, one)), join(home, "outside")]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "note"), "a note\n");
    writeFileSync(join(folder, ".env"), "KEY=horse-battery-staple\n");
    writeFileSync(join(folder, ".mcp.json"), "{}\n");
    writeFileSync(join(folder, "-x"), "x\n");
  }
  for (const folder of ["", "app", "app/[id]", "st*r"])
    for (const [name, target] of Object.entries(LINKS))
      symlinkSync(
        name === "here" ? target : `${"../".repeat(folder.split("/").filter(Boolean).length)}${target}`,
        join(root, folder, name),
      );
  return { root, home };
}

/** Names as lines spell them: bare, quoted, with a backslash; and patterns that find them, or may. */
const spelled = (name: string): readonly string[] => [`'${name}'`, `"${name}"`, name.replace(/[^\w./-]/g, "\\$&")];
const patterns = (name: string): readonly string[] => {
  const [first = "", ...rest] = [...name];
  const quoted = rest.map((letter) => letter.replace(/[^\w./-]/g, "\\$&")).join("");
  return [
    `${/\w/.test(first) ? first : `\\${first}`}*`,
    `?${quoted}`,
    `[${/[\w.]/.test(first) ? first : "!a"}]${quoted}`,
    `*${quoted.slice(-2)}`,
  ];
};
const COMPONENT = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES.flatMap(spelled)) },
  { weight: 4, arbitrary: fc.constantFrom(...NAMES.flatMap(patterns), "*", "?*", ".*", "[-.]*") },
  { weight: 2, arbitrary: fc.constantFrom("..", ".") },
);
const PATH = fc.array(COMPONENT, { minLength: 1, maxLength: 3 }).map((names) => names.join("/"));
type Line = { readonly folder: string | undefined; readonly path: string };
const LINE: fc.Arbitrary<Line> = fc.record({ folder: fc.option(PATH, { freq: 3, nil: undefined }), path: PATH });

interface Told {
  readonly words: readonly string[];
  /** Where they lead, of those that are there. */
  readonly real: readonly string[];
}

/** Of each line. */
function toldByBash(lines: readonly Line[], root: string): readonly Told[] {
  const scripts = lines.map(({ folder, path }) => {
    const go = folder === undefined ? "" : `cd ${folder} 2>/dev/null && `;
    return `( ${go}for w in ${path}; do printf '%s\\0' "$w"; realpath -ze -- "$w" 2>/dev/null || printf '\\0'; done ); printf '\\1'`;
  });
  const said = execFileSync("bash", ["--norc", "-c", scripts.join("\n")], { cwd: root, encoding: "utf8" }).split(
    "\x01",
  );
  return lines.map((_, at) => {
    const pieces = (said[at] ?? "").split("\0").slice(0, -1);
    return {
      words: pieces.filter((_one, index) => index % 2 === 0),
      real: pieces.filter((one, index) => index % 2 === 1 && one !== ""),
    };
  });
}

type Rules = { readonly allow?: readonly string[]; readonly deny?: readonly string[] };

async function isFree(
  command: string,
  { root, home }: ReturnType<typeof makeFolders>,
  mode: "plan" | "default" | "bypassPermissions",
  { allow = [], deny = [] }: Rules = {},
): Promise<boolean> {
  const rules = { allow: [...allow], ask: [], deny: [...deny] };
  const policy = permissionPolicy({ mode, rules, cwd: root, home, environment: {}, own: [join(home, ".waymark")] });
  return (await decide("shell", { accesses: [{ kind: "run", command }] } as never, policy)).verdict === "allow";
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);
const DENIED = ["Read(priv/**)", "Edit(priv/**)", "Read(app/[id]/**)", "Read(st*r/**)"];

test.each(["proj", "pr[1]", "p*j"].map((named, at) => [named, at] as const))(
  "what a line comes to by its patterns is what was judged, in %s",
  async (named, turn) => {
    const place = makeFolders(named);
    const { root } = place;
    const isDenied = (path: string): boolean =>
      ["priv", "app/[id]", "st*r", "app/priv", "st*r/priv"].some((one) => isBelow(path, join(root, one)));
    const missed: string[] = [];
    const counts = { free: 0, told: 0, outside: 0, options: 0 };
    const lines = fc.sample(LINE, { numRuns: rounds(500), seed: 11 });
    for (const [at, { words, real }] of toldByBash(lines, root).entries()) {
      const line = lines[at];
      if (line === undefined || real.length === 0) continue;
      counts.told++;
      const go = line.folder === undefined ? "" : `cd ${line.folder} && `;
      const expectAsked = async (isHarm: boolean, command: string, ...how: [Parameters<typeof isFree>[2], Rules?]) => {
        const free = await isFree(command, place, ...how);
        if (free) counts.free++;
        if (free && isHarm) missed.push(`${how[0]} ${command} -> ${real.join(" ")}`);
      };
      const isOutside = real.some((path) => !isBelow(path, root));
      const isOption = words.some((word) => word.startsWith("-"));
      if (isOutside) counts.outside++;
      if (isOption) counts.options++;
      const ways: readonly Parameters<typeof expectAsked>[] = [
        [isOutside || real.some((path) => path.endsWith("/.env")), `${go}cat ${line.path}`, "plan"],
        [isOption || isOutside, `${go}find ${line.path}`, "plan"],
        [real.some(isDenied), `${go}cat ${line.path}`, "bypassPermissions", { deny: DENIED }],
        [
          isOutside || real.some((path) => /\/\.(?:env|mcp\.json)$/.test(path)),
          `${go}sed -i s/a/b/ ${line.path}`,
          "default",
          { allow: ["shell(@edit-files)"] },
        ],
      ];
      for (const way of inTurn(3, ways, at + turn)) await expectAsked(...way);
    }
    expect(missed).toEqual([]);
    expect(Math.min(counts.free, counts.outside, counts.options), JSON.stringify(counts)).toBeGreaterThan(5);
  },
  240_000,
);
