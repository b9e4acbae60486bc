import { decodeFile } from "../text/file-text.ts";
import { DraftFiles } from "./draft-files.ts";
import type { EditChange, EditPlace, EditPlan, EditRequest, PlannedFile } from "./edit-plan.ts";
import { parseEdit } from "./forms/parse-edit.ts";
import {
  type EditError,
  type Failure,
  type FileEdit,
  type FileState,
  fail,
  loosest,
  type ParsedEdit,
} from "./model.ts";
import { pathInsideRoot } from "./paths.ts";
import { PLACEHOLDER_HINT, placeholderIn, placeholderText } from "./placeholder.ts";
import { planCreation, planDeletion, planModification } from "./plan-file.ts";

/** The text of an edit as it was understood, and the files that it may mean. */
export interface ReadEdit {
  readonly kind: "read";
  readonly parsed: ParsedEdit;
  readonly request: EditPlace;
  readonly states: ReadonlyMap<string, FileState>;
}

type ReadFile = (path: string) => FileState | Promise<FileState>;

/**
 * Everything an edit would do, or why it does nothing: each file whose part does not fit. Pure but for `read`, which is
 * asked once for each path that the text may mean, relative to the root.
 */
export async function planEdit(request: EditRequest, read: ReadFile): Promise<EditPlan | Failure> {
  const edit = await readEdit(request, read);
  return edit.kind === "failed" ? edit : planRead(edit);
}

/** The part of it that asks for files, without what is done to them. */
export async function readEdit(
  { format, input, ...request }: EditRequest,
  read: ReadFile,
): Promise<ReadEdit | Failure> {
  const parsed = parseEdit(format, input, request.path);
  if (parsed.kind === "failed") return parsed;
  const states = new Map<string, FileState>();
  for (const file of parsed.files) {
    const names = candidatePaths(file, request);
    if (names.kind === "failed") return names;
    for (const path of names.paths) if (!states.has(path)) states.set(path, await read(path));
  }
  return { kind: "read", parsed, request, states };
}

type Candidates =
  | { readonly kind: "paths"; readonly paths: readonly string[]; readonly moveTo: string | undefined }
  | Failure;

/** The paths a section may mean, all inside the root: one that is not refuses the whole edit. */
function candidatePaths(file: FileEdit, request: EditPlace): Candidates {
  const names = [...file.names, ...(request.path === undefined ? [] : [request.path])];
  if (names.length === 0)
    return fail({ code: "parse", message: "The edit names no file.", hint: "Write the path above the edit." });
  const paths: string[] = [];
  for (const name of [...names, ...(file.moveTo === undefined ? [] : [file.moveTo])]) {
    const verdict = pathInsideRoot(name, request.root, request.folders);
    if (verdict.kind === "outside")
      return fail({
        code: "outside-root",
        message: `${JSON.stringify(name)} is outside the root: ${verdict.reason}.`,
        path: name,
        hint: "Write the path relative to the root.",
      });
    if (!paths.includes(verdict.path) || name === file.moveTo) paths.push(verdict.path);
  }
  return { kind: "paths", paths, moveTo: file.moveTo === undefined ? undefined : paths.at(-1) };
}

/** The pure part of it. */
export function planRead({ parsed, request, states }: ReadEdit): EditPlan | Failure {
  const drafts = new DraftFiles(states, parsed.files, vacatedPaths(parsed, request));
  const changes: EditChange[] = [];
  const errors: EditError[] = [];
  const doubtful = new Set<string>();
  for (const file of parsed.files) {
    const names = candidatePaths(file, request);
    if (names.kind === "failed") return names;
    // What a part that does not fit would have made is not known, so nothing is said of what builds on it.
    const isDoubtful = names.paths.some((path) => doubtful.has(path));
    const change = isDoubtful ? undefined : planFile(file, names, drafts, request);
    if (change !== undefined && !("error" in change)) {
      addChange(changes, change);
      continue;
    }
    if (change !== undefined) errors.push(change.error);
    for (const path of names.paths) doubtful.add(path);
  }
  const files = drafts.planned();
  if (errors.length === 0) errors.push(...files.flatMap(placeholderError));
  const [error, ...others] = errors;
  if (error !== undefined) return { kind: "failed", error, others };
  return { kind: "planned", changes, files };
}

/** Words that stand for lines, in the place of the lines. */
function placeholderError({ path, before, after }: PlannedFile): readonly EditError[] {
  if (before === null || after === null) return [];
  const [old, made] = [decodeFile(before), decodeFile(after)];
  if (old.kind === "binary" || made.kind === "binary") return [];
  const found = placeholderIn(old.text, made.text);
  return found === undefined
    ? []
    : [{ code: "parse", message: placeholderText(path, found), path, hint: PLACEHOLDER_HINT }];
}

/** Paths that a section moves away. */
function vacatedPaths(parsed: ParsedEdit, request: EditPlace): ReadonlySet<string> {
  const vacated = new Set<string>();
  for (const file of parsed.files) {
    if (file.moveTo === undefined || file.isCopy === true) continue;
    const names = candidatePaths(file, request);
    if (names.kind === "paths") vacated.add(names.paths[0] ?? "");
  }
  return vacated;
}

/** Sections that go on with the same file are told as one change. */
function addChange(changes: EditChange[], change: EditChange): void {
  const at = changes.findIndex((known) => (known.to ?? known.path) === change.path && known.kind !== "delete");
  const known = changes[at];
  if (known === undefined || change.kind !== "modify") {
    changes.push(change);
    return;
  }
  const { unchanged: _, ...both } = known;
  changes[at] = {
    ...both,
    added: known.added + change.added,
    removed: known.removed + change.removed,
    match: loosest(known.match, change.match),
    ...(known.unchanged && change.unchanged && { unchanged: true }),
  };
}

type Named = Extract<Candidates, { readonly kind: "paths" }>;

function planFile(file: FileEdit, names: Named, drafts: DraftFiles, request: EditPlace): EditChange | Failure {
  const path = choosePath(file, names, drafts, request);
  const state = drafts.state(path);
  if (state.kind === "refused") return fail({ code: state.code, message: state.message, path });
  switch (file.kind) {
    case "create":
      return planCreation(file, path, drafts, request);
    case "delete":
      return planDeletion(file, path, drafts, request);
    case "modify":
      return planModification(file, { path, moveTo: names.moveTo }, drafts, request);
  }
}

/**
 * The named path that exists; the caller's path where the form leaves the name open; else the likeliest name. A text
 * about several files does not mean the caller's by a name that is nowhere.
 */
function choosePath(file: FileEdit, names: Named, drafts: DraftFiles, request: EditPlace): string {
  const own = names.paths.slice(0, file.names.length);
  const given = request.path === undefined ? undefined : pathInsideRoot(request.path, request.root, request.folders);
  const existing = own.filter((path) => drafts.state(path).kind !== "missing");
  const isOpen = !file.certain && new Set(own).size > 1;
  const isLost = existing.length === 0 && (own.length === 0 || !drafts.nameSeveral);
  if (given?.kind === "inside" && file.kind !== "create" && (isLost || isOpen)) return given.path;
  return existing[0] ?? own[0] ?? (given?.kind === "inside" ? given.path : "");
}
