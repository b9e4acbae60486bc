import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/**
 * What runs in a working folder can exchange any folder in it for a link between a look and an act. So what names a place of ours in it
 * (`.waymark` and the files beside it) writes through a folder that is held open, and nothing that writes by a path names one.
 */
const NAMES_A_PLACE = /\bOWN_FOLDER\b|"\.waymark|`\.waymark|\bSERVERS_FILE\b|\binfo", "exclude"/;
const BY_PATH =
  /\b(?:(?:writeFile|appendFile|mkdir|rename|copyFile|cp|symlink|link|mkdtemp)(?:Sync)?|createWriteStream|makeFolder|replaceFile|writeFileWhole)\(|O_CREAT/;
const HELD = /\b(?:inHeldFolder|inOutput|openOutput|writeOutput|writeUntaken)\(/;

/** Write by a path, and where. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "app/report/doctor.ts": "in the person's own folders, to tell whether they can be written",
  "app/agents/worktree.ts": "in the state folder or a temporary one; it leaves out what lies in `.waymark/worktrees`",
};

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");
const offends = (text: string): boolean => {
  const code = withoutComments(text);
  return NAMES_A_PLACE.test(code) && BY_PATH.test(code) && !HELD.test(code);
};

const SOURCES = globSync("**/*.ts", { cwd: "src", exclude: ["**/*.test.ts"] }).map(
  (path) => [path, readFileSync(`src/${path}`, "utf8")] as const,
);

test("what names a place of ours below the working folder writes through a folder that is held open", () => {
  expect(SOURCES.length).toBeGreaterThan(500);
  const offenders = SOURCES.filter(([, text]) => offends(text)).map(([path]) => path);
  expect(offenders.sort()).toEqual(Object.keys(ELSEWHERE).sort());
});

test("what keeps plans and notes opens nothing to be written by its path", () => {
  for (const [file, held] of [
    ["adapters/plans/write-safely.ts", "replacePlanFile"],
    ["adapters/memory/notes.ts", "append"],
  ] as const) {
    const text = SOURCES.find(([path]) => path === file)?.[1] ?? "";
    const body = text.slice(text.indexOf(`function ${held}(`));
    expect(HELD.test(body.slice(0, body.indexOf("\n}\n"))), file).toBe(true);
  }
});

test("the gate sees what writes by a path", () => {
  const place = 'join(cwd, ".waymark", "notes.md")';
  expect(offends(`writeFileSync(${place}, text)`)).toBe(true);
  expect(offends(`inHeldFolder(${place}, (at) => writeFileSync(at, text))`)).toBe(false);
  expect(offends(`// ${place}\nwriteFileSync(path, text)`)).toBe(false);
});
