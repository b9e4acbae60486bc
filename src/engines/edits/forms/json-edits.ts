import { type Failure, type FileEdit, fail, type Hunk, type ParsedEdit } from "../model.ts";

/** What a JSON edit may be given as: its text, or the value itself. */
export type EditInput = string | Readonly<Record<string, unknown>>;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The objects that a text holds: the text itself, or its fenced parts. */
export function jsonObjects(input: EditInput): readonly Fields[] | undefined {
  if (typeof input !== "string") return isFields(input) ? [input] : undefined;
  const whole = parseJson(input.trim());
  if (whole !== undefined) return objectsOf(whole);
  const found = fencedParts(input).flatMap((part) => objectsOf(parseJson(part)) ?? []);
  return found.length > 0 ? found : undefined;
}

/** The texts between fences, in one pass however the fences are nested or left open. */
function fencedParts(text: string): string[] {
  const parts: string[] = [];
  let fence: string | undefined;
  let lines: string[] = [];
  for (const line of text.split("\n")) {
    const mark = /^[ \t]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) {
      fence = mark;
      lines = [];
    } else if (line.trim() === fence) {
      parts.push(lines.join("\n").trim());
      fence = undefined;
    } else lines.push(line);
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
export function parseStrReplace(input: EditInput): ParsedEdit | Failure {
  const objects = jsonObjects(input);
  if (objects === undefined) return malformed("The edit is not a JSON object.");
  const files: FileEdit[] = [];
  for (const fields of objects) {
    const read = isWhole(fields) ? wholeFile(fields) : strReplaceFile(fields);
    if ("error" in read) return read;
    files.push(...read);
  }
  return { kind: "parsed", format: "str_replace", files };
}

const malformed = (message: string): Failure =>
  fail({ code: "parse", message, hint: "Write JSON: {path, old_string, new_string, replace_all?}." });

function strReplaceFile(fields: Fields): readonly FileEdit[] | Failure {
  const path = pathIn(fields);
  const names = path === undefined ? [] : [path];
  const base = { names, certain: true, order: "sequential" as const };
  if ("insert_line" in fields) {
    const text = replaceIn(fields) ?? stringIn(fields, "insert_text", "text");
    const line = Number(fields["insert_line"]);
    if (text === undefined || !Number.isSafeInteger(line))
      return malformed("An insert needs insert_line and new_string.");
    return [{ ...base, kind: "modify", hunks: [{ kind: "insert", afterLine: line, text: normalized(text) }] }];
  }
  const list = Array.isArray(fields["edits"]) ? fields["edits"] : [fields];
  if (list.length === 0) return malformed("The list of edits is empty.");
  const hunks: Hunk[] = [];
  const created: FileEdit[] = [];
  for (const [index, entry] of list.entries()) {
    const search = isFields(entry) ? searchIn(entry) : undefined;
    const replace = isFields(entry) ? replaceIn(entry) : undefined;
    if (!isFields(entry) || search === undefined || replace === undefined)
      return malformed(`Edit ${index + 1} needs old_string and new_string, both texts.`);
    if (search === "") {
      if (index > 0) return malformed(`Edit ${index + 1} has an empty old_string, which fits everywhere.`);
      // Alone it means a new file; at the head of a list it also means the top of one that exists.
      const isHead = Array.isArray(fields["edits"]);
      created.push({ ...base, kind: "create", hunks: [], content: replace, ...(isHead && { onExisting: "prepend" }) });
      continue;
    }
    const all = entry["replace_all"] ?? entry["replaceAll"] ?? entry["allow_multiple"];
    hunks.push({
      kind: "text",
      search: normalized(search),
      replace: normalized(replace),
      replaceAll: all === true || all === "true",
      wholeLines: false,
    });
  }
  return hunks.length === 0 ? created : [...created, { ...base, kind: "modify", hunks }];
}

const normalized = (text: string): string => text.replaceAll("\r\n", "\n");

/** Reads `{path, content}`; where the caller named the file, a text that is not JSON is the content. */
export function parseWhole(input: EditInput, path: string | undefined): ParsedEdit | Failure {
  const objects = jsonObjects(input);
  if (objects?.every((fields) => contentIn(fields) !== undefined && !isStrReplace(fields)) === true)
    return { kind: "parsed", format: "whole", files: objects.flatMap(wholeFile) };
  if (typeof input !== "string" || path === undefined || objects !== undefined)
    return fail({
      code: "parse",
      message: "The edit has no path or no content.",
      hint: "Write JSON: {path, content}.",
    });
  const fenced = /^\s*(?:\S[^\n]*\n\s*)?(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n?\1\s*$/.exec(input);
  const content = fenced === null ? input : `${fenced[2] ?? ""}\n`;
  return { kind: "parsed", format: "whole", files: [wholeEdit([path], content)] };
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
