import { play } from "./play.ts";
import { AGENTS_AND_SHELL } from "./rows/agents-and-shell.ts";
import { ANSWERS_AS_EDITS } from "./rows/answers-as-edits.ts";
import { MENTIONS } from "./rows/mentions.ts";
import { STACKSPOT } from "./rows/stackspot.ts";

play([
  { name: "agents and shell", rows: AGENTS_AND_SHELL },
  { name: "StackSpot", rows: STACKSPOT },
  { name: "answers as edits", rows: ANSWERS_AS_EDITS },
  { name: "mentions", rows: MENTIONS },
]);
