import { play } from "./play.ts";
import { AGENT_LOOP } from "./rows/agent-loop.ts";
import { MINIONS } from "./rows/minions.ts";
import { SEARCH_AND_READ } from "./rows/search-and-read.ts";
import { SKILLS } from "./rows/skills.ts";
import { TOOL_PROTOCOL } from "./rows/tool-protocol.ts";
import { CHAT } from "./rows/chat.ts";
import { CITADEL_LANGUAGES } from "./rows/citadel-languages.ts";
import { CITADEL_QUESTIONS } from "./rows/citadel-questions.ts";

play([
  { name: "agent loop", rows: AGENT_LOOP },
  { name: "tools", rows: TOOL_PROTOCOL },
  { name: "skills", rows: SKILLS },
  { name: "search", rows: SEARCH_AND_READ },
  { name: "languages", rows: CITADEL_LANGUAGES },
  { name: "questions", rows: CITADEL_QUESTIONS },
  { name: "minions", rows: MINIONS },
  { name: "chat", rows: CHAT },
]);
