import { play } from "./play.ts";
import { EVENTS } from "./rows/events.ts";
import { EVERYDAY_TOOLS } from "./rows/everyday-tools.ts";
import { TERMINAL_USE } from "./rows/terminal-use.ts";

play([
  { name: "events", rows: EVENTS },
  { name: "everyday tools", rows: EVERYDAY_TOOLS },
  { name: "terminal", rows: TERMINAL_USE },
]);
