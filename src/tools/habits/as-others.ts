import type { ToolCall } from "../../core/protocol/event.ts";
import { TOOL_NAMES } from "./habit-names.ts";

/** Arguments that Claude Code names otherwise, by our tool. */
const THEIR_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  read_file: { path: "file_path" },
  edit_file: { path: "file_path" },
  write_file: { path: "file_path" },
  shell: { background: "run_in_background" },
  load_skill: { name: "skill" },
  todo: { items: "todos" },
};

/** What other agents call a tool of ours, the name that most know first. */
export function namesOfOthers(tool: string): readonly string[] {
  return TOOL_NAMES[tool] ?? [];
}

/** A call of ours as Claude Code would write it; `asMeant` leads back. */
export function asClaude({ name, input }: Pick<ToolCall, "name" | "input">): Pick<ToolCall, "name" | "input"> {
  const theirs = THEIR_ARGUMENTS[name] ?? {};
  const entries = typeof input === "object" && input !== null ? Object.entries(input) : undefined;
  return {
    name: namesOfOthers(name)[0] ?? name,
    input:
      entries === undefined ? input : Object.fromEntries(entries.map(([key, value]) => [theirs[key] ?? key, value])),
  };
}
