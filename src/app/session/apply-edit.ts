import { hash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join, resolve } from "node:path";
import { isOfRepository } from "../../adapters/plugins/file-set.ts";
import { commitFileChanges, recoverEdits } from "../../adapters/workspace/edit-transaction.ts";
import { readForEdit } from "../../adapters/workspace/edit-transaction-read.ts";
import { targetOf } from "../../adapters/workspace/edit-transaction-steps.ts";
import { editJournals } from "../../adapters/workspace/edit-turn.ts";
import type { FileChange } from "../../core/ports/workspace.ts";
import type { EditChange, PlannedFile } from "../../engines/edits/edit-plan.ts";
import type { EditInput } from "../../engines/edits/forms/json-objects.ts";
import type { EditError, EditFormat } from "../../engines/edits/model.ts";
import { planEdit } from "../../engines/edits/plan-edit.ts";
import type { TextFormOptions } from "../../engines/edits/text-form/document.ts";
import { locations } from "../settings/locations.ts";

/** What is edited, by which text. */
export interface ApplyEditOptions {
  /** The folder that the edit's paths start from, and that it may not leave. */
  readonly root: string;
  readonly format: EditFormat;
  /** The model's text; JSON forms may be given as the value too. */
  readonly input: EditInput;
  /** The file meant where the form names none. */
  readonly path?: string;
  readonly dryRun?: boolean;
  /** Overrides what is detected of encoding and record length. */
  readonly textForm?: Omit<TextFormOptions, "path">;
  /** Where unfinished edits are noted; Waymark's state folder by default. */
  readonly stateFolder?: string;
}

/**
 * Every file of the edit in the order of the text, or the one reason why no file was changed. A dry run gives what the real one
 * would.
 */
export type ApplyEditResult =
  | { readonly ok: true; readonly changes: readonly EditChange[] }
  | { readonly ok: false; readonly error: EditError };

/** Applies a model's edit text to files, all or nothing. An expected failure is a result; it never throws one. */
export async function applyEdit(options: ApplyEditOptions): Promise<ApplyEditResult> {
  const { format, input, path, textForm } = options;
  const journalFolder = editJournals(options.stateFolder ?? locations(process.env).state);
  const root = realRoot(options.root);
  if (root === undefined)
    return failed({ code: "missing-file", message: `The root ${options.root} is not a folder.`, path: options.root });
  if (options.dryRun !== true) await recoverEdits(journalFolder);
  const request = {
    format,
    input,
    root,
    ...(path !== undefined && { path }),
    ...(textForm !== undefined && { textForm }),
  };
  const plan = await planEdit(request, (name) => readForEdit(root, name));
  if (plan.kind === "failed") return failed(plan.error);
  const inside = plan.files.find(({ path: changed }) => isOfRepository(changed));
  if (inside !== undefined) return failed(repositoryItself(inside.path));
  const outcome = await commitFileChanges(
    plan.files.map((file) => changeOf(file, root)),
    { journalFolder, dryRun: options.dryRun === true, roots: [root] },
  );
  if (outcome.kind === "committed") return { ok: true, changes: plan.changes };
  const { code, message } = outcome;
  return failed({ code, message, path: outcome.path, hint: "Read the file again before the next try." });
}

const failed = (error: EditError): ApplyEditResult => ({ ok: false, error });

/** As `git apply` has it: whoever sends a diff would say which programs git starts, and where the repository is. */
const repositoryItself = (path: string): EditError => ({
  code: "outside-root",
  message: `${path} is the repository's own, not one of its files.`,
  path,
  hint: "Leave it out; git itself changes it.",
});

function realRoot(root: string): string | undefined {
  try {
    return realpathSync.native(resolve(root));
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}

const EXECUTABLE_MODE = 0o755;

function changeOf(file: PlannedFile, root: string): FileChange {
  const path = targetOf({ path: join(root, file.path), bytes: file.after });
  const expected = file.before === null ? null : hash("sha256", file.before);
  if (file.after === null) return { kind: "delete", path, expected: expected ?? "" };
  return {
    kind: "write",
    path,
    bytes: file.after,
    expected,
    ...(file.executable === true && { mode: EXECUTABLE_MODE }),
    ...(file.movedFrom !== undefined && { permissionsOf: join(root, file.movedFrom) }),
  };
}
