import { atOnce, type Steps } from "../../../base/steps.ts";
import type { SandboxState } from "../../../core/ports/processes.ts";
import { showPath } from "../../../engines/paths/file-names.ts";
import type { GitSettingsWrite } from "../../../engines/shell/programs/git/git-settings-written.ts";
import { replaces } from "../git-look.ts";
import { type Kept, UNKNOWN, whatIsAt } from "../kept.ts";
import type { OpenedSettings } from "../opened-settings.ts";
import type { ProtectedLook } from "../protected-look.ts";
import type { ProtectedMemory } from "../protected-memory.ts";
import { type Difference, differences, isBelow } from "./differences.ts";
import { doubtfulOf, heedLeaves, leavesSince, leftAt, lookInto, meantFor } from "./heed-leaves.ts";
import { type Leave, noteLeave } from "./leave.ts";
import { concerns, isOwned, notedLooks } from "./look-notes.ts";
import { allAsides, type PutBack, type PutBackEnd } from "./put-back.ts";
import { sparingLater, type Window } from "./spare-later.ts";
import { NAMED_MAX, named, sentence } from "./told.ts";
import { type Settle, unsettle } from "./unsettled.ts";

type Ends = Readonly<Record<PutBackEnd, Difference[]>>;

/** Who still runs could make more after each. */
const LOOKS_MAX = 3;

/** What is noted of looks, and of what Waymark itself made. */
export interface Noted {
  /** Where this look is; the others are where sessions with other variables keep theirs. */
  readonly folder: string;
  readonly others: readonly string[];
  readonly beganMs: number;
  /** Of this look itself, where one could be made. */
  readonly path?: string | undefined;
}

export interface Watched {
  readonly roots: readonly string[];
  readonly tier: SandboxState["tier"];
  readonly writes: readonly GitSettingsWrite[] | undefined;
  /** Mounts, and what they lay on. */
  readonly coveredThen: ReadonlyMap<string, string | undefined>;
  readonly opened: OpenedSettings;
  /** Absolute places that a person has let the command change, with all in them. */
  readonly opens?: readonly string[];
  readonly before: ProtectedLook;
  readonly ownBefore: ProtectedLook;
  readonly memory: ProtectedMemory;
  readonly putBack: PutBack;
  readonly noted?: Noted | undefined;
  lookAgain(): Steps<ProtectedLook>;
  lookAtOwn(): ProtectedLook;
}

export interface Ending {
  readonly mayTakeBack: boolean;
  /** Of what was cut off from its look: what was made since is another's. */
  readonly window?: Window;
}

export function* endOf(watched: Watched, { mayTakeBack: isAlone, window }: Ending): Steps<readonly string[]> {
  const { roots, tier, opened, opens = [], before, memory, ownBefore, noted } = watched;
  const also: Difference[] = [];
  const putBack =
    window === undefined ? watched.putBack : sparingLater(watched.putBack, { ...window, before, roots }, also);
  const asidesBefore = allAsides().length;
  const mayTakeBack = isAlone && !isSharedWithUnconfined(watched);
  const leaves = noted === undefined ? [] : leavesSince([noted.folder, ...noted.others], noted.beganMs);
  const covered = coveredNow(watched);
  const settings = opened.end(putBack);
  const added = lookInto([...leaves, ...withLeave(opens)], before, roots);
  const [after, ownAfter] = [yield* watched.lookAgain(), watched.lookAtOwn()];
  const agreed = agreedNow(watched, after);
  heedLeaves(meantFor(before, leaves), before, after, added);
  heedLeaves(leaves, ownBefore, ownAfter);
  memory.end(before, after);
  const taking = { mayTakeBack, doubtful: doubtfulOf(leaves), covered, putBack, also };
  const { ended, again, replaced, told, settled } = yield* takeBackFrom(watched, after, taking);
  const ownEnded = endAll(differences(ownBefore, ownAfter), putBack);
  noteEnd(watched, {
    taken: [ended.back, ended.gone, ownEnded.back, ownEnded.gone].flat(),
    told,
    asidesBefore,
    agreed,
  });
  const stays = [...ended.stays, ...ownEnded.stays];
  const unknown = newlyUnknown(before, settled);
  const left = stays.filter((one) => whatIsAt(one[0]) !== undefined || mayBeRestored(one));
  const isUnsettled = tier !== "none" && (left.length > 0 || unknown.length > 0);
  if (isUnsettled)
    unsettle(showPath(left[0]?.[0] ?? unknown[0] ?? ""), settleLater(watched, left, { seen: settled, mayTakeBack }));
  const sentences = [
    ...takenBack(ended.back, roots),
    sentence(`taken back without a copy, for which there was no room; it ${STARTS}`, ended.gone, roots),
    sentence(`made again by another command right after that, and left; it ${STARTS}`, again, roots),
    sentence("put back, because no command changes what Waymark allows", [...ownEnded.back, ...ownEnded.gone], roots),
    sentence(`could NOT be taken back, see to it yourself; it ${STARTS}`, stays, roots),
    sentence(`changed after it had ended, perhaps by you, and left so: look at it; it ${STARTS}`, ended.later, roots),
    // Of what was covered as long as anything ran, another program has the rest of the time.
    window === undefined
      ? sentence(`replaced by another program while this command could change it; it ${STARTS}`, replaced, roots)
      : "",
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

interface Taking {
  readonly mayTakeBack: boolean;
  readonly doubtful: ReadonlySet<string>;
  readonly covered: { readonly still: readonly string[]; readonly fallen: readonly string[] };
  readonly putBack: PutBack;
  /** What else that takes back. */
  readonly also: Difference[];
}

interface TakenBack {
  readonly ended: Ends;
  /** Of that, what is otherwise again. */
  readonly again: readonly Difference[];
  readonly replaced: readonly Difference[];
  readonly told: readonly Difference[];
  readonly settled: ProtectedLook;
}

function* takeBackFrom(
  watched: Watched,
  after: ProtectedLook,
  { mayTakeBack, doubtful, covered: { still, fallen }, putBack, also }: Taking,
): Steps<TakenBack> {
  const { tier, memory } = watched;
  const ended: Ends = { back: [], gone: [], stays: [], later: [] };
  let [replaced, told, taken, again]: Difference[][] = [[], [], [], []];
  let settled = after;
  for (let looks = 1; ; looks++) {
    const done = new Set(Object.values(ended).flatMap((all) => all.map(([path]) => path)));
    const all = changedAt(watched, settled).filter(([path, was]) => !(isBelow(path, still) && isReachedByPath(was)));
    const changed = all.filter(([path]) => !done.has(path));
    again = all.filter(([path]) => [...ended.back, ...ended.gone].some(([one]) => one === path));
    let rest: Difference[];
    // What a person, or a program of theirs, has put there is not taken away again.
    [replaced, rest] = partition(changed, ([path]) => isBelow(path, fallen));
    // What another command of ours is known to have done is not this one's.
    replaced = replaced.filter(([path]) => !doubtful.has(path));
    const isTaken = (one: Difference): boolean => isOurs(one, settled, mayTakeBack) && !doubtful.has(one[0]);
    [taken, told] = partition(rest, (one) => tier !== "none" && isTaken(one));
    if (taken.length === 0 || looks > LOOKS_MAX) break;
    const { back, gone, stays, later } = endAll(taken, putBack);
    ended.back.push(...back, ...also.splice(0));
    ended.gone.push(...gone);
    ended.stays.push(...stays);
    ended.later.push(...later);
    if (back.length + gone.length === 0) break;
    // What could not be looked at may be seen now.
    settled = yield* watched.lookAgain();
    memory.settle([...back, ...gone], settled);
  }
  return { ended, again, replaced, told, settled };
}

/** A mount covers a path: by a second name (hard link) elsewhere a file can be changed all the same. */
const isReachedByPath = (was: Kept | undefined): boolean => was?.hasOneName !== false;

/** A mount goes with what it lies on, when another program puts something else in its place. */
function coveredNow({ coveredThen }: Watched): { readonly still: string[]; readonly fallen: string[] } {
  const seen = [...coveredThen.keys()]
    .map((path) => [path, whatIsAt(path)] as const)
    .filter(([, identity]) => identity !== UNKNOWN);
  const [still, fallen] = partition(seen, ([path, identity]) => identity === coveredThen.get(path));
  return { still: still.map(([path]) => path), fallen: fallen.map(([path]) => path) };
}

/** What a person let run elsewhere as it is may change what it likes; of one that goes on for days nothing is awaited. */
function isSharedWithUnconfined({ noted, roots }: Watched): boolean {
  if (noted === undefined) return false;
  return notedLooks(noted.folder).some(
    (one) =>
      one.path !== noted.path && one.note.isUnconfined && one.note.mayTakeBack && concerns(one, roots) && isOwned(one),
  );
}

interface LookEnd {
  readonly taken: readonly Difference[];
  readonly told: readonly Difference[];
  readonly asidesBefore: number;
  readonly agreed: readonly Leave[];
}

/** Other looks, that began before, end after this one: for them it is as it is now. */
function noteEnd({ noted, tier, opened }: Watched, { taken, told, asidesBefore, agreed }: LookEnd): void {
  if (noted === undefined) return;
  const perhaps = tier === "none" ? told.map(([path]) => path) : opened.paths;
  noteLeave(noted.folder, [
    ...agreed,
    ...taken.map(([path]): Leave => ({ path, state: leftAt(path), by: "look", beganMs: noted.beganMs })),
    ...perhaps.map((path): Leave => ({ path, state: leftAt(path), by: "perhaps" })),
    ...allAsides()
      .slice(asidesBefore)
      .map((path): Leave => ({ path, state: { kind: "nothing" }, by: "aside" })),
  ]);
}

export const STARTS = "starts programs or configures an agent";
export const ASKED_FROM_NOW = "(until that is settled, no command that may change files runs unasked)";

/** From the outside in, and again what had no room as long as others took it. */
function endAll(all: readonly Difference[], putBack: PutBack): Ends {
  const ends: Ends = { back: [], gone: [], stays: [], later: [] };
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
    const now = atOnce(lookAgain());
    const more = changedAt(watched, now).filter((one) => isBelow(one[0], unseen) && isOurs(one, now, mayTakeBack));
    const isDone = endAll(more, putBack).stays.length === 0 && left.size === 0;
    return isDone && newlyUnknown(before, more.length === 0 ? now : atOnce(lookAgain())).length === 0;
  };
}

const changedAt = (
  { before, memory, opened, opens = [], writes }: Watched,
  now: ProtectedLook,
): readonly Difference[] =>
  differences(before, now, writes).filter(
    ([path]) => !opened.paths.includes(path) && !isBelow(path, opens) && !memory.isTheirs(path, now.entries.get(path)),
  );

const withLeave = (paths: readonly string[]): readonly Leave[] =>
  paths.map((path) => ({ path, state: leftAt(path), by: "person" }));

/** What the command did where a person let it. */
const agreedNow = ({ before, opens = [], writes }: Watched, now: ProtectedLook): readonly Leave[] =>
  opens.length === 0
    ? []
    : withLeave(differences(before, now, writes).flatMap(([path]) => (isBelow(path, opens) ? [path] : [])));

const isOurs = ([path, was]: Difference, now: ProtectedLook, mayTakeBack: boolean): boolean =>
  mayTakeBack || (was === undefined && now.leadsGit(path));

const settingsSentence = ({ path, stray, end }: ReturnType<OpenedSettings["end"]>[number]): string => {
  const what = stray.length === 0 ? "" : ` (${stray.slice(0, NAMED_MAX).map(showPath).join(", ")})`;
  return end !== "stays" && end !== "later"
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

const isOther = (before: string | undefined, now: string | undefined): boolean =>
  before !== UNKNOWN && now !== UNKNOWN && before !== now;

function partition<Value>(
  all: readonly Value[],
  isFirst: (value: Value) => boolean,
): [first: Value[], second: Value[]] {
  return [all.filter(isFirst), all.filter((value) => !isFirst(value))];
}
