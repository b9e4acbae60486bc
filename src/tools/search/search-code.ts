import type { SearchMatch, SearchResult } from "../../core/ports/workspace.ts";
import { defineTool } from "../define-tool.ts";

const COUNTED_MAX = 2000;
const LINE_CHARACTERS_MAX = 400;
/** One page: what is shown of the matches is shown whole. */
const PAGE_CHARACTERS_MAX = 50_000;

export const searchCode = defineTool({
  name: "search_code",
  description: "Searches a file or folder, line by line, for a regular expression; not what git ignores.",
  schema: {
    type: "object",
    properties: {
      pattern: { type: "string", minLength: 1 },
      path: { type: "string", default: "." },
      glob: { type: "string", description: "such as *.cbl or src/**" },
      literal: { type: "boolean", default: false },
      ignore_case: { type: "boolean", default: false },
      context: { type: "integer", minimum: 0, maximum: 10, default: 0 },
      limit: { type: "integer", minimum: 1, maximum: 500, default: 50 },
    },
    required: ["pattern"],
  },
  intent: ({ pattern, path }) => ({
    accesses: [{ kind: "read", path }],
    display: { kind: "text", text: `Search ${pattern}${path === "." ? "" : ` in ${path}`}` },
  }),
  async run(input, { search, signal, resultCharsMax = PAGE_CHARACTERS_MAX }) {
    const { pattern, path, glob, literal, limit } = input;
    const query = { pattern, path, literal, ignoreCase: input.ignore_case, contextLines: input.context };
    const matchesMax = Math.max(COUNTED_MAX, limit);
    const result = await search.search({ ...query, ...(glob === undefined ? {} : { glob }), matchesMax }, signal);
    const shown = onePage(result.matches.slice(0, limit), Math.min(resultCharsMax, PAGE_CHARACTERS_MAX));
    const text = [
      ...(input.context === 0 ? shown.map(matchLine) : blocks(shown)),
      ...notes(result, shown.length, input),
    ];
    const count = `${result.matches.length}${result.stopped === undefined ? "" : "+"}`;
    return {
      text: text.join("\n"),
      kind: "search",
      display: { kind: "text", text: `${count} matches for ${pattern}` },
    };
  },
});

/** Matches as far as a page reaches, one at least; each counted with its context. */
function onePage(matches: readonly SearchMatch[], charactersMax: number): readonly SearchMatch[] {
  let characters = 0;
  const past = matches.findIndex(({ path, before, text, after }, index) => {
    for (const line of [...before, text, ...after])
      characters += path.length + 8 + Math.min(line.length, LINE_CHARACTERS_MAX);
    return index > 0 && characters > charactersMax;
  });
  return past < 0 ? matches : matches.slice(0, past);
}

function matchLine({ path, line, text }: SearchMatch): string {
  return `${path}:${line}:${cut(text)}`;
}

function contextLines(path: string, from: number, texts: readonly string[]): string[] {
  return texts.map((text, at) => `${path}-${from + at}-${cut(text)}`);
}

/** Matches of one file whose contexts touch, as one block like grep prints it. */
function blocks(matches: readonly SearchMatch[]): string[] {
  const lines: string[] = [];
  let lastPath = "";
  let lastLine = 0;
  for (const [index, match] of matches.entries()) {
    const next = matches[index + 1];
    const from = match.line - match.before.length;
    if (match.path !== lastPath || from > lastLine + 1) {
      if (index > 0) lines.push("--");
      lastLine = from - 1;
      lastPath = match.path;
    }
    const before = contextLines(match.path, from, match.before).slice(Math.max(0, lastLine + 1 - from));
    const afterMax = next?.path === match.path ? next.line - match.line - 1 : match.after.length;
    const after = contextLines(match.path, match.line + 1, match.after.slice(0, afterMax));
    lines.push(...before, matchLine(match), ...after);
    lastLine = match.line + after.length;
  }
  return lines;
}

function notes(
  { matches, stopped, filesLeftOut = 0 }: SearchResult,
  shown: number,
  { pattern, path, glob }: { readonly pattern: string; readonly path: string; readonly glob?: string },
): string[] {
  const where = `${path === "." ? "" : ` in ${path}`}${glob === undefined ? "" : ` (files ${glob})`}`;
  const cutShort = stopped === "time" ? "time ran out" : "lines of many megabytes filled what a search may hold";
  const isCutShort = stopped === "time" || stopped === "size";
  const late = isCutShort ? `; the search was cut, as ${cutShort}, so there may be more` : "";
  const hidden =
    filesLeftOut === 0
      ? []
      : [`(${filesLeftOut} matching files left out: they may hold secrets or a rule forbids them)`];
  if (matches.length === 0 && isCutShort)
    return [
      `The search for ${pattern}${where} was cut, as ${cutShort}: nothing was found until then, and there may be matches. Narrow path or glob.`,
      ...hidden,
    ];
  if (matches.length === 0) return [`No match for ${pattern}${where}.`, ...hidden];
  if (stopped === undefined && shown === matches.length) return hidden;
  const total = stopped === "matches" ? `more than ${matches.length}` : String(matches.length);
  return [`(shown ${shown} of ${total} matches${late}; narrow the pattern, path or glob, or raise limit)`, ...hidden];
}

function cut(text: string): string {
  return text.length > LINE_CHARACTERS_MAX ? `${text.slice(0, LINE_CHARACTERS_MAX)}... (the line is longer)` : text;
}
