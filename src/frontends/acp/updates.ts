import { resolve } from "node:path";
import type { PlanEntry, SessionUpdate, ToolCallContent, ToolKind } from "@agentclientprotocol/sdk";
import { BACKGROUND_TOPIC } from "../../core/loop/told-between.ts";
import { type Access, touchedPaths } from "../../core/permissions/accesses.ts";
import { type Display, summarizeDisplay } from "../../core/protocol/display.ts";
import type { AgentEvent, ReplyPart } from "../../core/protocol/event.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import { fenced } from "../../engines/text/fenced.ts";

/** Agent events as the updates of a session; one for each run of a session, because deltas are told apart from whole replies. */
export class SessionUpdates {
  readonly #cwd: string;
  /** What of the reply under way was told piece by piece. */
  readonly #told = { text: false, reasoning: false };

  readonly #begun = new Set<string>();

  /** @param cwd  absolute: paths of the protocol are */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  of(event: AgentEvent): readonly SessionUpdate[] {
    switch (event.type) {
      case "text-delta":
        this.#told.text = true;
        return [chunk("agent_message_chunk", event.text)];
      case "reasoning-delta":
        this.#told.reasoning = true;
        return [chunk("agent_thought_chunk", event.text)];
      case "reply":
        return event.aside ? [] : this.#untold(event.content);
      case "prompt":
        return event.origin === "steer" ? [chunk("user_message_chunk", event.text)] : [];
      case "note":
        return noteUpdates(event);
      case "call-start": {
        const { call, display, accesses } = event;
        const content = contentOf(display);
        this.#begun.add(call.id);
        return [
          {
            sessionUpdate: "tool_call",
            toolCallId: call.id,
            title: titleOf(display),
            name: call.name,
            kind: kindOf(accesses),
            status: "in_progress",
            locations: touchedPaths(accesses).map((path) => ({ path: resolve(this.#cwd, path) })),
            rawInput: call.input,
            ...(content.length > 0 && { content }),
          },
        ];
      }
      case "call-end": {
        const { callId, name, failed, text, display } = event.result;
        const isChange = display.kind === "diff";
        const content = isChange ? contentOf(display) : [textContent(text)];
        const status = failed ? "failed" : "completed";
        const done = { sessionUpdate: "tool_call_update", toolCallId: callId, status, content } as const;
        return [
          // A call that was refused before it began was not told yet.
          ...(this.#begun.delete(callId)
            ? []
            : [{ sessionUpdate: "tool_call" as const, toolCallId: callId, title: name, name }]),
          done,
          ...(display.kind === "todo" ? [{ sessionUpdate: "plan" as const, entries: entriesOf(display) }] : []),
        ];
      }
      default:
        return [];
    }
  }

  /** The same for a session that is told anew: prompts of the person included. */
  replayed(event: AgentEvent): readonly SessionUpdate[] {
    if (event.type === "prompt" && event.origin === "user") return [chunk("user_message_chunk", event.text)];
    return this.of(event);
  }

  /** A provider that does not stream tells a reply at once. */
  #untold(content: readonly ReplyPart[]): readonly SessionUpdate[] {
    const { text, reasoning } = this.#told;
    this.#told.text = false;
    this.#told.reasoning = false;
    return content.flatMap((part) => {
      if (part.kind === "call" || part.text === "") return [];
      if (part.kind === "text") return text ? [] : [chunk("agent_message_chunk", part.text)];
      return reasoning ? [] : [chunk("agent_thought_chunk", part.text)];
    });
  }
}

/** Of other notes a client has no place for what no model has said. */
const noteUpdates = ({ topic, text }: Extract<AgentEvent, { type: "note" }>): readonly SessionUpdate[] =>
  topic === BACKGROUND_TOPIC ? [chunk("agent_message_chunk", `\n\n${text}\n\n`)] : [];

/** What a command of the session, a plan or a task says at its end, which no model has said. */
export const answerUpdates = (text: string): readonly SessionUpdate[] =>
  text === "" ? [] : [chunk("agent_message_chunk", text)];

function chunk(
  sessionUpdate: "agent_message_chunk" | "agent_thought_chunk" | "user_message_chunk",
  text: string,
): SessionUpdate {
  return { sessionUpdate, content: { type: "text", text } };
}

export function textContent(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}

/** Text of files that a person decides on, line by line: what would be invisible or act is spelt, and columns stay. */
export const spelled = (text: string): string =>
  text
    .split("\n")
    .map((line) => sanitizeTerminal(line, { context: "source" }))
    .join("\n");

/** What a call does, on one line. */
export const titleOf = (display: Display): string =>
  sanitizeTerminal(summarizeDisplay(display), { context: "approval" });

/** What a call or a question shows beside its title. */
export function contentOf(display: Display): ToolCallContent[] {
  if (display.kind === "diff") return [textContent(fenced(spelled(display.patch.replace(/\n$/, "")), "diff"))];
  if (display.kind === "file") return [textContent(fenced(spelled(display.text.replace(/\n$/, ""))))];
  return [];
}

/** The strongest of what a call declares. */
export function kindOf(accesses: readonly Access[]): ToolKind {
  const has = (kind: Access["kind"]): boolean => accesses.some((access) => access.kind === kind);
  if (accesses.some((access) => access.kind === "write" && access.deletes)) return "delete";
  if (has("write")) return "edit";
  if (has("run") || has("foreign")) return "execute";
  if (has("network")) return "fetch";
  return has("read") ? "read" : "other";
}

function entriesOf({ items }: Extract<Display, { kind: "todo" }>): PlanEntry[] {
  return items.map(({ text, status }) => ({ content: text, status, priority: "medium" }));
}
