import { hash, randomUUID } from "node:crypto";
import { questionsOf } from "../../app/live/reach-run.ts";
import type { House } from "../../app/open-house.ts";
import { sessionNamed } from "../../app/session/keep-sessions.ts";
import {
  allSessions,
  followSession,
  isSessionInUse,
  mayHold,
  type SessionSummary,
  sessionsOf,
} from "../../app/session/session-list.ts";
import { errorCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { SessionEntries } from "./session-entries.ts";
import { harmlessText, LISTED_CHARS_MAX, shownEntry, shownQuestion } from "./shown.ts";
import type { CostPoint, EntryPage, SessionChanges, SessionHead, SessionRow } from "./wire.ts";

/** Logs that are kept in memory, those looked at last. */
const OPEN_MAX = 8;
/** Those that a page has followed so lately are not among them: it will ask again. */
const FOLLOWED_MS = 20_000;
const POINTS_MAX = 200;
export const PAGE_ENTRIES_MAX = 200;
/** A search within sessions reads no more of them. */
const SEARCHED_BYTES_MAX = 256 * 1024 * 1024;
const FOUND_MAX = 2_000;

/** A session's log as far as it was written when it was last looked at. */
export class OpenSession {
  readonly summary: SessionSummary;
  /** Of another opening of the same log nothing is known here. */
  readonly #opening = randomUUID();
  #tail: ReturnType<typeof followSession>;
  #entries = new SessionEntries();
  /** For each revision the lowest index of what it changed. */
  readonly #changedFrom: number[] = [];

  constructor(summary: SessionSummary) {
    this.summary = summary;
    this.#tail = followSession(summary);
  }

  /**
   * What has changed since a page was told so much.
   * @param seen  what it was told with; of another opening of the log, or none, it knows nothing
   */
  changes(seen: string): SessionChanges {
    const [opening, revision = "", digest] = seen.split(".");
    const { head } = this;
    const now = hash("sha256", JSON.stringify(head));
    const answer = {
      seen: `${this.#opening}.${this.#changedFrom.length}.${now}`,
      ...(digest === now ? {} : { head }),
    };
    if (opening !== this.#opening) return { ...answer, isAnew: true };
    const from = this.#changedFrom.slice(Number(revision)).reduce((low, index) => Math.min(low, index), Infinity);
    return from === Infinity ? answer : { ...answer, page: this.page(from, PAGE_ENTRIES_MAX) };
  }

  /** Reads what was added. @throws {UserError} when the log is there no more */
  refresh(): void {
    try {
      while (!this.#take(this.#tail.read()));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      throw new UserError(phrase`The session ${this.summary.id} is there no more; it was removed.`, EXIT.badInput);
    }
  }

  /** @returns false where the log was written anew */
  #take(lines: ReturnType<ReturnType<typeof followSession>["read"]>): boolean {
    if (lines === undefined) {
      this.#entries = new SessionEntries();
      this.#changedFrom.push(0);
      return false;
    }
    let lowest = Infinity;
    for (const { event, at } of lines)
      lowest = Math.min(lowest, this.#entries.add(event, at) ?? this.#entries.all.length);
    if (lowest !== Infinity) this.#changedFrom.push(lowest);
    return true;
  }

  get row(): SessionRow {
    const { id, title, cwd, modifiedMs, sizeBytes } = this.summary;
    const state = isSessionInUse(this.summary) ? (this.#entries.isRunning ? "running" : "open") : "closed";
    return {
      id,
      title: harmlessText(title),
      cwd: harmlessText(cwd),
      modifiedMs,
      sizeBytes,
      state,
      asked: this.#questions.length,
    };
  }

  get head(): SessionHead {
    const { all, cost, underWay } = this.#entries;
    return {
      ...this.row,
      entries: all.length,
      cost: thinned(cost),
      underWay: harmlessText(underWay),
      questions: this.#questions.map(shownQuestion),
    };
  }

  /** What a run that is no more has asked waits for nobody. */
  get #questions(): ReturnType<typeof questionsOf> {
    return isSessionInUse(this.summary) ? questionsOf(this.summary) : [];
  }

  page(from: number, count: number): EntryPage {
    const { all } = this.#entries;
    const entries = all.slice(from, from + Math.min(count, PAGE_ENTRIES_MAX));
    return { from, total: all.length, entries: entries.map((entry) => shownEntry(entry, LISTED_CHARS_MAX)) };
  }

  entry(index: number, charsMax: number): EntryPage {
    const entry = this.#entries.all[index];
    const entries = entry === undefined ? [] : [shownEntry(entry, charsMax)];
    return { from: index, total: this.#entries.all.length, entries };
  }

  /** Indices of the entries that hold the words, at most `FOUND_MAX`. */
  find(words: string): readonly number[] {
    const wanted = JSON.stringify(words).slice(1, -1).toLowerCase();
    const found: number[] = [];
    for (const [index, entry] of this.#entries.all.entries()) {
      if (found.length >= FOUND_MAX) break;
      if (JSON.stringify(Object.values(entry)).toLowerCase().includes(wanted)) found.push(index);
    }
    return found;
  }
}

/** The sessions that a view shows, and the logs of those that are looked at. */
export class OpenSessions {
  readonly #house: House;
  readonly #open = new Map<string, OpenSession>();
  /** When a page asked last what is new in them. */
  readonly #followedMs = new Map<string, number>();

  constructor(house: House) {
    this.#house = house;
  }

  /** Newest first. @param all  of every folder; else of the house's own */
  list({ all, words }: { readonly all: boolean; readonly words: string }): readonly SessionRow[] {
    const summaries = all ? allSessions(this.#house) : sessionsOf(this.#house);
    const wanted = words.trim().toLowerCase();
    if (wanted === "") return summaries.map((summary) => this.#row(summary));
    let bytesLeft = SEARCHED_BYTES_MAX;
    return summaries
      .filter((summary) => {
        if (`${summary.id}\n${summary.title}\n${summary.cwd}`.toLowerCase().includes(wanted)) return true;
        bytesLeft -= summary.sizeBytes;
        return bytesLeft > 0 && mayHold(summary, wanted) && this.get(summary.id).find(wanted).length > 0;
      })
      .map((summary) => this.#row(summary));
  }

  /** Those whose runs are under way, of every folder. */
  underWay(): readonly SessionRow[] {
    return allSessions(this.#house)
      .filter(isSessionInUse)
      .map((summary) => this.get(summary.id).row)
      .filter(({ state }) => state === "running");
  }

  /** Brought up to date. @throws {UserError} when there is none such */
  get(id: string): OpenSession {
    const known = this.#open.get(id);
    const opened = known ?? new OpenSession(sessionNamed(this.#house, id));
    this.#open.delete(id);
    this.#open.set(id, opened);
    this.#forgetOldest();
    try {
      opened.refresh();
    } catch (error) {
      this.#open.delete(id);
      throw error;
    }
    return opened;
  }

  /** The same for a page that asks again and again. */
  follow(id: string): OpenSession {
    this.#followedMs.set(id, performance.now());
    return this.get(id);
  }

  #forgetOldest(): void {
    for (const [id, ms] of this.#followedMs) if (performance.now() - ms > FOLLOWED_MS) this.#followedMs.delete(id);
    let left = [...this.#open.keys()].filter((id) => !this.#followedMs.has(id)).length;
    for (const oldest of this.#open.keys()) {
      if (left <= OPEN_MAX) break;
      if (this.#followedMs.has(oldest)) continue;
      this.#open.delete(oldest);
      left--;
    }
  }

  /** A list opens only logs that somebody writes: whether a run is under way stands in them alone. */
  #row(summary: SessionSummary): SessionRow {
    return isSessionInUse(summary) ? this.get(summary.id).row : new OpenSession(summary).row;
  }
}

/** So few that they can be drawn: evenly chosen, and the last. */
function thinned(points: readonly CostPoint[]): readonly CostPoint[] {
  const step = Math.ceil(points.length / POINTS_MAX);
  return step <= 1 ? points : points.filter((_, index) => index % step === 0 || index === points.length - 1);
}
