import { linesWithin, type Reducer } from "./reduction.ts";

const FILE_LINE = /^(?:diff --git |Index: |\+\+\+ |--- )/;
const HUNKS_MIN = 2;

interface FilePart {
  readonly name: string;
  added: number;
  removed: number;
  readonly changed: string[];
}

/** A unified diff of any size: every file with its counts, then the changed lines without their surroundings. */
export const reduceDiff: Reducer = (text, charsMax) => {
  const lines = text.split("\n");
  if (lines.filter((line) => /^@@ .* @@/.test(line)).length < HUNKS_MIN || !lines.some((line) => /^\+\+\+ /.test(line)))
    return undefined;
  const files = filesOf(lines);
  const heads = files.map(({ name, added, removed }) => `${name}  +${added} -${removed}`);
  const shown = linesWithin(heads, charsMax / 2, "files");
  const rest = charsMax - shown.join("\n").length;
  const changed = files.flatMap(({ name, changed: own }) => [`--- ${name}`, ...own]);
  return { kind: "a diff", text: [...shown, "", ...linesWithin(changed, rest, "changed lines")].join("\n") };
};

function filesOf(lines: readonly string[]): FilePart[] {
  const files: FilePart[] = [];
  let isHeader = true;
  for (const line of lines) {
    const name = /^\+\+\+ (?:b\/)?([^\t\n]+)/.exec(line)?.[1];
    if (name !== undefined && isHeader) files.push({ name, added: 0, removed: 0, changed: [] });
    const file = files.at(-1);
    if (line.startsWith("@@ ")) {
      isHeader = false;
      file?.changed.push(line);
      continue;
    }
    if (FILE_LINE.test(line) && !/^(?:\+\+\+|---)$/.test(line)) isHeader = true;
    if (isHeader || !file) continue;
    if (line.startsWith("+")) file.added++;
    else if (line.startsWith("-")) file.removed++;
    else continue;
    file.changed.push(line);
  }
  return files;
}
