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

export interface IndexFile {
  readonly files: readonly KeptFile[];
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

/**
 * The files that an index of git names (gitformat-index(5), versions 2 to 4).
 * @param hashBytes  20 for SHA-1, 32 for SHA-256
 * @returns undefined where it is no such index
 */
export function readIndex(index: Buffer, hashBytes: number): IndexFile | undefined {
  const read = entriesOf(index, hashBytes);
  if (read === undefined) return undefined;
  const files = read.entries.map(({ file }) => file);
  // Under what stands for bytes that are no text nothing would be found.
  if (files.some(({ path, isRepository }) => isRepository && path.includes("\ufffd"))) return undefined;
  return { files, isPart: read.isPart, isSplit: read.extensions.has("link") };
}

/** Where each entry of an index stands, and what stands behind them; nothing where it is no such index. */
export interface IndexEntries {
  readonly version: number;
  readonly entries: readonly { readonly file: KeptFile; readonly start: number; readonly next: number }[];
  readonly extensions: ReadonlyMap<string, Buffer>;
  readonly isPart: boolean;
}

export function entriesOf(index: Buffer, hashBytes: number): IndexEntries | undefined {
  if (index.length < HEADER_BYTES || index.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = index.readUInt32BE(4);
  const count = index.readUInt32BE(8);
  if (version < 2 || version > 4 || count > FILES_MAX) return undefined;
  const entries: { file: KeptFile; start: number; next: number }[] = [];
  let at = HEADER_BYTES;
  let charsLeft = NAME_CHARS_MAX;
  for (let left = count; left > 0; left--) {
    const entry = entryAt(index, at, { hashBytes, version, before: entries.at(-1)?.file.path ?? "" });
    charsLeft -= entry?.file.path.length ?? 0;
    if (entry === undefined || charsLeft < 0) return undefined;
    entries.push({ ...entry, start: at });
    at = entry.next;
  }
  const extensions = extensionsOf(index.subarray(0, index.length - hashBytes), at);
  const starts = entries.map(({ start }) => start);
  if (extensions === undefined || !beginsAt(starts, extensions.get("IEOT"))) return undefined;
  const isPart = extensions.has("link") || entries.some(({ file }) => file.path.endsWith("/"));
  // Cut at bytes, so that the shared beginnings of version 4 count right.
  const named = ({ path, ...file }: KeptFile): KeptFile => ({ ...file, path: Buffer.from(path, "latin1").toString() });
  return { version, extensions, isPart, entries: entries.map((one) => ({ ...one, file: named(one.file) })) };
}

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
function beginsAt(starts: readonly number[], table: Buffer | undefined): boolean {
  if (table === undefined) return true;
  if (table.length % 8 !== 4) return false;
  let first = 0;
  for (let at = 4; at < table.length; at += 8) {
    if (starts[first] !== table.readUInt32BE(at)) return false;
    first += table.readUInt32BE(at + 4);
  }
  return first === starts.length;
}

interface Reading {
  readonly hashBytes: number;
  readonly version: number;
  /** The name of the entry before. */
  readonly before: string;
}

function entryAt(
  index: Buffer,
  at: number,
  { hashBytes, version, before }: Reading,
): { file: KeptFile; next: number } | undefined {
  const flagsAt = at + STAT_BYTES + hashBytes;
  if (flagsAt + 2 > index.length) return undefined;
  const flags = index.readUInt16BE(flagsAt);
  const nameAt = flagsAt + ((flags & EXTENDED) === 0 ? 1 : 2) * FLAG_BYTES;
  const shared = version === 4 ? variableNumber(index, nameAt) : { value: before.length, end: nameAt };
  if (shared === undefined || shared.value > before.length) return undefined;
  const end = index.indexOf(0, shared.end);
  if (end < 0 || before.length - shared.value + end - shared.end > PATH_CHARS_MAX) return undefined;
  const path = before.slice(0, before.length - shared.value) + index.toString("latin1", shared.end, end);
  if (path === "" || (flags & LENGTH_MAX) !== Math.min(path.length, LENGTH_MAX)) return undefined;
  const file = {
    path,
    sizeBytes: index.readUInt32BE(at + 36),
    mtimeSeconds: index.readUInt32BE(at + 8),
    isRepository: index.readUInt32BE(at + 24) >>> 12 === REPOSITORY_MODE,
    isUnmerged: (flags & STAGE) !== 0,
    isSkipped: (flags & EXTENDED) !== 0 && (index.readUInt16BE(flagsAt + FLAG_BYTES) & SKIPPED) !== 0,
    isAssumed: (flags & ASSUMED) !== 0,
  };
  // Each entry of the older versions is filled up to a multiple of eight.
  return { file, next: version === 4 ? end + 1 : at + Math.ceil((end - at + 1) / 8) * 8 };
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
