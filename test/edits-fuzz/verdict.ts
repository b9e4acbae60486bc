import { createTwoFilesPatch } from "diff";
import { planEdit } from "../../src/engines/edits/plan-edit.ts";
import { type Case, MARK_DAMAGE } from "./cases.ts";
import { bytesOf, linesIn } from "./file-bytes.ts";
import type { HunkLines } from "./hunks.ts";
import { type Cell, resultsOf, stated } from "./readings.ts";
import type { Revision } from "./revisions.ts";
import { isResult } from "./same-file.ts";

export type Verdict = "right" | "refused" | { readonly wrong: string };

export async function verdictOf(one: Case): Promise<Verdict> {
  const plan = await planEdit({ format: one.form.format, input: one.input }, (path) => {
    const revision = one.revisions.find((known) => known.path === path);
    return revision === undefined
      ? { kind: "missing" }
      : { kind: "file", bytes: bytesOf(revision.before, revision.form) };
  });
  if (plan.kind === "failed") return "refused";
  for (const file of plan.files)
    if (!one.revisions.some(({ path }) => path === file.path)) return { wrong: `${file.path} was not meant` };
  for (const [index, revision] of one.revisions.entries()) {
    const hunks = one.written[index]?.hunks ?? [];
    const file = plan.files.find(({ path }) => path === revision.path);
    const bytes = file === undefined ? bytesOf(revision.before, revision.form) : (file.after ?? new Uint8Array());
    if (!mayBe(bytes, revision, hunks, one)) return { wrong: difference(bytes, revision, hunks) };
  }
  return "right";
}

/** A result is right when it does what the hunks say, where they were taken from or where they stand to the letter. */
export function mayBe(
  bytes: Uint8Array,
  revision: Revision,
  hunks: readonly HunkLines[],
  { form, damages }: Pick<Case, "form" | "damages">,
): boolean {
  const isRight = (cells: readonly Cell[] | undefined): boolean =>
    cells !== undefined && isResult(bytes, cells, revision);
  if (isRight(stated(revision, hunks))) return true;
  // Where the mark between two hunks is lost, the text says one.
  const all = damages.includes(MARK_DAMAGE) ? [hunks, ...joined(hunks)] : [hunks];
  return all.some((some) => resultsOf(revision, some, form).some(isRight));
}

/** The hunks with two neighbours as one, for each pair of them. */
const joined = (hunks: readonly HunkLines[]): HunkLines[][] =>
  hunks
    .slice(1)
    .map((hunk, index) => [...hunks.slice(0, index), [...(hunks[index] ?? []), ...hunk], ...hunks.slice(index + 2)]);

function difference(bytes: Uint8Array, revision: Revision, hunks: readonly HunkLines[]): string {
  const should = stated(revision, hunks);
  const name = should === undefined ? "nothing can be done; before" : "as stated";
  const lines = should?.map(({ text }) => text) ?? revision.before;
  const shown = (some: readonly string[]): string => some.map((line) => `${line}\n`).join("");
  const written = linesIn(bytes, revision.form) ?? [];
  const isSameText = written.map(({ text }) => text).join("\n") === lines.join("\n");
  const said = written.map(({ text, end }) => (isSameText ? text + JSON.stringify(end) : text));
  return JSON.stringify(revision.form.encoding) + createTwoFilesPatch(name, "done", shown(lines), shown(said));
}
