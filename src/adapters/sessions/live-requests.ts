import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { makeFolder } from "../make-folder.ts";
import { replaceFile } from "../whole-file.ts";

/**
 * How another process of the same person reaches a run: by files below the session's own folder, which nobody else may open, each written
 * whole. `asked/ID.json` is what the run waits for; `requests/ID.json` what somebody wants of it; `replies/ID.json` what came of that.
 * The process of the run alone decides which answer came first.
 */
export type LiveRequest =
  | { readonly kind: "steer"; readonly text: string }
  | { readonly kind: "interrupt" }
  /** `choice` is one of those that were asked, or the answer to a question in words. */
  | { readonly kind: "answer"; readonly asked: string; readonly choice: string; readonly words?: string };

export type LiveReply = { readonly kind: "done" } | { readonly kind: "refused"; readonly why: string };

/** A question that waits, with the time since when. */
export interface LiveQuestion {
  readonly id: string;
  readonly at: string;
  readonly asked: unknown;
}

const LOOK_MS = 120;
const REPLY_LOOK_MS = 40;
const REPLY_WAIT_MS = 5000;
/** As long as a reply is waited for, with room for two clocks. */
const FRESH_MS = 2 * REPLY_WAIT_MS;
const REQUEST_CHARS_MAX = 1024 * 1024;

const liveFolder = (sessionFolder: string): string => join(sessionFolder, "live");

/** The side of the run. What cannot be written is not asked there: the run goes on by itself. */
export class LiveDesk {
  readonly #folder: string;
  readonly #take: (request: LiveRequest) => LiveReply;
  readonly #timer: NodeJS.Timeout;

  /** @param take  called for each request, in the order of their coming */
  constructor(sessionFolder: string, take: (request: LiveRequest) => LiveReply) {
    this.#folder = liveFolder(sessionFolder);
    this.#take = take;
    // What a process left that broke off waits for nobody.
    this.#forgetAsked();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
    this.#timer.unref();
  }

  /** @returns takes it away again */
  ask(question: LiveQuestion): () => void {
    const path = join(this.#folder, "asked", `${question.id}.json`);
    tolerant(() => write(this.#folder, "asked", question.id, question));
    return () => tolerant(() => rmSync(path, { force: true }));
  }

  close(): void {
    this.#look();
    clearInterval(this.#timer);
    this.#forgetAsked();
  }

  #forgetAsked(): void {
    tolerant(() => rmSync(join(this.#folder, "asked"), { recursive: true, force: true }));
  }

  #look(): void {
    for (const [id, request] of read<LiveRequest>(this.#folder, "requests")) {
      const path = join(this.#folder, "requests", `${id}.json`);
      const isWaitedFor = tolerant(() => isFresh(path)) ?? false;
      // Taken away first: nothing is done twice, even where the answer cannot be written.
      if (!tolerant(() => isRemoved(path)) || !isWaitedFor) continue;
      const reply = this.#take(request);
      tolerant(() => write(this.#folder, "replies", id, reply));
    }
  }
}

/** What a run waits for, the oldest first. */
export function liveQuestions(sessionFolder: string): readonly LiveQuestion[] {
  const questions = read<LiveQuestion>(liveFolder(sessionFolder), "asked").map(([, question]) => question);
  return questions.sort((one, other) => one.at.localeCompare(other.at));
}

/** Wants something of a run. @returns what its process says, or that it says nothing */
export async function requestOfRun(sessionFolder: string, request: LiveRequest): Promise<LiveReply> {
  const folder = liveFolder(sessionFolder);
  const id = randomUUID();
  if (JSON.stringify(request).length > REQUEST_CHARS_MAX)
    return { kind: "refused", why: "That is too long for a run." };
  write(folder, "requests", id, request);
  const until = performance.now() + REPLY_WAIT_MS;
  for (;;) {
    const isOver = performance.now() > until;
    // Taken back in time, it is not done later behind anybody's back.
    if (isOver) rmSync(join(folder, "requests", `${id}.json`), { force: true });
    const reply = readOne<LiveReply>(join(folder, "replies", `${id}.json`));
    if (reply !== undefined) {
      rmSync(join(folder, "replies", `${id}.json`), { force: true });
      return reply;
    }
    if (isOver)
      return { kind: "refused", why: "No run of this session answers; it has ended, or is not one of this version." };
    await new Promise((done) => setTimeout(done, REPLY_LOOK_MS));
  }
}

/** Whoever wrote it may have been killed, or the folder have come from elsewhere: nobody wants it any more. */
const isFresh = (path: string): boolean => Math.abs(Date.now() - statSync(path).mtimeMs) < FRESH_MS;

function isRemoved(path: string): boolean {
  rmSync(path);
  return true;
}

function write(folder: string, kind: string, id: string, value: unknown): void {
  makeFolder(join(folder, kind), { mode: 0o700 });
  replaceFile(join(folder, kind, `${id}.json`), JSON.stringify(value), { mustReachDisk: false });
}

function read<Value>(folder: string, kind: string): (readonly [id: string, value: Value])[] {
  const names = tolerant(() => readdirSync(join(folder, kind))) ?? [];
  return names
    .filter((name) => /^[\w-]+\.json$/.test(name))
    .sort()
    .flatMap((name) => {
      const value = readOne<Value>(join(folder, kind, name));
      return value === undefined ? [] : [[name.slice(0, -".json".length), value] as const];
    });
}

/** Files appear whole, by their rename: what is no JSON is not ours. */
function readOne<Value>(path: string): Value | undefined {
  const text = tolerant(() => readFileSync(path, "utf8"));
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Value);
  } catch {
    return undefined;
  }
}

/** Undefined where the file system says no: a run does not end because nobody can look at it. */
function tolerant<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}
