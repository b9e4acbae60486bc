import type { RowGroup } from "./row.ts";
import { AGENT_LOOP } from "./rows/agent-loop.ts";
import { AGENTS_AND_SHELL } from "./rows/agents-and-shell.ts";
import { ANSWERS_AS_EDITS } from "./rows/answers-as-edits.ts";
import { CHAT } from "./rows/chat.ts";
import { CITADEL_LANGUAGES } from "./rows/citadel-languages.ts";
import { CITADEL_QUESTIONS } from "./rows/citadel-questions.ts";
import { EVENTS } from "./rows/events.ts";
import { EVERYDAY_TOOLS } from "./rows/everyday-tools.ts";
import { FOLDER_TOOLS } from "./rows/folder-tools.ts";
import { MENTIONS } from "./rows/mentions.ts";
import { MINIONS } from "./rows/minions.ts";
import { MODELS_AND_SETTINGS } from "./rows/models-and-settings.ts";
import { PLAN_RUNS } from "./rows/plan-runs.ts";
import { PLAN_SETTINGS_AND_TOOLS } from "./rows/plan-settings-and-tools.ts";
import { PLAN_STATE } from "./rows/plan-state.ts";
import { PLANNED_AGENT } from "./rows/planned-agent.ts";
import { PLANNED_KNOWLEDGE } from "./rows/planned-knowledge.ts";
import { PLANNED_PARSERS } from "./rows/planned-parsers.ts";
import { SEARCH_AND_READ } from "./rows/search-and-read.ts";
import { SKILLS } from "./rows/skills.ts";
import { STACKSPOT_ACCOUNT } from "./rows/stackspot-account.ts";
import { STACKSPOT_CHAT } from "./rows/stackspot-chat.ts";
import { TERMINAL_USE } from "./rows/terminal-use.ts";
import { TOOL_PROTOCOL } from "./rows/tool-protocol.ts";

/** Every promise, by what it is about; the ids tell which of the five systems it comes from, `FT-` what they planned. */
export const PROMISES = {
  agent: [
    { name: "the loop of an agent", rows: AGENT_LOOP },
    { name: "tools and their judging", rows: TOOL_PROTOCOL },
    { name: "skills", rows: SKILLS },
    { name: "searching and reading", rows: SEARCH_AND_READ },
    { name: "results made short", rows: MINIONS },
    { name: "a conversation about an estate", rows: CHAT },
  ],
  citadel: [
    { name: "languages of an estate", rows: CITADEL_LANGUAGES },
    { name: "questions to an estate", rows: CITADEL_QUESTIONS },
  ],
  plans: [
    { name: "settings and tools of plans", rows: PLAN_SETTINGS_AND_TOOLS },
    { name: "plans", rows: PLAN_STATE },
    { name: "runs of plans", rows: PLAN_RUNS },
  ],
  use: [
    { name: "events", rows: EVENTS },
    { name: "everyday tools", rows: EVERYDAY_TOOLS },
    { name: "the terminal and what is kept", rows: TERMINAL_USE },
  ],
  stackspot: [
    { name: "agents and the shell", rows: AGENTS_AND_SHELL },
    { name: "the account of StackSpot", rows: STACKSPOT_ACCOUNT },
    { name: "the chat of StackSpot", rows: STACKSPOT_CHAT },
    { name: "plain answers that edit", rows: ANSWERS_AS_EDITS },
    { name: "names in a prompt", rows: MENTIONS },
  ],
  models: [
    { name: "models and settings", rows: MODELS_AND_SETTINGS },
    { name: "tools for folders", rows: FOLDER_TOOLS },
  ],
  planned: [
    { name: "planned for the agent", rows: PLANNED_AGENT },
    { name: "planned for knowledge and output", rows: PLANNED_KNOWLEDGE },
    { name: "planned for tools and parsers", rows: PLANNED_PARSERS },
  ],
} satisfies Readonly<Record<string, readonly RowGroup[]>>;

export const GROUPS: readonly RowGroup[] = Object.values(PROMISES).flat();
