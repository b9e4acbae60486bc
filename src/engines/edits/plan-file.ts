import { type Applied, applyHunks } from "./apply.ts";
import { areEqual, type DraftFiles } from "./draft-files.ts";
import type { EditChange, EditPlace } from "./edit-plan.ts";
import { changedLines } from "./locate/changed-lines.ts";
import { type Failure, type FileEdit, fail, type MatchLevel } from "./model.ts";
import { readDocument, type TextDocument } from "./text-form/document.ts";
import { renderDocument } from "./text-form/render.ts";

export function planCreation(
  file: FileEdit,
  path: string,
  drafts: DraftFiles,
  request: EditPlace,
): EditChange | Failure {
  const state = drafts.state(path);
  const content = file.content ?? "";
  const flags = file.executable === true ? { executable: true } : {};
  const added = content === "" ? 0 : content.split("\n").length - (content.endsWith("\n") ? 1 : 0);
  if (state.kind !== "file") {
    drafts.set(path, new TextEncoder().encode(content), flags);
    return { path, kind: "create", added, removed: 0, match: "exact" };
  }
  if (file.onExisting === "keep") return unchanged(path, "exact");
  if (file.onExisting === "replace") return replaceWhole(content, { path, bytes: state.bytes }, drafts, request);
  if (file.onExisting === "prepend" && state.bytes.length > 0) {
    const hunks = [{ kind: "insert" as const, afterLine: 0, text: content.replaceAll("\r\n", "\n") }];
    return planModification({ ...file, kind: "modify", hunks }, { path }, drafts, request);
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
  { path, bytes }: { readonly path: string; readonly bytes: Uint8Array },
  drafts: DraftFiles,
  request: EditPlace,
): EditChange | Failure {
  const opened = openDocument(bytes, path, request);
  if ("error" in opened) return opened;
  const text = content.startsWith("\ufeff") ? content.slice(1) : content;
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const endsWithNewline = lines.at(-1) === "";
  if (endsWithNewline) lines.pop();
  const finalNewline = opened.recordLength !== undefined ? "keep" : endsWithNewline ? "add" : "remove";
  const rendered = renderDocument(opened, [changedLines(opened.lines, lines, 0, { finalNewline, level: "exact" })]);
  if (rendered.kind !== "bytes") {
    const what = rendered.kind === "unencodable" ? rendered.character : rendered.excess;
    const code = rendered.kind === "unencodable" ? "encoding" : "conflict";
    return fail({ code, message: `"${what}" does not fit the form of ${path}.`, path });
  }
  if (areEqual(bytes, rendered.bytes)) return unchanged(path, "exact");
  drafts.set(path, rendered.bytes);
  return { path, kind: "modify", added: rendered.added, removed: rendered.removed, match: "exact" };
}

function openDocument(bytes: Uint8Array, path: string, request: EditPlace): TextDocument | Failure {
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

export function planDeletion(
  file: FileEdit,
  path: string,
  drafts: DraftFiles,
  request: EditPlace,
): EditChange | Failure {
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

export function planModification(
  file: FileEdit,
  { path, moveTo }: { readonly path: string; readonly moveTo?: string | undefined },
  drafts: DraftFiles,
  request: EditPlace,
): EditChange | Failure {
  // A file that was moved away and replaced by another section is still the one that this section means.
  const isTaken = moveTo !== undefined && drafts.isDrafted(path) && drafts.vacated.has(path);
  const state = isTaken || isOfOriginal(file, path, drafts) ? drafts.original(path) : drafts.state(path);
  if (state.kind !== "file") return createFromHunks(file, path, drafts) ?? missing(path);
  const applied = file.hunks.length === 0 ? untouched(state.bytes) : applyTo(file, path, state.bytes, request);
  if (applied.kind === "failed") return applied;
  const { bytes } = applied;
  const counts = { added: applied.added, removed: applied.removed, match: applied.level };
  if (moveTo === undefined || moveTo === path) {
    if (areEqual(bytes, state.bytes)) return unchanged(path, counts.match);
    drafts.set(path, bytes);
    return { path, kind: "modify", ...counts };
  }
  const refusal = refusedTarget(path, moveTo, drafts);
  if (refusal !== undefined) return refusal;
  drafts.set(moveTo, bytes, { movedFrom: path });
  if (file.isCopy === true) return { path: moveTo, kind: "create", ...counts };
  if (!isTaken) drafts.set(path, null);
  return { path, kind: "move", to: moveTo, ...counts };
}

/** A copy is of the file as it was, whatever other sections do to it. */
const isOfOriginal = (file: FileEdit, path: string, drafts: DraftFiles): boolean =>
  file.isCopy === true && drafts.original(path).kind === "file";

const untouched = (bytes: Uint8Array): Applied => ({ kind: "applied", bytes, added: 0, removed: 0, level: "exact" });

function refusedTarget(path: string, moveTo: string, drafts: DraftFiles): Failure | undefined {
  const target = drafts.state(moveTo);
  if (target.kind === "refused") return fail({ code: target.code, message: target.message, path: moveTo });
  if (target.kind === "missing" || drafts.vacated.has(moveTo)) return undefined;
  return fail({ code: "exists", message: `${path} cannot move to ${moveTo}, which exists.`, path: moveTo });
}

const unchanged = (path: string, match: MatchLevel): EditChange => ({
  path,
  kind: "modify",
  added: 0,
  removed: 0,
  match,
  unchanged: true,
});

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

function applyTo(file: FileEdit, path: string, bytes: Uint8Array, request: EditPlace): ReturnType<typeof applyHunks> {
  const opened = openDocument(bytes, path, request);
  if ("error" in opened) return opened;
  return applyHunks(opened, file, path);
}
