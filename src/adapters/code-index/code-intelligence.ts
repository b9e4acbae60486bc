import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import type { CodeIntelligence } from "../../core/ports/knowledge.ts";
import { ToolFailure } from "../../core/tool.ts";
import { buildGraph, type EstateFile } from "../../engines/citadel/graph/build-graph.ts";
import { Estate } from "../../engines/citadel/graph/estate.ts";
import type { GraphPart, GraphSelection, StrangeNames } from "../../engines/citadel/graph/select-graph.ts";
import { streamGraph } from "../../engines/citadel/graph/stream-graph.ts";
import type { Graph } from "../../engines/citadel/model.ts";
import { failure, type Lines, type QueryResult } from "../../engines/citadel/queries/answer.ts";
import type { DigestSource } from "../../engines/citadel/queries/business/digest-source.ts";
import { type FileUses, fileUses } from "../../engines/citadel/queries/file-uses.ts";
import { FlowIndex } from "../../engines/citadel/queries/flow-index.ts";
import { type Known, withNearNames } from "../../engines/citadel/queries/near-names.ts";
import {
  type BusinessVerb,
  businessQuery,
  type CodeAnswer,
  isBusinessVerb,
  QUERY_VERBS,
  type QueryInput,
  type QueryParts,
  type QueryVerb,
  renderCodeAnswer,
  runQuery,
  withoutAnswer,
} from "../../engines/citadel/queries/run-query.ts";
import { PAGE, WHOLE } from "../../engines/citadel/report/kept-rows.ts";
import { businessReport, makeReport, type ReportParts } from "../../engines/citadel/report/make-report.ts";
import type { Report } from "../../engines/citadel/report/model.ts";
import { statIfThere } from "../folder-entries.ts";
import type { BuildProgress } from "./build-files.ts";
import { denials } from "./denied-paths.ts";
import { EstateCache, type Kept } from "./estate-cache.ts";
import { CODE, CODE_AND_DATA, type ListsWanted } from "./facts-cache.ts";
import type { IndexPlace } from "./index-place.ts";
import { ProjectIndex, type SyncOptions, type SyncReport } from "./project-index.ts";
import { keepHeapSmall, keepYoungHeapSmall } from "./small-heap.ts";

/** What can be asked of the code below one root. Every question first brings the index in step with the files. */
export interface CodeIndex {
  answer(verb: QueryVerb, input: QueryInput, options: SyncOptions): Promise<CodeAnswer<Lines>>;
  /** The whole graph, with the uses of data items; `problems` are folders and links that could not be read. */
  graph(options: SyncOptions): Promise<Graph & { readonly problems: readonly IndexProblem[] }>;
  /** The same in parts, as far as the selection asks for it, without holding the data items of all files. */
  graphParts(selection: GraphSelection, options: SyncOptions): AsyncGenerator<GraphPart | StrangeNames | ProblemsPart>;
  /** The uses of data items and files, one program file after the other; `path` and `names` narrow them. */
  uses(input: Pick<QueryInput, "path" | "names">, options: SyncOptions): AsyncGenerator<FileUses>;
  /** All that is known of a file or folder, as tables and a map; `only` asks for one of its tables. */
  report(path: string, only: BusinessVerb | undefined, options: ReportOptions): Promise<Report>;
  /** What questions are answered from: everything, in step with the files. */
  parts(options: SyncOptions): Promise<QueryParts>;
  /** The current text of a file that a report names; undefined when it is gone. */
  textOf(path: string): string | undefined;
  sync(options: SyncOptions): Promise<SyncReport & IndexTotals>;
  close(): void;
}

export interface ReportOptions extends SyncOptions {
  /** It is for a browser: of long tables it holds what one opens at once, and says how much there is. */
  readonly isPage?: boolean;
}

/** A file or folder that could not be read, or only in part; `path` is relative to the root. */
export interface IndexProblem {
  readonly path: string;
  readonly message: string;
}

/** The last part of a graph. */
export interface ProblemsPart {
  readonly list: "problems";
  readonly items: readonly IndexProblem[];
}

/** The whole index: files that a language took, their lines, files by language. */
export interface IndexTotals {
  readonly files: number;
  readonly lines: number;
  readonly languages: Readonly<Record<string, number>>;
  readonly problems: readonly IndexProblem[];
}

/** Which files belong to the index, and where it is kept. */
export interface CodeIndexOptions extends IndexPlace {
  /** Estates with more facts than this are answered from the files that matter to a question. */
  readonly wholeBytesMax?: number;
  /** The process does nothing but answer: its heap is kept small. */
  readonly isAlone?: boolean;
}

/** The uses of data items, whose edges say themselves what they are. */
const DATA: ListsWanted = { ...CODE_AND_DATA, withLines: false };

const CODE_WITHOUT_LINES: ListsWanted = { ...CODE, withLines: false };

/**
 * Opens the index of an estate: on disk, shared by processes, in step with the files whenever it is asked. Nothing is read before that.
 * @throws an error of the file system when its folder cannot be made
 */
export function openCodeIndex(options: CodeIndexOptions): CodeIndex {
  const index = new ProjectIndex(options);
  // Not while all is parsed: that is to be as fast as can be.
  if (options.isAlone && index.entries().length > 0) keepYoungHeapSmall();
  const estateOf = (files: readonly EstateFile[]): Estate =>
    new Estate(files, buildGraph(files, { data: false, libraries: options.libraries ?? [] }));
  const estates = new EstateCache(index, { ...options, estateOf });
  // Questions that come together share one look at the files, one after the other.
  let turn: Promise<unknown> = Promise.resolve();
  const inStep = (sync: SyncOptions): Promise<SyncReport> => {
    const next = turn.then(async () => {
      const report = await index.sync(sync);
      if (options.isAlone) keepYoungHeapSmall();
      return report;
    });
    turn = next.catch(() => {});
    return next;
  };
  const partsOf = (kept: Kept): QueryParts => ({
    estate: kept.estate,
    flows: () => (kept.flows ??= new FlowIndex(kept.estate)),
    textOf: (file) => index.textOf(file),
  });
  return {
    async answer(verb, input, sync) {
      const asked = { ...input, path: insidePath(options, input.path) ?? input.path };
      const refused = refusal(options, input) ?? withoutAnswer(verb, asked);
      if (refused) return refused;
      await inStep(sync);
      if (!index.areAsTold(estates.entriesFor(verb, asked))) await inStep(sync);
      const result = isBusinessVerb(verb)
        ? businessQuery(verb, asked, await index.digests(estates.entriesFor(verb, asked), sync.signal))
        : runQuery(verb, asked, partsOf(estates.for(verb, asked)));
      return withNearNames(verb, asked, { result, known: knownOf(index, estates) });
    },
    async parts(sync) {
      await inStep(sync);
      return partsOf(estates.for("impact", { path: "." }));
    },
    async graph(sync) {
      await inStep(sync);
      const files = index.load(index.entries(), CODE_AND_DATA);
      return { ...buildGraph(files, { data: true, libraries: options.libraries ?? [] }), problems: problemsOf(index) };
    },
    async *graphParts(selection, sync) {
      await inStep(sync);
      if (options.isAlone) keepHeapSmall();
      yield* streamGraph((withData) => index.readAll(withData ? DATA : CODE), selection, options.libraries ?? []);
      yield { list: "problems", items: problemsOf(index) };
    },
    async *uses({ path, names }, sync) {
      const inside = insidePath(options, path);
      if (inside === undefined || (inside !== "." && isDenied(options, inside))) return;
      await inStep(sync);
      yield* usesIn(index, inside, names);
    },
    async report(path, only, sync) {
      const inside = insidePath(options, path) ?? path;
      await inStep(sync);
      const digests = await index.digests(index.entries(), sync.signal);
      if (only !== undefined) return businessReport(basename(options.root), digests, inside, only);
      if (options.isAlone) keepHeapSmall();
      return makeReport(reportParts(index, digests, { name: basename(options.root), estateOf, ...sync }), inside);
    },
    textOf: (path) => index.textOf(path),
    async sync(sync) {
      const report = await inStep(sync);
      return { ...report, ...totalsOf(index) };
    },
    close: () => index.close(),
  };
}

const knownOf = (index: ProjectIndex, estates: EstateCache): Known => ({
  paths: () => index.entries().map((entry) => entry.path),
  estate: () => estates.for("impact", { path: "." }).estate,
});

interface ReportPlace extends Pick<ReportOptions, "isPage"> {
  readonly name: string;
  readonly estateOf: (files: readonly EstateFile[]) => Estate;
}

const reportParts = (
  index: ProjectIndex,
  digests: DigestSource,
  { name, estateOf, isPage }: ReportPlace,
): ReportParts => ({
  name,
  estate: () => estateOf(index.load(index.entries(), CODE_WITHOUT_LINES)),
  digests,
  textOf: (file) => index.textOf(file),
  extent: isPage ? PAGE : WHOLE,
});

function totalsOf(index: ProjectIndex): IndexTotals {
  const entries = index.entries();
  const languages: Record<string, number> = {};
  for (const { language } of entries) languages[language] = (languages[language] ?? 0) + 1;
  const lines = entries.reduce((sum, entry) => sum + entry.lines, 0);
  return { files: entries.length, lines, languages, problems: problemsOf(index) };
}

function* usesIn(index: ProjectIndex, inside: string, names: readonly string[] | undefined): Generator<FileUses> {
  const wanted = names && new Set(names.map((name) => name.toUpperCase()));
  for (const entry of index.entries().filter((each) => each.dataLength > 0 && isUnder(each.path, inside))) {
    const [file] = index.load([entry], CODE_AND_DATA);
    const found = file && fileUses(file.facts, wanted);
    if (found) yield found;
  }
}

const isUnder = (path: string, folder: string): boolean =>
  folder === "." || path === folder || path.startsWith(`${folder}/`);

function problemsOf(index: ProjectIndex): IndexProblem[] {
  const files = index
    .entries()
    .flatMap(({ path, trouble }) => (trouble === undefined ? [] : [{ path, message: trouble }]));
  const { troubles, deniedCount } = index.listing;
  const denied = `left out by rules that deny them: ${deniedCount} files and folders`;
  return [...troubles, ...files, ...(deniedCount === 0 ? [] : [{ path: ".", message: denied }])];
}

/** A path as the index knows it; undefined when it leads out of the root and of the folders that were added. */
function insidePath({ root, addedRoots = [] }: CodeIndexOptions, path: string): string | undefined {
  const absolute = isAbsolute(path) ? path : resolve(root, path);
  const inside = relative(root, absolute);
  if (inside === "") return ".";
  if (!inside.startsWith("..") && !isAbsolute(inside)) return inside.split(sep).join("/");
  const isAdded = addedRoots.some((folder) => absolute === folder || absolute.startsWith(`${folder}${sep}`));
  return isAdded ? absolute.split(sep).join("/") : undefined;
}

function refusal(options: CodeIndexOptions, input: QueryInput): QueryResult | undefined {
  const path = insidePath(options, input.path);
  if (path === undefined) return failure(`${input.path} is outside of ${options.root}`);
  const isHidden = path !== "." && isDenied(options, path);
  return isHidden ? failure(`${input.path} may not be read: a rule denies it`) : undefined;
}

function isDenied({ root, addedRoots = [], deny = [] }: CodeIndexOptions, path: string): boolean {
  const home = isAbsolute(path) ? addedRoots.find((folder) => path.startsWith(`${folder}/`)) : root;
  if (home === undefined) return false;
  const kind = statIfThere(resolve(root, path))?.isDirectory() ? "folder" : "file";
  return denials(home, deny, root)(isAbsolute(path) ? path.slice(home.length + 1) : path, kind);
}

const isVerb = (verb: string): verb is QueryVerb => QUERY_VERBS.some((known) => known === verb);
const LIMIT_DEFAULT = 40;

/**
 * The query of the port: a verb of `waymark code` and its input in, Markdown out.
 * @throws {ToolFailure} when the question names what is not there
 */
export function createCodeQuery(open: () => CodeIndex): CodeIntelligence["query"] {
  return async (verb, input, signal, told) => {
    if (!isVerb(verb)) throw new ToolFailure(`There is no question "${verb}"; ask one of ${QUERY_VERBS.join(", ")}.`);
    const result = await open().answer(verb, queryInput(input), {
      signal,
      ...(told && { progress: progressLines(told) }),
    });
    if (result.kind === "failure") throw new ToolFailure(result.message);
    return renderCodeAnswer(result, {
      offset: number(input["offset"]) ?? 0,
      limit: number(input["limit"]) ?? LIMIT_DEFAULT,
    });
  };
}

const PROGRESS_MS = 1_000;

/** How far a build is, a line a second at most. */
function progressLines(told: (line: string) => void): (progress: BuildProgress) => void {
  let toldMs = performance.now();
  return ({ filesDone, files, bytesDone, bytes }) => {
    if (performance.now() - toldMs < PROGRESS_MS) return;
    toldMs = performance.now();
    told(`Indexing: ${Math.floor((100 * bytesDone) / Math.max(1, bytes))} % (${filesDone} of ${files} files)`);
  };
}

function queryInput(input: Readonly<Record<string, unknown>>): QueryInput {
  const names = texts(input["names"]);
  const diagramsMax = number(input["diagramsMax"]);
  const callsMin = number(input["callsMin"]);
  const exclude = texts(input["exclude"]);
  const only = texts(input["only"]);
  const { path, external, to } = input;
  return {
    path: typeof path === "string" && path !== "" ? path : ".",
    ...(names && names.length > 0 && { names }),
    ...(typeof to === "string" && { to }),
    ...(diagramsMax !== undefined && { diagramsMax }),
    ...(callsMin !== undefined && { callsMin }),
    ...(typeof external === "boolean" && { external }),
    ...(exclude && { exclude }),
    ...(only && { only }),
  };
}

const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

function texts(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === "string") ? value : undefined;
}
