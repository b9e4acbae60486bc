import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { makeTemporaryFolder, makeWorkFolder } from "../temporary-folder.ts";

/** One pipe for both streams of a command, so that what it writes arrives in its order. */
export interface OutputPipe {
  /** What the child gets as standard output and standard error. */
  readonly writeEnd: number;
  readonly reader: Socket;
}

/** Makes {@link OutputPipe}s. */
export interface PipeMaker {
  /** Undefined where the system has no named pipes. */
  open(): OutputPipe | undefined;
  close(): void;
}

/** Names that one start of `mkfifo` makes. */
const NAMES_AT_ONCE = 8;

/**
 * Node gives a child one socket for each stream: the order between them is lost, and `>/dev/stderr` fails in the child. A named pipe has
 * neither flaw. Whoever holds one end can open the other, and hold it past the command: so each pipe is one command's alone, and its name
 * is gone before that starts.
 * @param place  of our own: a command that reached the names could put a link in the place of one, and what it leads to would be opened.
 *               Absent: among the system's temporary files
 * @param environment  of a command: no folder that is worked in chooses what `mkfifo` is
 */
export function createPipeMaker(place: string | undefined, environment: Readonly<Record<string, string>>): PipeMaker {
  const names: string[] = [];
  let folder: string | undefined;
  let made = 0;

  function makeNames(): void {
    if (process.platform === "win32") return;
    folder ??= place === undefined ? makeTemporaryFolder("pipes") : makeWorkFolder(place, "pipes");
    const within = folder;
    const paths = Array.from({ length: NAMES_AT_ONCE }, () => join(within, String(made++)));
    const result = spawnSync("mkfifo", ["-m", "600", ...paths], { stdio: "ignore", env: environment });
    if (result.status === 0) names.push(...paths);
  }

  return {
    open() {
      if (names.length === 0) makeNames();
      const path = names.pop();
      if (path === undefined) return undefined;
      let readEnd: number | undefined;
      try {
        readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
        const writeEnd = openSync(path, constants.O_WRONLY);
        return { writeEnd, reader: new Socket({ fd: readEnd, readable: true, writable: false }) };
      } catch (error) {
        if (readEnd !== undefined) closeSync(readEnd);
        throw error;
      } finally {
        rmSync(path, { force: true });
      }
    },
    close() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
      names.length = 0;
    },
  };
}

/** Closes the copy of the write end that the child has inherited. */
export function closeWriteEnd(pipe: OutputPipe): void {
  closeSync(pipe.writeEnd);
}

/** Work on what a command wrote, after which others get their turn. */
const TURN_MS = 20;

/**
 * Hands on what a command writes, a little at a turn: of one that writes without end, half a hundred pieces would be read and
 * searched for secrets at a stretch, while no key is heard.
 */
export function readInTurns(stream: Readable, take: (bytes: Buffer) => void): void {
  let spentMs = 0;
  stream.on("data", (bytes: Buffer) => {
    const startMs = performance.now();
    take(bytes);
    spentMs += performance.now() - startMs;
    if (spentMs < TURN_MS) return;
    spentMs = 0;
    stream.pause();
    setImmediate(() => stream.resume());
  });
}
