import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProgramStart } from "../../core/ports/processes.ts";
import { MARK } from "../command-mark.ts";
import { commandEnvironment } from "./environment.ts";
import { familyOf, send } from "./family.ts";
import { FirstProcess } from "./first-process.ts";
import { withoutInherited } from "./inherited-descriptors.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

/** A program to speak with. */
export interface SpokenProgramStart {
  readonly program: string;
  readonly parameters: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** Names of what every command gets and it does not. */
  readonly without?: readonly string[];
  /** Besides what every command gets. */
  readonly variables: Readonly<Record<string, string>>;
  /** Puts it into a sandbox; absent: it runs outside. */
  confine?(start: ProgramStart): ProgramStart;
}

/** A program that runs as long as we speak with it, in a process group of its own. */
export interface SpokenProgram {
  readonly input: Writable;
  readonly output: Readable;
  /** What it wrote last on standard error. */
  lastWords(): string;
  /** Why it ended, or why it could not be started; never rejects. */
  readonly ended: Promise<string>;
  /** Ends it and all that it started, gently first; resolves when they are gone. */
  end(): Promise<void>;
}

export interface SpokenPrograms {
  start(start: SpokenProgramStart): SpokenProgram;
  /** Ends all of them. */
  close(): Promise<void>;
}

const LAST_WORDS_MAX = 8000;
const LAST_WORDS_WAIT_MS = 200;
/** The end of its input is what the protocol says first; then signals. */
const ESCALATION = [
  [undefined, 500],
  ["SIGTERM", 1000],
  ["SIGKILL", 1000],
] as const;
const POLL_MS = 20;

/**
 * Programs that are spoken with over their standard input and output. None outlives us, in whatever way we end.
 * @param environment  of which they get what commands get
 */
export function createSpokenPrograms(options: {
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly allowedVariables: readonly string[];
  readonly endedFile?: string;
}): SpokenPrograms {
  const sessionMark = `${process.pid}.${Math.round(performance.timeOrigin + performance.now())}.spoken.`;
  const watchdog = createWatchdog(sessionMark, options.endedFile);
  const running = new Set<StartedProgram>();
  let count = 0;

  return {
    start(start) {
      const mark = `${sessionMark}${++count}.`;
      watchdog.expect();
      const allowed = options.allowedVariables;
      const environment = commandEnvironment(options.environment, {
        allowed,
        roots: [options.root],
        without: start.without,
      });
      const program = new StartedProgram(
        { ...start, variables: { ...environment, ...start.variables } },
        mark,
        watchdog,
      );
      running.add(program);
      void program.gone.then(() => running.delete(program));
      return program;
    },
    async close() {
      await Promise.all([...running].map((program) => program.end()));
      watchdog.close();
    },
  };
}

class StartedProgram implements SpokenProgram {
  readonly input: Writable;
  readonly output: Readable;
  readonly ended: Promise<string>;
  /** It and all that it started. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #mark: string;
  readonly #first: FirstProcess;
  readonly #gone = Promise.withResolvers<void>();
  #words = "";
  #ending: Promise<void> | undefined;

  constructor(start: SpokenProgramStart, mark: string, watchdog: Watchdog) {
    const confined = confinedStart(start, { ...start.variables, [MARK]: mark });
    const child = spawned(confined, start.cwd);
    this.#child = child;
    this.#first = new FirstProcess(child, confined, watchdog);
    this.#mark = mark;
    this.input = child.stdin;
    this.output = child.stdout;
    this.gone = this.#gone.promise;
    const { pid } = child;
    if (pid !== undefined) {
      watchdog.watch(pid);
      void this.gone.then(() => watchdog.forget(pid));
    }
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      this.#words = (this.#words + text).slice(-LAST_WORDS_MAX);
    });
    for (const stream of this.#streams()) stream.on("error", () => stream.destroy());
    this.ended = new Promise((done) => {
      child.once("error", (error) => done(`cannot be started (${error.message})`));
      child.once("exit", (code, signal) => {
        const tell = (): void => done(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
        // What it said last says why, and may be read a moment after its end.
        child.stderr.once("end", tell);
        setTimeout(tell, LAST_WORDS_WAIT_MS).unref();
      });
    });
  }

  lastWords(): string {
    return this.#words;
  }

  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.#child.stdin.end();
    for (const [signal, graceMs] of ESCALATION) {
      if (signal !== undefined) this.#signal(signal);
      await this.#untilGone(graceMs);
    }
    await this.#first.end();
    for (const stream of this.#streams()) stream.destroy();
    this.#gone.resolve();
  }

  #signal(signal: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined || !this.#isAnyLeft()) return;
    for (const one of [-pid, ...(familyOf(pid, this.#mark) ?? [])]) send(one, signal);
  }

  async #untilGone(graceMs: number): Promise<void> {
    for (let waitedMs = 0; waitedMs < graceMs && this.#isAnyLeft(); waitedMs += POLL_MS) await sleep(POLL_MS);
  }

  #isAnyLeft(): boolean {
    const { pid } = this.#child;
    if (pid === undefined) return false;
    const family = familyOf(pid, this.#mark);
    return family === undefined ? send(-pid, 0) : family.length > 0;
  }

  #streams(): readonly (Readable | Writable)[] {
    return [this.#child.stdin, this.#child.stdout, this.#child.stderr];
  }
}

function spawned(start: ProgramStart, cwd: string): ChildProcessWithoutNullStreams {
  const { program, parameters, environment: env, files: paths = [], tells = [] } = start;
  const files: number[] = [];
  try {
    for (const path of paths) files.push(openSync(path, "r"));
    const stdio = withoutInherited(["pipe", "pipe", "pipe", ...files, ...tells]);
    return spawn(program, [...parameters], { cwd, env, detached: true, stdio }) as ChildProcessWithoutNullStreams;
  } finally {
    for (const file of files) closeSync(file);
  }
}

/** In a sandbox programs are named by their whole path; the shell in it finds those that are not. */
function confinedStart(
  { program, parameters, confine }: Omit<SpokenProgramStart, "cwd">,
  environment: Readonly<Record<string, string>>,
): ProgramStart {
  if (confine === undefined) return { program, parameters, environment };
  return confine({ program: "/bin/sh", parameters: ["-c", 'exec "$0" "$@"', program, ...parameters], environment });
}
