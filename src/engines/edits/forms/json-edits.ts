import { type Failure, type FileEdit, type FormReading, fail, type Hunk, type UnclaimedLine } from "../model.ts";
import { closesFence, type Fence, openedFence } from "./fences.ts";

/** What a JSON edit may be given as: its text, or the value itself. */
export type EditInput = string | Readonly<Record<string, unknown>>;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects that a text holds: the text itself, or its fenced parts. */
export const jsonObjects = (input: EditInput): readonly Fields[] | undefined => {
  const { objects } = readObjects(input);
  return objects.length > 0 ? objects : undefined;
};

interface ObjectsRead {
  readonly objects: readonly Fields[];
  /** Fenced parts that name the fields of an edit and are no JSON. */
  readonly unclaimed: readonly UnclaimedLine[];
}

function readObjects(input: EditInput): ObjectsRead {
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
  for (const [at, line] of text.split("\n").entries()) {
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
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const stringIn = (fields: Fields, ...names: readonly string[]): string | undefined => {
  for (const name of names) if (typeof fields[name] === "string") return fields[name];
  return undefined;
};

const pathIn = (fields: Fields): string | undefined =>
  stringIn(fields, "path", "file_path", "filePath", "file", "filename");
const searchIn = (fields: Fields): string | undefined =>
  stringIn(fields, "old_string", "old_str", "oldString", "oldText", "old_text", "search");
const replaceIn = (fields: Fields): string | undefined =>
  stringIn(fields, "new_string", "new_str", "newString", "newText", "new_text", "replace");
const contentIn = (fields: Fields): string | undefined => stringIn(fields, "content", "file_text", "contents", "text");

export const isStrReplace = (fields: Fields): boolean =>
  searchIn(fields) !== undefined || Array.isArray(fields["edits"]) || "insert_line" in fields;
export const isWhole = (fields: Fields): boolean => contentIn(fields) !== undefined && !isStrReplace(fields);

/** Reads `{path, old_string, new_string, replace_all?}`, `{path, edits}` and the `insert` and `create` commands. */
export function parseStrReplace(input: EditInput): FormReading | Failure {
  const { objects, unclaimed } = readObjects(input);
  if (objects.length === 0) return malformed("The edit is not a JSON object.");
  const files: FileEdit[] = [];
  for (const fields of objects) {
    const read = isWhole(fields) ? wholeFile(fields) : strReplaceFile(fields);
    if ("error" in read) return read;
    for (const file of read) files.push(file);
  }
  return { kind: "read", format: "str_replace", files, unclaimed };
}

const malformed = (message: string): Failure =>
  fail({ code: "parse", message, hint: "Write JSON: {path, old_string, new_string, replace_all?}." });

function strReplaceFile(fields: Fields): readonly FileEdit[] | Failure {
  const asks = [Boolean(searchIn(fields)), Array.isArray(fields["edits"]), "insert_line" in fields];
  if (asks.filter(Boolean).length > 1)
    return malformed("The edit mixes old_string, edits and insert_line; give one of them.");
  if ("insert_line" in fields) return insertion(fields);
  if (!Array.isArray(fields["edits"])) return replacements([fields], pathIn(fields), false);
  const entries: unknown[] = fields["edits"];
  if (entries.length === 0) return malformed("The list of edits is empty.");
  // An edit of a list may name a file of its own.
  const files: FileEdit[] = [];
  for (let from = 0; from < entries.length; ) {
    const path = entryPath(entries[from], fields);
    let end = from + 1;
    while (end < entries.length && entryPath(entries[end], fields) === path) end++;
    const read = replacements(entries.slice(from, end), path, true);
    if ("error" in read) return read;
    for (const file of read) files.push(file);
    from = end;
  }
  return files;
}

const entryPath = (entry: unknown, fields: Fields): string | undefined =>
  (isFields(entry) ? pathIn(entry) : undefined) ?? pathIn(fields);

const baseOf = (path: string | undefined) =>
  ({ names: path === undefined ? [] : [path], certain: true, order: "sequential" }) as const;

function insertion(fields: Fields): readonly FileEdit[] | Failure {
  const text = replaceIn(fields) ?? stringIn(fields, "insert_text", "text");
  const line = Number(fields["insert_line"]);
  if (text === undefined || !Number.isSafeInteger(line))
    return malformed("An insert needs insert_line and new_string.");
  const hunks = [{ kind: "insert" as const, afterLine: line, text: text.replaceAll("\r\n", "\n") }];
  return [{ ...baseOf(pathIn(fields)), kind: "modify", hunks }];
}

function replacements(
  entries: readonly unknown[],
  path: string | undefined,
  isList: boolean,
): readonly FileEdit[] | Failure {
  const hunks: Hunk[] = [];
  const created: FileEdit[] = [];
  for (const [index, entry] of entries.entries()) {
    const search = isFields(entry) ? searchIn(entry) : undefined;
    const replace = isFields(entry) ? replaceIn(entry) : undefined;
    if (!isFields(entry) || search === undefined || replace === undefined)
      return malformed(`Edit ${index + 1} needs old_string and new_string, both texts.`);
    if (search === "") {
      if (index > 0) return malformed(`Edit ${index + 1} has an empty old_string, which fits everywhere.`);
      // Alone it means a new file; at the head of a list it also means the top of one that exists.
      const adds = isList ? { onExisting: "prepend" as const } : {};
      const onExisting = replace === "" ? { onExisting: "keep" as const } : adds;
      created.push({ ...baseOf(path), kind: "create", hunks: [], content: replace, ...onExisting });
      continue;
    }
    const all = entry["replace_all"] ?? entry["replaceAll"] ?? entry["allow_multiple"];
    hunks.push({
      kind: "text",
      search: search.replaceAll("\r\n", "\n"),
      replace: withOwnReturns(replace, search),
      replaceAll: all === true || all === "true",
      wholeLines: false,
    });
  }
  return hunks.length === 0 ? created : [...created, { ...baseOf(path), kind: "modify", hunks }];
}

/** Returns that the old text does not have were written on purpose; otherwise they are how its lines end. */
const withOwnReturns = (replace: string, search: string): string =>
  search.includes("\n") && !search.includes("\r\n") ? replace : replace.replaceAll("\r\n", "\n");

/** Reads `{path, content}`; where the caller named the file, a text that is not JSON is the content. */
export function parseWhole(input: EditInput, path: string | undefined): FormReading | Failure {
  const { objects, unclaimed } = readObjects(input);
  if (objects.length > 0 && objects.every(isWhole))
    return { kind: "read", format: "whole", files: objects.flatMap(wholeFile), unclaimed };
  if (typeof input !== "string" || path === undefined || objects.length > 0)
    return fail({
      code: "parse",
      message: "The edit has no path or no content.",
      hint: "Write JSON: {path, content}.",
    });
  const fenced = /^\s*(?:\S[^\n]*\n\s*)?(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(input);
  const content = fenced === null ? input : `${fenced[2] ?? ""}\n`;
  return { kind: "read", format: "whole", files: [wholeEdit([path], content)], unclaimed: [] };
}

function wholeFile(fields: Fields): FileEdit[] {
  const path = pathIn(fields);
  return [wholeEdit(path === undefined ? [] : [path], contentIn(fields) ?? "")];
}

const wholeEdit = (names: readonly string[], content: string): FileEdit => ({
  kind: "create",
  names,
  certain: true,
  hunks: [],
  order: "any",
  content,
  onExisting: "replace",
});
