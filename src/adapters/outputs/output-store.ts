import { closeSync, fstatSync, openSync, readdirSync, writeSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { inTurns } from "../../base/in-turns.ts";
import type { OutputStore } from "../../core/ports/session.ts";
import { makeFolder } from "../make-folder.ts";
import { indexLines, type LineIndex, readLines } from "./line-index.ts";

/** A file of the store that grows while a command runs. */
export interface OutputFile {
  readonly handle: string;
  append(bytes: Uint8Array): void;
  close(): void;
}

/** The store with what only the processes adapter needs: outputs that are written piece by piece. */
export interface FileOutputStore extends OutputStore {
  create(): OutputFile;
}

/** Takes secrets out of a text that comes in pieces. */
export interface OutputMask {
  push(text: string): string;
  end(): string;
}

/** What takes secrets out of the outputs of one session. */
export interface OutputRedaction {
  /** A new one for each output; what it gives out is what is kept. */
  stream(): OutputMask;
  /** What is still to be hidden in a text that was redacted before. */
  known(text: string): string;
}

const HANDLE = /^out-(\d+)$/;
const LINE_LIMIT_MAX = 10_000;
/** What secrets are looked for in before others get a turn. */
const PIECE_BYTES = 64 * 1024;

/**
 * Keeps outputs as numbered files in one folder, which is made when the first one comes. Handles stay valid in later
 * sessions on the same folder; two processes on one folder never share a handle.
 * @param options.folder  absolute
 */
export function createOutputStore(options: {
  readonly folder: string;
  readonly redaction?: OutputRedaction;
}): FileOutputStore {
  const { folder, redaction } = options;
  const indexes = new Map<string, LineIndex>();
  let last = -1;

  function createPlain(): OutputFile {
    if (last < 0) last = highestNumber(folder);
    for (;;) {
      last++;
      const handle = `out-${last}`;
      const file = openNew(join(folder, `${handle}.txt`));
      if (file !== undefined) return outputFile(handle, file);
    }
  }

  function create(): OutputFile {
    return redaction === undefined ? createPlain() : masked(createPlain(), redaction.stream());
  }

  return {
    create,
    async save(text, { isRedacted } = { isRedacted: false }) {
      const output = isRedacted ? createPlain() : create();
      const kept = isRedacted && redaction ? redaction.known(text) : text;
      try {
        await inTurns(appended(output, Buffer.from(kept)));
      } finally {
        output.close();
      }
      return output.handle;
    },
    async page(handle, range) {
      if (!HANDLE.test(handle)) return undefined;
      const file = openExisting(join(folder, `${handle}.txt`));
      if (file === undefined) return undefined;
      try {
        const index = indexLines(file, fstatSync(file).size, indexes.get(handle));
        indexes.set(handle, index);
        const lines = readLines(file, index, range.offset, Math.min(range.limit, LINE_LIMIT_MAX));
        return { lines, totalLines: index.totalLines };
      } finally {
        closeSync(file);
      }
    },
  };
}

function* appended(output: OutputFile, bytes: Uint8Array): Generator<void, void, void> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    output.append(bytes.subarray(at, at + PIECE_BYTES));
    yield;
  }
}

/** The highest number in use; makes the folder where there is none. */
function highestNumber(folder: string): number {
  makeFolder(folder, { mode: 0o700 });
  const numbers = readdirSync(folder).map((name) => Number(HANDLE.exec(name.replace(/\.txt$/, ""))?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

function openNew(path: string): number | undefined {
  try {
    return openSync(path, "ax", 0o600);
  } catch (error) {
    if (errorCodeOf(error) === "EEXIST") return undefined;
    throw error;
  }
}

function openExisting(path: string): number | undefined {
  try {
    return openSync(path, "r");
  } catch (error) {
    if (errorCodeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

function outputFile(handle: string, file: number): OutputFile {
  let isOpen = true;
  return {
    handle,
    append(bytes) {
      if (!isOpen) return;
      for (let offset = 0; offset < bytes.length; ) offset += writeSync(file, bytes, offset);
    },
    close() {
      if (isOpen) closeSync(file);
      isOpen = false;
    },
  };
}

function masked(output: OutputFile, mask: OutputMask): OutputFile {
  const decoder = new StringDecoder("utf8");
  const write = (text: string): void => {
    if (text !== "") output.append(Buffer.from(text));
  };
  let isOpen = true;
  return {
    handle: output.handle,
    append: (bytes) => {
      if (isOpen) write(mask.push(decoder.write(Buffer.from(bytes))));
    },
    close() {
      if (isOpen) write(mask.push(decoder.end()) + mask.end());
      isOpen = false;
      output.close();
    },
  };
}

function errorCodeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}
