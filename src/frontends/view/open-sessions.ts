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
import { SessionEntries } from "./session-entries.ts";
import { LISTED_CHARS_MAX, shownEntry, shownQuestion, shownText } from "./shown.ts";
import type { CostPoint, EntryPage, SessionHead, SessionRow } from "./wire.ts";

/** Logs that are kept in memory, those looked at last. */
const OPEN_MAX = 8;
const POINTS_MAX = 200;
export const PAGE_ENTRIES_MAX = 200;
/** A search within sessions reads no more of them. */
const SEARCHED_BYTES_MAX = 256 * 1024 * 1024;
const FOUND_MAX = 2_000;

/** A session's log as far as it was written when it was last looked at. */
export class OpenSession {
  readonly summary: SessionSummary;
  #tail: ReturnType<typeof followSession>;
  #entries = new SessionEntries();
  /** For each revision the lowest index of what it changed. */
  readonly #changedFrom: number[] = [];

  constructor(summary: SessionSummary) {
    this.summary = summary;
    this.#tail = followSession(summary);
  }

  /** How often something was added since it was opened. */
  get revision(): number {
    return this.#changedFrom.length;
  }

  /** The lowest index of what has changed since that revision; undefined when nothing has. */
  changedSince(revision: number): number | undefined {
    return revision < this.revision ? Math.min(...this.#changedFrom.slice(revision)) : undefined;
  }

  /** Reads what was added. */
  refresh(): void {
    const lines = this.#tail.read();
    if (lines === undefined) {
      this.#entries = new SessionEntries();
      this.#changedFrom.push(0);
      return this.refresh();
    }
    if (lines.length === 0) return;
    const indices = lines.map(({ event, at }) => this.#entries.add(event, at) ?? this.#entries.all.length);
    this.#changedFrom.push(indices.reduce((lowest, index) => Math.min(lowest, index)));
  }

  get row(): SessionRow {
    const { id, title, cwd, modifiedMs, sizeBytes } = this.summary;
    const state = isSessionInUse(this.summary) ? (this.#entries.isRunning ? "running" : "open") : "closed";
    return {
      id,
      title: shownText(title),
      cwd: shownText(cwd),
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
      underWay: shownText(underWay),
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
    for (const oldest of this.#open.keys()) {
      if (this.#open.size <= OPEN_MAX) break;
      this.#open.delete(oldest);
    }
    opened.refresh();
    return opened;
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
