import { type Failure, type FileEdit, type FormReading, fail, type TextHunk } from "../model.ts";
import {
  type EditInput,
  type Fields,
  insertedIn,
  isFields,
  isGiven,
  isWhole,
  pathIn,
  readObjects,
  replaceIn,
  searchIn,
} from "./json-objects.ts";
import { wholeFile } from "./whole-file.ts";

/** Reads `{path, old_string, new_string, replace_all?}`, `{path, edits}` and the `insert` and `create` commands. */
export function parseStrReplace(input: EditInput): FormReading | Failure {
  const { objects, unclaimed } = readObjects(input);
  if (objects.length === 0) return malformed("The edit is not a JSON object.");
  const files: FileEdit[] = [];
  for (const fields of objects) {
    const read = isWhole(fields) ? [wholeFile(fields)] : strReplaceFile(fields);
    if ("error" in read) return read;
    for (const file of read) addFile(files, file);
  }
  return { kind: "read", format: "str_replace", files, unclaimed };
}

/** Objects that go on with the same file are one edit of it, so that it is known what the ones before wrote. */
function addFile(files: FileEdit[], file: FileEdit): void {
  const last = files.at(-1);
  const goesOn = last?.kind === "modify" && file.kind === "modify" && last.names[0] === file.names[0];
  if (goesOn) files[files.length - 1] = { ...last, hunks: [...last.hunks, ...file.hunks] };
  else files.push(file);
}

const malformed = (message: string): Failure =>
  fail({ code: "parse", message, hint: "Write JSON: {path, old_string, new_string, replace_all?}." });

function strReplaceFile(fields: Fields): readonly FileEdit[] | Failure {
  const edits: unknown = fields["edits"];
  const entries: readonly unknown[] = Array.isArray(edits) ? edits : [];
  const isInsertion = isGiven(fields, "insert_line");
  const asks = [Boolean(searchIn(fields)), entries.length > 0, isInsertion];
  if (asks.filter(Boolean).length > 1)
    return malformed("The edit mixes old_string, edits and insert_line; give one of them.");
  if (isInsertion) return insertion(fields);
  if (entries.length > 0) return listedEdits(entries, fields);
  if (Array.isArray(edits) && searchIn(fields) === undefined) return malformed("The list of edits is empty.");
  return replacements([fields], pathIn(fields), { isList: false });
}

/** An edit of a list may name a file of its own. */
function listedEdits(entries: readonly unknown[], fields: Fields): readonly FileEdit[] | Failure {
  const files: FileEdit[] = [];
  for (let from = 0; from < entries.length; ) {
    const path = entryPath(entries[from], fields);
    let end = from + 1;
    while (end < entries.length && entryPath(entries[end], fields) === path) end++;
    const read = replacements(entries.slice(from, end), path, { isList: true });
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
  const text = insertedIn(fields);
  const line = Number(fields["insert_line"]);
  if (text === undefined || !Number.isSafeInteger(line))
    return malformed("An insert needs insert_line and new_string.");
  const hunks = [{ kind: "insert" as const, afterLine: line, text: text.replaceAll("\r\n", "\n") }];
  return [{ ...baseOf(pathIn(fields)), kind: "modify", hunks }];
}

function replacements(
  entries: readonly unknown[],
  path: string | undefined,
  { isList }: { readonly isList: boolean },
): readonly FileEdit[] | Failure {
  const sides: TextHunk[] = [];
  for (const [index, entry] of entries.entries()) {
    const read = isFields(entry) ? sidesOf(entry) : undefined;
    if (read === undefined) return malformed(`Edit ${index + 1} needs old_string and new_string, both texts.`);
    if (read.search === "" && index > 0)
      return malformed(`Edit ${index + 1} has an empty old_string, which fits everywhere.`);
    sides.push(read);
  }
  const hunks = sides.filter(({ search }) => search !== "");
  const modified: FileEdit[] = hunks.length === 0 ? [] : [{ ...baseOf(path), kind: "modify", hunks }];
  const [first] = sides;
  return first?.search === "" ? [creation(first.replace, path, { isList }), ...modified] : modified;
}

/** An empty search alone means a new file; at the head of a list it also means the top of one that exists. */
function creation(content: string, path: string | undefined, { isList }: { readonly isList: boolean }): FileEdit {
  const base = { ...baseOf(path), kind: "create" as const, hunks: [], content };
  if (content === "") return { ...base, onExisting: "keep" };
  return isList ? { ...base, onExisting: "prepend" } : base;
}

function sidesOf(entry: Fields): TextHunk | undefined {
  const [search, replace] = [searchIn(entry), replaceIn(entry)];
  if (search === undefined || replace === undefined) return undefined;
  const all = entry["replace_all"] ?? entry["replaceAll"] ?? entry["allow_multiple"];
  return {
    kind: "text",
    search: search.replaceAll("\r\n", "\n"),
    replace: search === "" ? replace : withOwnReturns(replace, search),
    replaceAll: String(all).toLowerCase() === "true",
    wholeLines: false,
  };
}

/** Returns that the old text does not have were written on purpose; otherwise they are how its lines end. */
const withOwnReturns = (replace: string, search: string): string =>
  search.includes("\n") && !search.includes("\r\n") ? replace : replace.replaceAll("\r\n", "\n");
