import { gunzipSync } from "node:zlib";
import { errorCode } from "../../base/error-text.ts";
import { BYTES_MAX, FILES_MAX, type FileSet, type FolderFile, isOfRepository, isPlainPath } from "./file-set.ts";

const BLOCK_BYTES = 512;
const SHOWN_CHARS_MAX = 200;

/**
 * The regular files of a gzipped tar archive (POSIX ustar, with the long names of pax and GNU); links, devices and repositories are left
 * out.
 * @throws {Error} when it is none, or names a place outside of it
 */
export function readArchive(bytes: Uint8Array): FileSet {
  const files = new Map<string, FolderFile>();
  let longName: string | undefined;
  for (const { type, header, content } of entriesOf(unpacked(bytes))) {
    if (type === "x" || type === "L") longName = longNameIn(type, content) ?? longName;
    else if (type !== "g") {
      if (type === "0" || type === "\0") take(fileOf(header, content, longName), files);
      longName = undefined;
    }
  }
  if (files.size === 0) throw new Error("it holds no files");
  const inFile = [...files.keys()].find((path) => foldersAbove(path).some((folder) => files.has(folder)));
  if (inFile !== undefined) throw new Error(`it names ${inFile}, which lies in a file`);
  return withoutTopFolder(files);
}

function take([path, file]: readonly [string, FolderFile], files: Map<string, FolderFile>): void {
  if (!isOfRepository(path)) files.set(path, file);
  if (files.size > FILES_MAX) throw new Error(`it has more than ${FILES_MAX} files`);
}

function unpacked(bytes: Uint8Array): Buffer {
  try {
    return gunzipSync(bytes, { maxOutputLength: BYTES_MAX });
  } catch (error) {
    if (errorCode(error) !== "ERR_BUFFER_TOO_LARGE") throw error;
    throw new Error(`it has more than ${BYTES_MAX / 1024 / 1024} MB`, { cause: error });
  }
}

const foldersAbove = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

interface Entry {
  readonly type: string;
  readonly header: Uint8Array;
  readonly content: Buffer;
}

function* entriesOf(tar: Buffer): Generator<Entry, void> {
  for (let at = 0; at + BLOCK_BYTES <= tar.length; ) {
    const header = tar.subarray(at, at + BLOCK_BYTES);
    if (header.every((byte) => byte === 0)) return;
    const sizeBytes = octal(header, 124, 12);
    const content = tar.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + sizeBytes);
    if (content.length < sizeBytes) throw new Error("it ends in the middle of a file");
    at += BLOCK_BYTES + Math.ceil(sizeBytes / BLOCK_BYTES) * BLOCK_BYTES;
    yield { type: String.fromCharCode(header[156] ?? 0), header, content };
  }
}

function fileOf(header: Uint8Array, content: Buffer, longName: string | undefined): [path: string, file: FolderFile] {
  const prefix = text(header, 345, 155);
  const path = longName ?? `${prefix === "" ? "" : `${prefix}/`}${text(header, 0, 100)}`;
  const plain = path.replace(/^\.\//, "");
  if (!isPlainPath(plain))
    throw new Error(
      `it names ${JSON.stringify(path.slice(0, SHOWN_CHARS_MAX))}, which is not inside of it, or no plain path`,
    );
  return [plain, { bytes: Buffer.from(content), isExecutable: (octal(header, 100, 8) & 0o111) !== 0 }];
}

function octal(header: Uint8Array, from: number, length: number): number {
  const value = Number.parseInt(text(header, from, length).trim() || "0", 8);
  if (!Number.isSafeInteger(value) || value < 0) throw new Error("it is no tar archive");
  return value;
}

/** Up to its first NUL. */
function text(bytes: Uint8Array, from: number, length: number): string {
  const part = bytes.subarray(from, from + length);
  const end = part.indexOf(0);
  return Buffer.from(end === -1 ? part : part.subarray(0, end)).toString("utf8");
}

function longNameIn(type: "x" | "L", content: Buffer): string | undefined {
  if (type === "L") return text(content, 0, content.length);
  return /(?:^|\n)\d+ path=([^\n]*)\n/.exec(content.toString("utf8"))?.[1];
}

/** Archives hold one folder most often: `package/` of npm, the name of a repository. */
function withoutTopFolder(files: ReadonlyMap<string, FolderFile>): FileSet {
  const tops = new Set([...files.keys()].map((path) => path.slice(0, path.indexOf("/") + 1)));
  const [top = ""] = tops;
  if (tops.size !== 1 || top === "" || top.startsWith(".")) return files;
  return new Map([...files].map(([path, file]) => [path.slice(top.length), file]));
}
