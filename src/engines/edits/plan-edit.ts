import { applyHunks } from "./apply.ts";
import type { EditInput } from "./forms/json-edits.ts";
import { parseEdit } from "./forms/parse-edit.ts";
import { changedLines } from "./locate/locate-text.ts";
import {
  type EditFormat,
  type Failure,
  type FileEdit,
  type FileState,
  fail,
  loosest,
  type MatchLevel,
  type ParsedEdit,
} from "./model.ts";
import { pathInsideRoot } from "./paths.ts";
import { readDocument, type TextDocument, type TextFormOptions } from "./text-form/document.ts";
import { renderDocument } from "./text-form/render.ts";

export interface EditRequest {
  readonly format: EditFormat;
  readonly input: EditInput;
  /** The file meant where the form names none. */
  readonly path?: string;
  /** Absolute; lets paths be written absolute too. */
  readonly root?: string;
  readonly textForm?: Omit<TextFormOptions, "path">;
}

/** One file of the answer, as `waymark edit apply` reports it. */
export interface EditChange {
  readonly path: string;
  readonly kind: "create" | "modify" | "delete" | "move";
  /** Of a move: where the file is now, relative to the root. */
  readonly to?: string;
  /** In lines, as `git diff --numstat` counts. */
  readonly added: number;
  readonly removed: number;
  readonly match: MatchLevel;
}

/** The bytes of a path before and after; null where there is no file. */
export interface PlannedFile {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly executable?: boolean;
  /** The file whose mode and owner a new one takes over. */
  readonly movedFrom?: string;
}

export interface EditPlan {
  readonly kind: "planned";
  readonly changes: readonly EditChange[];
  readonly files: readonly PlannedFile[];
}

/**
 * Everything an edit would do, or the one reason why it does nothing. Pure but for `read`, which is asked once for each
 * path that the text may mean, relative to the root.
 */
export async function planEdit(
  request: EditRequest,
  read: (path: string) => FileState | Promise<FileState>,
): Promise<EditPlan | Failure> {
  const parsed = parseEdit(request.format, request.input, request.path);
  if (parsed.kind === "failed") return parsed;
  const states = new Map<string, FileState>();
  for (const file of parsed.files) {
    const names = candidatePaths(file, request);
    if (names.kind === "failed") return names;
    for (const path of names.paths) if (!states.has(path)) states.set(path, await read(path));
  }
  return planParsed(parsed, request, states);
}

type Candidates =
  | { readonly kind: "paths"; readonly paths: readonly string[]; readonly moveTo: string | undefined }
  | Failure;

/** The paths a section may mean, all inside the root: one that is not refuses the whole edit. */
function candidatePaths(file: FileEdit, request: EditRequest): Candidates {
  const names = [...file.names, ...(request.path === undefined ? [] : [request.path])];
  if (names.length === 0)
    return fail({ code: "parse", message: "The edit names no file.", hint: "Write the path above the edit." });
  const paths: string[] = [];
  for (const name of [...names, ...(file.moveTo === undefined ? [] : [file.moveTo])]) {
    const verdict = pathInsideRoot(name, request.root);
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

/** The files as the sections so far have made them. */
class DraftFiles {
  readonly #states: ReadonlyMap<string, FileState>;
  readonly #drafts = new Map<string, Uint8Array | null>();
  readonly #flags = new Map<string, Pick<PlannedFile, "executable" | "movedFrom">>();
  /** Paths that a section moves away, so that another may take their name. */
  readonly vacated: ReadonlySet<string>;

  constructor(states: ReadonlyMap<string, FileState>, vacated: ReadonlySet<string>) {
    this.#states = states;
    this.vacated = vacated;
  }

  state(path: string): FileState {
    const draft = this.#drafts.get(path);
    if (draft === undefined) return this.original(path);
    return draft === null ? { kind: "missing" } : { kind: "file", bytes: draft };
  }

  original(path: string): FileState {
    return this.#states.get(path) ?? { kind: "missing" };
  }

  isDrafted(path: string): boolean {
    return this.#drafts.has(path);
  }

  set(path: string, bytes: Uint8Array | null, flags: Pick<PlannedFile, "executable" | "movedFrom"> = {}): void {
    this.#drafts.set(path, bytes);
    this.#flags.set(path, flags);
  }

  planned(): PlannedFile[] {
    const files: PlannedFile[] = [];
    for (const [path, after] of this.#drafts) {
      const original = this.original(path);
      const before = original.kind === "file" ? original.bytes : null;
      if (before === after || (before !== null && after !== null && areEqual(before, after))) continue;
      files.push({ path, before, after, ...this.#flags.get(path) });
    }
    return files;
  }
}

const areEqual = (first: Uint8Array, second: Uint8Array): boolean =>
  first.length === second.length && first.every((byte, at) => byte === second[at]);

function planParsed(
  parsed: ParsedEdit,
  request: EditRequest,
  states: ReadonlyMap<string, FileState>,
): EditPlan | Failure {
  const vacated = new Set<string>();
  for (const file of parsed.files) {
    if (file.moveTo === undefined || file.isCopy === true) continue;
    const names = candidatePaths(file, request);
    if (names.kind === "paths") vacated.add(names.paths[0] ?? "");
  }
  const drafts = new DraftFiles(states, vacated);
  const changes: EditChange[] = [];
  for (const file of parsed.files) {
    const names = candidatePaths(file, request);
    if (names.kind === "failed") return names;
    const change = planFile(file, names, drafts, request);
    if ("error" in change) return change;
    addChange(changes, change);
  }
  return { kind: "planned", changes, files: drafts.planned() };
}

/** Sections that go on with the same file are told as one change. */
function addChange(changes: EditChange[], change: EditChange): void {
  const at = changes.findIndex((known) => (known.to ?? known.path) === change.path && known.kind !== "delete");
  const known = changes[at];
  if (known === undefined || change.kind !== "modify") {
    changes.push(change);
    return;
  }
  changes[at] = {
    ...known,
    added: known.added + change.added,
    removed: known.removed + change.removed,
    match: loosest(known.match, change.match),
  };
}

type Named = Extract<Candidates, { readonly kind: "paths" }>;

function planFile(file: FileEdit, names: Named, drafts: DraftFiles, request: EditRequest): EditChange | Failure {
  const path = choosePath(file, names, drafts, request);
  const state = drafts.state(path);
  if (state.kind === "refused") return fail({ code: state.code, message: state.message, path });
  switch (file.kind) {
    case "create":
      return planCreation(file, path, drafts, request);
    case "delete":
      return planDeletion(file, path, drafts, request);
    case "modify":
      return planModification(file, path, names.moveTo, drafts, request);
  }
}

/** The named path that exists; the caller's path where the form leaves the name open; else the likeliest name. */
function choosePath(file: FileEdit, names: Named, drafts: DraftFiles, request: EditRequest): string {
  const own = names.paths.slice(0, file.names.length);
  const given = request.path === undefined ? undefined : pathInsideRoot(request.path, request.root);
  const existing = own.filter((path) => drafts.state(path).kind !== "missing");
  const isOpen = !file.certain && new Set(own).size > 1;
  if (given?.kind === "inside" && file.kind !== "create" && (existing.length === 0 || isOpen)) return given.path;
  return existing[0] ?? own[0] ?? (given?.kind === "inside" ? given.path : "");
}

function planCreation(file: FileEdit, path: string, drafts: DraftFiles, request: EditRequest): EditChange | Failure {
  const state = drafts.state(path);
  const content = file.content ?? "";
  const flags = file.executable === true ? { executable: true } : {};
  const added = content === "" ? 0 : content.split("\n").length - (content.endsWith("\n") ? 1 : 0);
  if (state.kind !== "file") {
    drafts.set(path, new TextEncoder().encode(content), flags);
    return { path, kind: "create", added, removed: 0, match: "exact" };
  }
  if (file.onExisting === "replace") return replaceWhole(content, path, state.bytes, drafts, request);
  if (file.onExisting === "prepend" && state.bytes.length > 0) {
    const hunks = [{ kind: "insert" as const, afterLine: 0, text: content.replaceAll("\r\n", "\n") }];
    return planModification({ ...file, kind: "modify", hunks }, path, undefined, drafts, request);
  }
  if (state.bytes.length > 0)
    return fail({
      code: "exists",
      message: `${path} exists and is not empty.`,
      path,
      hint: "Edit the file with lines to find, or replace it as a whole.",
    });
  drafts.set(path, new TextEncoder().encode(content), flags);
  return { path, kind: "modify", added, removed: 0, match: "exact" };
}

/** A whole new text keeps the form of the old file: its encoding, its mark, the line ends and bytes of equal lines. */
function replaceWhole(
  content: string,
  path: string,
  bytes: Uint8Array,
  drafts: DraftFiles,
  request: EditRequest,
): EditChange | Failure {
  const opened = openDocument(bytes, path, request);
  if ("error" in opened) return opened;
  const text = content.startsWith("\ufeff") ? content.slice(1) : content;
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const endsWithNewline = lines.at(-1) === "";
  if (endsWithNewline) lines.pop();
  const finalNewline = opened.recordLength !== undefined ? "keep" : endsWithNewline ? "add" : "remove";
  const rendered = renderDocument(opened, [changedLines(opened.lines, lines, 0, finalNewline, "exact")]);
  if (rendered.kind !== "bytes") {
    const what = rendered.kind === "unencodable" ? rendered.character : rendered.excess;
    const code = rendered.kind === "unencodable" ? "encoding" : "conflict";
    return fail({ code, message: `"${what}" does not fit the form of ${path}.`, path });
  }
  drafts.set(path, rendered.bytes);
  return { path, kind: "modify", added: rendered.added, removed: rendered.removed, match: "exact" };
}

function openDocument(bytes: Uint8Array, path: string, request: EditRequest): TextDocument | Failure {
  const read = readDocument(bytes, { path, ...request.textForm });
  if (read.kind === "document") return read.document;
  return fail({ code: "not-text", message: `${path} is not text in any known encoding.`, path });
}

const missing = (path: string): Failure =>
  fail({
    code: "missing-file",
    message: `There is no file ${path}.`,
    path,
    hint: "Check the path, or create the file.",
  });

function planDeletion(file: FileEdit, path: string, drafts: DraftFiles, request: EditRequest): EditChange | Failure {
  const state = drafts.state(path);
  if (state.kind !== "file") return missing(path);
  let removed = 0;
  let match: MatchLevel = "exact";
  if (file.hunks.length > 0) {
    const applied = applyTo(file, path, state.bytes, request);
    if (applied.kind === "failed") return applied;
    if (applied.bytes.length > 0)
      return fail({
        code: "conflict",
        message: `The patch deletes ${path}, but the file holds more than the patch takes away.`,
        path,
      });
    removed = applied.removed;
    match = applied.level;
  } else if (readDocument(state.bytes, { path }).kind === "document") removed = countLines(state.bytes);
  drafts.set(path, null);
  return { path, kind: "delete", added: 0, removed, match };
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === 0x0a) count++;
  return bytes.length > 0 && bytes.at(-1) !== 0x0a ? count + 1 : count;
}

function planModification(
  file: FileEdit,
  path: string,
  moveTo: string | undefined,
  drafts: DraftFiles,
  request: EditRequest,
): EditChange | Failure {
  // A file that was moved away and replaced by another section is still the one that this section means.
  const isTaken = moveTo !== undefined && drafts.isDrafted(path) && drafts.vacated.has(path);
  const state = isTaken ? drafts.original(path) : drafts.state(path);
  if (state.kind !== "file") return createFromHunks(file, path, drafts) ?? missing(path);
  const applied = file.hunks.length === 0 ? undefined : applyTo(file, path, state.bytes, request);
  if (applied?.kind === "failed") return applied;
  const bytes = applied?.bytes ?? state.bytes;
  const counts = { added: applied?.added ?? 0, removed: applied?.removed ?? 0, match: applied?.level ?? "exact" };
  if (moveTo === undefined || moveTo === path) {
    if (areEqual(bytes, state.bytes))
      return fail({
        code: "conflict",
        message: `The edit would leave ${path} as it is.`,
        path,
        hint: "Nothing needs to be done.",
      });
    drafts.set(path, bytes);
    return { path, kind: "modify", ...counts };
  }
  const target = drafts.state(moveTo);
  if (target.kind === "refused") return fail({ code: target.code, message: target.message, path: moveTo });
  if (target.kind === "file" && !drafts.vacated.has(moveTo))
    return fail({ code: "exists", message: `${path} cannot move to ${moveTo}, which exists.`, path: moveTo });
  drafts.set(moveTo, bytes, { movedFrom: path });
  if (file.isCopy === true) return { path: moveTo, kind: "create", ...counts };
  if (!isTaken) drafts.set(path, null);
  return { path, kind: "move", to: moveTo, ...counts };
}

/** A diff that adds to nothing creates the file, also where its headers do not say so. */
function createFromHunks(file: FileEdit, path: string, drafts: DraftFiles): EditChange | undefined {
  const [hunk] = file.hunks;
  if (file.hunks.length !== 1 || hunk?.kind !== "lines" || hunk.startLine !== 0 || file.moveTo !== undefined)
    return undefined;
  if (hunk.lines.some((line) => line.kind !== "insert")) return undefined;
  const content = hunk.lines.map((line) => line.text).join("\n") + (hunk.finalNewline === "remove" ? "" : "\n");
  drafts.set(path, new TextEncoder().encode(content));
  return { path, kind: "create", added: hunk.lines.length, removed: 0, match: "exact" };
}

function applyTo(file: FileEdit, path: string, bytes: Uint8Array, request: EditRequest): ReturnType<typeof applyHunks> {
  const same = file.hunks.findIndex((hunk) => hunk.kind === "text" && hunk.search === hunk.replace);
  if (same !== -1)
    return fail({
      code: "conflict",
      message: "The new text equals the old text, so nothing would change.",
      path,
      hunk: same + 1,
      hint: "Leave the edit out, or write the text as it shall become.",
    });
  const opened = openDocument(bytes, path, request);
  if ("error" in opened) return opened;
  return applyHunks(opened, file, path);
}
