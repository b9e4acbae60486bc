import type { CommandEntry } from "./command.ts";

/** Every subcommand. What is not named here is a prompt. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: "tool",
    summary: "Lists the built-in tools, or runs one without a model",
    load: () => import("./run/tool.ts"),
  },
  { name: "plan", summary: "Makes, shows, approves and runs plans", load: () => import("./plan/plan.ts") },
  {
    name: "batch",
    summary: "Works on thousands of items by one recipe, and goes on after any crash",
    load: () => import("./batch/batch.ts"),
  },
  {
    name: "sessions",
    summary: "Lists, shows, exports, forks, removes and checks sessions",
    load: () => import("./session/sessions.ts"),
  },
  {
    name: "skills",
    summary: "Lists, shows, searches, checks and generates skills",
    load: () => import("./settings/skills.ts"),
  },
  {
    name: "agents",
    summary: "Lists, shows and checks the sub-agents that can be given work",
    load: () => import("./settings/agents.ts"),
  },
  {
    name: "remedies",
    summary: "Lists, shows, edits and removes what was learned from calls that failed",
    load: () => import("./settings/remedies.ts"),
  },
  {
    name: "stats",
    summary: "Shows what runs came to, by model and strategy",
    load: () => import("./session/stats.ts"),
  },
  { name: "undo", summary: "Takes back what the last calls changed", load: () => import("./session/undo.ts") },
  {
    name: "checkpoint",
    summary: "Lists, shows and restores what calls changed",
    load: () => import("./session/checkpoint.ts"),
  },
  { name: "config", summary: "Reads, writes and explains settings", load: () => import("./settings/config.ts") },
  { name: "models", summary: "Lists the models of a provider", load: () => import("./models/models.ts") },
  { name: "login", summary: "Stores the key of a provider", load: () => import("./models/login.ts") },
  { name: "logout", summary: "Forgets the stored key of a provider", load: () => import("./models/logout.ts") },
  { name: "status", summary: "Shows where each provider's key comes from", load: () => import("./models/status.ts") },
  { name: "provider", summary: "Lists and checks providers", load: () => import("./models/provider.ts") },
  { name: "policy", summary: "Explains the verdict on a shell command", load: () => import("./trust/policy.ts") },
  { name: "edit", summary: "Applies the edits that a model wrote", load: () => import("./run/edit.ts") },
  {
    name: "code",
    summary: "Answers questions about code from parsers, without a model",
    load: () => import("./code/code.ts"),
  },
  {
    name: "view",
    summary: "Shows sessions, live runs, plans and the estate in a browser of this machine",
    load: () => import("./view/view.ts"),
  },
  {
    name: "document",
    summary: "Writes pages about code, whose sentences are checked against facts",
    load: () => import("./code/document.ts"),
  },
  { name: "acp", summary: "Speaks the Agent Client Protocol, for editors", load: () => import("./run/acp.ts") },
  {
    name: "mcp",
    summary: "Serves our questions to other agents, and manages servers of tools",
    load: () => import("./mcp/mcp.ts"),
  },
  {
    name: "plugin",
    summary: "Adds, lists, enables and removes plugins",
    load: () => import("./plugins/plugin.ts"),
  },
  {
    name: "hooks",
    summary: "Lists and tries what is run at events, and says yes to it",
    load: () => import("./hooks/hooks.ts"),
  },
  { name: "init", summary: "Writes an AGENTS.md from what is found here", load: () => import("./settings/init.ts") },
  { name: "completion", summary: "Prints the completion script of a shell", load: () => import("./run/completion.ts") },
  { name: "update", summary: "Says what is newer, and how to get it", load: () => import("./run/update.ts") },
  { name: "doctor", summary: "Checks that everything Waymark needs is there", load: () => import("./run/doctor.ts") },
];
