import type { ToolMessage } from "../../../core/ports/model.ts";
import { type Facts, type Move, say } from "./move.ts";
import { listRows } from "./name-lines.ts";
import type { Question } from "./question.ts";

type ShowFile = Extract<Question, { kind: "show-file" }>;

/** Shows lines of a file. */
export function showFile({ path, from, to }: ShowFile, facts: Facts): Move {
  const input = {
    path,
    ...(from === undefined ? {} : { offset: from }),
    ...(from === undefined || to === undefined ? {} : { limit: Math.max(1, to - from + 1) }),
  };
  return located(
    path,
    facts,
    (place) => [{ name: "read_file", input: { ...input, path: place } }],
    (results) => results[0]?.text ?? "",
  );
}

/** Finds where the file lies when only its name is given, looks, then tells. */
function located(
  path: string,
  facts: Facts,
  calls: (place: string) => Extract<Move, { kind: "look" }>["calls"],
  tell: (results: readonly ToolMessage[], place: string) => string,
): Move {
  const pattern = path.includes("/") ? path : `**/${path}`;
  const search = facts.rounds[0]?.[0];
  if (!search) return { kind: "look", calls: [{ name: "find_files", input: { pattern } }] };
  const places = search.failed
    ? []
    : search.text.split("\n").filter((line) => line.endsWith(path) && !line.includes(": "));
  const place = places[0] ?? (search.failed || path.includes("/") ? path : undefined);
  if (place === undefined) return say(`There is no file ${path} here. \`list files\` shows what there is.`);
  const results = facts.rounds[1];
  if (!results) return { kind: "look", calls: calls(place) };
  const failed = results.find((result) => result.failed);
  if (failed && results.every((result) => result.failed)) return say(failed.text);
  const others = places.length > 1 ? `\n\nThe name also fits: ${places.slice(1).join(", ")}` : "";
  return say(tell(results, place) + others);
}

/** Tells what a file says of itself. */
export function explainFile(path: string, facts: Facts): Move {
  const hasSummary = facts.tools.has("citadel_get_file_summary");
  return located(
    path,
    facts,
    (place) => [
      ...(hasSummary ? [{ name: "citadel_get_file_summary", input: { file_path: place } }] : []),
      { name: "read_file", input: { path: place, limit: 400 } },
    ],
    (results, place) => {
      const summary = hasSummary && results[0] && !results[0].failed ? `${results[0].text}\n\n` : "";
      return `${summary}${outline(results.at(-1)?.text ?? "", place)}`;
    },
  );
}

const NUMBERED = /^\s*(\d+)\s*[|\t:]\s?(.*)$/;
const OUTLINE_ROWS_MAX = 30;

/** The comment at the top and the lines that define something, cited. */
function outline(numbered: string, path: string): string {
  const lines = numbered.split("\n").flatMap((row) => {
    const match = NUMBERED.exec(row);
    return match ? [{ path, line: Number(match[1]), text: match[2] ?? "" }] : [];
  });
  const comments = lines.slice(0, 40).filter(({ text }) => /^\s*(?:\/\/|\/?\*|#(?!!)|--)\s*\w|^.{6}\*\s*\w/.test(text));
  const definitions = lines.filter(({ text }) => isDefinition(text));
  const parts = [`What ${path} says of itself, from its own lines (I do not interpret):`];
  if (comments.length > 0) parts.push(`Comments:\n${listRows(comments.slice(0, 8))}`);
  if (definitions.length > 0) parts.push(`Defines:\n${listRows(definitions.slice(0, OUTLINE_ROWS_MAX))}`);
  if (comments.length + definitions.length === 0) parts.push(listRows(lines.slice(0, 12)));
  return parts.join("\n\n");
}

function isDefinition(text: string): boolean {
  return (
    /^\s*(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:public\s+|private\s+|protected\s+|static\s+)*(?:function|class|interface|type|enum|const|def|fn|func|struct|trait)\s+\w/.test(
      text,
    ) ||
    /PROGRAM-ID\.|^.{6}\s(?:[A-Z0-9][A-Z0-9-]*)(?:\s+SECTION)?\.\s*$|^.{6}\s+(?:01|FD)\s+\S|\bDIVISION\b/.test(text) ||
    /^\/\/\S+\s+(?:JOB|EXEC|PROC)\b/.test(text)
  );
}
