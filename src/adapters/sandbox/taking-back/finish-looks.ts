import { statSync } from "node:fs";
import { uptime } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { inTurns } from "../../../base/in-turns.ts";
import { phrase, type Words } from "../../../base/phrase.ts";
import { awaitFile, holderName } from "../../exclusive-file.ts";
import { namesIn } from "../../folder-entries.ts";
import { bootId, isElsewhere } from "../../process-identity.ts";
import { openedSettings } from "../opened-settings.ts";
import { ProtectedLook } from "../protected-look.ts";
import { ProtectedMemory } from "../protected-memory.ts";
import { putBackFor } from "../protected-watch.ts";
import { endOf } from "./end-of-look.ts";
import { type KeptLook, lookThen } from "./kept-look.ts";
import { closeNote, concerns, endedMs, isOwned, lastSignMs, lookOf, type NotedLook, notedLooks } from "./look-notes.ts";
import { lookAtOwn, lookOver, notesNow } from "./look-over.ts";

/** Looks that a killed process left. */
export interface LeftLooks {
  /** Where they are noted, the own folder first. */
  readonly noted: readonly string[];
  /** Absolute and real: what is opened, or worked in. */
  readonly folders: readonly string[];
  /** As of a look that begins. */
  notes(roots: readonly string[]): readonly string[];
  /** Ends all processes whose mark begins so. @returns whether there were any, and whether some are left */
  endFamily(mark: string): Promise<{ readonly wereThere: boolean; readonly areLeft: boolean }>;
  /** Whether any of these lives. */
  lives(mark: string): boolean;
}

const TURN_MS = 10_000;
/** The watchdog of a killed process is through with what was left after a second. */
const WATCHDOG_MS = 3_000;
const POLL_MS = 25;
/** How long a process without a sign may have lived on: it gives one every fifteen seconds. */
const SILENT_MS = 20_000;

/**
 * Ends looks whose process is no more, at what concerns some folders: before anything there is read, or started.
 * One look at a folder where there is nothing to do. @returns what is to be told
 */
export async function finishLooks(left: LeftLooks): Promise<readonly Words[]> {
  const [folder] = left.noted;
  if (folder === undefined || leftIn(folder, left).length === 0) return [];
  const taken = await awaitFile(`${folder}.lock`, TURN_MS);
  if (taken.kind !== "taken")
    return [
      phrase`What a killed session's command left of what starts programs is being looked through by ${holderName(taken)}; start again when that has ended.`,
    ];
  try {
    const told: Words[] = [];
    // What is known to be a command's goes before what is only told.
    const all = leftIn(folder, left).toSorted((one, other) => rankOf(one) - rankOf(other));
    for (const one of all) told.push(...(await finish(one, left)));
    return told;
  } finally {
    taken.release();
  }
}

/** Nothing where the folder holds nothing: that is nearly always so. */
const leftIn = (folder: string, { folders }: LeftLooks): readonly NotedLook[] =>
  namesIn(folder).length === 0 ? [] : notedLooks(folder).filter((one) => concerns(one, folders) && !isOwned(one));

const rankOf = ({ note }: NotedLook): number => (note.mayTakeBack ? 0 : 1);

async function finish(one: NotedLook, left: LeftLooks): Promise<readonly Words[]> {
  const { noted } = left;
  const [folder = "", ...others] = noted;
  const { mark, endFile, beganMs, mayTakeBack } = one.note;
  if (mark !== undefined && endFile !== undefined && left.lives(mark))
    return [
      phrase`A command of a killed session goes on; what it makes of what starts programs is looked through once it has ended.`,
    ];
  const endedMs = await endOfAll(one, left);
  if (endedMs === undefined)
    return [
      phrase`Processes of a killed session's command cannot be ended, so what they make of what starts programs is not looked through: end them, and start again.`,
    ];
  const look = lookOf(one);
  if (look === undefined) {
    closeNote(one, folder);
    return [
      phrase`What a killed session's command made of what starts programs is not known, as what was noted of it cannot be read; git status shows what is new.`,
    ];
  }
  const watched = { ...watchedThen(look, left), noted: { folder, others, beganMs, path: one.path } };
  const told = await inTurns(endOf(watched, { mayTakeBack, window: { beganMs, endedMs } }));
  closeNote(one, folder);
  const began = new Date(beganMs).toISOString();
  return told.length === 0
    ? []
    : [
        phrase`A session was killed during a command (begun ${began}); what that left is looked through now: ${told.join(" ")}`,
      ];
}

function watchedThen(look: KeptLook, { notes }: LeftLooks) {
  const [before, ownBefore] = [lookThen(look.before), lookThen(look.ownBefore)];
  const memory = new ProtectedMemory();
  memory.begin(before);
  const { roots, own, tier, writes, coveredThen, gitSettings = [] } = look;
  const opened = openedSettings(look.opened, gitSettings);
  return {
    ...{ roots, tier, writes, coveredThen, opened, before, ownBefore, memory },
    putBack: putBackFor({ ...look, opened: opened.paths }),
    lookAtOwn: () => lookAtOwn(own, roots),
    lookAgain: () =>
      lookOver(
        look,
        new ProtectedLook(
          [...roots, ...look.repositories],
          notesNow(() => notes(roots), look.notes),
          before,
        ),
      ),
  };
}

/** Until when one of its processes may have changed something. @returns undefined where one cannot be ended */
async function endOfAll(one: NotedLook, { noted: [folder = ""], endFamily }: LeftLooks): Promise<number | undefined> {
  const { owner, mark, endFile } = one.note;
  const lastMs = Math.min(Date.now(), lastSignMs(one) + SILENT_MS);
  if (isElsewhere(owner)) return lastMs;
  if (owner.bootId !== bootId()) return Math.min(lastMs, Date.now() - uptime() * 1000);
  const family = mark === undefined ? undefined : await endFamily(mark);
  if (family?.areLeft) return undefined;
  // Nobody says when a command ended that goes on without its session, but that command.
  if (endFile !== undefined) return statSync(endFile, { throwIfNoEntry: false })?.ctimeMs ?? Date.now();
  for (let waitedMs = 0; waitedMs < WATCHDOG_MS && Date.now() < lastMs + WATCHDOG_MS; waitedMs += POLL_MS) {
    const ended = endedMs(one, folder);
    if (ended !== undefined) return ended;
    await sleep(POLL_MS);
  }
  return family?.wereThere ? Date.now() : lastMs;
}
