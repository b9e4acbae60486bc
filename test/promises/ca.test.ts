import { play } from "./play.ts";
import { PLAN_RUNS } from "./rows/plan-runs.ts";
import { PLAN_SETTINGS_AND_TOOLS } from "./rows/plan-settings-and-tools.ts";
import { PLAN_STATE } from "./rows/plan-state.ts";

play([
  { name: "settings and tools", rows: PLAN_SETTINGS_AND_TOOLS },
  { name: "plans", rows: PLAN_STATE },
  { name: "runs of plans", rows: PLAN_RUNS },
]);
