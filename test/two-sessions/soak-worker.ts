import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";
import { Conversation, type TurnEnd } from "./conversation.ts";
import { Ledger } from "./folder-state.ts";
import type { PlayedModel } from "./played-model.ts";
import type { Findings } from "./soak-findings.ts";
import { noteTodos, type SoakTurn, TURNS } from "./soak-turns.ts";

export interface WorkerOptions {
  readonly who: string;
  readonly place: Place & { readonly environment: Readonly<Record<string, string>> };
  readonly model: PlayedModel;
  readonly findings: Findings;
  readonly random: () => number;
  /** Between two turns, at least. */
  readonly pauseMs: number;
  readonly killMs: readonly [number, number];
}

export const MODEL_FLAGS = ["-m", "openai-compatible/m", "--permission-mode", "acceptEdits", "--allowedTools", "shell"];
const TURNS_A_SESSION = 120;
const RESUMES_TRIES_MAX = 60;
const RETRY_MS = 500;
const CONTINUE_SHARE = 0.25;
const UNDO_SHARE = 0.2;
const UNDO_KILL_SHARE = 0.1;
const UNDO_KILL_MS_MAX = 900;

/** One of the two who work in the folder: begins sessions, is killed, goes on, and keeps the books of what it was told. */
export class SoakWorker {
  readonly ledger = new Ledger();
  readonly sessions: string[] = [];
  readonly #options: WorkerOptions;
  #turns = 0;
  /** The calls that this session was told the results of. */
  #told = new Set<string>();
  #turnsInSession = 0;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#life(isOver);
  }

  /** From the start of a process to its end, which is a kill unless the time is over or the session is long enough. */
  async #life(isOver: () => boolean): Promise<void> {
    const { random, killMs, findings } = this.#options;
    const conversation = await this.#open(isOver);
    if (conversation === undefined) return;
    const [shortest, longest] = killMs;
    const timer = setTimeout(() => void conversation.kill(), shortest + random() * (longest - shortest));
    while (!isOver() && !conversation.isGone && this.#turnsInSession < TURNS_A_SESSION) {
      const turn = this.#nextTurn();
      const isKnown = await this.#play(conversation, turn);
      if (isKnown && turn.changes.length > 0 && random() < UNDO_SHARE && (await this.#undo(turn))) break;
      await pause(this.#options.pauseMs);
    }
    clearTimeout(timer);
    findings.sawMemory(conversation.memoryMb(), this.#turnsInSession);
    findings.count(conversation.isGone ? "kills" : "ends");
    await conversation.end();
    for (const line of conversation.unreadable) findings.broken(`a line of standard output is no JSON: ${line}`);
  }

  /** @returns nothing where the time was over before one could be opened */
  async #open(isOver: () => boolean): Promise<Conversation | undefined> {
    const { place, findings, random, who } = this.#options;
    const isNew = this.sessions.length === 0 || this.#turnsInSession >= TURNS_A_SESSION;
    if (isNew) {
      this.sessions.push(randomUUID());
      this.#turnsInSession = 0;
      this.#told = new Set();
    }
    const own = this.sessions.at(-1) ?? "";
    for (let tries = 0; tries < RESUMES_TRIES_MAX && !(tries > 0 && isOver()); tries++) {
      const byLast = !isNew && tries === 0 && random() < CONTINUE_SHARE;
      const resumed = byLast ? ["--continue"] : ["--resume", own];
      const conversation = new Conversation(place, [
        ...MODEL_FLAGS,
        ...(isNew && tries === 0 ? ["--session-id", own] : resumed),
      ]);
      const turn = noteTodos({ cwd: place.cwd, who, label: this.#label(), random, value: () => "" });
      const end = await conversation.turn(turn);
      if (end.kind === "ended" && end.session === own) {
        this.#looksBack(turn, end);
        return conversation;
      }
      await conversation.end();
      if (byLast) findings.count(end.session === undefined ? "--continue refused" : "--continue of another session");
      else if (!/is in use|already uses|another/i.test(conversation.stderr))
        findings.broken(`${own} did not open (${end.session}): ${conversation.stderr}`);
      findings.count("starts that had to wait");
      await pause(RETRY_MS);
    }
    if (!isOver()) findings.broken(`${own} could not be opened`);
    return undefined;
  }

  /** What the session was told must be in its history, and what a kill cut is settled by now. */
  #looksBack(turn: SoakTurn, end: TurnEnd): void {
    const { model, findings } = this.#options;
    const known = model.callsKnown(turn.label);
    const missing = [...this.#told].filter((id) => !known?.has(id));
    if (missing.length > 0) findings.broken(`after a resume the history lacks ${missing.join(", ")}`);
    for (const id of end.told.keys()) this.#told.add(id);
    findings.count("opens");
    this.#check();
  }

  #label(): string {
    this.#turns++;
    return `${this.#options.who}${this.#turns}`;
  }

  #nextTurn(): SoakTurn {
    const { place, who, random } = this.#options;
    const make = TURNS[Math.floor(random() * TURNS.length)] ?? noteTodos;
    return make({ cwd: place.cwd, who, label: this.#label(), random, value: (cell) => this.ledger.value(cell) });
  }

  /** @returns whether all its changes were told as done */
  async #play(conversation: Conversation, turn: SoakTurn): Promise<boolean> {
    const { findings, model } = this.#options;
    for (const { cell, from, to } of turn.changes) this.ledger.set(cell, from, to);
    const end = await conversation.turn(turn);
    this.#turnsInSession++;
    findings.count("turns");
    for (const id of end.told.keys()) this.#told.add(id);
    const isOpen = end.kind === "gone";
    for (const { cell, from, to, by } of turn.changes) {
      const isDone = end.told.get(by);
      if (isDone === undefined && isOpen) continue;
      findings.count(isDone === true ? "changes made" : "changes refused");
      this.ledger.set(cell, isDone === true ? to : from);
    }
    if (turn.effect) findings.effects.set(turn.effect.token, end.told.get(turn.effect.by) === true);
    if (turn.whole && end.told.get(turn.whole.by) === true)
      findings.sawVersion(turn.whole.version, model.versionRead(turn.label) ?? "none");
    if (!isOpen) this.#check();
    findings.sawMemory(conversation.memoryMb(), this.#turnsInSession);
    return !isOpen && turn.changes.every(({ by }) => end.told.get(by) === true);
  }

  #check(): void {
    for (const wrong of this.ledger.check()) this.#options.findings.broken(wrong);
  }

  /** Takes back the turn that was the last of the session. @returns whether the undo was killed, after which a start has to finish it */
  async #undo(turn: SoakTurn): Promise<boolean> {
    const { place, random, findings } = this.#options;
    const args = ["undo", "--session", this.sessions.at(-1) ?? "", "--json"];
    for (const { cell, from, to } of turn.changes) this.ledger.set(cell, from, to);
    if (random() < UNDO_KILL_SHARE) {
      const child = startWaymark(args, place);
      child.stdin?.end();
      child.stdout?.resume();
      child.stderr?.resume();
      const closed = new Promise((resolve) => child.once("close", resolve));
      const timer = setTimeout(() => child.kill("SIGKILL"), random() * UNDO_KILL_MS_MAX);
      await closed;
      clearTimeout(timer);
      findings.count("undos killed or at their end");
      return true;
    }
    const { code, stdout, stderr } = await runWaymark(args, place);
    const report = jsonOf(stdout) as {
      readonly conflicts?: readonly unknown[];
      readonly problems?: readonly unknown[];
    };
    if (report.conflicts === undefined && !/try again|run this one again/.test(stderr))
      findings.broken(`undo ended with ${code}: ${stderr}${stdout.slice(0, 300)}`);
    if ((report.problems?.length ?? 0) > 0) findings.broken(`undo left something: ${stdout.slice(0, 300)}`);
    const isUndone = code === 0 && report.conflicts?.length === 0;
    findings.count(isUndone ? "undos" : "undos refused");
    for (const { cell, from, to } of turn.changes) this.ledger.set(cell, isUndone ? from : to);
    this.#check();
    return false;
  }
}

function jsonOf(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    // It said what it had to say on standard error.
    return {};
  }
}
