import type { ChildProcess } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { errorCode } from "../../base/error-text.ts";
import type { ProgramStart } from "../../core/ports/processes.ts";
import { isAlive, send } from "./family.ts";
import type { Watchdog } from "./watchdog.ts";

/** After input and outputs. */
const FIRST_DESCRIPTOR = 3;
/** Of what is told of it. */
const TOLD_CHARS_MAX = 10_000;
/** What is told was written long before the end, and lies there to be read. */
const TOLD_WAIT_MS = 250;
const END_WAIT_MS = 1000;
const POLL_MS = 2;

/**
 * The first process of a sandbox's own namespace of processes: with it the kernel ends whoever is in there. What it contains may have made
 * another program of it, one that says that all has ended and goes on: so it is ended by its number, which nobody in there can change.
 */
export class FirstProcess {
  private readonly told: Promise<void>;
  private readonly begun: () => Promise<boolean>;
  private text = "";
  private readonly watchdog: Watchdog;
  private readonly notes: ProgramStart["notes"];
  private known: Numbers | undefined;

  constructor(child: ChildProcess, { files = [], tells = [], notes }: ProgramStart, watchdog: Watchdog) {
    this.watchdog = watchdog;
    this.notes = notes;
    const at = FIRST_DESCRIPTOR + files.length;
    const told = child.stdio.slice(at, at + tells.length);
    const [first, begun] = told.map((stream) => (stream instanceof Readable ? stream : undefined));
    this.told = first === undefined ? Promise.resolve() : this.read(first);
    const isTold = begun === undefined ? Promise.resolve(true) : isAnythingTold(begun);
    this.begun = () => (notes === undefined ? isTold : Promise.resolve(noted(notes.begun) !== ""));
  }

  /** Whether the program is started, as soon as that is certain: it is, or what was to be laid around it has come to an end before. */
  hasBegun(): Promise<boolean> {
    return this.begun();
  }

  /** Resolves when it is gone, and with it all that was in there. */
  async end(): Promise<void> {
    if (this.notes !== undefined) return endNoted(this.notes.first);
    await Promise.race([this.told, sleep(TOLD_WAIT_MS, undefined, { ref: false })]);
    if (this.known === undefined) return;
    await endFirst(this.known);
    this.watchdog.forget(this.known.id, this.known.namespace);
  }

  private read(stream: Readable): Promise<void> {
    return new Promise((resolve) => {
      stream.setEncoding("utf8").on("data", (more: string) => {
        this.text = (this.text + more).slice(0, TOLD_CHARS_MAX);
        if (this.known !== undefined) return;
        this.known = numbersIn(this.text);
        if (this.known === undefined) return;
        this.watchdog.watch(this.known.id, this.known.namespace);
        resolve();
      });
      stream.once("error", () => stream.destroy()).once("close", resolve);
    });
  }
}

interface Numbers {
  readonly id: number;
  readonly namespace: number;
}

/** The same of a command whose wrapper had it noted, whoever started that. @param path  where it is noted; there may be nothing */
export async function endNoted(path: string): Promise<void> {
  const known = numbersIn(noted(path));
  if (known !== undefined) await endFirst(known);
}

async function endFirst({ id, namespace }: Numbers): Promise<void> {
  for (let waitedMs = 0; waitedMs < END_WAIT_MS && isFirstOf(id, namespace); waitedMs += POLL_MS) {
    send(id, "SIGKILL");
    await sleep(POLL_MS);
  }
}

function noted(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return "";
  }
}

function numbersIn(text: string): Numbers | undefined {
  const [id, namespace] = [numberIn(text, "child-pid"), numberIn(text, "pid-namespace")];
  return id === undefined || namespace === undefined ? undefined : { id, namespace };
}

/** Nobody holds the other end beyond what it is about: it comes to an end by itself. */
function isAnythingTold(stream: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    stream.once("data", () => {
      resolve(true);
      stream.destroy();
    });
    stream.once("error", () => stream.destroy()).once("close", () => resolve(false));
  });
}

/** As bubblewrap tells it; a number that is still coming has nothing behind it. */
function numberIn(text: string, name: string): number | undefined {
  const digits = new RegExp(`"${name}": (\\d+)\\s*[,}]`).exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Another process may have the number by now. */
function isFirstOf(id: number, namespace: number): boolean {
  try {
    return readlinkSync(`/proc/${id}/ns/pid`) === `pid:[${namespace}]` && isAlive(id);
  } catch {
    return false;
  }
}
