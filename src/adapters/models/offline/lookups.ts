import type { Role } from "./cited-lines.ts";

/** Asks a tool about the file that declares a name. */
export interface FileLookup {
  /** What the line that declares the name looks like. */
  readonly pattern: string;
  readonly tool: string;
  readonly what: string;
  /** What the tool calls the file; `file_path` when absent. */
  readonly parameter?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Asks where a name stands. */
export interface NameLookup {
  readonly roles: readonly Role[];
  readonly title: string;
  /** A file of this name is an answer. */
  readonly isDefinition?: boolean;
  /** A code-intelligence tool that knows better than a text search. */
  readonly tool?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** Asks one tool about a path and passes on what it says. */
export interface SingleLookup {
  readonly tool: string;
  /** What is looked up, for messages; the files of the path when absent. */
  readonly what?: string;
  /** What the tool calls the path; `path` when absent. */
  readonly parameter?: string;
}

export const NAME_LOOKUPS = {
  callers: (name) => ({
    tool: "citadel_get_callers",
    input: { function_name: name, file_path: "." },
    roles: ["call", "import"],
    title: `Where ${name} is called`,
  }),
  uses: (name) => ({ roles: ["call", "import", "mention", "definition"], title: `Where ${name} is used` }),
  definition: (name) => ({ roles: ["definition"], title: `Where ${name} is defined`, isDefinition: true }),
  impact: (name) => ({
    tool: "citadel_impact",
    input: { name },
    roles: ["definition", "call", "import", "mention"],
    title: `What a change of ${name} reaches, by its name`,
  }),
  lineage: (name) => ({
    tool: "citadel_lineage",
    input: { name },
    roles: ["definition", "mention"],
    title: `Where the value of ${name} is handled, by its name`,
  }),
} satisfies Record<string, (name: string) => NameLookup>;

export const FILE_LOOKUPS = {
  job: (name) => ({
    pattern: `^//${escapePattern(name)} +(?:JOB|PROC)`,
    tool: "citadel_analyze_file",
    what: `the job ${name}`,
  }),
  flow: (name) => ({
    pattern: `PROGRAM-ID\\. *['"]?${escapePattern(name.replace(/\.\w+$/, ""))}\\b|^.{7}${escapePattern(name)}(?: +SECTION)? *\\.`,
    tool: "citadel_get_flow_diagram",
    what: `the flow of ${name}`,
  }),
  body: (name) => ({
    pattern: `^.{6,11}${escapePattern(name)}(?: +SECTION)? *\\.|(?:function|def|func|void|class) +${escapePattern(name)}\\b|\\b${escapePattern(name)} *(?:=|\\().*[{>] *$`,
    tool: "citadel_get_function_body",
    what: name,
    input: { function_name: name },
  }),
  summary: (name) => ({ pattern: declarationOf(name), tool: "citadel_get_file_summary", what: name }),
  includes: (name) => ({ pattern: declarationOf(name), tool: "citadel_get_includes", what: name }),
  callouts: (name) => ({
    pattern: declarationOf(name),
    tool: "citadel_get_callouts",
    parameter: "path",
    what: name,
  }),
  size: (name) => ({ pattern: declarationOf(name), tool: "citadel_get_file_stats", what: name }),
} satisfies Record<string, (name: string) => FileLookup>;

export const SINGLE_LOOKUPS = {
  "call-chains": { tool: "citadel_get_sequence_diagrams", what: "call chains" },
  estate: { tool: "citadel_get_file_summary", what: "the estate", parameter: "file_path" },
  jobs: { tool: "citadel_jobs", what: "jobs" },
  screens: { tool: "citadel_screens", what: "screens" },
  "dead-code": { tool: "citadel_get_dead_code", what: "dead code" },
  list: { tool: "list_files" },
} satisfies Record<string, SingleLookup>;

/** A program, a job, a transaction, a class: the lines that bring one into being. */
const declarationOf = (name: string): string =>
  `PROGRAM-ID\\. *['"]?${escapePattern(name)}\\b|^//${escapePattern(name)} +(?:JOB|PROC)|TRANSACTION\\(${escapePattern(name)}\\)|(?:class|interface) +${escapePattern(name)}\\b|^${escapePattern(name)} +(?:CSECT|START|DFHMSD)|\\b${escapePattern(name)} *: *PROC`;

export const escapePattern = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
