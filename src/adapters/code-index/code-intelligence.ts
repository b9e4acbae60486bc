import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import type { CodeIntelligence } from "../../core/ports/knowledge.ts";
import { ToolFailure } from "../../core/tool.ts";
import { buildGraph, type EstateFile } from "../../engines/citadel/graph/build-graph.ts";
import { Estate } from "../../engines/citadel/graph/estate.ts";
import type { Graph } from "../../engines/citadel/model.ts";
import { failure } from "../../engines/citadel/queries/answer.ts";
import { type FileUses, fileUses } from "../../engines/citadel/queries/file-uses.ts";
import { FlowIndex } from "../../engines/citadel/queries/flow-index.ts";
import {
  type CodeAnswer,
  QUERY_VERBS,
  type QueryInput,
  type QueryVerb,
  renderCodeAnswer,
  runQuery,
} from "../../engines/citadel/queries/run-query.ts";
import { makeReport, type TableName } from "../../engines/citadel/report/make-report.ts";
import type { Report } from "../../engines/citadel/report/model.ts";
import { denials } from "./denied-paths.ts";
import type { FileEntry } from "./entry.ts";
import type { IndexPlace } from "./index-place.ts";
import { ProjectIndex, type SyncOptions, type SyncReport } from "./project-index.ts";
import { Slices } from "./slices.ts";

/** What can be asked of the code below one root. Every question first brings the index in step with the files. */
export interface CodeIndex {
  answer(verb: QueryVerb, input: QueryInput, options: SyncOptions): Promise<CodeAnswer>;
  /** The whole graph, with the uses of data items; `problems` are folders and links that could not be read. */
  graph(options: SyncOptions): Promise<Graph & { readonly problems: readonly IndexProblem[] }>;
  /** The uses of data items and files, one program file after the other; `path` and `names` narrow them. */
  uses(input: Pick<QueryInput, "path" | "names">, options: SyncOptions): AsyncGenerator<FileUses>;
  /** All that is known of a file or folder, as tables and a map; `only` asks for one of its tables. */
  report(path: string, only: TableName | undefined, options: SyncOptions): Promise<Report>;
  /** The current text of a file that a report names; undefined when it is gone. */
  textOf(path: string): string | undefined;
  sync(options: SyncOptions): Promise<SyncReport & IndexTotals>;
  close(): void;
}

/** A file or folder that could not be read, or only in part; `path` is relative to the root. */
export interface IndexProblem {
  readonly path: string;
  readonly message: string;
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
}

const WHOLE_BYTES_MAX = 12 * 1024 * 1024;
/** Impact goes from data to the jobs that define it, wherever they are: worth a look at all of a small estate. */
const IMPACT_BYTES_MAX = 16 * 1024 * 1024;
const ESTATES_KEPT = 4;
/** Questions about data items and how values move. The others are answered without half of the facts. */
const DATA_VERBS: ReadonlySet<QueryVerb> = new Set<QueryVerb>([
  "analyze",
  "callers",
  "impact",
  "lineage",
  "rules",
  "fields",
]);

interface Kept {
  readonly key: string;
  readonly entries: readonly FileEntry[];
  readonly estate: Estate;
  flows: FlowIndex | undefined;
}

/**
 * Opens the index of an estate: on disk, shared by processes, in step with the files whenever it is asked. Nothing is read before that.
 * @throws an error of the file system when its folder cannot be made
 */
export function openCodeIndex(options: CodeIndexOptions): CodeIndex {
  const index = new ProjectIndex(options);
  const estates = new EstateCache(index, options);
  // Questions that come together share one look at the files, one after the other.
  let turn: Promise<unknown> = Promise.resolve();
  const inStep = (sync: SyncOptions): Promise<SyncReport> => {
    const next = turn.then(() => index.sync(sync));
    turn = next.catch(() => {});
    return next;
  };
  return {
    async answer(verb, input, sync) {
      const path = insidePath(options, input.path);
      if (path === undefined) return failure(`${input.path} is outside of ${options.root}`);
      if (path !== "." && isDenied(options, path)) return failure(`${input.path} may not be read: a rule denies it`);
      await inStep(sync);
      const asked = { ...input, path };
      let kept = estates.for(verb, asked);
      if (!index.areAsTold(kept.entries)) {
        await inStep(sync);
        kept = estates.for(verb, asked);
      }
      return runQuery(verb, asked, {
        estate: kept.estate,
        flows: () => (kept.flows ??= new FlowIndex(kept.estate)),
        textOf: (file) => index.textOf(file),
      });
    },
    async graph(sync) {
      await inStep(sync);
      const files = index.load(index.entries(), true);
      return { ...buildGraph(files, { data: true, libraries: options.libraries ?? [] }), problems: problemsOf(index) };
    },
    async *uses({ path, names }, sync) {
      const inside = insidePath(options, path);
      if (inside === undefined || (inside !== "." && isDenied(options, inside))) return;
      await inStep(sync);
      const wanted = names && new Set(names.map((name) => name.toUpperCase()));
      for (const entry of index.entries().filter((each) => each.dataLength > 0 && isUnder(each.path, inside))) {
        const [file] = index.load([entry], true);
        const found = file && fileUses(file.facts, wanted);
        if (found) yield found;
      }
    },
    async report(path, only, sync) {
      const inside = insidePath(options, path) ?? path;
      await inStep(sync);
      const files = index.load(index.entries(), true);
      const estate = new Estate(files, buildGraph(files, { data: false, libraries: options.libraries ?? [] }));
      return makeReport(
        {
          name: basename(options.root),
          estate,
          flows: () => new FlowIndex(estate),
          textOf: (file) => index.textOf(file),
        },
        inside,
        only,
      );
    },
    textOf: (path) => index.textOf(path),
    async sync(sync) {
      const report = await inStep(sync);
      const entries = index.entries();
      const languages: Record<string, number> = {};
      for (const { language } of entries) languages[language] = (languages[language] ?? 0) + 1;
      const lines = entries.reduce((sum, entry) => sum + entry.lines, 0);
      return { ...report, files: entries.length, lines, languages, problems: problemsOf(index) };
    },
    close: () => index.close(),
  };
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

function isDenied({ root, addedRoots = [], deny = [] }: CodeIndexOptions, path: string): boolean {
  const home = isAbsolute(path) ? addedRoots.find((folder) => path.startsWith(`${folder}/`)) : root;
  return home !== undefined && denials(home, deny)(isAbsolute(path) ? path.slice(home.length + 1) : path, "file");
}

/** Estates for questions: the whole one where it is small, otherwise one of the files that matter. */
class EstateCache {
  private readonly index: ProjectIndex;
  private readonly wholeBytesMax: number;
  private readonly libraries: readonly string[];
  private generation = -1;
  private slices: Slices | undefined;
  private kept: Kept[] = [];

  constructor(index: ProjectIndex, { wholeBytesMax = WHOLE_BYTES_MAX, libraries = [] }: CodeIndexOptions) {
    this.index = index;
    this.wholeBytesMax = wholeBytesMax;
    this.libraries = libraries;
  }

  for(verb: QueryVerb, input: QueryInput): Kept {
    if (this.generation !== this.index.generation) {
      const { replaced } = this.index;
      if (this.generation === this.index.generation - 1 && replaced) this.slices?.replace(replaced);
      else this.slices = undefined;
      this.generation = this.index.generation;
      this.kept = [];
    }
    const entries = this.index.entries();
    const bytes = entries.reduce((sum, entry) => sum + entry.length, 0);
    const withData = DATA_VERBS.has(verb);
    const wholeMax = verb === "impact" ? Math.max(this.wholeBytesMax, IMPACT_BYTES_MAX) : this.wholeBytesMax;
    const isWhole = bytes <= wholeMax || (input.path === "." && !input.names);
    const key = isWhole ? `${withData}` : `${verb} ${JSON.stringify([input.path, input.names])}`;
    const known = this.kept.find((kept) => kept.key === key);
    if (known) return known;
    const chosen = isWhole ? undefined : this.chosen(verb, input, entries);
    const files: EstateFile[] = this.index.load(chosen ?? entries, withData);
    const graph = buildGraph(files, { data: false, libraries: this.libraries });
    const kept: Kept = { key, entries: chosen ?? entries, estate: new Estate(files, graph), flows: undefined };
    this.kept = [kept, ...this.kept.slice(0, ESTATES_KEPT - 1)];
    return kept;
  }

  private chosen(verb: QueryVerb, input: QueryInput, entries: readonly FileEntry[]): readonly FileEntry[] | undefined {
    this.slices ??= new Slices(
      entries,
      (entry) => this.index.namesIn(entry),
      (entry) => this.index.load([entry], true)[0]?.facts,
    );
    return this.slices.choose(verb, input);
  }
}

const isVerb = (verb: string): verb is QueryVerb => QUERY_VERBS.some((known) => known === verb);
const LIMIT_DEFAULT = 40;

/**
 * The query of the port: a verb of `waymark code` and its input in, Markdown out.
 * @throws {ToolFailure} when the question names what is not there
 */
export function createCodeQuery(open: () => CodeIndex): CodeIntelligence["query"] {
  return async (verb, input, signal) => {
    if (!isVerb(verb)) throw new ToolFailure(`There is no question "${verb}"; ask one of ${QUERY_VERBS.join(", ")}.`);
    const result = await open().answer(verb, queryInput(input), { signal });
    if (result.kind === "failure") throw new ToolFailure(result.message);
    return renderCodeAnswer(result, {
      offset: number(input["offset"]) ?? 0,
      limit: number(input["limit"]) ?? LIMIT_DEFAULT,
    });
  };
}

function queryInput(input: Readonly<Record<string, unknown>>): QueryInput {
  const names = texts(input["names"]);
  const diagramsMax = number(input["diagramsMax"]);
  const callsMin = number(input["callsMin"]);
  const exclude = texts(input["exclude"]);
  const only = texts(input["only"]);
  const { path, external } = input;
  return {
    path: typeof path === "string" && path !== "" ? path : ".",
    ...(names && { names }),
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
