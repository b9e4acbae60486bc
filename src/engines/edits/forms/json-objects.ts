import { parseForeignJson } from "../../../base/json-depth.ts";
import type { UnclaimedLine } from "../model.ts";
import { closesFence, type Fence, openedFence } from "./fences.ts";
import { textLines } from "./text-lines.ts";

/** What a JSON edit may be given as: its text, or the value itself. */
export type EditInput = string | Readonly<Record<string, unknown>>;

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export interface ObjectsRead {
  readonly objects: readonly Fields[];
  /** Fenced parts that name the fields of an edit and are no JSON. */
  readonly unclaimed: readonly UnclaimedLine[];
}

/** The objects that an input holds: the input itself, or the fenced parts of a text. */
export function readObjects(input: EditInput): ObjectsRead {
  if (typeof input !== "string") return { objects: isFields(input) ? [input] : [], unclaimed: [] };
  const whole = parseJson(input.trim());
  if (whole !== undefined) return { objects: objectsOf(whole) ?? [], unclaimed: [] };
  const objects: Fields[] = [];
  const unclaimed: UnclaimedLine[] = [];
  for (const { line, text } of fencedParts(input)) {
    const found = objectsOf(parseJson(text));
    if (found !== undefined) for (const fields of found) objects.push(fields);
    else if (EDIT_FIELDS.test(text)) unclaimed.push({ line, text: text.slice(0, 200) });
  }
  return { objects, unclaimed };
}

const EDIT_FIELDS = /^[[{][\s\S]*"(?:old_?str(?:ing)?|oldText|new_?str(?:ing)?|newText|edits)"\s*:/i;

/** The texts between fences with the line each begins on, in one pass however the fences are nested or left open. */
function fencedParts(text: string): UnclaimedLine[] {
  const parts: UnclaimedLine[] = [];
  let fence: Fence | undefined;
  let inside: string[] = [];
  for (const [at, line] of textLines(text).lines.entries()) {
    if (fence === undefined) {
      fence = openedFence(line);
      inside = [];
    } else if (closesFence(line, fence)) {
      parts.push({ line: at + 1 - inside.length, text: inside.join("\n").trim() });
      fence = undefined;
    } else inside.push(line);
  }
  return parts;
}

function objectsOf(value: unknown): readonly Fields[] | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isFields) ? value : undefined;
  return isFields(value) ? [value] : undefined;
}

function parseJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    return parseForeignJson(text);
  } catch {
    return undefined;
  }
}

const stringIn = (fields: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) if (typeof fields[name] === "string") return fields[name];
  return undefined;
};

export const pathIn = (fields: Fields): string | undefined =>
  stringIn(fields, "path", "file_path", "filePath", "file", "filename");
export const searchIn = (fields: Fields): string | undefined =>
  stringIn(fields, "old_string", "old_str", "oldString", "oldText", "old_text", "search");
export const replaceIn = (fields: Fields): string | undefined =>
  stringIn(fields, "new_string", "new_str", "newString", "newText", "new_text", "replace");
export const contentIn = (fields: Fields): string | undefined =>
  stringIn(fields, "content", "file_text", "contents", "text");
export const insertedIn = (fields: Fields): string | undefined =>
  replaceIn(fields) ?? stringIn(fields, "insert_text", "text");

/** A field that is filled in: a model leaves a field out by null as well. */
export const isGiven = (fields: Fields, name: string): boolean => (fields[name] ?? undefined) !== undefined;

export const isStrReplace = (fields: Fields): boolean =>
  searchIn(fields) !== undefined || Array.isArray(fields["edits"]) || isGiven(fields, "insert_line");
export const isWhole = (fields: Fields): boolean => contentIn(fields) !== undefined && !isStrReplace(fields);
