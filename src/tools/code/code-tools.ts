import type { JsonSchema, Tool, ToolContext, ToolOutput } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";

const FILE = { path: { type: "string", minLength: 1 } } as const;
const PLACE = { path: { type: "string", default: ".", description: "file or folder" } } as const;
const HOLDER = {
  path: { type: "string", default: ".", description: "that holds it" },
} as const;
const NAME = { name: { type: "string", minLength: 1 } } as const;
const NAMES = { names: { type: "array", items: { type: "string" } } } as const;
/** Long lists come in parts; a part says how much there is, and the offset of what follows. */
const PAGE = {
  limit: { type: "integer", minimum: 1, maximum: 500, default: 40, untold: true },
  offset: { type: "integer", minimum: 0, default: 0 },
} as const;

type Parameters = Readonly<Record<string, JsonSchema>>;
type CodeToolRow = readonly [name: string, verb: string, description: string, parameters: Parameters];

/** Each question: the tool's name, the word of `waymark code` for the same, what it tells, its parameters. */
const ROWS: readonly CodeToolRow[] = [
  [
    "citadel_analyze_file",
    "analyze",
    "What a source file holds, and what each part of it calls and includes, with lines.",
    { ...FILE, ...PAGE },
  ],
  [
    "citadel_get_functions",
    "functions",
    "The functions, paragraphs, sections, programs or steps of a file with their lines and calls.",
    { ...FILE, ...PAGE },
  ],
  [
    "citadel_get_callouts",
    "callouts",
    "Everything that a file or folder refers to, by relationship: calls, copies, reads, writes, executes … and whether it was found.",
    {
      ...PLACE,
      only: { type: "array", items: { type: "string" }, description: "relationships, such as calls", untold: true },
      ...PAGE,
    },
  ],
  [
    "citadel_get_includes",
    "includes",
    "The COPY, INCLUDE and import members of a file and where they were found.",
    { ...FILE, ...PAGE },
  ],
  [
    "citadel_get_function_body",
    "body",
    "The source of one function, paragraph or section; the name without regard to case.",
    { ...FILE, ...NAME },
  ],
  [
    "citadel_get_function_bodies",
    "bodies",
    "The source of several functions, paragraphs or sections of one file.",
    { ...FILE, names: { type: "array", items: { type: "string" }, minItems: 1 } },
  ],
  [
    "citadel_get_file_stats",
    "stats",
    "Lines, paragraphs and complexity of a file, paragraph by paragraph.",
    { ...FILE, ...PAGE },
  ],
  [
    "citadel_get_callers",
    "callers",
    "Who calls, performs, copies or uses a function, program, paragraph, copybook, table, map, dataset or field.",
    { ...HOLDER, ...NAME, ...PAGE },
  ],
  [
    "citadel_get_sequence_diagrams",
    "sequence",
    "Mermaid sequence diagrams of the longest call chains of a file or folder.",
    {
      ...PLACE,
      max_diagrams: { type: "integer", minimum: 1, maximum: 10, default: 3 },
      min_sequence_length: { type: "integer", minimum: 1, default: 2, description: "calls in a chain" },
    },
  ],
  [
    "citadel_get_dead_code",
    "dead-code",
    "What nothing reaches, with the reason, and what only looks dead: paragraphs, statements, programs, copybooks, screens.",
    {
      ...PLACE,
      exclude: { type: "array", items: { type: "string" }, description: "kinds to leave out, such as copybook" },
      only: { type: "array", items: { type: "string" } },
      ...PAGE,
    },
  ],
  [
    "citadel_get_flow_diagram",
    "flow",
    "A Mermaid flowchart of the control flow of a file, from a paragraph when one is given.",
    { ...FILE, name: { type: "string" }, include_external: { type: "boolean", default: true } },
  ],
  [
    "citadel_get_file_summary",
    "summary",
    "A file or folder in a few lines: size, entry points, main calls, what is missing.",
    { ...FILE, ...PAGE },
  ],
  [
    "citadel_get_analysis_patterns",
    "patterns",
    "How often each kind of statement occurs in a file: data flow, control flow, error handling, input and output.",
    { ...FILE, ...PAGE },
  ],
  [
    "citadel_impact",
    "impact",
    "What a change of a field, copybook, table, program or function reaches, with the line that proves each step.",
    { ...NAME, ...HOLDER, to: { type: "string", description: "PICTURE to try on a field" }, ...PAGE },
  ],
  [
    "citadel_lineage",
    "lineage",
    "Where the value of a field comes from and goes to: moves, files, tables.",
    { ...NAME, ...HOLDER, ...PAGE },
  ],
  [
    "citadel_jobs",
    "jobs",
    "Which job and step creates, reads, updates or deletes which dataset or table (CRUD matrix).",
    { ...PLACE, ...PAGE },
  ],
  [
    "citadel_crud",
    "crud",
    "Which programs, jobs and transactions create, read, update or delete which dataset, table, queue or map. Names narrow it: programs, resources, or a copybook or record for what holds it.",
    { ...PLACE, ...NAMES, ...PAGE },
  ],
  [
    "citadel_screens",
    "screens",
    "Transactions, the programs they start, the maps those send and receive, and where they go on to. Names of fields: the maps that show them.",
    { ...PLACE, ...NAMES, ...PAGE },
  ],
  [
    "citadel_rules",
    "rules",
    "Business rules of COBOL: conditions and computations with their lines. Names of fields: the rules that touch them.",
    { ...PLACE, ...NAMES, ...PAGE },
  ],
  [
    "citadel_fields",
    "fields",
    "The fields of a copybook or program: offset, length, picture, who uses them.",
    { ...FILE, ...PAGE },
  ],
];

/** Of other code than that of mainframes there is nothing to tell. */
const MAINFRAME_VERBS: ReadonlySet<string> = new Set(["crud", "jobs", "screens", "lineage", "rules", "fields"]);

/** Parameters whose name in the question is another; a single name is a list of one. */
const ASKED_AS: Readonly<Record<string, string>> = {
  name: "names",
  include_external: "external",
  max_diagrams: "diagramsMax",
  min_sequence_length: "callsMin",
};

/** Questions about code that parsers answer, never a model; offered where the folder has files they understand. */
export const CODE_TOOLS: readonly Tool[] = ROWS.map(codeTool);

function codeTool([name, verb, description, parameters]: CodeToolRow): Tool {
  const required = Object.keys(parameters).filter(
    (key) => parameters[key]?.["minLength"] || parameters[key]?.["minItems"],
  );
  return defineTool({
    name,
    description,
    schema: { type: "object", properties: parameters, ...(required.length > 0 && { required }) },
    isUseful: ({ code }) => code.offer() === "all" || (code.offer() === "core" && !MAINFRAME_VERBS.has(verb)),
    intent(input) {
      const { path, names = [] } = questionOf(input);
      // Of a whole folder the name is what the question is about.
      const about = path === "." && names.length > 0 ? names : [path, ...names];
      return { accesses: [{ kind: "read", path }], display: { kind: "text", text: [verb, ...about].join(" ") } };
    },
    async run(input, { code, signal, progress }: ToolContext): Promise<ToolOutput> {
      const text = await code.query(verb, questionOf(input), signal, (line) => progress(`${line}\n`));
      return { text, display: { kind: "text", text: titleOf(text) } };
    },
  });
}

/** What an answer is and how much of each there is, in one line: the whole is for the model, and for a person who unfolds it. */
function titleOf(text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const lists = rest.flatMap((line) => /^## (.+)$/.exec(line)?.[1] ?? []);
  const title = first.replace(/^# /, "");
  return lists.length === 0 ? title : `${title}: ${lists.join(", ")}`;
}

function questionOf(
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> & { readonly path: string; readonly names?: readonly string[] } {
  const question: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(input)) {
    const asked = ASKED_AS[key] ?? key;
    if (value !== undefined && value !== "") question[asked] = asked === "names" ? [value].flat() : value;
  }
  return { ...question, path: String(question["path"]) };
}
