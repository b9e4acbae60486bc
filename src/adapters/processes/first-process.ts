import type { ChildProcess } from "node:child_process";
import { readlinkSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
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
  private known: { readonly id: number; readonly namespace: number } | undefined;

  constructor(child: ChildProcess, { files = [], tells = [], notes }: ProgramStart, watchdog: Watchdog) {
    this.watchdog = watchdog;
    const at = FIRST_DESCRIPTOR + files.length;
    const told = child.stdio.slice(at, at + tells.length);
    const [first, begun] = told.map((stream) => (stream instanceof Readable ? stream : undefined));
    this.told = first === undefined ? Promise.resolve() : this.read(first);
    const isTold = begun === undefined ? Promise.resolve(true) : isAnythingTold(begun);
    this.begun = () => (notes === undefined ? isTold : Promise.resolve(isAnythingIn(notes.begun)));
  }

  /** Whether the program is started, as soon as that is certain: it is, or what was to be laid around it has come to an end before. */
  hasBegun(): Promise<boolean> {
    return this.begun();
  }

  /** Resolves when it is gone, and with it all that was in there. */
  async end(): Promise<void> {
    await Promise.race([this.told, sleep(TOLD_WAIT_MS, undefined, { ref: false })]);
    if (this.known === undefined) return;
    const { id, namespace } = this.known;
    for (let waitedMs = 0; waitedMs < END_WAIT_MS && isFirstOf(id, namespace); waitedMs += POLL_MS) {
      send(id, "SIGKILL");
      await sleep(POLL_MS);
    }
    this.watchdog.forget(id, namespace);
  }

  private read(stream: Readable): Promise<void> {
    return new Promise((resolve) => {
      stream.setEncoding("utf8").on("data", (more: string) => {
        this.text = (this.text + more).slice(0, TOLD_CHARS_MAX);
        const [id, namespace] = [numberIn(this.text, "child-pid"), numberIn(this.text, "pid-namespace")];
        if (this.known !== undefined || id === undefined || namespace === undefined) return;
        this.known = { id, namespace };
        this.watchdog.watch(id, namespace);
        resolve();
      });
      stream.once("error", () => stream.destroy()).once("close", resolve);
    });
  }
}

/** Who noted it in a file ends the first process, too. */
const isAnythingIn = (path: string): boolean => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

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
