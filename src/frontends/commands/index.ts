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
  { name: "init", summary: "Writes an AGENTS.md from what is found here", load: () => import("./settings/init.ts") },
  { name: "completion", summary: "Prints the completion script of a shell", load: () => import("./run/completion.ts") },
  { name: "doctor", summary: "Checks that everything Waymark needs is there", load: () => import("./run/doctor.ts") },
];
