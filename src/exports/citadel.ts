// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
/**
 * `waymark/citadel`: code intelligence by parsers, the same every time. From the top: `openCodeIndex` keeps an index of a folder on disk and
 * answers the questions of `waymark code`; `runQuery` answers them over an `Estate` in memory; `buildGraph` joins the facts that a
 * `LanguageFrontend` reads from each file. Lines count from 1, paths are relative to the root with forward slashes, every edge has its proof.
 * Only the index touches the disk. Limits: what code computes at run time is named `unresolved`, with a reason, and never guessed.
 * @module
 */
export {
  type CodeIndex,
  type CodeIndexOptions,
  type IndexProblem,
  type IndexTotals,
  openCodeIndex,
} from "../adapters/code-index/code-intelligence.ts";
export type { LanguageFrontend, MemberLookup, SourceText } from "../engines/citadel/frontend.ts";
export { buildGraph, type EstateFile, type GraphOptions } from "../engines/citadel/graph/build-graph.ts";
export { Estate } from "../engines/citadel/graph/estate.ts";
export { LANGUAGES, LanguageFinder } from "../engines/citadel/languages/index.ts";
export type * from "../engines/citadel/model.ts";
export type { Answer, Line, Page, Section } from "../engines/citadel/queries/answer.ts";
export {
  type CodeAnswer,
  QUERY_VERBS,
  type QueryInput,
  type QueryVerb,
  renderCodeAnswer,
  runQuery,
} from "../engines/citadel/queries/run-query.ts";
