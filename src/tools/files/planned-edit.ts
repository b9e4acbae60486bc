import { sha256 } from "../../base/sha256.ts";
import type { FileChange, Workspace } from "../../core/ports/workspace.ts";
import type { Display } from "../../core/protocol/display.ts";
import { type ToolContext, ToolFailure, type ToolOutput } from "../../core/tool.ts";
import type { EditChange, EditPlan, EditRequest, PlannedFile } from "../../engines/edits/edit-plan.ts";
import type { EditError, Failure, FileState, MatchLevel } from "../../engines/edits/model.ts";
import { maskAcross, secretsAcrossLines } from "../../engines/secrets/across-lines.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { isTooLargeToChange, tooLargeText } from "./file-text.ts";
import { namesakes } from "./namesakes.ts";

/** An edit that was checked against the files as they are: what it would change, ready to be committed. */
export interface PlannedEdit {
  readonly changes: readonly FileChange[];
  readonly files: readonly EditChange[];
  readonly display: Display;
}

/**
 * Plans an edit in any form against the workspace; nothing is changed.
 * @throws {ToolFailure} with the engine's hint and candidates when it does not fit exactly one place
 */
export async function planInWorkspace(
  workspace: Workspace,
  request: Omit<EditRequest, "root" | "folders">,
): Promise<PlannedEdit> {
  const { planEdit } = await import("../../engines/edits/plan-edit.ts");
  const { root, roots } = workspace;
  const plan = await planEdit({ ...request, root, folders: roots.filter((folder) => folder !== root) }, (path) =>
    stateOf(workspace, path),
  );
  if (plan.kind === "failed") throw new ToolFailure(await explainFailure(plan, workspace));
  const changes: FileChange[] = [];
  for (const file of plan.files) changes.push(await changeOf(file));
  return { changes, files: plan.changes, display: await displayOf(plan) };
}

/** The halves of a tool that edits: what it would change, and the change itself; both come of one plan. */
export function plannedEdit<Input>(requestOf: (input: Input) => Omit<EditRequest, "root">) {
  return {
    preview: async (input: Input, { workspace }: Pick<ToolContext, "workspace">): Promise<Display> =>
      (await planInWorkspace(workspace, requestOf(input))).display,
    async run(input: Input, { workspace }: Pick<ToolContext, "workspace">): Promise<ToolOutput> {
      const { changes, files, display } = await planInWorkspace(workspace, requestOf(input));
      await workspace.commit(changes);
      const modes = changes.flatMap((change) =>
        "mode" in change && change.mode !== undefined ? [modeLine(change.path)] : [],
      );
      return { text: [summarizeChanges(files), ...modes].join("\n"), display };
    },
  };
}

const ERRORS_MAX = 5;

/** All that does not fit, so that it can be mended at once, with an empty line between one file and the next. */
async function explainFailure({ error, others = [] }: Failure, workspace: Workspace): Promise<string> {
  const errors = [error, ...others];
  const told: string[] = [];
  for (const each of errors.slice(0, ERRORS_MAX)) {
    const { code, path } = each;
    const meant = code === "missing-file" && path !== undefined ? await namesakes(path, workspace) : "";
    told.push(`${await maskedFor(path, explainEditError(each), workspace)}${meant}`);
  }
  if (errors.length > ERRORS_MAX) told.push(`${errors.length - ERRORS_MAX} more files do not fit.`);
  return told.join("\n\n");
}

/** Without what lines give away of those below them in the file that an edit does not fit. */
async function maskedFor(path: string | undefined, text: string, workspace: Workspace): Promise<string> {
  const state = path === undefined ? undefined : await stateOf(workspace, path);
  const decoded = state?.kind === "file" ? decodeFile(state.bytes) : undefined;
  if (decoded === undefined || decoded.kind === "binary") return text;
  return maskAcross(text, secretsAcrossLines(decoded.text));
}

/** What a model needs to mend its edit: the reason, the nearest places with their lines, the next move. */
export function explainEditError({ message, path, hunk = 1, candidates = [], hint }: EditError): string {
  const where =
    hunk > 1
      ? `${path ?? ""} edit ${hunk} (those before it fit: the file is shown as they would leave it)`.trim()
      : path;
  const what = where === undefined || message.includes(where) ? message : `${where}: ${message}`;
  const places = candidates.map(({ line, endLine, text }) => `Lines ${line}-${endLine}:\n${text}`);
  return [what, ...places, hint ?? ""].filter(Boolean).join("\n");
}

/** Levels at which blanks of the file were not those of the edit, so that what is new may stand in other columns. */
const BLANKS: ReadonlySet<MatchLevel> = new Set(["indentation", "trim"]);

/** One line for each file, for the model and for people. */
export function summarizeChanges(files: readonly EditChange[]): string {
  const verbs = { create: "Created", modify: "Edited", delete: "Deleted", move: "Moved" } as const;
  return files
    .map(({ kind, path, to, added, removed, match, unchanged }) => {
      if (unchanged) return `${path} is as the edit wants it already: nothing was changed.`;
      const loosely = match === "exact" ? "" : `, matched by ${match}${BLANKS.has(match) ? "; check its columns" : ""}`;
      return `${verbs[kind]} ${path}${to ? ` to ${to}` : ""} (+${added} -${removed} lines${loosely}).`;
    })
    .join("\n");
}

async function stateOf(workspace: Workspace, path: string): Promise<FileState> {
  try {
    const stat = await workspace.stat(path);
    if (stat === undefined) return { kind: "missing" };
    if (stat.kind !== "file") return { kind: "refused", code: "not-text", message: `${path} is not a regular file.` };
    const bytes = await workspace.readBytes(path);
    if (isTooLargeToChange(bytes)) return { kind: "refused", code: "not-text", message: tooLargeText(path) };
    return { kind: "file", bytes };
  } catch (error) {
    if (error instanceof ToolFailure) return { kind: "refused", code: "permission", message: error.message };
    throw error;
  }
}

const EXECUTABLE_MODE = 0o755;
/** No line of the text says so. */
const modeLine = (path: string): string =>
  `${path} becomes a program that can be started (mode ${EXECUTABLE_MODE.toString(8)}).`;

async function changeOf({ path, before, after, executable, movedFrom }: PlannedFile): Promise<FileChange> {
  const expected = before === null ? null : await sha256(before);
  if (after === null) return { kind: "delete", path, expected: expected ?? "" };
  return {
    kind: "write",
    path,
    bytes: after,
    expected,
    ...(executable ? { mode: EXECUTABLE_MODE } : {}),
    ...(movedFrom === undefined ? {} : { permissionsOf: movedFrom }),
  };
}

async function displayOf({ files }: EditPlan): Promise<Display> {
  const { shownDiff } = await import("../../engines/secrets/shown-diff.ts");
  const textOf = (bytes: Uint8Array): string => {
    const decoded = decodeFile(bytes);
    return decoded.kind === "text" ? decoded.text : "(not text)";
  };
  const patches = files.map(({ path, before, after, executable }) => {
    const { patch } = shownDiff(path, before ? textOf(before) : undefined, after ? textOf(after) : "");
    return executable && after !== null ? `${modeLine(path)}\n${patch}` : patch;
  });
  return { kind: "diff", paths: files.map((file) => file.path), patch: patches.join("") };
}
