/** What stands at a path. `hash` is the SHA-256 (hex) of the content, `mode` the permission bits. */
export type FileState =
  | { readonly kind: "file"; readonly mode: number; readonly hash: string; readonly sizeBytes: number }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "folder"; readonly mode: number }
  /** Something whose content is not kept; `mark` differs when it was changed. */
  | { readonly kind: "uncovered"; readonly why: string; readonly mark: string };

/** One path that a call changed; null stands for nothing there. `path` is relative to the working folder, or absolute. */
export interface PathChange {
  readonly path: string;
  readonly before: FileState | null;
  readonly after: FileState | null;
  /** Who may have made it instead: another session's command that ran at the same time, or the person after a crash. */
  readonly perhapsBy?: "command" | "person";
}

/** What one call changed, or one undo. */
export interface Checkpoint {
  /** Counts from 1 in each session. */
  readonly id: number;
  /** ISO 8601. */
  readonly at: string;
  /** The same by a clock that nobody sets, for whoever compares. */
  readonly steady?: string;
  /** The command, or the files that were written. */
  readonly title: string;
  readonly changes: readonly PathChange[];
  /** Ids of the checkpoints that this one took back; absent for a tool call. */
  readonly undoes?: readonly number[];
  /** Why effects of the call may be missing from `changes`. */
  readonly notCovered?: string;
  /** The process died during the call: what was changed until the next look at the folder is among its changes. */
  readonly interrupted?: boolean;
}

/** One path that is to be brought from the state it has to another. */
export interface RestoreStep {
  readonly path: string;
  readonly from: FileState | null;
  readonly to: FileState | null;
}

/** A path that could not be put back, and why. */
export interface RestoreProblem {
  readonly path: string;
  readonly why: string;
  /** What the file system reports, where trying again may help: ENOSPC, EACCES … */
  readonly code?: string;
}

export interface UndoPlan {
  readonly steps: readonly RestoreStep[];
  /** Paths that somebody changed after the agent did; `why` says how. */
  readonly conflicts: readonly { readonly path: string; readonly why: string }[];
  /** Paths whose earlier content was never kept. */
  readonly notCovered: readonly { readonly path: string; readonly why: string }[];
}

export function isSameState(one: FileState | null, other: FileState | null): boolean {
  if (one === null || other === null) return one === other;
  switch (one.kind) {
    case "file":
      return other.kind === "file" && one.hash === other.hash && one.mode === other.mode;
    case "link":
      return other.kind === "link" && one.target === other.target;
    case "folder":
      return other.kind === "folder" && one.mode === other.mode;
    case "uncovered":
      return other.kind === "uncovered" && one.mark === other.mark;
  }
}

/** The checkpoints that still hold: not taken back, or taken back by an undo that was itself taken back. Oldest first. */
export function liveCheckpoints(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  const dead = new Set<number>();
  // Newest first, so that a later undo is judged before what it took back.
  for (const checkpoint of checkpoints.toReversed())
    if (!dead.has(checkpoint.id)) for (const id of checkpoint.undoes ?? []) dead.add(id);
  return checkpoints.filter((checkpoint) => !dead.has(checkpoint.id));
}

/** The last `steps` calls that changed something and still hold, newest first. */
export function lastCalls(checkpoints: readonly Checkpoint[], steps: number): readonly Checkpoint[] {
  return liveCheckpoints(checkpoints)
    .filter((checkpoint) => checkpoint.undoes === undefined && checkpoint.changes.length > 0)
    .toReversed()
    .slice(0, steps);
}

/** The newest undo of calls that still holds. */
export function lastUndo(checkpoints: readonly Checkpoint[]): Checkpoint | undefined {
  const calls = new Set(checkpoints.filter(({ undoes }) => undoes === undefined).map(({ id }) => id));
  return liveCheckpoints(checkpoints).findLast(({ undoes }) => undoes?.every((id) => calls.has(id)));
}

/** Everything from the newest back to `id` that still holds, newest first; with it the files are as before `id`. */
export function backTo(checkpoints: readonly Checkpoint[], id: number): readonly Checkpoint[] {
  return liveCheckpoints(checkpoints)
    .filter((checkpoint) => checkpoint.id >= id && checkpoint.changes.length > 0)
    .toReversed();
}

/**
 * Takes checkpoints back in memory, newest first, path by path. A state that a checkpoint left is replaced by the one
 * before it; any other state was made by somebody else and is kept as a conflict.
 * @param current  what stands at each path that the checkpoints name
 * @param options  `force` takes the old state also where there is a conflict
 */
export function planUndo(
  checkpoints: readonly Checkpoint[],
  current: ReadonlyMap<string, FileState | null>,
  options: { readonly force: boolean },
): UndoPlan {
  const states = new Map(current);
  const conflicts = new Map<string, string>();
  const notCovered = new Map<string, string>();
  for (const change of checkpoints.flatMap((checkpoint) => checkpoint.changes)) {
    const { path } = change;
    const state = states.get(path) ?? null;
    if (conflicts.has(path) || isSameState(state, change.before)) continue;
    const back = takenBack(change, state, options);
    if (back.kind === "restored") states.set(path, change.before);
    else (back.kind === "uncovered" ? notCovered : conflicts).set(path, back.why);
  }
  const steps = [...states]
    .map(([path, to]): RestoreStep => ({ path, from: current.get(path) ?? null, to }))
    .filter(({ path, from, to }) => !conflicts.has(path) && !isSameState(from, to));
  return { steps, conflicts: listed(conflicts), notCovered: listed(notCovered) };
}

/** What undoing one change comes to, where its path is in `state` now. */
function takenBack(
  { before, after, perhapsBy }: PathChange,
  state: FileState | null,
  { force }: { readonly force: boolean },
): { readonly kind: "restored" } | { readonly kind: "uncovered" | "conflict"; readonly why: string } {
  if (before?.kind === "uncovered") return { kind: "uncovered", why: before.why };
  if (after?.kind === "uncovered") return { kind: "uncovered", why: after.why };
  const mayReplace = isSameState(state, after) || (force && state?.kind !== "uncovered");
  if (mayReplace && perhapsBy !== undefined && !force) return { kind: "conflict", why: DOUBTS[perhapsBy] };
  return mayReplace ? { kind: "restored" } : { kind: "conflict", why: conflictText(state, after) };
}

const DOUBTS: Readonly<Record<NonNullable<PathChange["perhapsBy"]>, string>> = {
  command: "another session's command ran meanwhile and may have changed it",
  person: "Waymark was killed during the call, and it may have been changed since",
};

function listed(map: ReadonlyMap<string, string>): { readonly path: string; readonly why: string }[] {
  return [...map].map(([path, why]) => ({ path, why }));
}

function conflictText(state: FileState | null, after: FileState | null): string {
  if (state === null) return "deleted since";
  if (state.kind === "uncovered") return state.why;
  if (after === null) return "made again since";
  if (state.kind !== after.kind) return `a ${state.kind} now, a ${after.kind} when the call ended`;
  const isOnlyMode = state.kind === "file" && after.kind === "file" && state.hash === after.hash;
  return isOnlyMode || state.kind === "folder" ? "its permissions were changed since" : "changed since";
}

/** One line: `modified src/a.ts`, `deleted b (link to c)`, `mode of d 644 -> 755`. */
export function describeChange({ path, before, after }: PathChange): string {
  if (before === null) return `created ${path}${suffix(after)}`;
  if (after === null) return `deleted ${path}${suffix(before)}`;
  if (before.kind === "file" && after.kind === "file" && before.hash === after.hash)
    return `mode of ${path} ${before.mode.toString(8)} -> ${after.mode.toString(8)}`;
  if (before.kind === "folder" && after.kind === "folder")
    return `mode of ${path}/ ${before.mode.toString(8)} -> ${after.mode.toString(8)}`;
  return `modified ${path}${before.kind === after.kind ? suffix(after) : ` (${before.kind} -> ${after.kind})`}`;
}

function suffix(state: FileState | null): string {
  switch (state?.kind) {
    case "link":
      return ` (link to ${state.target})`;
    case "folder":
      return " (folder)";
    case "uncovered":
      return ` (${state.why})`;
    default:
      return "";
  }
}
