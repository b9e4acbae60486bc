import type { ToolMessage } from "../../../core/ports/model.ts";
import { type CitedLine, type Role, readCitedLines } from "./cited-lines.ts";
import { groupByRole, listRows, ROWS_MAX } from "./name-lines.ts";
import type { Question } from "./question.ts";

/** What the guide does next: look something up, or say what it found. */
export type Move =
  | {
      readonly kind: "look";
      readonly calls: readonly { readonly name: string; readonly input: Readonly<Record<string, unknown>> }[];
    }
  | { readonly kind: "say"; readonly text: string };

export interface Facts {
  /** Names of the tools that may be called. */
  readonly tools: ReadonlySet<string>;
  /** One list a step: what the calls of that step gave back, oldest first. */
  readonly rounds: readonly (readonly ToolMessage[])[];
}

const MATCHES_MAX = 200;

/** The next move for a question; depends on nothing but the question and what was found so far. */
export function nextMove(question: Question, facts: Facts): Move {
  switch (question.kind) {
    case "callers":
      return aboutName(question.name, facts, {
        tool: "citadel_get_callers",
        input: { function_name: question.name, file_path: "." },
        roles: ["call", "import"],
        title: `Where ${question.name} is called`,
      });
    case "uses":
      return aboutName(question.name, facts, {
        roles: ["call", "import", "mention", "definition"],
        title: `Where ${question.name} is used`,
      });
    case "definition":
      return aboutName(question.name, facts, {
        roles: ["definition"],
        title: `Where ${question.name} is defined`,
        isDefinition: true,
      });
    case "impact":
      return aboutName(question.name, facts, {
        tool: "citadel_impact",
        input: { name: question.name },
        roles: ["definition", "call", "import", "mention"],
        title: `What a change of ${question.name} reaches, by its name`,
      });
    case "lineage":
      return aboutName(question.name, facts, {
        tool: "citadel_lineage",
        input: { name: question.name },
        roles: ["definition", "mention"],
        title: `Where the value of ${question.name} is handled, by its name`,
      });
    case "job":
      return inFileOf(question.name, facts, {
        pattern: `^//${escapePattern(question.name)} +(?:JOB|PROC)`,
        tool: "citadel_analyze_file",
        what: `the job ${question.name}`,
      });
    case "flow":
      return inFileOf(question.name, facts, {
        pattern: `PROGRAM-ID\\. *['"]?${escapePattern(question.name.replace(/\.\w+$/, ""))}\\b|^.{7}${escapePattern(question.name)}(?: +SECTION)? *\\.`,
        tool: "citadel_get_flow_diagram",
        what: `the flow of ${question.name}`,
      });
    case "body":
      return inFileOf(question.name, facts, {
        pattern: `^.{6,11}${escapePattern(question.name)}(?: +SECTION)? *\\.|(?:function|def|func|void|class) +${escapePattern(question.name)}\\b|\\b${escapePattern(question.name)} *(?:=|\\().*[{>] *$`,
        tool: "citadel_get_function_body",
        what: question.name,
        input: { function_name: question.name },
      });
    case "summary":
    case "includes":
    case "callouts":
    case "size":
      return inFileOf(question.name, facts, {
        pattern: declarationOf(question.name),
        ...FILE_TOOLS[question.kind],
        what: question.name,
      });
    case "call-chains":
      return single(facts, "citadel_get_sequence_diagrams", { path: question.path }, "call chains");
    case "estate":
      return single(facts, "citadel_get_file_summary", { file_path: question.path }, "the estate");
    case "jobs":
      return single(facts, "citadel_jobs", { path: question.path }, "jobs");
    case "screens":
      return single(facts, "citadel_screens", { path: question.path }, "screens");
    case "dead-code":
      return single(facts, "citadel_get_dead_code", { path: question.path }, "dead code");
    case "show-file":
      return showFile(question, facts);
    case "explain-file":
      return explainFile(question.path, facts);
    case "list":
      return single(facts, "list_files", { path: question.path }, `the files in ${question.path}`);
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

const say = (text: string): Move => ({ kind: "say", text });

/** One call and its answer as it is. */
function single(facts: Facts, tool: string, input: Readonly<Record<string, unknown>>, what: string): Move {
  if (!facts.tools.has(tool))
    return say(`I cannot look up ${what} here: this folder holds no code that the tool ${tool} understands.`);
  const result = facts.rounds[0]?.[0];
  if (!result) return { kind: "look", calls: [{ name: tool, input }] };
  return say(result.failed ? `I could not look up ${what}: ${result.text}` : result.text);
}

/** What asks about the file that declares a name. */
const FILE_TOOLS = {
  summary: { tool: "citadel_get_file_summary" },
  includes: { tool: "citadel_get_includes" },
  callouts: { tool: "citadel_get_callouts", parameter: "path" },
  size: { tool: "citadel_get_file_stats" },
} as const;

/** A program, a job, a transaction, a class: the lines that bring one into being. */
const declarationOf = (name: string): string =>
  `PROGRAM-ID\\. *['"]?${escapePattern(name)}\\b|^//${escapePattern(name)} +(?:JOB|PROC)|TRANSACTION\\(${escapePattern(name)}\\)|(?:class|interface) +${escapePattern(name)}\\b|^${escapePattern(name)} +(?:CSECT|START|DFHMSD)|\\b${escapePattern(name)} *: *PROC`;

interface FileLookup {
  /** What the line that declares the name looks like. */
  readonly pattern: string;
  readonly tool: string;
  readonly what: string;
  /** What the tool calls the file; `file_path` when absent. */
  readonly parameter?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Finds the file that declares a name, then asks the tool about that file. */
function inFileOf(name: string, facts: Facts, lookup: FileLookup): Move {
  const { pattern, tool, what, parameter = "file_path", input = {} } = lookup;
  if (!facts.tools.has(tool))
    return say(`I cannot look up ${what} here: this folder holds no code that the tool ${tool} understands.`);
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

const escapePattern = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

interface NameLookup {
  readonly roles: readonly Role[];
  readonly title: string;
  /** A file of this name is an answer. */
  readonly isDefinition?: boolean;
  /** A code-intelligence tool that knows better than a text search. */
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
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
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
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

type ShowFile = Extract<Question, { kind: "show-file" }>;

function showFile({ path, from, to }: ShowFile, facts: Facts): Move {
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

function explainFile(path: string, facts: Facts): Move {
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
