import { type CitedLine, type Role, readCitedLines } from "./cited-lines.ts";
import { explainFile, showFile } from "./file-moves.ts";
import {
  escapePattern,
  FILE_LOOKUPS,
  type FileLookup,
  NAME_LOOKUPS,
  type NameLookup,
  SINGLE_LOOKUPS,
  type SingleLookup,
} from "./lookups.ts";
import { type Facts, type Move, say } from "./move.ts";
import { groupByRole, listRows, ROWS_MAX } from "./name-lines.ts";
import type { Question } from "./question.ts";

const MATCHES_MAX = 200;

/** The next move for a question; depends on nothing but the question and what was found so far. */
export function nextMove(question: Question, facts: Facts): Move {
  switch (question.kind) {
    case "callers":
    case "uses":
    case "definition":
    case "impact":
    case "lineage":
      return aboutName(question.name, facts, NAME_LOOKUPS[question.kind](question.name));
    case "job":
    case "flow":
    case "body":
    case "summary":
    case "includes":
    case "callouts":
    case "size":
      return inFileOf(question.name, facts, FILE_LOOKUPS[question.kind](question.name));
    case "call-chains":
    case "estate":
    case "jobs":
    case "screens":
    case "dead-code":
    case "list":
      return single(facts, question.path, SINGLE_LOOKUPS[question.kind]);
    case "show-file":
      return showFile(question, facts);
    case "explain-file":
      return explainFile(question.path, facts);
    case "search":
      return searchText(question.text, facts);
    case "overview":
      return overview(facts);
    case "about":
      return aboutNames(question.names, facts);
    case "unknown":
      return say(CANNOT);
  }
}

const CANNOT = [
  "I cannot answer that without a language model: I only look up facts. I can answer questions such as",
  "- who calls FEEPOST? · where is formatBalance defined? · where is BERTH-ID used?",
  "- what happens if I change the length of BERTH-ID? · dead code in cobol/ · flow of FEEPOST",
  "- which programs use copybook BERTHREC? · what does job NIGHTLY run? · lineage of BERTH-ID · which screens are there?",
  '- what does src/main.ts do? · show src/main.ts lines 1 to 20 · list files in src · search "TODO"',
].join("\n");

/** One call and its answer as it is. */
function single(facts: Facts, path: string, { tool, what, parameter = "path" }: SingleLookup): Move {
  const thing = what ?? `the files in ${path}`;
  if (!facts.tools.has(tool)) return withoutTool(thing, tool);
  const result = facts.rounds[0]?.[0];
  if (!result) return { kind: "look", calls: [{ name: tool, input: { [parameter]: path } }] };
  return say(result.failed ? `I could not look up ${thing}: ${result.text}` : result.text);
}

const withoutTool = (what: string, tool: string): Move =>
  say(`I cannot look up ${what} here: this folder holds no code that the tool ${tool} understands.`);

/** Finds the file that declares a name, then asks the tool about that file. */
function inFileOf(name: string, facts: Facts, lookup: FileLookup): Move {
  const { pattern, tool, what, parameter = "file_path", input = {} } = lookup;
  if (!facts.tools.has(tool)) return withoutTool(what, tool);
  const [declared, named] = facts.rounds[0] ?? [];
  if (!declared || !named)
    return {
      kind: "look",
      calls: [
        { name: "search_code", input: { pattern, context: 0, ignore_case: true, limit: MATCHES_MAX } },
        { name: "find_files", input: { pattern: `**/${name.replace(/\.\w+$/, "")}.*` } },
      ],
    };
  const [first, ...others] = [
    ...readCitedLines(declared.failed ? "" : declared.text),
    ...pathsIn(named.failed ? "" : named.text),
  ];
  if (!first) return aboutNames([name], { ...facts, rounds: facts.rounds.slice(1) });
  const result = facts.rounds[1]?.[0];
  if (!result)
    return {
      kind: "look",
      calls: [{ name: tool, input: { [parameter]: first.path, ...input, ...paragraphOf(name, first, tool) } }],
    };
  const rest = [...new Set(others.map((other) => other.path))].filter((path) => path !== first.path);
  const also = rest.length > 0 ? `\n\nAlso in: ${rest.slice(0, 5).join(", ")}` : "";
  return say(result.failed ? `I could not look up ${what}: ${result.text}` : result.text + also);
}

/** The flow of a paragraph starts there; that of a program at its top. */
function paragraphOf(name: string, line: CitedLine, tool: string): Readonly<Record<string, unknown>> {
  const isParagraph = tool === "citadel_get_flow_diagram" && line.line > 0 && !/PROGRAM-ID/i.test(line.text);
  return isParagraph ? { paragraph: name } : {};
}

function pathsIn(listing: string): CitedLine[] {
  return listing.split("\n").flatMap((path) => (/^[^\s:]+\.\w+$/.test(path) ? [{ path, line: 0, text: "" }] : []));
}

function aboutName(name: string, facts: Facts, lookup: NameLookup): Move {
  const precise = lookup.tool !== undefined && facts.tools.has(lookup.tool) ? lookup.tool : undefined;
  // A copybook, and many a program, is defined by a file of its name.
  const isFileName = lookup.isDefinition === true && /^[\w$#@-]+$/.test(name);
  const calls = [
    ...(precise ? [{ name: precise, input: lookup.input ?? {} }] : []),
    ...(isFileName ? [{ name: "find_files", input: { pattern: `**/${name}.*`, limit: ROWS_MAX } }] : []),
    searchCall(name),
  ];
  const round = facts.rounds[0];
  if (!round) return { kind: "look", calls };
  const exact = precise ? round[0] : undefined;
  if (exact && !exact.failed && readsLikeAnswer(exact.text)) return say(exact.text);
  const found = round.at(-1);
  if (!found || found.failed) return say(`I could not search for ${name}: ${found?.text ?? "no result"}`);
  const files = isFileName && round[0] && !round[0].failed ? pathsIn(round[0].text) : [];
  return say(groupByRole(readCitedLines(found.text), name, lookup, files));
}

function readsLikeAnswer(text: string): boolean {
  return /:\d+/.test(text);
}

function searchCall(name: string): { name: string; input: Readonly<Record<string, unknown>> } {
  return {
    name: "search_code",
    input: { pattern: wordPattern(name), context: 0, ignore_case: true, limit: MATCHES_MAX },
  };
}

/** The whole name, where a hyphen belongs to names as it does in COBOL. */
function wordPattern(name: string): string {
  const escaped = escapePattern(name);
  return name.includes("-") ? `(^|[^A-Za-z0-9-])${escaped}($|[^A-Za-z0-9-])` : `\\b${escaped}\\b`;
}

function aboutNames(names: readonly string[], facts: Facts): Move {
  const round = facts.rounds[0];
  if (!round) return { kind: "look", calls: names.map(searchCall) };
  const roles: readonly Role[] = ["definition", "call", "import", "mention"];
  const parts = names.map((name, index) => {
    const found = round[index];
    const lines = found && !found.failed ? readCitedLines(found.text) : [];
    return groupByRole(lines, name, { roles, title: `What the code says of ${name}` });
  });
  return say(["I do not know what exactly you ask; this is what I can look up.", ...parts].join("\n\n"));
}

function searchText(text: string, facts: Facts): Move {
  const found = facts.rounds[0]?.[0];
  if (!found)
    return {
      kind: "look",
      calls: [
        {
          name: "search_code",
          input: { pattern: text, literal: true, context: 0, ignore_case: true, limit: MATCHES_MAX },
        },
      ],
    };
  if (found.failed) return say(`I could not search: ${found.text}`);
  const lines = readCitedLines(found.text);
  return say(
    lines.length === 0
      ? `Nothing here contains "${text}".`
      : `Lines that contain "${text}" (${lines.length}):\n${listRows(lines)}`,
  );
}

function overview(facts: Facts): Move {
  const round = facts.rounds[0];
  if (!round)
    return {
      kind: "look",
      calls: [
        { name: "list_files", input: { path: "." } },
        { name: "find_files", input: { pattern: "**/README*" } },
      ],
    };
  const readme =
    round[1] && !round[1].failed
      ? round[1].text.split("\n").find((line) => /README/i.test(line) && !line.includes(": "))
      : undefined;
  const second = facts.rounds[1]?.[0];
  if (readme && !second) return { kind: "look", calls: [{ name: "read_file", input: { path: readme, limit: 40 } }] };
  const listing = round[0]?.failed ? "" : `\n\nFiles:\n${round[0]?.text ?? ""}`;
  const about =
    second && !second.failed
      ? `What ${readme} says (lines cited as ${readme}:N):\n${second.text}`
      : "There is no README to quote.";
  return say(about + listing);
}
