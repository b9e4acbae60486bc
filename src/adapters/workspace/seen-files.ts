import { closeSync, constants, fstatSync, lstatSync, openSync, statSync } from "node:fs";
import { ToolFailure } from "../../core/tool.ts";
import { readWhole } from "../whole-file.ts";

/** Of larger files only their stamp is remembered. */
const FILE_BYTES_MAX = 1024 * 1024;
/** Of the ones seen first only their stamp is remembered then. */
const ALL_BYTES_MAX = 8 * 1024 * 1024;
/** The ones seen first are forgotten first. */
const FILES_MAX = 20_000;

interface SeenFile {
  /** Absent: too much to keep; then the stamp alone tells. */
  readonly bytes?: Uint8Array;
  /** How the file stood when it was seen or, later, found to hold these bytes still; undefined for what is no file of its own. */
  stamp: string | undefined;
  /** The bytes are what a command of the model's own left there: it has not read them. */
  readonly isByCommand?: true;
}

/**
 * What the model has seen of files, so that a change it makes is made to what it saw. A file that nobody read is not held
 * back: then the change itself says what it expects. Keeps the bytes, because a hash would cost each read more.
 */
export class SeenFiles {
  readonly #files = new Map<string, SeenFile>();
  #allBytes = 0;

  /** @param path absolute */
  note(path: string, bytes: Uint8Array): void {
    this.#keep(path, { bytes, stamp: stampOf(path, statSync)?.stamp });
  }

  /** Whether it was seen since this process began. */
  knows(path: string): boolean {
    return this.#files.has(path);
  }

  forget(path: string): void {
    this.#allBytes -= this.#files.get(path)?.bytes?.length ?? 0;
    this.#files.delete(path);
  }

  /**
   * Runs a command of the model's own. What it changes of the files that stood as they were seen is its work: a part of
   * them can be changed as in a file that nobody read, until another changes them.
   */
  async duringCommand<Value>(work: () => Promise<Value>): Promise<Value> {
    const stamps = new Map(
      [...this.#files].flatMap(([path, seen]) => {
        const stamp = stampWhileSame(path, seen);
        return stamp === undefined ? [] : [[path, stamp] as const];
      }),
    );
    try {
      return await work();
    } finally {
      for (const [path, stamp] of stamps) this.#takeOver(path, stamp);
    }
  }

  /**
   * @param how.replaces  nothing of the file stays, so that the change says nothing of what it expects
   * @throws {ToolFailure} when the file is another one than the model saw
   */
  check(path: string, bytes: Uint8Array, { shown, replaces }: { readonly shown: string; readonly replaces: boolean }) {
    const seen = this.#files.get(path);
    if (seen === undefined) return;
    const isSame =
      seen.bytes === undefined
        ? seen.stamp === stampOf(path, statSync)?.stamp
        : Buffer.compare(seen.bytes, bytes) === 0;
    if (isSame && !(seen.isByCommand && replaces)) return;
    const by = isSame ? "by a command" : "by the user or another program";
    throw new ToolFailure(
      `${shown} was changed on disk since you read it, ${by}. Nothing was written; read it again, then make the change.`,
    );
  }

  #takeOver(path: string, before: string): void {
    const after = stampOf(path);
    if (after === undefined || after.stamp === before) return;
    const { stamp } = after;
    const known = this.#files.get(path);
    if (known === undefined) return;
    const bytes = readOrNothing(path);
    if (bytes === undefined) return this.#keep(path, { stamp, isByCommand: true });
    if (known.bytes !== undefined && Buffer.compare(known.bytes, bytes) === 0) return;
    this.#keep(path, { bytes, stamp, isByCommand: true });
  }

  #keep(path: string, seen: SeenFile): void {
    this.forget(path);
    this.#files.set(path, withoutMuch(seen));
    this.#allBytes += this.#files.get(path)?.bytes?.length ?? 0;
    for (const [first, { bytes, ...rest }] of this.#files) {
      if (this.#allBytes <= ALL_BYTES_MAX) break;
      this.#allBytes -= bytes?.length ?? 0;
      // In its place among the others, so that it is not the newest.
      this.#files.set(first, rest);
    }
    for (const first of this.#files.keys()) {
      if (this.#files.size <= FILES_MAX) break;
      this.forget(first);
    }
  }
}

function withoutMuch(seen: SeenFile): SeenFile {
  if (seen.bytes === undefined || seen.bytes.length <= FILE_BYTES_MAX) return seen;
  const { bytes: _, ...rest } = seen;
  return rest;
}

/** The stamp of a file that holds the bytes that were seen; it is read only where its stamp is another one than then. */
function stampWhileSame(path: string, seen: SeenFile): string | undefined {
  const now = stampOf(path);
  if (now === undefined) return undefined;
  if (now.stamp === seen.stamp) return now.stamp;
  if (seen.bytes === undefined || now.sizeBytes !== seen.bytes.length) return undefined;
  const bytes = readOrNothing(path);
  if (bytes === undefined || Buffer.compare(bytes, seen.bytes) !== 0) return undefined;
  seen.stamp = now.stamp;
  return now.stamp;
}

/**
 * Undefined for what is no plain file.
 * @param look  by `lstatSync` of its own: where a link leads is not followed again
 */
function stampOf(
  path: string,
  look: typeof lstatSync | typeof statSync = lstatSync,
): { readonly stamp: string; readonly sizeBytes: number } | undefined {
  try {
    const stat = look(path, { bigint: true, throwIfNoEntry: false });
    if (!stat?.isFile()) return undefined;
    const { ino, size, mtimeNs, ctimeNs } = stat;
    return { stamp: `${ino} ${size} ${mtimeNs} ${ctimeNs}`, sizeBytes: Number(size) };
  } catch {
    return undefined;
  }
}

/** Nothing of a link, a pipe or what is too large: a command may have put any of them there meanwhile. */
function readOrNothing(path: string): Uint8Array | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stat = fstatSync(file);
    return stat.isFile() && stat.size <= FILE_BYTES_MAX ? readWhole(file, stat.size) : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
