// `npm run cases [-- SET …] [--cases DIR] [-v]`: puts shared cases through the public library and counts the outcomes.
import { parseArgs } from "node:util";
import { runProject } from "./run-project.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cases: { type: "string" }, verbose: { type: "boolean", short: "v", default: false } },
});
process.exitCode = runProject("cases", {
  WAYMARK_CASE_SETS: JSON.stringify(positionals),
  WAYMARK_CASES_VERBOSE: values.verbose ? "1" : "0",
  ...(values.cases !== undefined && { WAYMARK_CASES: values.cases }),
});
