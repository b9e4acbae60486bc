import { hash } from "node:crypto";
import { readFileSync, readlinkSync, statSync, utimesSync } from "node:fs";
import { hostname, uptime } from "node:os";
import { errorCode } from "../base/error-text.ts";
import { type Phrase, phrase } from "../base/phrase.ts";

/** Tells a process from every other, also from a later one of the same number: start tick and boot go with it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
  readonly bootId: string;
  /** Where its number means it: in another container it means nothing, or another process. Absent in what older versions wrote. */
  readonly namespace?: string;
  readonly host?: string;
}

let self: ProcessIdentity | undefined;

export function thisProcess(): ProcessIdentity {
  self ??= {
    pid: process.pid,
    startTime: ownStartTime(),
    bootId: readBootId(),
    namespace: readNamespace(),
    host: hostname(),
  };
  return self;
}

/** Tells one run of the machine from the next; empty where the system does not say. */
export const bootId = (): string => thisProcess().bootId;

export const isThisProcess = (identity: ProcessIdentity): boolean =>
  identity.pid === process.pid && identity.startTime === thisProcess().startTime && isSeen(identity, thisProcess());

/** The same for all processes whose numbers mean the same. */
export function placeMark(): string {
  const { bootId, namespace, host } = thisProcess();
  return hash("sha256", [host, bootId, namespace].join("\n")).slice(0, 8);
}

/** For names of files: no other process that lives has the same, also not one of this number in another container. */
export const processName = (): string => `${process.pid}-${placeMark()}`;

/** Whether a process of that number is there, whosever it is. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** The identity in a JSON text, or nothing when it is none. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const { pid, startTime = "", bootId = "", namespace, host = "" } = JSON.parse(text) as Partial<ProcessIdentity>;
    const words = [startTime, bootId, namespace ?? "", host];
    if (typeof pid !== "number" || words.some((word) => typeof word !== "string")) return undefined;
    return { pid, startTime, bootId, ...(namespace === undefined ? {} : { namespace, host }) };
  } catch {
    return undefined;
  }
}

/** How often a process touches a file that it holds, for those who cannot see it: after so long without, it counts as ended. */
const SIGN_MS = 15_000;
export const SILENT_MS_MAX = 75_000;

/** What can be known at a place of somebody's life. */
export interface View {
  readonly here: ProcessIdentity;
  readonly isRunning: () => boolean;
  /** When the holder touched its file last; undefined where that is gone. */
  readonly signMs: () => number | undefined;
  readonly nowMs: number;
  /** Since when the machine runs. */
  readonly upSinceMs: () => number;
}

/**
 * Whether a holder lives: what the kernel says where its number means the same process here as there. Elsewhere, in another container or on
 * another machine, its number says nothing and its signs count. Another boot alone proves nothing, for another machine that shares the
 * folder has one, too; but a machine of this name that gave no sign since this one was started is this one, before.
 */
export function isHolderAlive(holder: ProcessIdentity, view: View): boolean {
  const { here, nowMs } = view;
  if (isSeen(holder, here)) return view.isRunning();
  // Older versions give no signs.
  if (holder.namespace === undefined) return false;
  const signMs = view.signMs();
  if (signMs === undefined) return false;
  return isFresh(signMs, nowMs) && !(isOfOtherBoot(holder, here) && signMs < view.upSinceMs());
}

/** A time to come is as old: nobody who gives signs now has it, but who did before a clock was set, or an archive. */
const isFresh = (signMs: number, nowMs: number): boolean => Math.abs(nowMs - signMs) <= SILENT_MS_MAX;

const isOfOtherBoot = (holder: ProcessIdentity, here: ProcessIdentity): boolean =>
  holder.host === here.host && holder.bootId !== here.bootId;

/** Every machine numbers its first namespace alike, so that it tells nothing without the boot. */
function isSeen(holder: ProcessIdentity, here: ProcessIdentity): boolean {
  if (holder.bootId !== here.bootId) return false;
  if (holder.namespace === undefined) return true;
  const isTold = here.bootId !== "" && here.namespace !== "";
  return holder.namespace === here.namespace && (isTold || holder.host === here.host);
}

/** @param signFile  what `keepFresh` touches as long as the holder has it */
export function isAlive(holder: ProcessIdentity, signFile: string): boolean {
  const nowMs = Date.now();
  return isHolderAlive(holder, {
    here: thisProcess(),
    isRunning: () => isRunning(holder),
    signMs: () => modifiedMs(signFile),
    nowMs,
    upSinceMs: () => nowMs - uptime() * 1000,
  });
}

/** Whether its number means the same process here as there. */
export const isInSight = (holder: ProcessIdentity): boolean => isSeen(holder, thisProcess());

/** Whether it was a process of another container, or of a machine of another name. */
export const isElsewhere = (holder: ProcessIdentity): boolean =>
  holder.namespace !== undefined && !isInSight(holder) && !isOfOtherBoot(holder, thisProcess());

/** Whether it is known to have ended, without any sign of it: of one out of sight nothing is known. */
export const hasEnded = (holder: ProcessIdentity): boolean => isInSight(holder) && !isRunning(holder);

/** Whether nobody touched a file for so long that whoever wrote it counts as ended. */
export const isSilent = (file: string): boolean => !isFresh(modifiedMs(file) ?? 0, Date.now());

/** Gives a sign of life at a file of this process as long as `text` stands in it. @returns ends that */
export function keepFresh(file: string, text: string): () => void {
  const timer = setInterval(() => {
    try {
      // Somebody took us for dead, while this process was held up, perhaps: it is theirs now.
      if (readFileSync(file, "utf8") !== text) return clearInterval(timer);
      const now = new Date();
      utimesSync(file, now, now);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
    }
  }, SIGN_MS).unref();
  return () => clearInterval(timer);
}

const HOST_CHARS_MAX = 64;

/** In words for a sentence: who it is, and what becomes of its file if it is no more. */
export function holderWords(holder: ProcessIdentity, signFile: string): Phrase {
  const { pid, host = "" } = holder;
  if (isInSight(holder)) return phrase`process ${pid}`;
  const leftMs = (modifiedMs(signFile) ?? 0) + SILENT_MS_MAX - Date.now();
  const leftS = Math.max(0, Math.ceil(leftMs / 1000));
  return phrase`process ${pid} of another container or machine (${host.slice(0, HOST_CHARS_MAX)}; counts as ended after ${leftS} s more without a sign)`;
}

function modifiedMs(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

/** A process that cannot tell its own start has the `/proc` of another namespace before it, or none: a number must do. */
function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  if (!isThere(pid)) return false;
  if (thisProcess().startTime === "") return true;
  const found = startTimeOf(readStat(pid));
  return found !== ENDED && (startTime === "" || found === startTime);
}

/** No start tick is one. */
const ENDED = "ended";

/** Field 22, counted after the command name, which may hold spaces. What nobody has collected yet is dead all the same. */
function startTimeOf(stat: string): string {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return /^[ZX]$/.test(fields[0] ?? "") ? ENDED : (fields[19] ?? "");
}

function ownStartTime(): string {
  const stat = readStat("self");
  return stat.startsWith(`${process.pid} `) ? startTimeOf(stat) : "";
}

/** Empty elsewhere than on Linux. */
const readStat = (pid: number | "self"): string => ifThere(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
/** Empty where the process is gone, or none of its own: the kernel's. */
export const readCommandLine = (pid: number): string => ifThere(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
const readBootId = (): string => ifThere(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")).trim();
/** Start ticks are told by the boot of whoever asks (time_namespaces(7)), which a kernel may not know. */
const readNamespace = (): string =>
  ["pid", "time"]
    .map((kind) => ifThere(() => readlinkSync(`/proc/self/ns/${kind}`)))
    .filter(Boolean)
    .join(" ");

function ifThere(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
