import { homedir } from "node:os";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { isSecretText } from "../../engines/secrets/secret-content.ts";
import { readWithin } from "../linked-files.ts";
import type { PlainFile } from "../read-plain-file.ts";

const IMPORT_DEPTH_MAX = 5;
/** So many files are looked for, for one file of instructions and all that it imports. */
const LOOKS_MAX = 200;
/** Of all that one file of instructions imports; far more than is used of it. */
const IMPORTED_CHARS_MAX = 1_000_000;
/** Of all that is read for it, used or not: each is looked through for secrets. */
const LOOKED_CHARS_MAX = 4_000_000;
/** What one counts that is there and may not be shown. */
const REFUSED_CHARS = 500_000;
/** Of one line; more is no prose. */
const LINE_CHARS_MAX = 20_000;

/** What instructions may be made of. */
export interface Fence {
  /** No file beyond this folder is read. */
  readonly folder: string;
  /** Why a file is not for a model, by rules; absolute. */
  readonly whyNot?: ((path: string) => string | undefined) | undefined;
}

export interface ImportPlace {
  readonly path: string;
  readonly fence: Fence;
  readonly depth: number;
  /** The files that led here. */
  readonly above?: readonly string[];
}

/** What was read so far, and what is to be told of it. */
export interface ReadFiles {
  readonly files: string[];
  readonly warnings: string[];
  /** How many files were looked for. */
  looks: number;
  /** How many characters were imported. */
  chars: number;
  /** What was read already: a file that is named often is read once. */
  readonly known: Map<string, PlainFile>;
  /** How many characters were looked through. */
  looked: number;
}

export const nothingRead = (files: string[], warnings: string[]): ReadFiles => ({
  ...{ files, warnings, looks: 0, chars: 0, known: new Map(), looked: 0 },
});

/**
 * The text with what it imports: `@path` on a line of its own is replaced by the file, one within a line has the file below it. What stands
 * in code is left alone.
 */
export function expandImports(text: string, place: ImportPlace, found: ReadFiles): string {
  let fence = "";
  return text
    .split("\n")
    .map((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? "";
      const isCode = fence !== "" || mark !== "" || /^(?: {4}|\t)/.test(line);
      if (fence === "") fence = mark;
      else if (mark.startsWith(fence) && line.trim() === mark) fence = "";
      return isCode ? line : withImports(line, place, found);
    })
    .join("\n");
}

function withImports(line: string, place: ImportPlace, found: ReadFiles): string {
  if (line.length > LINE_CHARS_MAX || !line.includes("@")) return line;
  const alone = /^@(\S+)\s*$/.exec(line)?.[1];
  if (alone !== undefined) return imported(alone, place, found) ?? line;
  const prose = line.replace(/`[^`]*`/g, "");
  const named = [...prose.matchAll(/(?<=^|[\s("'])@([\w.~/][\w./~-]*)/g)].map(([, path = ""]) =>
    path.replace(/\.+$/, ""),
  );
  const texts = named.flatMap((path) => (isFile(path, place, found) ? (imported(path, place, found) ?? []) : []));
  return [line, ...texts].join("\n");
}

/** Many words begin so: `@types/node`, `@Override`, an address. */
const isFile = (target: string, place: ImportPlace, found: ReadFiles): boolean =>
  found.looks++ < LOOKS_MAX && readOnce(placeOf(target, place), place.fence, found)?.kind === "text";

/** Undefined: too much was read already. */
function readOnce(path: string, fence: Fence, found: ReadFiles): PlainFile | undefined {
  const known = found.known.get(path);
  if (known !== undefined) return known;
  if (found.looked > LOOKED_CHARS_MAX) return undefined;
  const file = readFenced(path, fence);
  found.known.set(path, file);
  if (file.kind !== "missing") found.looked += file.kind === "text" ? file.text.length : REFUSED_CHARS;
  return file;
}

function placeOf(target: string, { path }: ImportPlace): string {
  if (target.startsWith("~/")) return join(homedir(), target.slice(2));
  return isAbsolute(target) ? target : resolve(dirname(path), target);
}

/** @returns undefined, and a warning, where it cannot be read */
function imported(target: string, place: ImportPlace, found: ReadFiles): string | undefined {
  const path = placeOf(target, place);
  const tooMany = (what: string): undefined => {
    const told = `${place.path} names more than ${what}; the others are left out.`;
    if (!found.warnings.includes(told)) found.warnings.push(told);
  };
  if (found.looks++ >= LOOKS_MAX) return tooMany(`${LOOKS_MAX} imports`);
  if (found.chars > IMPORTED_CHARS_MAX) return tooMany(`${IMPORTED_CHARS_MAX} characters of imports`);
  const problem = (why: string): undefined => {
    found.warnings.push(`${place.path}: the import @${target} is left out: ${why}.`);
  };
  const { folder } = place.fence;
  if (path !== folder && !path.startsWith(`${folder}/`)) return problem("it leads outside the repository");
  const above = [...(place.above ?? []), place.path];
  if (place.depth >= IMPORT_DEPTH_MAX || above.includes(path)) return problem("it goes in circles or too deep");
  // It stands there already.
  if (found.files.includes(path)) return undefined;
  const file = readOnce(path, place.fence, found);
  if (file === undefined) return tooMany(`${LOOKED_CHARS_MAX} characters to look through`);
  if (file.kind === "missing") return problem("there is no such file");
  if (file.kind === "refused") return problem(file.why);
  found.chars += file.text.length;
  const text = visibleText(file.text, path, found.warnings);
  found.files.push(path);
  return expandImports(text, { path, fence: place.fence, depth: place.depth + 1, above }, found);
}

/** A file whose real place is inside the fence and that is no file of secrets or of a rule: a link must not bring one to a model. */
export function readFenced(path: string, fence: Fence): PlainFile {
  const found = readWithin(path, fence.folder);
  if (found.kind !== "text") return found;
  const { real } = found;
  if (isSecretText(real, found.text)) return { kind: "refused", why: "it may hold secrets" };
  const ruled = fence.whyNot?.(path) ?? fence.whyNot?.(real);
  if (ruled !== undefined) return { kind: "refused", why: ruled };
  return { kind: "text", text: found.text.replace(/^\uFEFF/, "") };
}

/** Tags, reordering marks and the like carry orders that no reader of the file sees. */
const UNSEEN =
  /[\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0e]|[\u{1bca0}-\u{1bca3}]|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u00ad\ufff9-\ufffb]/gu;

export function visibleText(text: string, path: string, warnings: string[]): string {
  const visible = text.replace(UNSEEN, "");
  if (visible.length !== text.length)
    warnings.push(`${path} holds ${text.length - visible.length} invisible characters; the model does not see them.`);
  return visible;
}
