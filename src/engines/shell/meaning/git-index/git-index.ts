import type { Steps } from "../../../../base/steps.ts";

/** A file that git keeps, as its index says it. */
export interface KeptFile {
  /** From the top of the working tree. */
  readonly path: string;
  /** Of the file when git last looked; the lower 32 bits. */
  readonly sizeBytes: number;
  /** In whole seconds. */
  readonly mtimeSeconds: number;
  /** Another repository lies there. */
  readonly isRepository: boolean;
  /** In a conflict: neither side is settled yet. */
  readonly isUnmerged: boolean;
  /** Git was told to pass over it in the working tree. */
  readonly isSkipped: boolean;
  /** Git was told to take it for unchanged: what it keeps of it is read in place of the file. */
  readonly isAssumed: boolean;
}

/** All of them: of a million no more is held than their names and a few numbers. */
export interface KeptFiles {
  readonly count: number;
  named(path: string): KeptFile | undefined;
  /** Whether there are some in a folder. @param folder  without a slash at its end */
  areBelow(folder: string): boolean;
  /** In git's order; one in a conflict has several. */
  paths(): readonly string[];
  /** Those that git was told to pass over, or to take for unchanged. */
  marked(): Iterable<KeptFile>;
  repositories(): Iterable<string>;
}

export interface IndexFile {
  readonly files: KeptFiles;
  /** It stands for folders without naming what is in them, or is split. */
  readonly isPart: boolean;
  /** Another file names the rest. */
  readonly isSplit: boolean;
}

export const HEADER_BYTES = 12;
export const STAT_BYTES = 40;
export const FLAG_BYTES = 2;
/** A second word of flags follows. */
export const EXTENDED = 0x4000;
/** A longer name does not tell its length. */
const LENGTH_MAX = 0xfff;
const FILES_MAX = 1_000_000;
/** `update-index --assume-unchanged`. */
const ASSUMED = 0x8000;
const STAGE = 0x3000;
/** `--skip-worktree`, in the second word of flags. */
export const SKIPPED = 0x4000;
/** What no system opens is the path of no file. */
const PATH_CHARS_MAX = 4_096;
/** Of all names: version 4 says a megabyte of them in a few bytes. */
const NAME_CHARS_MAX = 64_000_000;
/** The kind of file of mode 160000. */
const REPOSITORY_MODE = 0b1110;

/** Entries that are read at a stretch. */
const ENTRIES_AT_ONCE = 5_000;

/**
 * The files that an index of git names (gitformat-index(5), versions 2 to 4).
 * @param hashBytes  20 for SHA-1, 32 for SHA-256
 * @returns undefined where it is no such index
 */
export function* readIndex(index: Buffer, hashBytes: number): Steps<IndexFile | undefined> {
  const read = yield* entriesOf(index, hashBytes);
  if (read === undefined) return undefined;
  const files = filesOf(read);
  // Under what stands for bytes that are no text nothing would be found.
  for (const path of files.repositories()) if (path.includes("\ufffd")) return undefined;
  return { files, isPart: read.isPart, isSplit: read.extensions.has("link") };
}

/** Where each entry of an index stands, and what stands behind them; nothing where it is no such index. */
export interface IndexEntries {
  readonly version: number;
  /** A character for each byte, in the order of these. */
  readonly names: readonly string[];
  /** One more than there are entries: where the last ends. */
  readonly starts: Uint32Array;
  readonly sizes: Uint32Array;
  readonly mtimes: Uint32Array;
  readonly marks: Uint8Array;
  /** Each name is its path. */
  readonly areAscii: boolean;
  readonly extensions: ReadonlyMap<string, Buffer>;
  readonly isPart: boolean;
}

export function* entriesOf(index: Buffer, hashBytes: number): Steps<IndexEntries | undefined> {
  const header = headerOf(index, hashBytes);
  if (header === undefined) return undefined;
  const { version, count } = header;
  const names: string[] = [];
  const [starts, sizes, mtimes] = [new Uint32Array(count + 1), new Uint32Array(count), new Uint32Array(count)];
  const marks = new Uint8Array(count);
  const reading = { hashBytes, version, name: Buffer.alloc(PATH_CHARS_MAX), length: 0 };
  let [at, charsLeft, before, isPart, areAscii] = [HEADER_BYTES, NAME_CHARS_MAX, "", false, true];
  for (let entry = 0; entry < count; entry++) {
    const next = entryAt(index, at, reading);
    charsLeft -= reading.length;
    if (next === undefined || charsLeft < 0) return undefined;
    const name = reading.name.toString("latin1", 0, reading.length);
    // Git refuses one out of order, in which it could not find a name.
    if (name < before) return undefined;
    names.push(name);
    starts[entry] = at;
    sizes[entry] = index.readUInt32BE(at + 36);
    mtimes[entry] = index.readUInt32BE(at + 8);
    marks[entry] = marksAt(index, at, hashBytes);
    isPart ||= name.endsWith("/");
    areAscii &&= isAscii(name);
    [at, before] = [next, name];
    if (entry % ENTRIES_AT_ONCE === 0) yield;
  }
  starts[count] = at;
  const extensions = extensionsOf(index.subarray(0, index.length - hashBytes), at);
  if (extensions === undefined || !beginsAt(starts, extensions.get("IEOT"))) return undefined;
  const columns = { names, starts, sizes, mtimes, marks, areAscii };
  return { version, ...columns, extensions, isPart: isPart || extensions.has("link") };
}

function headerOf(index: Buffer, hashBytes: number): { version: number; count: number } | undefined {
  if (index.length < HEADER_BYTES || index.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  const isPossible = count <= FILES_MAX && count * (STAT_BYTES + hashBytes) <= index.length;
  return version < 2 || version > 4 || !isPossible ? undefined : { version, count };
}

const UNMERGED_MARK = 1;
const SKIPPED_MARK = 2;
const ASSUMED_MARK = 4;
const REPOSITORY_MARK = 8;

function filesOf({ names, sizes, mtimes, marks, areAscii }: Omit<IndexEntries, "starts">): KeptFiles {
  const fileAt = (at: number): KeptFile => {
    const mark = marks[at] ?? 0;
    return {
      path: textOf(names[at] ?? ""),
      sizeBytes: sizes[at] ?? 0,
      mtimeSeconds: mtimes[at] ?? 0,
      isRepository: (mark & REPOSITORY_MARK) !== 0,
      isUnmerged: (mark & UNMERGED_MARK) !== 0,
      isSkipped: (mark & SKIPPED_MARK) !== 0,
      isAssumed: (mark & ASSUMED_MARK) !== 0,
    };
  };
  /** The first that stands behind a name. */
  const behind = (name: string): number => {
    let [from, to] = [0, names.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((names[middle] ?? "") <= name) from = middle + 1;
      else to = middle;
    }
    return from;
  };
  function* markedBy(mask: number): Generator<KeptFile> {
    for (let at = marks.findIndex((mark) => (mark & mask) !== 0); at >= 0 && at < marks.length; at++)
      if (((marks[at] ?? 0) & mask) !== 0) yield fileAt(at);
  }
  let paths = areAscii ? names : undefined;
  return {
    count: names.length,
    named(path) {
      const name = bytesOf(path);
      const at = behind(name) - 1;
      return names[at] === name ? fileAt(at) : undefined;
    },
    areBelow: (folder) => names[behind(`${bytesOf(folder)}/`)]?.startsWith(`${bytesOf(folder)}/`) ?? false,
    paths: () => {
      paths ??= names.map(textOf);
      return paths;
    },
    marked: () => markedBy(SKIPPED_MARK | ASSUMED_MARK),
    repositories: () => markedBy(REPOSITORY_MARK).map(({ path }) => path),
  };
}

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);
/** The path that a name of the index is. */
export const textOf = (name: string): string => (isAscii(name) ? name : Buffer.from(name, "latin1").toString());
const bytesOf = (path: string): string => (isAscii(path) ? path : Buffer.from(path).toString("latin1"));

const EXTENSIONS = new Set(["TREE", "REUC", "link", "UNTR", "FSMN", "EOIE", "IEOT", "sdir"]);

/** What stands between the entries and the checksum; nothing where it is not all of a known kind: git might find entries elsewhere. */
function extensionsOf(index: Buffer, start: number): ReadonlyMap<string, Buffer> | undefined {
  const found = new Map<string, Buffer>();
  let at = start;
  while (at < index.length) {
    if (at + 8 > index.length) return undefined;
    const kind = index.toString("latin1", at, at + 4);
    const end = at + 8 + index.readUInt32BE(at + 4);
    if (!EXTENSIONS.has(kind) || found.has(kind) || end > index.length) return undefined;
    found.set(kind, index.subarray(at + 8, end));
    at = end;
  }
  return at === index.length ? found : undefined;
}

/** Whether a table of places from which git may begin names those of entries alone. */
function beginsAt(starts: Uint32Array, table: Buffer | undefined): boolean {
  if (table === undefined) return true;
  if (table.length % 8 !== 4) return false;
  const count = starts.length - 1;
  let first = 0;
  for (let at = 4; at < table.length; at += 8) {
    if (first >= count || starts[first] !== table.readUInt32BE(at)) return false;
    first += table.readUInt32BE(at + 4);
  }
  return first === count;
}

interface Reading {
  readonly hashBytes: number;
  readonly version: number;
  /** Holds the name of the entry before, and then of this one. */
  readonly name: Buffer;
  length: number;
}

/** @returns where the next begins */
function entryAt(index: Buffer, at: number, reading: Reading): number | undefined {
  const flagsAt = at + STAT_BYTES + reading.hashBytes;
  if (flagsAt + 2 > index.length) return undefined;
  const flags = index.readUInt16BE(flagsAt);
  const nameAt = flagsAt + ((flags & EXTENDED) === 0 ? 1 : 2) * FLAG_BYTES;
  const isShared = reading.version === 4;
  const cut = isShared ? variableNumber(index, nameAt) : { value: reading.length, end: nameAt };
  if (cut === undefined || cut.value > reading.length) return undefined;
  const end = index.indexOf(0, cut.end);
  const kept = reading.length - cut.value;
  const length = kept + end - cut.end;
  if (end < 0 || length === 0 || length > PATH_CHARS_MAX) return undefined;
  if ((flags & LENGTH_MAX) !== Math.min(length, LENGTH_MAX)) return undefined;
  index.copy(reading.name, kept, cut.end, end);
  reading.length = length;
  // Each entry of the older versions is filled up to a multiple of eight.
  return isShared ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8;
}

function marksAt(index: Buffer, at: number, hashBytes: number): number {
  const flagsAt = at + STAT_BYTES + hashBytes;
  const flags = index.readUInt16BE(flagsAt);
  const isSkipped = (flags & EXTENDED) !== 0 && (index.readUInt16BE(flagsAt + FLAG_BYTES) & SKIPPED) !== 0;
  return (
    ((flags & STAGE) === 0 ? 0 : UNMERGED_MARK) |
    (isSkipped ? SKIPPED_MARK : 0) |
    ((flags & ASSUMED) === 0 ? 0 : ASSUMED_MARK) |
    (index.readUInt32BE(at + 24) >>> 12 === REPOSITORY_MODE ? REPOSITORY_MARK : 0)
  );
}

/** The number with which version 4 says how much of the last name is cut off. */
function variableNumber(bytes: Buffer, start: number): { value: number; end: number } | undefined {
  let value = 0;
  for (let at = start; at < bytes.length && at < start + 5; at++) {
    const byte = bytes[at] ?? 0;
    value = at === start ? byte & 0x7f : ((value + 1) << 7) | (byte & 0x7f);
    if ((byte & 0x80) === 0) return { value, end: at + 1 };
  }
  return undefined;
}
