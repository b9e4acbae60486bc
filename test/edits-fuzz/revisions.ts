import { spawnSync } from "node:child_process";
import type { Random } from "./random.ts";

/** A file before and after a change, as lines without their ends. */
export interface Revision {
  readonly path: string;
  readonly lineEnd: "\n" | "\r\n";
  readonly before: readonly string[];
  readonly after: readonly string[];
}

const COMMITS_MAX = 150;
const FILE_CHARACTERS_MAX = 40_000;

/** What the commits of this repository did to files of text; none where there is no history. */
export function committedRevisions(): readonly Revision[] {
  const git = (args: readonly string[], input = ""): string => {
    const { status, stdout } = spawnSync("git", args, { input, maxBuffer: 1 << 29 });
    return status === 0 ? stdout.toString("utf8") : "";
  };
  const log = git(["log", "--no-merges", "--diff-filter=M", "--name-only", "--format=>%H", `-n${COMMITS_MAX}`]);
  const wanted: { commit: string; path: string }[] = [];
  let commit = "";
  for (const line of log.split("\n")) {
    if (line.startsWith(">")) commit = line.slice(1);
    else if (/\.(ts|mjs|md|json|cbl|py)$/.test(line) && !/lock|generated/.test(line))
      wanted.push({ commit, path: line });
  }
  const names = wanted.flatMap((one) => [`${one.commit}^:${one.path}`, `${one.commit}:${one.path}`]);
  const { stdout } = spawnSync("git", ["cat-file", "--batch"], { input: `${names.join("\n")}\n`, maxBuffer: 1 << 29 });
  const texts = batchTexts(stdout ?? Buffer.alloc(0));
  const revisions: Revision[] = [];
  for (const [index, { path }] of wanted.entries()) {
    const [before, after] = [texts[2 * index], texts[2 * index + 1]];
    if (before === undefined || after === undefined || before === after) continue;
    if (before.length > FILE_CHARACTERS_MAX || before.includes("\r") || !before.endsWith("\n") || !after.endsWith("\n"))
      continue;
    revisions.push({ path, lineEnd: "\n", before: linesOf(before), after: linesOf(after) });
  }
  return revisions;
}

const linesOf = (text: string): string[] => text.slice(0, -1).split("\n");

/** The texts that `git cat-file --batch` prints, undefined for what is missing. */
function batchTexts(output: Buffer): (string | undefined)[] {
  const texts: (string | undefined)[] = [];
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const header = output.toString("utf8", at, end);
    const size = Number(/ blob (\d+)$/.exec(header)?.[1] ?? -1);
    texts.push(size < 0 ? undefined : output.toString("utf8", end + 1, end + 1 + size));
    at = size < 0 ? end + 1 : end + size + 2;
  }
  return texts;
}

/** A made-up file of a kind that is hard to edit, and a changed copy of it. */
export function generatedRevision(random: Random): Revision {
  const kind = random.pick(KINDS);
  const before = kind.lines(random).slice(0, 120);
  const after = [...before];
  for (let change = 1 + random.below(6); change > 0; change--) {
    const at = random.below(after.length);
    const line = after[at] ?? "";
    const how = random.below(5);
    if (how === 0) after.splice(at, 1 + random.below(3));
    else if (how === 1) after.splice(at, 0, kind.altered(random.pick(before), random));
    else if (how === 2) after.splice(at, 0, random.pick(before), kind.altered(line, random));
    else after[at] = kind.altered(line, random);
  }
  const lineEnd = random.chance(kind.returns) ? "\r\n" : "\n";
  return { path: kind.path, lineEnd, before, after: after.length === 0 ? ["left"] : after };
}

interface Kind {
  readonly path: string;
  /** How likely lines end in CRLF. */
  readonly returns: number;
  lines(random: Random): string[];
  altered(line: string, random: Random): string;
}

const WORDS = ["total", "count", "name", "value", "item", "index", "result", "price", "order", "state"];
const word = (random: Random): string => random.pick(WORDS);
const times = (count: number, make: (index: number) => readonly string[]): string[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();
const otherWord = (line: string, random: Random): string =>
  /\w{3,}/.test(line) ? line.replace(/\w{3,}/, `${word(random)}${random.below(90)}`) : `${line}x${random.below(9)}`;

const KINDS: readonly Kind[] = [
  {
    path: "src/shop.ts",
    returns: 0.3,
    altered: otherWord,
    lines: (random) =>
      times(4 + random.below(8), (index) => [
        `export function ${word(random)}${index % 5}(${word(random)}: number): number {`,
        `  if (${word(random)} > ${random.below(4)}) {`,
        `    return ${word(random)};`,
        "  }",
        "",
        `  return ${word(random)} + 1;`,
        "}",
        "",
      ]),
  },
  {
    path: "shop.py",
    returns: 0.2,
    altered: otherWord,
    lines: (random) =>
      times(3 + random.below(6), () => [
        `class ${word(random)}:`,
        `    def ${word(random)}(self):`,
        `        if self.${word(random)}:`,
        `            return ${random.below(3)}`,
        "        return None",
        "",
      ]),
  },
  {
    path: "Makefile",
    returns: 0,
    altered: otherWord,
    lines: (random) =>
      times(5 + random.below(6), () => [
        `${word(random)}: ${word(random)}`,
        `\tcc -o ${word(random)}`,
        "\t@echo done",
        "",
      ]),
  },
  {
    path: "PAYROLL.cbl",
    returns: 0.4,
    altered: (line, random) =>
      `${line.slice(0, 12)}${`MOVE ${word(random).toUpperCase()}-${random.below(90)} TO WS-A.`.padEnd(60)}${line.slice(72)}`,
    lines: (random) =>
      [
        "IDENTIFICATION DIVISION.",
        "PROGRAM-ID. PAYROLL.",
        "PROCEDURE DIVISION.",
        ...times(6 + random.below(8), (index) => [
          `PARA-${index}.`,
          `    ADD 1 TO ${word(random).toUpperCase()}.`,
          "    PERFORM CHECK-IT.",
          "    EXIT.",
        ]),
      ].map((code, index) => `${String(index * 10 + 10).padStart(6, "0")} ${code.padEnd(65)}PAYR0001`),
  },
  {
    path: "README.md",
    returns: 0.1,
    altered: otherWord,
    lines: (random) =>
      times(3 + random.below(5), () => [
        `## The ${word(random)}`,
        "",
        `- a ${word(random)}`,
        `- the ${word(random)}`,
        "",
        "```diff",
        "--- a/old.txt",
        "+++ b/old.txt",
        "@@ -1,2 +1,2 @@",
        `-${word(random)}`,
        `+${word(random)}`,
        "```",
        "",
        "---",
        "",
      ]),
  },
  {
    path: "docs/forms.md",
    returns: 0.1,
    altered: otherWord,
    lines: (random) =>
      times(2 + random.below(4), () => [
        "*** Begin Patch",
        `*** Update File: ${word(random)}.ts`,
        "@@",
        `-${word(random)}`,
        "*** End Patch",
        "",
        "<<<<<<< SEARCH",
        word(random),
        "=======",
        `${word(random)}`,
        ">>>>>>> REPLACE",
        "~~~",
        "",
      ]),
  },
  {
    path: "schema.sql",
    returns: 0.2,
    altered: otherWord,
    lines: (random) =>
      times(4 + random.below(6), () => [
        `-- the ${word(random)}`,
        `CREATE TABLE ${word(random)} (`,
        "  id INT,",
        "-- note",
        `  ${word(random)} TEXT`,
        ");",
        "",
      ]),
  },
  {
    path: "list.yaml",
    returns: 0,
    altered: otherWord,
    lines: (random) =>
      times(4 + random.below(8), () => [
        `- name: ${word(random)}`,
        `  run: ${word(random)}`,
        "  with:",
        "  - one",
        "+ two",
      ]),
  },
];
