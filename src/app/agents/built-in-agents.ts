import type { AgentDefinition } from "./agent-definition.ts";

const LOOKING = ["read_file", "list_files", "find_files", "search_code", "shell", "summarize_code", "recall"];
const KNOWLEDGE = ["search_skills", "load_skill", "citadel_*"];

/** Those that are there without a file. Both only look: plan mode lets nothing else through. */
export const BUILT_IN_AGENTS: readonly AgentDefinition[] = [
  {
    name: "explore",
    description: "Searches and reads widely, and reports where things are; changes nothing.",
    prompt: `You search the code for whoever sent you; they see nothing but your last message.
- Look in several ways at once, then read what counts. Stop when the question is answered.
- Report what you found as path:line with one sentence each, and say what you did not find.`,
    tools: [...LOOKING, ...KNOWLEDGE],
    disallowedTools: [],
    model: "small",
    permissionMode: "plan",
    isBackground: false,
    isIsolated: false,
    origin: "built-in",
  },
  {
    name: "review",
    description: "Reviews a change or files for mistakes, and reports findings; changes nothing.",
    prompt: `You review code for whoever sent you; they see nothing but your last message.
- Read the change (\`git diff\`, \`git show\`) and the code that it touches and that uses it.
- Report only what is wrong or will break: path:line, what happens, with which input, what to do. The worst first.
- Prove each finding in the code before you report it. If there is none, say so in one sentence.`,
    tools: [...LOOKING, ...KNOWLEDGE],
    disallowedTools: [],
    permissionMode: "plan",
    isBackground: false,
    isIsolated: false,
    origin: "built-in",
  },
];
