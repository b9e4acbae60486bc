import { atOnce } from "../../../../base/steps.ts";
import { EXTENDED, entriesOf, FLAG_BYTES, HEADER_BYTES, SKIPPED, STAT_BYTES, textOf } from "./git-index.ts";

/** They say nothing of where entries begin, which is moved. */
const KEPT_EXTENSIONS = new Set(["TREE", "REUC"]);

/**
 * The same index, in which git passes over some files of the working tree: it takes its own word for them.
 * @returns without the checksum at its end; undefined where it is no index that is known, names a part of the files, or names none of these
 */
export function indexPassingOver(
  index: Buffer,
  hashBytes: number,
  isPassed: (path: string) => boolean,
): Buffer | undefined {
  const read = atOnce(entriesOf(index, hashBytes));
  if (read === undefined || read.isPart) return undefined;
  const { version, names, starts, extensions } = read;
  let passed = 0;
  const parts = names.map((name, at) => {
    const entry = index.subarray(starts[at], starts[at + 1]);
    if (!isPassed(textOf(name))) return entry;
    passed++;
    return skipping(entry, { hashBytes, version });
  });
  if (passed === 0) return undefined;
  const header = Buffer.from(index.subarray(0, HEADER_BYTES));
  header.writeUInt32BE(Math.max(version, 3), 4);
  const kept = [...extensions].flatMap(([kind, content]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return KEPT_EXTENSIONS.has(kind) ? [Buffer.from(kind, "latin1"), length, content] : [];
  });
  return Buffer.concat([header, ...parts, ...kept]);
}

function skipping(entry: Buffer, { hashBytes, version }: { hashBytes: number; version: number }): Buffer {
  const flagsAt = STAT_BYTES + hashBytes;
  const flags = entry.readUInt16BE(flagsAt);
  const isExtended = (flags & EXTENDED) !== 0;
  const words = Buffer.alloc(2 * FLAG_BYTES);
  words.writeUInt16BE(flags | EXTENDED);
  words.writeUInt16BE((isExtended ? entry.readUInt16BE(flagsAt + FLAG_BYTES) : 0) | SKIPPED, FLAG_BYTES);
  const name = entry.subarray(flagsAt + (isExtended ? 2 : 1) * FLAG_BYTES);
  const made = [entry.subarray(0, flagsAt), words, version === 4 ? name : name.subarray(0, name.indexOf(0))];
  const length = made.reduce((sum, part) => sum + part.length, 0);
  // Each entry of the older versions is filled up to a multiple of eight, by one byte at least.
  return Buffer.concat(version === 4 ? made : [...made, Buffer.alloc(8 - (length % 8))]);
}
