import { checkpointFile, readCheckpoints, sessionsWithCheckpoints } from "../../adapters/snapshots/checkpoint-log.ts";
import { finishUndo, hasUnfinishedUndo, SessionHistory } from "../../adapters/snapshots/history.ts";
import { editJournals, inEditTurn } from "../../adapters/workspace/edit-turn.ts";
import { errorCode } from "../../base/error-text.ts";
import { type Phrase, phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import {
  backTo,
  type Checkpoint,
  describeChange,
  type FileState,
  lastCalls,
  lastUndo,
  liveCheckpoints,
  type PathChange,
  planUndo,
  type RestoreProblem,
  type RestoreStep,
} from "../../core/undo.ts";
import { finishEdits } from "./recover-at-start.ts";
import { historyPlace, snapshotFolder } from "./snapshot-folder.ts";

export interface UndoPlace {
  readonly stateFolder: string;
  /** Absolute and real. */
  readonly cwd: string;
  /** The session, or the beginning of its id; the one that changed something last when absent. */
  readonly session?: string;
  /** It is the one that the person sits in, who knows it by no id. */
  readonly isOpen?: boolean;
  /** False where nothing of the session is kept. */
  readonly isKept?: boolean;
}

/** What an undo takes back, and how. */
export interface UndoOptions {
  readonly dryRun?: boolean;
  /** Also where somebody has changed a file since. */
  readonly force?: boolean;
  /** Only these paths, and what is below them. */
  readonly paths?: readonly string[];
}

/** How much an undo takes back. */
export interface UndoExtent {
  /** The last calls of that number; one by default. */
  readonly steps?: number;
  /** In place of a number: all after that checkpoint, which may be nothing. */
  readonly after?: number;
  /** In place of calls: the last undo that still holds. */
  readonly redo?: boolean;
}

/** What an undo did, or would do. */
export interface UndoReport {
  readonly session: string;
  /** The calls that were, or would be, taken back, or brought back by a redo; newest first. */
  readonly checkpoints: readonly Checkpoint[];
  readonly steps: readonly RestoreStep[];
  /** Not empty: nothing was changed, unless it was forced. */
  readonly conflicts: readonly { readonly path: string; readonly why: string }[];
  readonly notCovered: readonly { readonly path: string; readonly why: string }[];
  readonly problems: readonly RestoreProblem[];
  /** The checkpoint that takes this undo back; absent when nothing was done. */
  readonly id?: number;
  /** The title of the call that the next undo takes back. */
  readonly next?: string;
}

/** Takes the last calls back that changed something, or the last undo. @throws {UserError} when there is nothing to take back */
export async function undoCalls(
  place: UndoPlace,
  { after, steps = 1, redo = false, ...options }: UndoOptions & UndoExtent,
): Promise<UndoReport> {
  if (place.isKept === false)
    throw new UserError(phrase`Nothing of this session is kept, so nothing can be undone.`, EXIT.badInput);
  return withHistory(place, async (history, session) => {
    const checkpoints = await history.checkpoints();
    if (redo) return inTurn(place, () => takeUndoBack(history, { session, checkpoints }, options));
    const last = lastCalls(checkpoints, after === undefined ? steps : checkpoints.length);
    const chosen = last.filter(({ id }) => after === undefined || id > after);
    if (chosen.length === 0 && after !== undefined)
      return { session, checkpoints: [], steps: [], conflicts: [], notCovered: [], problems: [] };
    if (chosen.length === 0) {
      const other = sessionWithCalls(place, session);
      const advice =
        other === undefined ? "" : phrase`; \`waymark undo --session ${other}\` goes on with the one before it`;
      throw new UserError(
        phrase`${named(place, session)} has changed nothing that could be undone${advice}.`,
        EXIT.badInput,
      );
    }
    const title = `undo ${chosen.map(({ id }) => `#${id}`).join(", ")}`;
    const report = await inTurn(place, () => takeBack(history, { session, checkpoints: chosen, title }, options));
    const next = lastCalls(checkpoints, chosen.length + 1)[chosen.length];
    return next === undefined ? report : { ...report, next: next.title };
  });
}

/** Brings files back to as they were just before a checkpoint. @throws {UserError} when there is none such */
export async function restoreCheckpoint(place: UndoPlace, id: number, options: UndoOptions): Promise<UndoReport> {
  return withHistory(place, async (history, session) => {
    const checkpoints = await history.checkpoints();
    checkpointOf(checkpoints, id, session);
    const chosen = backTo(checkpoints, id);
    if (chosen.length === 0)
      throw new UserError(phrase`Everything since #${id} is taken back already; nothing was changed.`, EXIT.badInput);
    const title = `restore to before #${id}`;
    return inTurn(place, () => takeBack(history, { session, checkpoints: chosen, title }, options));
  });
}

export interface ListedCheckpoint extends Checkpoint {
  /** False once it was taken back. */
  readonly holds: boolean;
}

export async function listCheckpoints(
  place: UndoPlace,
): Promise<{ readonly session: string; readonly checkpoints: readonly ListedCheckpoint[] }> {
  return withHistory(place, async (history, session) => {
    const checkpoints = await history.checkpoints();
    const live = new Set(liveCheckpoints(checkpoints).map(({ id }) => id));
    const shown = checkpoints.filter(({ changes, notCovered }) => changes.length > 0 || notCovered !== undefined);
    return { session, checkpoints: shown.map((one) => ({ ...one, holds: live.has(one.id) })) };
  });
}

/** The checkpoint of the last change that holds; 0 when there is none. */
export function lastChange(place: UndoPlace): Promise<number> {
  return withHistory(place, async (history) => liveCheckpoints(await history.checkpoints()).at(-1)?.id ?? 0);
}

/** Whether any call of an open session has changed something, still so or not. */
export const hasChanged = ({ stateFolder, cwd, session = "" }: UndoPlace): boolean =>
  sessionsWithCheckpoints(snapshotFolder(stateFolder, cwd)).includes(session);

/** What a checkpoint changed, or without one all that still holds of a session's changes, as text for people. */
export async function diffCheckpoint(place: UndoPlace, id?: number): Promise<string> {
  const { shownDiff } = await import("../../engines/secrets/shown-diff.ts");
  const { decodeFile } = await import("../../engines/text/file-text.ts");
  return withHistory(place, async (history, session) => {
    const checkpoints = await history.checkpoints();
    const changes = id === undefined ? netChanges(checkpoints) : checkpointOf(checkpoints, id, session).changes;
    const textOf = (state: FileState | null): string | undefined => {
      const bytes = history.contentOf(state);
      const decoded = bytes && decodeFile(bytes);
      return decoded?.kind === "text" ? decoded.text : undefined;
    };
    return changes
      .map(({ path, before, after }) => {
        const [old, now] = [textOf(before), textOf(after)];
        const hasText = (before === null || old !== undefined) && (after === null || now !== undefined);
        const patch = hasText && old !== now ? shownDiff(path, old, now ?? "").patch : "";
        return `${describeChange({ path, before, after })}\n${patch === "" || patch.endsWith("\n") ? patch : `${patch}\n`}`;
      })
      .join("");
  });
}

/** From before the first change of a path to after its last one, those of an undo among them; what is as it was is none. */
function netChanges(checkpoints: readonly Checkpoint[]): readonly PathChange[] {
  const net = new Map<string, PathChange>();
  for (const change of checkpoints.flatMap(({ changes }) => changes))
    net.set(change.path, { ...change, before: (net.get(change.path) ?? change).before });
  return [...net.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

async function withHistory<Value>(
  place: UndoPlace,
  use: (history: SessionHistory, session: string) => Promise<Value>,
): Promise<Value> {
  const folder = snapshotFolder(place.stateFolder, place.cwd);
  try {
    // Else a later start would carry an edit to its end, and with it over what is put back now.
    await finishEdits(place.stateFolder);
    if (hasUnfinishedUndo(folder)) await inTurn(place, () => finishUndo(folder));
    const session = sessionOf(place, sessionsWithCheckpoints(folder));
    const history = new SessionHistory(historyPlace(place, folder), session);
    try {
      return await use(history, session);
    } finally {
      history.close();
    }
  } catch (error) {
    throw DISK_PROBLEMS[errorCode(error) ?? ""] === undefined ? error : diskProblem(error, folder);
  }
}

/** What puts files back has the turn of edits: an edit of another session in the middle of it would be lost. */
async function inTurn<Value>({ stateFolder }: UndoPlace, run: () => Value): Promise<Value> {
  const turn = await inEditTurn(editJournals(stateFolder), run);
  if (turn.kind === "done") return turn.value;
  throw new UserError(
    phrase`Nothing was taken back: ${turn.holder} did not let others write; try again.`,
    EXIT.transient,
  );
}

const DISK_PROBLEMS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your quota of the disk is used up",
  EROFS: "the disk is read-only",
  EACCES: "it may not be written",
  EIO: "the disk has a fault",
};

/** Trying again helps once that is mended: the calls are not marked as taken back. */
function withPlainWords(problem: RestoreProblem): RestoreProblem {
  const why = DISK_PROBLEMS[problem.code ?? ""];
  return why === undefined ? problem : { ...problem, why: `${why}; mend that and run the undo again` };
}

/** What was begun is carried to its end by the next undo: its journal says how. */
function diskProblem(error: unknown, folder: string): UserError {
  const why = DISK_PROBLEMS[errorCode(error) ?? ""];
  return new UserError(
    phrase`The undo stopped in ${folder}: ${why}. Mend that and run it again; it goes on where it was.`,
    EXIT.failed,
    { cause: error },
  );
}

/** The session that changed the folder last, of those other than this one that have calls to take back. */
function sessionWithCalls(place: UndoPlace, session: string): string | undefined {
  const folder = snapshotFolder(place.stateFolder, place.cwd);
  return sessionsWithCheckpoints(folder).find(
    (id) => id !== session && lastCalls(readCheckpoints(checkpointFile(folder, id)).checkpoints, 1).length > 0,
  );
}

const named = ({ isOpen = false }: UndoPlace, session: string): Phrase =>
  isOpen ? phrase`This session` : phrase`Session ${session}`;

const changedNothing = (session: string, cwd: string, isOpen = false): Phrase =>
  isOpen
    ? phrase`This session has changed no file yet.`
    : phrase`Session "${session}" has changed nothing in ${cwd}; \`waymark sessions list\` shows the sessions.`;

/** Also where all of it is taken back: an undo is a change as well. */
const hasChanges = (file: string): boolean =>
  readCheckpoints(file).checkpoints.some(({ changes }) => changes.length > 0);

function sessionOf({ session, cwd, isOpen, stateFolder }: UndoPlace, known: readonly string[]): string {
  if (session === undefined) {
    const newest = known.find((id) => hasChanges(checkpointFile(snapshotFolder(stateFolder, cwd), id))) ?? known[0];
    if (newest !== undefined) return newest;
    const why = phrase`No session has changed anything in ${cwd} yet; there is nothing to undo.`;
    throw new UserError(why, EXIT.badInput);
  }
  const found = known.includes(session) ? [session] : known.filter((id) => id.startsWith(session));
  if (found.length === 1 && found[0] !== undefined) return found[0];
  throw new UserError(
    found.length === 0
      ? changedNothing(session, cwd, isOpen)
      : phrase`${found.length} sessions begin with "${session}"; give more of the id.`,
    EXIT.badInput,
  );
}

function checkpointOf(checkpoints: readonly Checkpoint[], id: number, session: string): Checkpoint {
  const checkpoint = checkpoints.find((one) => one.id === id);
  if (checkpoint) return checkpoint;
  const why = phrase`Session ${session} has no checkpoint ${id}; \`waymark checkpoint list\` shows them.`;
  throw new UserError(why, EXIT.badInput);
}

function takeBack(
  history: SessionHistory,
  { session, checkpoints: chosen, title }: Pick<UndoReport, "session" | "checkpoints"> & { readonly title: string },
  options: UndoOptions,
): UndoReport {
  const checkpoints = options.paths ? chosen.map((one) => onlyPaths(one, options.paths ?? [])) : chosen;
  const plan = planUndo(checkpoints, history.currentStates(checkpoints), { force: options.force ?? false });
  const report = { session, checkpoints: chosen, ...plan, problems: [] };
  if (options.dryRun || plan.conflicts.length > 0 || plan.steps.length === 0) return report;
  // A part of a checkpoint leaves it standing: the rest of it can still be taken back.
  const undoes = options.paths ? [] : chosen.map(({ id }) => id);
  const { id, problems } = history.restore(plan.steps, { title, undoes });
  return { ...report, id, problems: problems.map(withPlainWords) };
}

function takeUndoBack(
  history: SessionHistory,
  { session, checkpoints }: Pick<UndoReport, "session" | "checkpoints">,
  options: UndoOptions,
): UndoReport {
  const undo = lastUndo(checkpoints);
  if (undo === undefined) throw new UserError(phrase`There is no undo that could be taken back.`, EXIT.badInput);
  const report = takeBack(history, { session, checkpoints: [undo], title: `redo of #${undo.id}` }, options);
  return { ...report, checkpoints: checkpoints.filter(({ id }) => undo.undoes?.includes(id)).toReversed() };
}

function onlyPaths(checkpoint: Checkpoint, paths: readonly string[]): Checkpoint {
  const wanted = paths.map((path) => path.replace(/^\.\//, "").replace(/\/+$/, ""));
  const changes = checkpoint.changes.filter(({ path }) =>
    wanted.some((one) => one === "." || path === one || path.startsWith(`${one}/`)),
  );
  return { ...checkpoint, changes };
}
