import { hunkEnd } from "../../../engines/text/hunk-end.ts";
import type { KeyInput } from "../screen/key-decoder.ts";
import { wrapStyled } from "../text/wrap.ts";
import { words } from "../words/words.ts";
import { bodyRows } from "./approval.ts";
import { approvalLine } from "./approval-options.ts";
import type { Dialog, DialogSpace } from "./dialog.ts";
import { enlargeRows, firstPage, isTooLow, type Pages, pagedRows, turnPage } from "./paged-rows.ts";

/** One hunk of a unified diff, with the header of its file. */
export interface Hunk {
  readonly header: string;
  readonly path: string;
  readonly text: string;
}

/** The hunks of a unified diff in order. Counts decide where one ends, so that a removed line that looks like a header stays in it. */
export function splitHunks(patch: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  const lines = patch.replace(/\n$/, "").split("\n");
  let header: string[] = [];
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? "";
    const end = endOfHunk(lines, index);
    if (end > index) {
      const path = (header.find((text) => text.startsWith("+++ ")) ?? "").slice(4).replace(/^b\//, "");
      hunks.push({ header: header.join("\n"), path, text: lines.slice(index, end).join("\n") });
      index = end;
      continue;
    }
    header = line.startsWith("--- ") ? [line] : [...header, line];
    index++;
  }
  return hunks;
}

/** The index behind the hunk that begins at `start`; `start` itself when none does. */
function endOfHunk(lines: readonly string[], start: number): number {
  const counts = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(lines[start] ?? "");
  if (!counts) return start;
  let index = hunkEnd(lines, start + 1, { old: Number(counts[1] ?? 1), fresh: Number(counts[2] ?? 1) });
  while (lines[index]?.startsWith("\\")) index++;
  return index;
}

/** A diff of only these hunks. */
export function joinHunks(hunks: readonly Hunk[]): string {
  let header = "";
  let text = "";
  for (const hunk of hunks) {
    if (hunk.header !== header) text += `${hunk.header}\n`;
    header = hunk.header;
    text += `${hunk.text}\n`;
  }
  return text;
}

export type ReviewEnd =
  | { readonly kind: "chosen"; readonly taken: readonly Hunk[]; readonly left: readonly Hunk[] }
  | { readonly kind: "quit" };

/** Hunk by hunk: take, leave, take or leave all the rest, back, quit; then one last question. */
export function createHunkReview(hunks: readonly Hunk[], onEnd: (end: ReviewEnd) => void): Dialog {
  const isTaken: (boolean | undefined)[] = hunks.map(() => undefined);
  let at = 0;
  let pages = firstPage();
  let isShown = true;
  const goTo = (index: number): void => {
    at = Math.max(0, index);
    pages = firstPage();
  };
  const decide = (value: boolean): void => {
    isTaken[at] = value;
    goTo(at + 1);
  };
  const decideRest = (value: boolean): void => {
    while (at < hunks.length) decide(value);
  };
  const whereShown = (take: () => void) => (): void => {
    if (isShown) take();
  };
  const finish = (): void =>
    onEnd({
      kind: "chosen",
      taken: hunks.filter((_, index) => isTaken[index]),
      left: hunks.filter((_, index) => !isTaken[index]),
    });
  const keys: Readonly<Record<string, () => void>> = {
    y: whereShown(() => decide(true)),
    n: () => decide(false),
    a: whereShown(() => decideRest(true)),
    s: () => decideRest(false),
    b: () => back(),
    q: () => quit(),
  };
  const endKeys: Readonly<Record<string, () => void>> = {
    y: finish,
    b: () => back(),
    n: () => back(),
    q: () => quit(),
  };
  const back = (): void => goTo(at - 1);
  const quit = (): void => onEnd({ kind: "quit" });
  const onKey = (input: KeyInput): void => {
    if (input.kind === "key" && (input.key === "escape" || input.key === "ctrl+c")) return quit();
    if (input.kind === "key") turnPage(pages, input.key);
    if (input.kind !== "text") return;
    const isAtEnd = at >= hunks.length;
    const numbered = isAtEnd ? "ybq" : "ynasbq";
    const key = numbered[Number(input.text) - 1] ?? input.text.toLowerCase();
    (isAtEnd ? endKeys : keys)[key]?.();
  };
  return {
    render(space) {
      const hunk = hunks[at];
      if (hunk === undefined) return { rows: confirmRows(isTaken, space) };
      const part = words("review.part", { number: at + 1, all: hunks.length, path: approvalLine(hunk.path) });
      const shown = hunkRows(hunk, part, pages, space);
      isShown = shown !== undefined;
      return { rows: shown ?? enlargeRows(space) };
    },
    onInput: onKey,
    cancel: () => onEnd({ kind: "quit" }),
  };
}

function hunkRows(hunk: Hunk, part: string, pages: Pages, space: DialogSpace): readonly string[] | undefined {
  const { theme, rowsMax, width } = space;
  const body = bodyRows({ kind: "diff", paths: [hunk.path], patch: joinHunks([hunk]) }, space);
  const head = wrapStyled(theme.paint("strong", part), width - 1);
  const keys = wrapStyled(theme.paint("dim", words("review.keys")), width - 1);
  const room = rowsMax - head.length - keys.length;
  return isTooLow(body, room) ? undefined : [...head, ...pagedRows(body, room, pages, space), ...keys];
}

function confirmRows(isTaken: readonly (boolean | undefined)[], { theme }: DialogSpace): readonly string[] {
  const count = isTaken.filter(Boolean).length;
  return [
    theme.paint("strong", words("review.apply", { count, all: isTaken.length })),
    theme.paint("dim", words("review.end")),
  ];
}
