import { linesWithin, type Reducer } from "./reduction.ts";

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
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

function takeChange(file: FilePart, line: string): void {
  if (!/^[+-]/.test(line)) return;
  if (line.startsWith("+")) file.added++;
  else file.removed++;
  file.changed.push(line);
}

/** Only what stands inside a hunk, by its own counts, is a change: a removed `-- x` looks like a file line. */
function filesOf(lines: readonly string[]): FilePart[] {
  const files: FilePart[] = [];
  let left = { old: 0, new: 0 };
  for (const line of lines) {
    const file = files.at(-1);
    if (file && left.old + left.new > 0) {
      takeChange(file, line);
      left = { old: left.old - (/^[+\\]/.test(line) ? 0 : 1), new: left.new - (/^[-\\]/.test(line) ? 0 : 1) };
      continue;
    }
    const name = /^\+\+\+ (?:b\/)?([^\t\n]+)/.exec(line)?.[1];
    if (name !== undefined) files.push({ name, added: 0, removed: 0, changed: [] });
    const [, old = 1, added = 1] = HUNK.exec(line) ?? [undefined, 0, 0];
    left = { old: Number(old), new: Number(added) };
    if (HUNK.test(line)) file?.changed.push(line);
  }
  return files;
}
