import type { AgentEvent } from "../../core/protocol/event.ts";
import { createTerminalSanitizer, type TerminalSanitizer } from "../../engines/terminal-text/output-sanitizer.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";

/**
 * The one door through which a run's words reach the screen: every text of a model, tool or file in an event is
 * cleaned of what a terminal would act on. Streams keep their state, so that a sequence cut in two stays harmless.
 */
export class EventCleaner {
  readonly #streams = new Map<string, TerminalSanitizer>();

  clean(event: AgentEvent): AgentEvent {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
        return { ...event, text: withoutTabs(this.#stream(event.type).push(event.text)) };
      case "call-progress":
        return { ...cleanDeep(event), text: withoutTabs(this.#stream(event.callId).push(event.text)) };
      case "reply":
        this.#streams.delete("text-delta");
        this.#streams.delete("reasoning-delta");
        return cleanDeep(event);
      case "call-end":
        this.#streams.delete(event.result.callId);
        return cleanDeep(event);
      default:
        return cleanDeep(event);
    }
  }

  #stream(name: string): TerminalSanitizer {
    const known = this.#streams.get(name);
    if (known) return known;
    const made = createTerminalSanitizer({ color: false });
    this.#streams.set(name, made);
    return made;
  }
}

export function cleanText(text: string): string {
  return /[^\x20-\x7e\n]/.test(text) ? withoutTabs(sanitizeTerminal(text, { context: "output" })) : text;
}

/** A tab takes another number of columns at every place; four blanks take four. */
function withoutTabs(text: string): string {
  return text.includes("\t") || text.includes("\r") ? text.replaceAll("\t", "    ").replaceAll("\r", "") : text;
}

/** Every string of a value cleaned, keys included; the shape stays. */
export function cleanDeep<Value>(value: Value): Value {
  return cleanValue(value) as Value;
}

/** Most names of fields: nothing of them is for a terminal. */
const PLAIN_NAME = /^\w*$/;

/** What has nothing to clean is given back as it is: a long session is mostly that. */
function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(cleanValue);
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  let changed: Record<string, unknown> | undefined;
  const source = value as Record<string, unknown>;
  for (const key in source) {
    const item = cleanValue(source[key]);
    const name = PLAIN_NAME.test(key) ? key : cleanText(key);
    if (item === source[key] && name === key) continue;
    changed ??= { ...source };
    delete changed[key];
    changed[name] = item;
  }
  return changed ?? value;
}
