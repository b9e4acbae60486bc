import { dirname } from "node:path";
import { errorText } from "../../base/error-text.ts";
import { inTurns } from "../../base/in-turns.ts";
import type { ProtectedWatch, SandboxState } from "../../core/ports/processes.ts";
import { showPath } from "../../engines/paths/file-names.ts";
import type { GitSettingsWrite } from "../../engines/shell/programs/git/git-settings-written.ts";
import { linkTarget, lookAt, stampOf } from "../folder-entries.ts";
import { givenIn } from "../given-file.ts";
import { isInside } from "../inside.ts";
import { replaces } from "./git-look.ts";
import { identityOf } from "./kept.ts";
import { NOTHING_OPENED, type OpenedSettings, watchOpenedSettings } from "./opened-settings.ts";
import { ProtectedLook } from "./protected-look.ts";
import { ProtectedMemory } from "./protected-memory.ts";
import { repositoriesOutside, workspaceMounts } from "./protected-paths.ts";
import { type Difference, differences, isBelow } from "./taking-back/differences.ts";
import { type PutBack, type PutBackEnd, putBackBelow } from "./taking-back/put-back.ts";
import { NAMED_MAX, named, sentence } from "./taking-back/told.ts";
import { type Settle, unsettle } from "./taking-back/unsettled.ts";

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

type Ends = Readonly<Record<PutBackEnd, Difference[]>>;

/** Who still runs could make more after each. */
const LOOKS_MAX = 3;

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
  const mounts = hasMounts ? await inTurns(workspaceMounts(roots, { opensGitSettings, isGitAlone: true })) : undefined;
  // Nothing else is covered for every command; the folder of what a person named can be moved away, and the mount with it: that is looked at besides.
  const covered = mounts?.readOnly.filter((path) => !given.includes(path)) ?? [];
  const coveredThen = new Map(covered.map((path) => [path, whatIsAt(path)]));
  const places = { roots, repositories: repositoriesOutside(roots) };
  const notesBefore = notes();
  // In one go: what another command ends with meanwhile is settled in looks that have begun, not in half of one.
  const before = lookOver(places, new ProtectedLook(notesBefore));
  memory.begin(before);
  const watched: Watched = {
    ...{ roots, own, tier, writes, covered, coveredThen, opened, before, memory },
    ownBefore: lookAtOwn(own),
    putBack: putBackBelow([
      ...roots,
      ...places.repositories,
      ...own,
      ...[...own, ...opened.paths].map((path) => dirname(path)),
    ]),
    lookAgain: () => lookOver(places, new ProtectedLook(notesNow(notes, notesBefore), before)),
  };
  return {
    end({ mayTakeBack }) {
      try {
        return endOf(watched, mayTakeBack);
      } catch (error) {
        // Whatever a command did to make it fail, it is no reason to go on as if nothing were there.
        const why = errorText(error);
        unsettle(why, () => endOf(watched, mayTakeBack) !== undefined);
        return [`(the folder could NOT be looked through for what starts programs: ${why})`, ASKED_FROM_NOW];
      }
    },
  };
}

interface Watched {
  readonly roots: readonly string[];
  readonly own: readonly string[];
  readonly tier: SandboxState["tier"];
  readonly writes: readonly GitSettingsWrite[] | undefined;
  /** Mounts, and what they lay on. */
  readonly covered: readonly string[];
  readonly coveredThen: ReadonlyMap<string, string | undefined>;
  readonly opened: OpenedSettings;
  readonly before: ProtectedLook;
  readonly ownBefore: ProtectedLook;
  readonly memory: ProtectedMemory;
  readonly putBack: PutBack;
  lookAgain(): ProtectedLook;
}

function endOf(watched: Watched, mayTakeBack: boolean): readonly string[] {
  const { roots, own, tier, covered, coveredThen, opened, before, memory, putBack } = watched;
  // A mount goes with what it lies on, when another program puts something else in its place.
  const seen = covered.map((path) => [path, whatIsAt(path)] as const).filter(([, identity]) => identity !== UNKNOWN);
  const [still, fallen] = partition(seen, ([path, identity]) => identity === coveredThen.get(path)).map((all) =>
    all.map(([path]) => path),
  ) as [string[], string[]];
  const settings = opened.end(putBack);
  const after = watched.lookAgain();
  memory.end(before, after);
  const ended: Ends = { back: [], gone: [], stays: [] };
  let [replaced, told, taken]: Difference[][] = [[], [], []];
  let settled = after;
  for (let looks = 1; ; looks++) {
    const done = new Set([...ended.back, ...ended.gone, ...ended.stays].map(([path]) => path));
    const changed = changedAt(watched, settled).filter(([path]) => !isBelow(path, still) && !done.has(path));
    let rest: Difference[];
    // What a person, or a program of theirs, has put there is not taken away again.
    [replaced, rest] = partition(changed, ([path]) => isBelow(path, fallen));
    [taken, told] = partition(rest, (one) => tier !== "none" && isOurs(one, settled, mayTakeBack));
    if (taken.length === 0 || looks > LOOKS_MAX) break;
    const { back, gone, stays } = endAll(taken, putBack);
    ended.back.push(...back);
    ended.gone.push(...gone);
    ended.stays.push(...stays);
    if (back.length + gone.length === 0) break;
    // What could not be looked at may be seen now.
    settled = watched.lookAgain();
    memory.settle(
      [...back, ...gone].map(([path]) => path),
      settled,
    );
  }
  const ownEnded = endAll(differences(watched.ownBefore, lookAtOwn(own)), putBack);
  const stays = [...ended.stays, ...ownEnded.stays];
  const unknown = newlyUnknown(before, settled);
  const left = stays.filter((one) => whatIsAt(one[0]) !== undefined || mayBeRestored(one));
  const isUnsettled = tier !== "none" && (left.length > 0 || unknown.length > 0);
  if (isUnsettled)
    unsettle(showPath(left[0]?.[0] ?? unknown[0] ?? ""), settleLater(watched, left, { seen: settled, mayTakeBack }));
  const sentences = [
    ...takenBack(ended.back, roots),
    sentence(`taken back without a copy, for which there was no room; it ${STARTS}`, ended.gone, roots),
    sentence("put back, because no command changes what Waymark allows", [...ownEnded.back, ...ownEnded.gone], roots),
    sentence(`could NOT be taken back, see to it yourself; it ${STARTS}`, stays, roots),
    sentence(`replaced by another program while this command could change it; it ${STARTS}`, replaced, roots),
    named(`could NOT be looked through for what ${STARTS}`, unknown, roots),
    named("made readable and writable for you again, to be looked through", after.opened, roots),
    sentence(`changed meanwhile; it ${STARTS}`, told, roots),
    ...settled.repositories.newDisguises(),
    ...settings.map(settingsSentence),
    ...memory.tellUnseen(after),
    ...(isUnsettled ? [ASKED_FROM_NOW] : []),
  ];
  return sentences.filter((text) => text !== "");
}

const STARTS = "starts programs or configures an agent";
const ASKED_FROM_NOW = "(until that is settled, no command that may change files runs unasked)";

/** What may be passed over is no less when it cannot be asked again. */
function notesNow(notes: () => readonly string[], otherwise: readonly string[]): readonly string[] {
  try {
    return notes();
  } catch {
    return otherwise;
  }
}

/** From the outside in, and again what had no room as long as others took it. */
function endAll(all: readonly Difference[], putBack: PutBack): Ends {
  const ends: Ends = { back: [], gone: [], stays: [] };
  const again = all.filter((one) => {
    const end = putBack(...one);
    if (end !== "stays") ends[end].push(one);
    return end === "stays";
  });
  for (const one of again) ends[putBack(...one)].push(one);
  return ends;
}

/** What is not known now and was, in words. */
function newlyUnknown(before: ProtectedLook, now: ProtectedLook): readonly string[] {
  const unread = before.unread === undefined && now.unread !== undefined ? [now.unread] : [];
  const paths = [...now.unknown].filter(([path]) => !before.unknown.has(path));
  return [...unread, ...paths.map(([path, why]) => `${path} (${why})`)];
}

const mayBeRestored = ([, was]: Difference): boolean =>
  was !== undefined && (was.kind !== "file" || was.content !== undefined);

interface Ended {
  /** The look that left something unknown. */
  readonly seen: ProtectedLook;
  readonly mayTakeBack: boolean;
}

/** What is there no more, or is another's, somebody has seen to; what can be looked at again is, and goes as it would have gone. */
function settleLater(watched: Watched, stays: readonly Difference[], { seen, mayTakeBack }: Ended): Settle {
  const { roots, before, putBack, lookAgain } = watched;
  const left = new Map(stays.map((one) => [one, whatIsAt(one[0])]));
  const unseen = seen.unread === undefined ? [...seen.unknown.keys()] : roots;
  return () => {
    for (const [one, identity] of left)
      if (isOther(identity, whatIsAt(one[0])) || putBack(...one) !== "stays") left.delete(one);
    const now = lookAgain();
    const more = changedAt(watched, now).filter((one) => isBelow(one[0], unseen) && isOurs(one, now, mayTakeBack));
    const isDone = endAll(more, putBack).stays.length === 0 && left.size === 0;
    return isDone && newlyUnknown(before, more.length === 0 ? now : lookAgain()).length === 0;
  };
}

const changedAt = ({ before, memory, opened, writes }: Watched, now: ProtectedLook): readonly Difference[] =>
  differences(before, now, writes).filter(
    ([path]) => !opened.paths.includes(path) && !memory.isTheirs(path, now.entries.get(path)),
  );

const isOurs = ([path, was]: Difference, now: ProtectedLook, mayTakeBack: boolean): boolean =>
  mayTakeBack || (was === undefined && now.leadsGit(path));

const settingsSentence = ({ path, stray, isBack }: ReturnType<OpenedSettings["end"]>[number]): string => {
  const what = stray.length === 0 ? "" : ` (${stray.slice(0, NAMED_MAX).map(showPath).join(", ")})`;
  return isBack
    ? `(put back, because more changed in it than git was told to: ${showPath(path)}${what})`
    : `(more changed in it than git was told to, and it could not be put back: ${showPath(path)}${what})`;
};

function takenBack(back: readonly Difference[], roots: readonly string[]): readonly string[] {
  const [replacing, programs] = partition(back, ([path]) => replaces(path));
  return [
    sentence(`taken back, because it ${STARTS}`, programs, roots),
    sentence("taken back, because by it git shows other commits than it keeps and sends", replacing, roots),
  ];
}

const UNKNOWN = "unknown";

const isOther = (before: string | undefined, now: string | undefined): boolean =>
  before !== UNKNOWN && now !== UNKNOWN && before !== now;

function whatIsAt(path: string): string | undefined {
  const look = lookAt(path);
  if (look.kind === "unknown") return UNKNOWN;
  return look.kind === "nothing" ? undefined : identityOf(look.stat);
}

function partition<Value>(
  all: readonly Value[],
  isFirst: (value: Value) => boolean,
): [first: Value[], second: Value[]] {
  return [all.filter(isFirst), all.filter((value) => !isFirst(value))];
}

interface LookedAt {
  readonly roots: readonly string[];
  /** Git folders outside of the roots, which are open to commands in part. */
  readonly repositories: readonly string[];
}

function lookOver({ roots, repositories }: LookedAt, look: ProtectedLook): ProtectedLook {
  for (const folder of repositories) look.walkGitFolder(folder);
  for (const root of roots) if (root !== "/") look.walk(root);
  for (const { path } of givenIn(roots)) lookAtGiven(path, roots, look);
  return look;
}

/** A folder on the way may have become a link since: that is what is taken back, and nothing of where it leads. */
function lookAtGiven(path: string, roots: readonly string[], look: ProtectedLook): void {
  for (let at = dirname(path); roots.some((root) => root !== at && isInside(at, root)); at = dirname(at)) {
    const stat = look.stat(at);
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
