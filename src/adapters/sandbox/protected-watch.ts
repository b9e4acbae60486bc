import { dirname, relative } from "node:path";
import { inTurns } from "../../base/in-turns.ts";
import type { ProtectedWatch, SandboxState } from "../../core/ports/processes.ts";
import { showPath } from "../../engines/paths/file-names.ts";
import type { GitSettingsWrite } from "../../engines/shell/programs/git/git-settings-written.ts";
import { isThere, linkTarget } from "../folder-entries.ts";
import { givenIn } from "../given-file.ts";
import { isInside } from "../inside.ts";
import { HARMLESS, identityOf, isUnchanged, type Kept, stampOf, statOf } from "./kept.ts";
import { NOTHING_OPENED, type OpenedSettings, watchOpenedSettings } from "./opened-settings.ts";
import { ProtectedLook } from "./protected-look.ts";
import { ProtectedMemory } from "./protected-memory.ts";
import { repositoriesOutside, workspaceMounts } from "./protected-paths.ts";
import { isAside, putBackBelow, TAKEN_BACK } from "./put-back.ts";

export interface WatchedPlaces {
  /** Absolute folders that are worked in. */
  readonly roots: readonly string[];
  /** Absolute files and folders of Waymark itself that say what is allowed. */
  readonly own: readonly string[];
  /** Absolute folders that Waymark's other processes write while a command runs, and that configure nothing; asked at each look. */
  readonly notes?: () => readonly string[];
  /** What the command may change in the configuration of a repository, where that is open to it. */
  readonly gitSettings?: readonly GitSettingsWrite[] | undefined;
}

type Difference = readonly [path: string, was: Kept | undefined];

const NAMED_MAX = 8;

/**
 * What starts programs or configures an agent, before a command; what the command did to that is found at its end. In a
 * sandbox it is taken back, where a mount cannot cover what is not there yet; without one it is told. What is Waymark's
 * own is put back in any case. What a command had made of it is kept beside, as `….taken-back`: it may be a person's.
 * @param memory  one for all commands of a session
 */
export async function watchProtected(
  { roots, own, notes = () => [], gitSettings }: WatchedPlaces,
  tier: SandboxState["tier"],
  memory = new ProtectedMemory(),
): Promise<ProtectedWatch> {
  const hasMounts = tier === "bubblewrap" || tier === "seatbelt";
  const opened = gitSettings === undefined ? NOTHING_OPENED : watchOpenedSettings(roots, gitSettings);
  const opensGitSettings = gitSettings !== undefined;
  // What a person let run unconfined may set what it likes, but what git starts is told.
  const writes = tier === "none" ? undefined : (gitSettings ?? []);
  const given = givenIn(roots).map(({ path }) => path);
  // The folder of what a person named can be moved away, and the mount with it: that is looked at besides.
  const covered = hasMounts
    ? (await inTurns(workspaceMounts(roots, { opensGitSettings }))).readOnly.filter((path) => !given.includes(path))
    : [];
  const coveredThen = new Map(covered.map((path) => [path, whatIsAt(path)]));
  const places = { roots, repositories: repositoriesOutside(roots) };
  // In one go: what another command ends with meanwhile is settled in looks that have begun, not in half of one.
  const before = lookAt(places, new ProtectedLook(notes()));
  memory.begin(before);
  const ownBefore = lookAtOwn(own);
  const putBack = putBackBelow([
    ...roots,
    ...places.repositories,
    ...own,
    ...[...own, ...opened.paths].map((path) => dirname(path)),
  ]);
  return {
    end({ mayTakeBack }) {
      // A mount goes with what it lies on, when another program puts something else in its place.
      const [still, fallen] = partition(covered, (path) => whatIsAt(path) === coveredThen.get(path));
      const isBelow = (path: string, folders: readonly string[]): boolean =>
        folders.some((folder) => isInside(path, folder));
      const settings = opened.end(putBack);
      const after = lookAt(places, new ProtectedLook(notes(), before));
      memory.end(before, after);
      const changed = differences(before, after, writes).filter(
        ([path]) => !isBelow(path, still) && !opened.paths.includes(path),
      );
      // What a person, or a program of theirs, has put there is not taken away again.
      const [replaced, rest] = partition(changed, ([path]) => isBelow(path, fallen));
      const isTheirs = ([path, was]: Difference): boolean => mayTakeBack || (was === undefined && after.leadsGit(path));
      const back = tier === "none" ? [] : rest.filter((one) => isTheirs(one) && putBack(...one));
      const told = rest.filter((each) => !back.includes(each));
      if (back.length > 0) {
        const paths = back.map(([path]) => path);
        memory.settle(paths, lookAt(places, new ProtectedLook(notes(), before)));
      }
      const ownBack = differences(ownBefore, lookAtOwn(own)).filter(([path, was]) => putBack(path, was));
      const sentences = [
        sentence("taken back, because it starts programs or configures an agent", back, roots),
        sentence("put back, because no command changes what Waymark allows", ownBack, roots),
        sentence(
          "replaced by another program while this command could change it; it starts programs or configures an agent",
          replaced,
          roots,
        ),
        ...(after.unread !== undefined && before.unread === undefined
          ? [`(which repositories git goes into cannot be told any more: ${showPath(after.unread)})`]
          : []),
        named("made readable and writable for you again, to be looked through", after.opened, roots),
        sentence("changed meanwhile; it starts programs or configures an agent", told, roots),
        ...settings.map(settingsSentence),
        ...memory.tellUnseen(after),
      ];
      return sentences.filter((text) => text !== "");
    },
  };
}

const settingsSentence = ({ path, stray, isBack }: ReturnType<OpenedSettings["end"]>[number]): string => {
  const what = stray.length === 0 ? "" : ` (${stray.slice(0, NAMED_MAX).map(showPath).join(", ")})`;
  return isBack
    ? `(put back, because more changed in it than git was told to: ${showPath(path)}${what})`
    : `(more changed in it than git was told to, and it could not be put back: ${showPath(path)}${what})`;
};

function whatIsAt(path: string): string | undefined {
  const stat = statOf(path);
  return stat && identityOf(stat);
}

function partition<Value>(
  all: readonly Value[],
  isFirst: (value: Value) => boolean,
): [first: Value[], second: Value[]] {
  return [all.filter(isFirst), all.filter((value) => !isFirst(value))];
}

const sentence = (what: string, all: readonly Difference[], roots: readonly string[]): string =>
  named(
    what,
    all.map(([path]) => path),
    roots,
  );

function named(what: string, paths: readonly string[], roots: readonly string[]): string {
  if (paths.length === 0) return "";
  const shown = paths.slice(0, NAMED_MAX).map((path) => {
    const root = roots.find((one) => isInside(path, one));
    return showPath(root === undefined ? path : relative(root, path) || ".");
  });
  if (paths.length > shown.length) shown.push(`${paths.length - shown.length} more`);
  return `(${what}: ${shown.join(", ")})`;
}

interface LookedAt {
  readonly roots: readonly string[];
  /** Git folders outside of the roots, which are open to commands in part. */
  readonly repositories: readonly string[];
}

function lookAt({ roots, repositories }: LookedAt, look: ProtectedLook): ProtectedLook {
  for (const folder of repositories) look.walkGitFolder(folder);
  for (const root of roots) if (root !== "/") look.walk(root);
  for (const { path } of givenIn(roots)) lookAtGiven(path, roots, look);
  return look;
}

/** A folder on the way may have become a link since: that is what is taken back, and nothing of where it leads. */
function lookAtGiven(path: string, roots: readonly string[], look: ProtectedLook): void {
  for (let at = dirname(path); roots.some((root) => root !== at && isInside(at, root)); at = dirname(at)) {
    const stat = statOf(at);
    if (!stat?.isSymbolicLink()) continue;
    look.entries.set(at, { kind: "link", mode: stat.mode & 0o7777, stamp: stampOf(stat), target: linkTarget(at) });
  }
  look.keep(path);
}

function lookAtOwn(own: readonly string[]): ProtectedLook {
  const look = new ProtectedLook();
  for (const path of own) look.keep(path, 2);
  // An empty folder allows nothing; this very process may make it.
  for (const [path, { kind }] of look.entries) if (kind === "folder") look.entries.delete(path);
  return look;
}

/** From the outside in; a folder that is new stands for all in it, and what went with its folder is nothing to start. */
function differences(
  before: ProtectedLook,
  after: ProtectedLook,
  writes?: readonly GitSettingsWrite[],
): readonly Difference[] {
  const found: Difference[] = [];
  const isBelowNew = (path: string): boolean =>
    found.some(([folder, was]) => was === undefined && isInside(path, folder));
  for (const [path, now] of after.entries) {
    if (isAside(path)) continue;
    const was = before.entries.get(path) ?? after.former(path);
    if (!isSame(was, now, { writes, holdsNotes: after.holdsNotes(path) }) && !isBelowNew(path)) found.push([path, was]);
  }
  for (const [path, was] of before.entries) {
    const mayGo = was.stamp === HARMLESS && !was.isGitSettings;
    if (after.entries.has(path) || before.recalled.has(path) || mayGo) continue;
    if (!path.endsWith(TAKEN_BACK) && isThere(dirname(path))) found.push([path, was]);
  }
  return found;
}

interface Change {
  readonly writes: readonly GitSettingsWrite[] | undefined;
  /** It is a folder that others may have made meanwhile: what else is in it counts by itself. */
  readonly holdsNotes: boolean;
}

const isSame = (was: Kept | undefined, now: Kept, { writes, holdsNotes }: Change): boolean =>
  was === undefined ? now.stamp === HARMLESS || holdsNotes : isUnchanged(was, now, writes);
