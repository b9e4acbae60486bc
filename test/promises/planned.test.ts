import { play } from "./play.ts";
import { PLANNED_AGENT } from "./rows/planned-agent.ts";
import { PLANNED_REST } from "./rows/planned-rest.ts";

play([
  { name: "planned for the agent", rows: PLANNED_AGENT },
  { name: "planned for the rest", rows: PLANNED_REST },
]);
