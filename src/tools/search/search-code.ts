import type { SearchMatch, SearchResult } from "../../core/ports/workspace.ts";
import { defineTool } from "../define-tool.ts";

const COUNTED_MAX = 2000;
const LINE_CHARACTERS_MAX = 400;
/** What stands around a line: its number, a mark and the line end. */
const NUMBER_CHARACTERS = 8;
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
      context: { type: "integer", minimum: 0, maximum: 50, default: 0 },
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
    const text = [...listing(shown), ...notes(result, shown.length, input)];
    const count = `${result.matches.length}${result.stopped === undefined ? "" : "+"}`;
    return {
      text: text.join("\n"),
      kind: "search",
      display: { kind: "text", text: `${count} matches for ${pattern}` },
    };
  },
});

/** Matches as far as a page reaches, one at least; each counted with what it adds: its path and its context, where no match before it shows them. */
function onePage(matches: readonly SearchMatch[], charactersMax: number): readonly SearchMatch[] {
  let characters = 0;
  let last = { path: "", line: 0 };
  const past = matches.findIndex(({ path, line, before, text, after }, index) => {
    const isSameFile = last.path === path;
    const shownBefore = isSameFile ? Math.max(0, last.line + 1 - (line - before.length)) : 0;
    characters += isSameFile ? 0 : path.length;
    for (const one of [...before, text, ...after].slice(shownBefore))
      characters += NUMBER_CHARACTERS + Math.min(one.length, LINE_CHARACTERS_MAX);
    last = { path, line: line + after.length };
    return index > 0 && characters > charactersMax;
  });
  return past < 0 ? matches : matches.slice(0, past);
}

/** As ripgrep prints to a person: a path once, below it `line:text` and `line-text` around it, `--` where lines are left out, and a blank line between files. */
function listing(matches: readonly SearchMatch[]): string[] {
  return [...Map.groupBy(matches, ({ path }) => path)].flatMap(([path, ofFile], index) => [
    ...(index === 0 ? [] : [""]),
    path,
    ...blocks(ofFile),
  ]);
}

/** The matches of one file; those whose contexts touch are one block. */
function blocks(matches: readonly SearchMatch[]): string[] {
  const lines: string[] = [];
  let lastLine = 0;
  for (const [index, { line, text, before, after }] of matches.entries()) {
    const from = Math.max(line - before.length, lastLine + 1);
    if (index > 0 && from > lastLine + 1 && before.length + after.length > 0) lines.push("--");
    const nextLine = matches[index + 1]?.line ?? Number.POSITIVE_INFINITY;
    const below = after.slice(0, nextLine - line - 1);
    lines.push(
      ...around(before.slice(before.length - (line - from)), from),
      `${line}:${cut(text)}`,
      ...around(below, line + 1),
    );
    lastLine = line + below.length;
  }
  return lines;
}

const around = (texts: readonly string[], fromLine: number): readonly string[] =>
  texts.map((text, at) => `${fromLine + at}-${cut(text)}`);

function notes(
  { matches, stopped, isPartial }: SearchResult,
  shown: number,
  { pattern, path, glob }: { readonly pattern: string; readonly path: string; readonly glob?: string },
): string[] {
  const where = `${path === "." ? "" : ` in ${path}`}${glob === undefined ? "" : ` (files ${glob})`}`;
  const cutShort = stopped === "time" ? "time ran out" : "lines of many megabytes filled what a search may hold";
  const isCutShort = stopped === "time" || stopped === "size";
  const late = isCutShort ? `; the search was cut, as ${cutShort}, so there may be more` : "";
  const hidden = isPartial ? ["(files that may hold secrets, or that a rule forbids, were not searched)"] : [];
  if (matches.length === 0 && isCutShort)
    return [
      `The search for ${pattern}${where} was cut, as ${cutShort}: nothing was found until then, and there may be matches. Narrow path or glob.`,
      ...hidden,
    ];
  if (matches.length === 0) return [`No match for ${pattern}${where}.`, ...hidden];
  if (stopped === undefined && shown === matches.length) return [];
  const total = stopped === "matches" ? `more than ${matches.length}` : String(matches.length);
  return [`(shown ${shown} of ${total} matches${late}; narrow the pattern, path or glob, or raise limit)`];
}

function cut(text: string): string {
  return text.length > LINE_CHARACTERS_MAX ? `${text.slice(0, LINE_CHARACTERS_MAX)}... (the line is longer)` : text;
}
