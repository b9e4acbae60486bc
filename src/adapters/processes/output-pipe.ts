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
  /** Gives the name back for the next command; only when the reader has seen the end. */
  release(): void;
}

/** Makes {@link OutputPipe}s. */
export interface PipeMaker {
  /** Undefined where the system has no named pipes. */
  open(): OutputPipe | undefined;
  close(): void;
}

/**
 * Node gives a child one socket for each stream: the order between them is lost, and `>/dev/stderr` fails in the
 * child. A named pipe has neither flaw. Names are reused, so that a session starts `mkfifo` only as often as it
 * runs commands at the same time.
 * @param place  of our own: a command that reached the names could put a link in the place of one, and what it leads to would be opened.
 *               Absent: among the system's temporary files
 * @param environment  of a command: no folder that is worked in chooses what `mkfifo` is
 */
export function createPipeMaker(place: string | undefined, environment: Readonly<Record<string, string>>): PipeMaker {
  const free: string[] = [];
  let folder: string | undefined;
  let made = 0;

  function newName(): string | undefined {
    if (process.platform === "win32") return undefined;
    folder ??= place === undefined ? makeTemporaryFolder("pipes") : makeWorkFolder(place, "pipes");
    const path = join(folder, String(made++));
    const result = spawnSync("mkfifo", ["-m", "600", path], { stdio: "ignore", env: environment });
    return result.status === 0 ? path : undefined;
  }

  return {
    open() {
      const path = free.pop() ?? newName();
      if (path === undefined) return undefined;
      const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
      let writeEnd: number;
      try {
        writeEnd = openSync(path, constants.O_WRONLY);
      } catch (error) {
        closeSync(readEnd);
        free.push(path);
        throw error;
      }
      return {
        writeEnd,
        reader: new Socket({ fd: readEnd, readable: true, writable: false }),
        release: () => void free.push(path),
      };
    },
    close() {
      if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
      folder = undefined;
      free.length = 0;
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
