import { sha256 } from "../../base/sha256.ts";
import type { FileChange, Workspace } from "../../core/ports/workspace.ts";
import type { Display } from "../../core/protocol/display.ts";
import { type ToolContext, ToolFailure, type ToolOutput } from "../../core/tool.ts";
import type { EditChange, EditRequest, PlannedFile } from "../../engines/edits/edit-plan.ts";
import type { EditError, FileState, MatchLevel } from "../../engines/edits/model.ts";
import type { ReadEdit } from "../../engines/edits/plan-edit.ts";
import type { ShownPlan } from "../../engines/edits/plan-shown.ts";
import { maskAcross } from "../../engines/secrets/across-lines.ts";
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
  { workspace, offThread, signal }: PlanPorts,
  request: Omit<EditRequest, "root" | "folders">,
): Promise<PlannedEdit> {
  const { readEdit } = await import("../../engines/edits/plan-edit.ts");
  const { root, roots } = workspace;
  const edit = await readEdit({ ...request, root, folders: roots.filter((folder) => folder !== root) }, (path) =>
    stateOf(workspace, path),
  );
  const plan: ShownPlan =
    edit.kind === "failed"
      ? { ...edit, across: new Map() }
      : await offThread<ShownPlan>("plan-edit", edit, { chars: charsOf(edit), signal });
  if (plan.kind === "failed") throw new ToolFailure(await explainFailure(plan, workspace));
  const changes: FileChange[] = [];
  for (const file of plan.files) changes.push(await changeOf(file));
  return { changes, files: plan.changes, display: displayOf(plan) };
}

export type PlanPorts = Pick<ToolContext, "workspace" | "offThread" | "signal">;

/** Each hunk may have its file gone through once more, and make something of each place in it. */
function charsOf({ parsed, states }: ReadEdit): number {
  return parsed.files.reduce((sum, { names, hunks, content = "" }) => {
    const bytes = names
      .map((name) => states.get(name))
      .map((state) => (state?.kind === "file" ? state.bytes.length : 0));
    const most = Math.max(0, ...bytes);
    const made = hunks.map((hunk) =>
      hunk.kind === "text" && hunk.replaceAll ? (most / (hunk.search.length || 1)) * hunk.replace.length : 0,
    );
    return sum + content.length + (1 + hunks.length) * most + made.reduce((all, one) => all + one, 0);
  }, 0);
}

/** The halves of a tool that edits: what it would change, and the change itself; both come of one plan. */
export function plannedEdit<Input>(requestOf: (input: Input) => Omit<EditRequest, "root">) {
  return {
    preview: async (input: Input, ports: PlanPorts): Promise<Display> =>
      (await planInWorkspace(ports, requestOf(input))).display,
    async run(input: Input, ports: PlanPorts): Promise<ToolOutput> {
      const { changes, files, display } = await planInWorkspace(ports, requestOf(input));
      await ports.workspace.commit(changes, ports.signal);
      const modes = changes.flatMap((change) =>
        "mode" in change && change.mode !== undefined ? [modeLine(change.path)] : [],
      );
      return { text: [summarizeChanges(files), ...modes].join("\n"), display };
    },
  };
}

const ERRORS_MAX = 5;

/** All that does not fit, so that it can be mended at once, with an empty line between one file and the next. */
async function explainFailure(
  { error, others = [], across }: Extract<ShownPlan, { readonly kind: "failed" }>,
  workspace: Workspace,
): Promise<string> {
  const errors = [error, ...others];
  const told: string[] = [];
  for (const each of errors.slice(0, ERRORS_MAX)) {
    const { code, path } = each;
    const meant = code === "missing-file" && path !== undefined ? await namesakes(path, workspace) : "";
    const given = across.get(path ?? "");
    const text = explainEditError(each);
    told.push(`${given === undefined ? text : maskAcross(text, given)}${meant}`);
  }
  if (errors.length > ERRORS_MAX) told.push(`${errors.length - ERRORS_MAX} more files do not fit.`);
  return told.join("\n\n");
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

function displayOf({ files, patches }: Extract<ShownPlan, { readonly kind: "planned" }>): Display {
  const shown = files.map(({ path, after, executable }, index) => {
    const patch = patches[index] ?? "";
    return executable && after !== null ? `${modeLine(path)}\n${patch}` : patch;
  });
  return { kind: "diff", paths: files.map((file) => file.path), patch: shown.join("") };
}
