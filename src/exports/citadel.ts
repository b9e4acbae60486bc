// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
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
