import type { Estate } from "../graph/estate.ts";
import { failure, type Line, type Lines, type Page, type QueryResult, renderAnswer, withLines } from "./answer.ts";
import type { DigestSource } from "./business/digest-source.ts";
import { fieldDictionary } from "./business/fields.ts";
import { estateDigests } from "./business/file-digest.ts";
import { businessRules } from "./business/rules.ts";
import { findCallers } from "./callers.ts";
import { crudMatrix } from "./crud.ts";
import { deadCode } from "./dead-code.ts";
import {
  analyzeFile,
  type Body,
  fileStats,
  fileSummary,
  functionBodies,
  listCallouts,
  listFunctions,
  listIncludes,
} from "./file-queries.ts";
import { type Diagram, flowDiagram } from "./flow-diagram.ts";
import type { FlowIndex } from "./flow-index.ts";
import { folderStats } from "./folder-stats.ts";
import { folderSummary } from "./folder-summary.ts";
import { impact } from "./impact/impact.ts";
import { jobMatrix } from "./jobs.ts";
import { lineage } from "./lineage.ts";
import { analysisPatterns } from "./pattern-query.ts";
import { screenFlow } from "./screens.ts";
import { pathDiagrams, sequenceDiagrams } from "./sequence-diagrams.ts";

/** The words of `waymark code`, one for each question that an estate can be asked. */
export const QUERY_VERBS = [
  "analyze",
  "functions",
  "callouts",
  "includes",
  "body",
  "bodies",
  "stats",
  "callers",
  "sequence",
  "dead-code",
  "flow",
  "summary",
  "patterns",
  "impact",
  "lineage",
  "jobs",
  "crud",
  "screens",
  "rules",
  "fields",
] as const;
/** One of `QUERY_VERBS`. */
export type QueryVerb = (typeof QUERY_VERBS)[number];

/** Questions that only one file can be asked. */
const OF_ONE_FILE: ReadonlySet<QueryVerb> = new Set<QueryVerb>([
  "analyze",
  "functions",
  "includes",
  "patterns",
  "flow",
]);

/** Why a question has no answer whatever the estate is, told without reading it. */
export function withoutAnswer(verb: QueryVerb, { path }: QueryInput): QueryResult | undefined {
  if (path !== "." || !OF_ONE_FILE.has(verb)) return undefined;
  return failure(`${verb} is asked of one file, not of a whole folder: name the file`);
}

/** What a question is about. Fields that a verb does not know are ignored. */
export interface QueryInput {
  /** A file or folder relative to the root; `.` is everything. */
  readonly path: string;
  /** Names of functions, fields, programs … */
  readonly names?: readonly string[];
  readonly diagramsMax?: number;
  readonly callsMin?: number;
  readonly external?: boolean;
  readonly exclude?: readonly string[];
  readonly only?: readonly string[];
  /** For `impact`: the PICTURE that a field would get. */
  readonly to?: string;
  /** For `impact` and `sequence`: also follow transfers between screens. */
  readonly navigation?: boolean;
}

export interface QueryParts {
  readonly estate: Estate;
  /** Built when first asked for: only questions about data items need it. */
  readonly flows: () => FlowIndex;
  readonly textOf: (path: string) => string | undefined;
}

/** By the verb: lines with proofs, Mermaid diagrams, bodies of source, or why there is no answer. */
export type CodeAnswer<Listed extends Lines = readonly Line[]> =
  | QueryResult<Listed>
  | {
      readonly kind: "diagrams";
      readonly title: string;
      readonly diagrams: readonly Diagram[];
      readonly notes: readonly string[];
    }
  | { readonly kind: "bodies"; readonly title: string; readonly bodies: readonly Body[] };

const DIAGRAMS_DEFAULT = 3;

function flowOf({ path, names, external = true }: QueryInput, estate: Estate): CodeAnswer {
  const start = names?.[0];
  const flow = flowDiagram(estate, path, { ...(start !== undefined && { start }), external });
  if (flow.kind !== "diagram") return flow;
  return { kind: "diagrams", title: `Flow of ${flow.title}`, diagrams: [flow], notes: [] };
}

function summaryOf(path: string, estate: Estate): CodeAnswer {
  const isFile = estate.facts.has(path) || estate.filesUnder(path).length < 2;
  return isFile ? fileSummary(estate, path) : folderSummary(estate, path);
}

/** Answers one question; never throws on any input. */
export function runQuery(verb: QueryVerb, input: QueryInput, parts: QueryParts): CodeAnswer {
  const { estate } = parts;
  const { path } = input;
  const name = input.names?.[0];
  switch (verb) {
    case "analyze":
      return analyzeFile(estate, path);
    case "functions":
      return listFunctions(estate, path);
    case "callouts":
      return listCallouts(estate, path, input.only);
    case "includes":
      return listIncludes(estate, path);
    case "body":
    case "bodies":
      return bodies(input, parts);
    case "stats":
      return isFolder(estate, path) ? folderStats(estate, path) : fileStats(estate, path);
    case "callers":
      return name === undefined
        ? failure("Say whose callers: a name is missing")
        : findCallers(estate, path, name, parts.flows);
    case "sequence":
      return sequences(input, estate);
    case "dead-code":
      return deadCode(estate, path, {
        ...(input.exclude && { exclude: input.exclude }),
        ...(input.only && { only: input.only }),
      });
    case "flow":
      return flowOf(input, estate);
    case "summary":
      return summaryOf(path, estate);
    case "patterns":
      return analysisPatterns(estate, path);
    case "impact":
      return name === undefined
        ? failure("Say what would change: a name is missing")
        : impact(estate, name, fileOf(estate, path), {
            flows: parts.flows(),
            ...(input.to !== undefined && { to: input.to }),
            ...(input.navigation !== undefined && { navigation: input.navigation }),
          });
    case "lineage":
      return name === undefined
        ? failure("Say which field: a name is missing")
        : lineage(estate, name, fileOf(estate, path), parts.flows());
    case "jobs":
      return jobMatrix(estate, path, input.names);
    case "crud":
      return crudMatrix(estate, path, input.names, parts.flows);
    case "screens":
      return screenFlow(estate, path, input.names, parts.flows);
    case "rules":
    case "fields":
      return withLines(businessQuery(verb, input, estateDigests(estate, parts.textOf)));
  }
}

/** Rules and fields need no estate, only what each file says of its data. */
export type BusinessVerb = "rules" | "fields";
export const isBusinessVerb = (verb: QueryVerb): verb is BusinessVerb => verb === "rules" || verb === "fields";

export const businessQuery = (
  verb: BusinessVerb,
  { path, names = [] }: QueryInput,
  digests: DigestSource,
): QueryResult<Lines> =>
  verb === "rules" ? businessRules(digests, path, names) : fieldDictionary(digests, path, names);

const isFolder = (estate: Estate, path: string): boolean =>
  !estate.facts.has(path) && estate.filesUnder(path).length > 0;

/** The file that narrows a name down; none for a folder. */
function fileOf(estate: Estate, path: string): string | undefined {
  return estate.facts.has(path) ? path : undefined;
}

function bodies(input: QueryInput, { estate, textOf }: QueryParts): CodeAnswer {
  const names = input.names ?? [];
  if (names.length === 0) return failure("Say which function: a name is missing");
  const found = functionBodies(estate, input.path, names, textOf);
  if (!Array.isArray(found)) return found;
  if (names.length === 1 && found[0]?.kind === "missing")
    return failure(`Function '${names[0]}' not found in ${input.path}`);
  const count = found.filter((body) => body.kind === "body").length;
  return { kind: "bodies", title: `Found ${count} of ${names.length} functions`, bodies: found };
}

function sequences(input: QueryInput, estate: Estate): CodeAnswer {
  const [from, to] = input.names ?? [];
  if (from !== undefined) {
    if (to === undefined) return failure(`Say where the chain from ${from} leads: two names, from and to`);
    const ways = pathDiagrams(estate, [from, to], {
      diagramsMax: input.diagramsMax ?? DIAGRAMS_DEFAULT,
      navigation: input.navigation === true,
    });
    return "kind" in ways ? ways : { kind: "diagrams", title: `Ways from ${from} to ${to}`, ...ways };
  }
  const found = sequenceDiagrams(estate, input.path, {
    diagramsMax: input.diagramsMax ?? DIAGRAMS_DEFAULT,
    edgesMin: input.callsMin ?? 2,
  });
  if ("kind" in found) return found;
  const notes = found.length === 0 ? ["No significant call chains found"] : [];
  return { kind: "diagrams", title: `Call chains of ${input.path}`, diagrams: found, notes };
}

/** Any answer as Markdown with a citation on every line that states a fact. */
export function renderCodeAnswer(result: CodeAnswer<Lines>, page: Page): string {
  switch (result.kind) {
    case "answer":
      return renderAnswer(result.answer, page);
    case "failure":
      return `${result.message}\n`;
    case "diagrams":
      return renderDiagrams(result.title, result.diagrams, result.notes);
    case "bodies":
      return `# ${result.title}\n\n${result.bodies.map(renderBody).join("\n")}`;
  }
}

function renderDiagrams(title: string, diagrams: readonly Diagram[], notes: readonly string[]): string {
  const parts = diagrams.map(
    (diagram) =>
      `## ${diagram.title}\n\n\`\`\`mermaid\n${diagram.mermaid.trimEnd()}\n\`\`\`\n\n${diagram.text.trimEnd()}\n`,
  );
  return `# ${title}\n\n${[...parts, ...notes].join("\n").trimEnd()}\n`;
}

function renderBody(body: Body): string {
  if (body.kind === "missing") return `## ${body.name}\n\n*Not found*\n`;
  return `## ${body.name} — ${body.file}:${body.start}-${body.end}\n\n\`\`\`\n${body.text}\n\`\`\`\n`;
}
