import type { KeyInput } from "../screen/key-decoder.ts";
import { bodyRows } from "./approval.ts";
import type { Dialog, DialogSpace } from "./dialog.ts";

/** One hunk of a unified diff, with the header of its file. */
export interface Hunk {
  readonly header: string;
  readonly path: string;
  readonly text: string;
}

/** The hunks of a unified diff in order. Counts decide where one ends, so that a removed line that looks like a header stays in it. */
export function splitHunks(patch: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let header: string[] = [];
  let body: string[] = [];
  let oldLeft = 0;
  let newLeft = 0;
  const close = (): void => {
    if (body.length === 0) return;
    const path = (header.find((line) => line.startsWith("+++ ")) ?? "").slice(4).replace(/^b\//, "");
    hunks.push({ header: header.join("\n"), path, text: body.join("\n") });
    body = [];
  };
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const start = oldLeft <= 0 && newLeft <= 0 ? /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line) : null;
    if (start) {
      close();
      oldLeft = Number(start[1] ?? 1);
      newLeft = Number(start[2] ?? 1);
      body = [line];
    } else if (oldLeft > 0 || newLeft > 0) {
      body.push(line);
      if (!line.startsWith("+") && !line.startsWith("\\")) oldLeft--;
      if (!line.startsWith("-") && !line.startsWith("\\")) newLeft--;
    } else if (line.startsWith("\\") && body.length > 0) body.push(line);
    else {
      close();
      if (line.startsWith("--- ")) header = [line];
      else header.push(line);
    }
  }
  close();
  return hunks;
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
  const decide = (value: boolean): void => {
    isTaken[at] = value;
    at++;
  };
  const decideRest = (value: boolean): void => {
    while (at < hunks.length) decide(value);
  };
  const finish = (): void =>
    onEnd({
      kind: "chosen",
      taken: hunks.filter((_, index) => isTaken[index]),
      left: hunks.filter((_, index) => !isTaken[index]),
    });
  const keys: Readonly<Record<string, () => void>> = {
    y: () => decide(true),
    n: () => decide(false),
    a: () => decideRest(true),
    s: () => decideRest(false),
    b: () => {
      at = Math.max(0, at - 1);
    },
  };
  const onKey = (input: KeyInput): void => {
    if (input.kind === "key" && (input.key === "escape" || input.key === "ctrl+c")) return onEnd({ kind: "quit" });
    if (input.kind !== "text") return;
    const key = input.text.toLowerCase();
    if (key === "q") return onEnd({ kind: "quit" });
    if (at < hunks.length) return keys[key]?.();
    if (key === "y") return finish();
    if (key === "b" || key === "n") at = Math.max(0, at - 1);
  };
  return {
    render: (space) => ({ rows: at < hunks.length ? hunkRows(hunks, at, space) : confirmRows(isTaken, space) }),
    onInput: onKey,
    cancel: () => onEnd({ kind: "quit" }),
  };
}

function hunkRows(hunks: readonly Hunk[], at: number, space: DialogSpace): readonly string[] {
  const hunk = hunks[at];
  if (!hunk) return [];
  const { theme, rowsMax } = space;
  const body = bodyRows({ kind: "diff", paths: [hunk.path], patch: joinHunks([hunk]) }, space);
  const room = Math.max(3, rowsMax - 3);
  const shown =
    body.length > room
      ? [...body.slice(0, room - 1), theme.paint("dim", `  … ${body.length - room + 1} more lines`)]
      : body;
  return [
    theme.paint("strong", `Part ${at + 1} of ${hunks.length}, ${hunk.path}`),
    ...shown,
    theme.paint("dim", "y take · n leave · a take all the rest · s leave all the rest · b back · q quit"),
  ];
}

function confirmRows(isTaken: readonly (boolean | undefined)[], { theme }: DialogSpace): readonly string[] {
  const count = isTaken.filter(Boolean).length;
  return [
    theme.paint("strong", `Apply ${count} of ${isTaken.length} parts?`),
    theme.paint("dim", "y apply · b back · q quit, nothing is changed"),
  ];
}
