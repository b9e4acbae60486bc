import { type Failure, type FileEdit, fail, type ParsedEdit } from "../model.ts";
import type { DiffSection } from "./diff-section.ts";
import { fileEditOf } from "./unified-files.ts";
import { parseHunk } from "./unified-hunk.ts";
/** Reads a unified diff, of git or plain, with or without correct numbers, inside prose or fences. */
export function parseUnified(text: string): ParsedEdit | Failure {
  const lines = text.split("\n").map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
  const sections: DiffSection[] = [];
  let section: DiffSection | undefined;
  let fence: string | undefined;
  const open = (): DiffSection => {
    const opened: DiffSection = { hunks: [] };
    sections.push(opened);
    return opened;
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? "";
    if (line.startsWith("@@")) {
      const hunk = parseHunk(lines, at, fence);
      if (hunk.kind === "failed") return hunk;
      section ??= open();
      section.hunks.push(...hunk.hunks);
      at = hunk.next;
      continue;
    }
    const header = fileHeader(lines, at);
    if (header !== undefined) {
      if (
        section === undefined ||
        section.oldName !== undefined ||
        section.newName !== undefined ||
        section.hunks.length > 0
      )
        section = open();
      Object.assign(section, header.names);
      at = header.next;
      continue;
    }
    if (line.startsWith("diff --git ") || line.startsWith("Index: ")) {
      section = open();
      nameSection(section, line);
    } else if (section !== undefined && section.hunks.length === 0) readExtendedHeader(section, line);
    const fenceMatch = /^\s*(`{3,}|~{3,})/.exec(line);
    if (fenceMatch !== null) fence = fence === undefined ? fenceMatch[1] : undefined;
    at++;
  }
  return readSections(sections);
}

function nameSection(section: DiffSection, line: string): void {
  if (line.startsWith("Index: ")) {
    section.indexName = line.slice("Index: ".length).trim();
    return;
  }
  const names = gitNames(line.slice("diff --git ".length));
  if (names !== undefined) section.gitNames = names;
}

function readSections(sections: readonly DiffSection[]): ParsedEdit | Failure {
  const files: FileEdit[] = [];
  for (const section of sections) {
    const edit = fileEditOf(section);
    if (edit === undefined) continue;
    if (edit.kind === "failed") return edit;
    files.push(edit);
  }
  if (files.length > 0) return { kind: "parsed", format: "unified", files };
  return fail({
    code: "parse",
    message: "The text holds no unified diff.",
    hint: "Write `--- a/path`, `+++ b/path`, then hunks that begin with `@@` and whose lines begin with a blank, `-` or `+`.",
  });
}

/** `---` and `+++` lines, or one of them right above a hunk. */
function fileHeader(
  lines: readonly string[],
  at: number,
): { readonly names: Pick<DiffSection, "oldName" | "newName">; readonly next: number } | undefined {
  const line = lines[at] ?? "";
  const next = lines[at + 1] ?? "";
  if (line.startsWith("--- ") && next.startsWith("+++ "))
    return { names: { oldName: line.slice(4), newName: next.slice(4) }, next: at + 2 };
  if (!next.startsWith("@@")) return undefined;
  if (line.startsWith("--- ")) return { names: { oldName: line.slice(4) }, next: at + 1 };
  if (line.startsWith("+++ ")) return { names: { newName: line.slice(4) }, next: at + 1 };
  return undefined;
}

function readExtendedHeader(section: DiffSection, line: string): void {
  const match =
    /^(rename from|rename to|copy from|copy to|new file mode|deleted file mode|old mode|new mode|index) (.*)$/.exec(
      line,
    );
  if (match === null) {
    if (/^(Binary files .* differ|GIT binary patch)$/.test(line)) section.isBinary = true;
    return;
  }
  const value = (match[2] ?? "").trim();
  switch (match[1]) {
    case "rename from":
    case "copy from":
      section.renameFrom = value;
      section.isCopy = match[1] === "copy from";
      break;
    case "rename to":
    case "copy to":
      section.renameTo = value;
      break;
    case "new file mode":
      section.newMode = value;
      break;
    case "deleted file mode":
      section.deletedMode = value;
      break;
    case "index":
      if (/ 120000$/.test(value)) section.newMode = "120000";
      break;
    default:
      section.changesMode = true;
  }
}

/** The two names of a `diff --git` line. Unquoted names may hold blanks: both are the same but for their prefix. */
function gitNames(text: string): readonly [string, string] | undefined {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(text.trim());
  if (quoted !== null) return [quoted[1] ?? "", quoted[2] ?? ""];
  const withoutPrefix = (name: string): string => name.replace(/^[^/]*\//, "");
  // Equal halves, so only one blank can separate them.
  const middle = (text.length - 1) / 2;
  const halves = [text.slice(0, middle), text.slice(middle + 1)] as const;
  return text[middle] === " " && withoutPrefix(halves[0]) === withoutPrefix(halves[1]) ? halves : undefined;
}
