import type { AgentEvent } from "../../core/protocol/event.ts";
import { createTerminalSanitizer, type TerminalSanitizer } from "../../engines/terminal-text/output-sanitizer.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";

/**
 * The one door through which a run's words reach the screen: every text of a model, tool or file in an event is
 * cleaned of what a terminal would act on. Streams keep their state, so that a sequence cut in two stays harmless.
 */
export class EventCleaner {
  readonly #streams = new Map<string, TerminalSanitizer>();
  /** Of the reply under way, as it came and cleaned. */
  readonly #said = new Map<string, { came: string; cleaned: string }>();
  /** Texts of the last reply as they came, and cleaned. */
  #known: ReadonlyMap<string, string> = new Map();

  clean(event: AgentEvent): AgentEvent {
    switch (event.type) {
      case "text-delta":
      case "reasoning-delta":
        return { ...event, text: this.#say(event.type, event.text) };
      case "run-start":
      case "retry":
        this.#forget();
        return cleanDeep(event);
      case "call-progress":
        return { ...cleanDeep(event), text: withoutTabs(this.#stream(event.callId).push(event.text)) };
      case "reply":
        return this.#reply(event);
      case "call-end":
        this.#streams.delete(event.result.callId);
        return cleanDeep(event);
      case "run-end": {
        const { text } = event.outcome;
        const bare = cleanDeep({ ...event, outcome: { ...event.outcome, text: "" } });
        const cleaned = this.#textOf(text);
        this.#forget();
        return { ...bare, outcome: { ...bare.outcome, text: cleaned } };
      }
      default:
        return cleanDeep(event);
    }
  }

  #forget(): void {
    this.#said.clear();
    this.#known = new Map();
    for (const stream of REPLY_STREAMS) this.#streams.delete(stream);
  }

  /** What was cleaned as it came is not cleaned a second time: an answer may be long. */
  #textOf(text: string): string {
    return this.#known.get(text) ?? cleanText(text);
  }

  #say(stream: "text-delta" | "reasoning-delta", text: string): string {
    const cleaned = withoutTabs(this.#stream(stream).push(text));
    const said = this.#said.get(stream);
    this.#said.set(stream, { came: (said?.came ?? "") + text, cleaned: (said?.cleaned ?? "") + cleaned });
    return cleaned;
  }

  #reply(event: Extract<AgentEvent, { type: "reply" }>): AgentEvent {
    const texts = REPLY_STREAMS.map((stream) => {
      const { came, cleaned } = this.#said.get(stream) ?? { came: "", cleaned: "" };
      return [came, cleaned + withoutTabs(this.#streams.get(stream)?.end() ?? "")] as const;
    });
    this.#forget();
    this.#known = new Map(texts);
    const content = event.content.map((part) =>
      part.kind === "call" ? cleanDeep(part) : { ...cleanDeep({ ...part, text: "" }), text: this.#textOf(part.text) },
    );
    return { ...cleanDeep({ ...event, content: [] }), content };
  }

  #stream(name: string): TerminalSanitizer {
    const known = this.#streams.get(name);
    if (known) return known;
    const made = createTerminalSanitizer({ color: false });
    this.#streams.set(name, made);
    return made;
  }
}

const REPLY_STREAMS = ["text-delta", "reasoning-delta"] as const;

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
