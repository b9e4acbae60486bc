import { dirname } from "node:path";
import { errorText } from "../../base/error-text.ts";
import { inTurns } from "../../base/in-turns.ts";
import { atOnce, type Steps } from "../../base/steps.ts";
import type { ProtectedWatch, SandboxState, WatchedWork } from "../../core/ports/processes.ts";
import type { GitSettingsWrite } from "../../engines/shell/programs/git/git-settings-written.ts";
import { givenIn } from "../given-file.ts";
import { whatIsAt } from "./kept.ts";
import { NOTHING_OPENED, watchOpenedSettings } from "./opened-settings.ts";
import { ProtectedLook } from "./protected-look.ts";
import { ProtectedMemory } from "./protected-memory.ts";
import { repositoriesOutside, workspaceMounts } from "./protected-paths.ts";
import { ASKED_FROM_NOW, endOf, type Watched } from "./taking-back/end-of-look.ts";
import { type KeptLook, seenThen } from "./taking-back/kept-look.ts";
import { noteLook, type OpenNote } from "./taking-back/look-notes.ts";
import { lookAtOwn, lookOver, notesNow } from "./taking-back/look-over.ts";
import { putBackBelow } from "./taking-back/put-back.ts";
import { unsettle } from "./taking-back/unsettled.ts";

export interface WatchedPlaces {
  /** Absolute folders that are worked in. */
  readonly roots: readonly string[];
  /** Absolute files and folders of Waymark itself that say what is allowed. */
  readonly own: readonly string[];
  /** Absolute folders that Waymark's other processes write while a command runs, and that configure nothing; asked at each look. */
  readonly notes?: () => readonly string[];
  /** What the command may change in the configuration of a repository, where that is open to it. */
  readonly gitSettings?: readonly GitSettingsWrite[] | undefined;
  /** What a person has let the command change: see {@link Confinement.opens}. */
  readonly opens?: readonly string[] | undefined;
  /** Where looks are noted, so that a kill leaves none undone, the own folder first; absent: nowhere. */
  readonly noted?: readonly string[];
}

/**
 * What starts programs or configures an agent, before a command; what the command did to that is found at its end. In a
 * sandbox it is taken back, where a mount cannot cover what is not there yet; without one it is told. What is Waymark's
 * own is put back in any case. What a command had made of it is kept beside, as `….taken-back`: it may be a person's.
 * @param memory  one for all commands of a session
 */
export async function watchProtected(
  { roots, own, notes = () => [], gitSettings, opens = [], noted: [folder, ...others] = [] }: WatchedPlaces,
  tier: SandboxState["tier"],
  memory = new ProtectedMemory(),
  work: WatchedWork = {},
): Promise<ProtectedWatch> {
  const hasMounts = tier === "bubblewrap" || tier === "seatbelt";
  const opened = gitSettings === undefined ? NOTHING_OPENED : watchOpenedSettings(roots, gitSettings);
  const opensGitSettings = gitSettings !== undefined;
  // What a person let run unconfined may set what it likes, but what git starts is told.
  const writes = tier === "none" ? undefined : (gitSettings ?? []);
  const given = givenIn(roots).map(({ path }) => path);
  const mounts = hasMounts
    ? await inTurns(workspaceMounts(roots, { opensGitSettings, isGitAlone: true, opens }))
    : undefined;
  // Nothing else is covered for every command; the folder of what a person named can be moved away, and the mount with it: that is looked at besides.
  const covered = mounts?.readOnly.filter((path) => !given.includes(path)) ?? [];
  const coveredThen = new Map(covered.map((path) => [path, whatIsAt(path)]));
  const places = { roots, repositories: repositoriesOutside(roots) };
  const notesBefore = notes();
  const beganMs = Date.now();
  const held = [...roots, ...places.repositories];
  const before = new ProtectedLook(held, notesBefore);
  await memory.inTurn(async () => memory.begin(await inTurns(lookOver(places, before))));
  const ownBefore = lookAtOwn(own, roots);
  const kept = { ...places, given, own, notes: notesBefore, tier, writes, coveredThen, opened: opened.before };
  const note =
    folder === undefined ? undefined : noteOf(folder, { ...kept, before, ownBefore, gitSettings }, work, beganMs);
  const watched: Watched = {
    ...{ roots, tier, writes, coveredThen, opened, opens, before, memory, ownBefore },
    putBack: putBackFor({ ...places, own, opened: opened.paths }),
    ...(folder !== undefined && { noted: { folder, others, beganMs, path: note?.path } }),
    lookAtOwn: () => lookAtOwn(own, roots),
    lookAgain: () => lookOver(places, new ProtectedLook(held, notesNow(notes, notesBefore), before)),
  };
  function* ending(mayTakeBack: boolean): Steps<readonly string[]> {
    const told = yield* endOf(watched, { mayTakeBack });
    note?.close();
    return told;
  }
  return {
    share: () => note?.isShared(),
    async end({ mayTakeBack }) {
      try {
        return await memory.inTurn(() => inTurns(ending(mayTakeBack)));
      } catch (error) {
        // Whatever a command did to make it fail, it is no reason to go on as if nothing were there.
        const why = errorText(error);
        unsettle(why, () => atOnce(ending(mayTakeBack)) !== undefined);
        return [`(the folder could NOT be looked through for what starts programs: ${why})`, ASKED_FROM_NOW];
      }
    },
  };
}

export const putBackFor = ({
  roots,
  repositories,
  own,
  opened,
}: Pick<KeptLook, "roots" | "repositories" | "own"> & { readonly opened: readonly string[] }) =>
  putBackBelow([...roots, ...repositories, ...own, ...[...own, ...opened].map((path) => dirname(path))]);

type Begun = Omit<KeptLook, "before" | "ownBefore"> & {
  readonly before: ProtectedLook;
  readonly ownBefore: ProtectedLook;
};

function noteOf(
  folder: string,
  { before, ownBefore, ...kept }: Begun,
  { mark, endFile, isShared = false, isUnconfined = false }: WatchedWork,
  beganMs: number,
): OpenNote | undefined {
  const begun = {
    mark,
    endFile,
    mayTakeBack: !isShared,
    isUnconfined,
    places: [...kept.roots, ...kept.repositories],
  };
  return noteLook(folder, begun, { ...kept, before: seenThen(before), ownBefore: seenThen(ownBefore) }, beganMs);
}
