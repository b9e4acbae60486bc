// Names, fields and meanings are those of Claude Code's hooks (https://code.claude.com/docs/en/hooks).

export const HOOK_EVENTS = [
  ...(["PreToolUse", "PostToolUse", "PostToolUseFailure", "PostToolBatch", "PermissionRequest"] as const),
  ...(["UserPromptSubmit", "SessionStart", "SessionEnd", "Stop", "StopFailure"] as const),
  ...(["SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "Notification"] as const),
  ...(["TaskCreated", "TaskCompleted"] as const),
] as const;
/** What happens in a session that a hook can be told of. */
export type HookEvent = (typeof HOOK_EVENTS)[number];

/** Gemini CLI's names of the same. */
const OTHER_NAMES: Readonly<Record<string, HookEvent>> = {
  BeforeTool: "PreToolUse",
  AfterTool: "PostToolUse",
  BeforeAgent: "UserPromptSubmit",
  AfterAgent: "Stop",
  PreCompress: "PreCompact",
};

export function hookEventNamed(name: string): HookEvent | undefined {
  return (
    HOOK_EVENTS.find((event) => event === name) ?? (Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined)
  );
}

/**
 * What a hook's "no" does: `stops` what was about to happen, `tells` the model of what has happened, or is for the `person`
 * to read, because nothing can be stopped any more.
 */
export const REFUSAL_MEANS: Readonly<Record<HookEvent, "stops" | "tells" | "person">> = {
  PreToolUse: "stops",
  PermissionRequest: "stops",
  UserPromptSubmit: "stops",
  Stop: "stops",
  SubagentStop: "stops",
  PreCompact: "stops",
  TaskCreated: "tells",
  TaskCompleted: "tells",
  PostToolUse: "tells",
  PostToolUseFailure: "tells",
  PostToolBatch: "tells",
  SessionStart: "person",
  SessionEnd: "person",
  StopFailure: "person",
  SubagentStart: "person",
  PostCompact: "person",
  Notification: "person",
};

/** Where plain words on standard output are for the model. */
export const WORDS_ARE_CONTEXT: ReadonlySet<HookEvent> = new Set<HookEvent>(["UserPromptSubmit", "SessionStart"]);
