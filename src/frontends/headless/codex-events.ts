import type { Display } from "../../core/protocol/display.ts";
import type { AgentEvent, CallResult, ReplyPart } from "../../core/protocol/event.ts";

type Json = Readonly<Record<string, unknown>>;

/**
 * Agent events as the lines of `codex exec --json`, whose source is codex-rs/exec/src/exec_events.rs: a thread, turns, and items
 * that start and complete. A tool that Codex has no item for is an `mcp_tool_call` of the server `waymark`.
 */
export class CodexEvents {
  readonly #threadId: string;
  readonly #started = new Map<string, { readonly id: string; readonly item: Json }>();
  readonly #declined = new Set<string>();
  #items = 0;
  #isThreadTold = false;

  constructor(threadId: string) {
    this.#threadId = threadId;
  }

  lines(event: AgentEvent): readonly Json[] {
    switch (event.type) {
      case "run-start":
        return [...this.#thread(), { type: "turn.started" }];
      case "reply":
        return event.aside ? [] : event.content.flatMap((part) => this.#said(part));
      case "call-start":
        return this.#begin(event);
      case "approval":
        if (!event.allowed) this.#declined.add(event.callId);
        return [];
      case "call-end":
        return [this.#end(event.result)];
      case "note":
      case "status":
        // What is waited for is told before the run begins.
        return event.text === "" ? [] : [...this.#thread(), this.#completed({ type: "error", message: event.text })];
      case "run-end": {
        const { outcome, usage } = event;
        if (outcome.kind !== "done")
          return [{ type: "turn.failed", error: { message: outcome.text === "" ? outcome.kind : outcome.text } }];
        const { inputTokens, cacheReadTokens, outputTokens } = usage;
        const tokens = { input_tokens: inputTokens, cached_input_tokens: cacheReadTokens, output_tokens: outputTokens };
        return [{ type: "turn.completed", usage: tokens }];
      }
      default:
        return [];
    }
  }

  #thread(): readonly Json[] {
    if (this.#isThreadTold) return [];
    this.#isThreadTold = true;
    return [{ type: "thread.started", thread_id: this.#threadId }];
  }

  #said(part: ReplyPart): readonly Json[] {
    if (part.kind === "call" || part.text === "") return [];
    return [this.#completed({ type: part.kind === "text" ? "agent_message" : "reasoning", text: part.text })];
  }

  #completed(item: Json): Json {
    return { type: "item.completed", item: { id: this.#nextId(), ...item } };
  }

  #begin(event: CallStart): readonly Json[] {
    const id = this.#nextId();
    const item = itemOf(event);
    this.#started.set(event.call.id, { id, item });
    // As at Codex, a change of files is told when it is made.
    return item["type"] === "file_change" ? [] : [{ type: "item.started", item: { id, ...item } }];
  }

  #end(result: CallResult): Json {
    const { id, item } = this.#started.get(result.callId) ?? { id: this.#nextId(), item: unknownCall(result.name) };
    this.#started.delete(result.callId);
    const isDeclined = this.#declined.delete(result.callId);
    return { type: "item.completed", item: { id, ...item, ...endOf(String(item["type"]), result, isDeclined) } };
  }

  #nextId(): string {
    return `item_${this.#items++}`;
  }
}

type CallStart = Extract<AgentEvent, { type: "call-start" }>;

function itemOf({ call, display, accesses }: CallStart): Json {
  const changes = accesses.flatMap((access) =>
    access.kind === "write" ? { path: access.path, kind: access.deletes ? "delete" : "update" } : [],
  );
  if (changes.length > 0) return { type: "file_change", changes, status: "in_progress" };
  switch (display.kind) {
    case "command":
      return {
        type: "command_execution",
        command: display.command,
        aggregated_output: "",
        exit_code: null,
        status: "in_progress",
      };
    case "todo":
      return { type: "todo_list", items: todosOf(display) };
    default: {
      const [, server = "waymark", tool = call.name] = /^mcp__(.+?)__(.+)$/.exec(call.name) ?? [];
      return {
        type: "mcp_tool_call",
        server,
        tool,
        arguments: call.input,
        result: null,
        error: null,
        status: "in_progress",
      };
    }
  }
}

const unknownCall = (tool: string): Json => ({
  type: "mcp_tool_call",
  server: "waymark",
  tool,
  result: null,
  error: null,
});

function endOf(type: string, { text, failed, display }: CallResult, isDeclined: boolean): Json {
  const status = failed ? "failed" : "completed";
  switch (type) {
    case "command_execution": {
      const exitCode = display.kind === "command" ? (display.exitCode ?? null) : null;
      return { aggregated_output: text, exit_code: exitCode, status: isDeclined ? "declined" : status };
    }
    case "file_change":
      return { ...(display.kind === "diff" && { changes: changesOf(display) }), status };
    case "todo_list":
      return display.kind === "todo" ? { items: todosOf(display) } : {};
    default:
      return failed
        ? { error: { message: text }, status }
        : { result: { content: [{ type: "text", text }], structured_content: null }, status };
  }
}

function changesOf({ paths, patch }: Extract<Display, { kind: "diff" }>): readonly Json[] {
  const heads = [...patch.matchAll(/^--- (.*)\n\+\+\+ (.*)$/gm)];
  return paths.map((path, index) => {
    const [, from, to] = heads[index] ?? [];
    const kind = from?.startsWith("/dev/null") ? "add" : to?.startsWith("/dev/null") ? "delete" : "update";
    return { path, kind };
  });
}

function todosOf({ items }: Extract<Display, { kind: "todo" }>): readonly Json[] {
  return items.map(({ text, status }) => ({ text, completed: status === "completed" }));
}
