import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { countExcesses, differences, readBudgets, total } from "../scripts/limits.ts";

/** Places over a limit of STYLE.md that may stand at all; only ever lowered. */
const EXCESSES_MAX = 55;
const FOLDER_FILES_MAX = 25;
/** Beyond so many files a folder opens with a README. */
const PLAIN_FOLDER_FILES_MAX = 8;
const README_LINES_MAX = 40;
/** How often anything drawn at random is tried in an ordinary run; `npm run soak` tries it ten times as often. */
const ROUNDS_MAX = 1_000;

const counted = countExcesses("src");

test("no file is further over a limit than its budget", () => {
  const { over } = differences(counted, readBudgets());
  expect(over).toEqual([]);
});

test("what became smaller is taken into the budgets (`npm run budgets`)", () => {
  const { under } = differences(counted, readBudgets());
  expect(under).toEqual([]);
});

test("few places are over a limit at all", () => {
  expect(total(readBudgets())).toBeLessThanOrEqual(EXCESSES_MAX);
});

test("the gate counts a function that is too complex", () => {
  const place = mkdtempSync(join(tmpdir(), "waymark-limits-"));
  try {
    mkdirSync(join(place, "src"));
    for (const file of ["biome.json", ".gitignore"]) cpSync(file, join(place, file));
    const branches = Array.from({ length: 18 }, (_, index) => `  if (n === ${index}) n += 2;`).join("\n");
    writeFileSync(
      join(place, "src", "probe.ts"),
      `export function probe(n: number): number {\n${branches}\n  return n;\n}\n`,
    );
    const found = countExcesses("src", place);
    expect(Object.values(found)).toEqual([{ noExcessiveCognitiveComplexity: 1 }]);
    expect(differences(found, {}).over).toHaveLength(1);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test("no folder is crowded, and a large one says what belongs there", () => {
  const folders = globSync("src/**/", {}).map((folder) => folder.replace(/\/$/, ""));
  expect(folders.length).toBeGreaterThan(40);
  const wrong: string[] = [];
  for (const folder of folders) {
    const files = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).length;
    const readme = join(folder, "README.md");
    if (files > FOLDER_FILES_MAX) wrong.push(`${folder}: ${files} files`);
    if (files > PLAIN_FOLDER_FILES_MAX && !existsSync(readme)) wrong.push(`${folder}: ${files} files and no README.md`);
    if (existsSync(readme) && readFileSync(readme, "utf8").split("\n").length > README_LINES_MAX + 1)
      wrong.push(`${readme}: longer than ${README_LINES_MAX} lines`);
  }
  expect(wrong).toEqual([]);
});

test("how often something is tried at random is said in rounds, which are few in an ordinary run", () => {
  const rounds = globSync("{src,test}/**/*.ts").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/\bnumRuns: \d\S*|\b(?:rounds|seeds)\(([\d_.]+)\)/g)].map(
      ([call, count = ""]) => ({ file, call, isFew: Number(count.replaceAll("_", "") || "NaN") <= ROUNDS_MAX }),
    ),
  );
  expect(rounds.length).toBeGreaterThan(60);
  expect(rounds.filter(({ isFew }) => !isFew)).toEqual([]);
});
