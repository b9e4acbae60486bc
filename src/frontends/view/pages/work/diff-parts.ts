import { hunkEnd } from "../../../../engines/text/hunk-end.ts";

/** One row of a diff side by side; an absent side has nothing there. */
export interface DiffRow {
  readonly left?: { readonly line: number; readonly text: string };
  readonly right?: { readonly line: number; readonly text: string };
  readonly isChange: boolean;
}

export type DiffPart =
  | { readonly kind: "head"; readonly text: string }
  | { readonly kind: "rows"; readonly rows: readonly DiffRow[] };

/** Removed lines stand beside the added ones that follow them. */
export function partsOf(patch: string): readonly DiffPart[] {
  const parts: DiffPart[] = [];
  const lines = patch.replace(/\n$/, "").split("\n");
  for (let index = 0; index < lines.length; ) {
    const text = lines[index] ?? "";
    parts.push({ kind: "head", text });
    index++;
    const counts = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(text);
    if (!counts) continue;
    const [, old, oldCount = 1, fresh, freshCount = 1] = counts;
    const end = hunkEnd(lines, index, { old: Number(oldCount), fresh: Number(freshCount) });
    parts.push({ kind: "rows", rows: rowsOf(lines.slice(index, end), Number(old), Number(fresh)) });
    index = end;
  }
  return parts;
}

function rowsOf(body: readonly string[], oldStart: number, freshStart: number): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  let [old, fresh] = [oldStart, freshStart];
  let removed: DiffRow["left"][] = [];
  let added: DiffRow["right"][] = [];
  const flush = (): void => {
    for (let at = 0; at < Math.max(removed.length, added.length); at++) {
      const [left, right] = [removed[at], added[at]];
      rows.push({ isChange: true, ...(left && { left }), ...(right && { right }) });
    }
    [removed, added] = [[], []];
  };
  for (const line of body) {
    const text = line.slice(1);
    if (line.startsWith("-")) removed.push({ line: old++, text });
    else if (line.startsWith("+")) added.push({ line: fresh++, text });
    else if (!line.startsWith("\\")) {
      flush();
      rows.push({ isChange: false, left: { line: old++, text }, right: { line: fresh++, text } });
    }
  }
  flush();
  return rows;
}
