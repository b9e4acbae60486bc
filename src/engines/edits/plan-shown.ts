import { type AcrossLines, secretsAcrossLines } from "../secrets/across-lines.ts";
import { shownDiff } from "../secrets/shown-diff.ts";
import { decodeFile } from "../text/file-text.ts";
import type { EditPlan, PlannedFile } from "./edit-plan.ts";
import type { Failure } from "./model.ts";
import { planRead, type ReadEdit } from "./plan-edit.ts";

/** What an edit would do and how that is shown, or why it does nothing, and what must not be shown of the files that it does not fit. */
export type ShownPlan =
  | (EditPlan & { readonly patches: readonly string[] })
  | (Failure & { readonly across: ReadonlyMap<string, AcrossLines> });

export function planShown(edit: ReadEdit): ShownPlan {
  const plan = planRead(edit);
  if (plan.kind === "planned") return { ...plan, patches: plan.files.map(patchOf) };
  const across = new Map<string, AcrossLines>();
  for (const { path = "" } of [plan.error, ...(plan.others ?? [])]) {
    const state = edit.states.get(path);
    const decoded = state?.kind === "file" ? decodeFile(state.bytes) : undefined;
    if (decoded?.kind === "text" && !across.has(path)) across.set(path, secretsAcrossLines(decoded.text));
  }
  return { ...plan, across };
}

function patchOf({ path, before, after }: PlannedFile): string {
  return shownDiff(path, before ? textOf(before) : undefined, after ? textOf(after) : "").patch;
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeFile(bytes);
  return decoded.kind === "text" ? decoded.text : "(not text)";
}
