import type { Tool } from "../../core/tool.ts";
import { citadelAnalyzeFile } from "./analyze-file.ts";
import { citadelGetAnalysisPatterns } from "./get-analysis-patterns.ts";
import { citadelGetCallers } from "./get-callers.ts";
import { citadelGetCallouts } from "./get-callouts.ts";
import { citadelGetDeadCode } from "./get-dead-code.ts";
import { citadelGetFileStats } from "./get-file-stats.ts";
import { citadelGetFileSummary } from "./get-file-summary.ts";
import { citadelGetFlowDiagram } from "./get-flow-diagram.ts";
import { citadelGetFunctionBodies } from "./get-function-bodies.ts";
import { citadelGetFunctionBody } from "./get-function-body.ts";
import { citadelGetFunctions } from "./get-functions.ts";
import { citadelGetIncludes } from "./get-includes.ts";
import { citadelGetSequenceDiagrams } from "./get-sequence-diagrams.ts";
import { citadelImpact } from "./impact.ts";
import { citadelJobs } from "./jobs.ts";
import { citadelLineage } from "./lineage.ts";
import { citadelScreens } from "./screens.ts";

/** Questions about code that parsers answer; offered where the folder has files they understand. */
export const CITADEL_TOOLS: readonly Tool[] = [
  citadelAnalyzeFile,
  citadelGetFunctions,
  citadelGetCallouts,
  citadelGetIncludes,
  citadelGetFunctionBody,
  citadelGetFunctionBodies,
  citadelGetFileStats,
  citadelGetCallers,
  citadelGetSequenceDiagrams,
  citadelGetDeadCode,
  citadelGetFlowDiagram,
  citadelGetFileSummary,
  citadelGetAnalysisPatterns,
  citadelImpact,
  citadelLineage,
  citadelJobs,
  citadelScreens,
];
