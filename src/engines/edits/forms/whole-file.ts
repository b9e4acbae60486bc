import { type Failure, type FileEdit, type FormReading, fail } from "../model.ts";
import { closesFence, type Fence, openedFence } from "./fences.ts";
import { contentIn, type EditInput, type Fields, isStrReplace, isWhole, pathIn, readObjects } from "./json-objects.ts";
import { pathIn as pathInLine } from "./path-line.ts";

/** Reads `{path, content}`; where the caller named the file, a text that is no edit of its own is the content. */
export function parseWhole(input: EditInput, path: string | undefined): FormReading | Failure {
  const { objects, unclaimed } = readObjects(input);
  const isJsonOfTheFile = typeof input === "string" && path !== undefined && !objects.some(isEdit);
  if (!isJsonOfTheFile && objects.length > 0 && objects.every(isWhole))
    return { kind: "read", format: "whole", files: objects.map(wholeFile), unclaimed };
  if (isJsonOfTheFile) return wholeText(input, path);
  return malformed("The edit has no path or no content.");
}

const malformed = (message: string): Failure => fail({ code: "parse", message, hint: "Write JSON: {path, content}." });

/** An object that says what to do to a file, and is no file itself. */
const isEdit = (fields: Fields): boolean =>
  pathIn(fields) !== undefined || isStrReplace(fields) || (isWhole(fields) && Object.keys(fields).length === 1);

export function wholeFile(fields: Fields): FileEdit {
  const path = pathIn(fields);
  return wholeEdit(path === undefined ? [] : [path], contentIn(fields) ?? "");
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

/** The text itself, or what its fence holds where the text is a fence and at most a line that announces it. */
function wholeText(text: string, path: string): FormReading | Failure {
  const written = text.split("\n");
  const lines = written.map((line) => line.replace(/\r$/, ""));
  const open = openingIndex(lines, path);
  const fence = openedFence(lines[open] ?? "");
  const read = (content: string): FormReading => ({
    kind: "read",
    format: "whole",
    files: [wholeEdit([path], content)],
    unclaimed: [],
  });
  if (fence === undefined) return read(text);
  const last = lines.findLastIndex((line) => line.trim() !== "");
  if (last === open || !closesFence(lines[last] ?? "", fence))
    return malformed(
      "The text begins with a fence that is not closed at its end, so that what is content is not known.",
    );
  if (!areFencesPaired(lines.slice(open + 1, last), fence))
    return malformed("The text holds more than one fence: which is the file is not known.");
  const content = written.slice(open + 1, last).map((line) => `${line}\n`);
  return read(content.join(""));
}

/** The first line, or the one below a line that names the file or ends in a colon; headings are content. */
function openingIndex(lines: readonly string[], path: string): number {
  const first = lines.findIndex((line) => line.trim() !== "");
  const line = (lines[first] ?? "").trim();
  const announces = pathInLine(line) === path || (line.endsWith(":") && !line.startsWith("#"));
  return announces ? lines.findIndex((next, at) => at > first && next.trim() !== "") : first;
}

/** Fences within one as short as theirs must have a label where they open. */
function areFencesPaired(lines: readonly string[], { mark }: Fence): boolean {
  let inner: Fence | undefined;
  for (const line of lines) {
    const opened = openedFence(line);
    if (opened === undefined || !opened.mark.startsWith(mark)) continue;
    if (inner !== undefined) inner = closesFence(line, inner) ? undefined : inner;
    else if (opened.label === "") return false;
    else inner = opened;
  }
  return inner === undefined;
}
