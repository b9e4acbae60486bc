/** A piece of a reply's text, and whether the model thinks or speaks in it. */
export interface Spoken {
  readonly kind: "text" | "reasoning";
  readonly text: string;
}

const OPEN = "<think>";
const CLOSE = "</think>";
/** Whoever says nothing for so many characters does not open with a mark. */
const OPENING_CHARS_MAX = 1_000;

/**
 * Servers without a reasoning parser (LM Studio, vLLM, llama.cpp by setting) leave the thinking in the text: a reply that
 * opens with `<think>` thinks until `</think>`. Anywhere else the words are text. Cut anywhere; what may be half of a mark is
 * held back until more comes.
 */
export class SpokenThinking {
  #state: "opening" | "thinking" | "closed" | "speaking" = "opening";
  #held = "";

  push(text: string): readonly Spoken[] {
    const all = this.#held + text;
    this.#held = "";
    switch (this.#state) {
      case "opening":
        return this.#open(all);
      case "thinking":
        return this.#think(all);
      case "closed":
        return this.#speak(all);
      case "speaking":
        return spoken("text", all);
    }
  }

  /** What was held back when the text ends. */
  end(): readonly Spoken[] {
    const held = this.#held;
    this.#held = "";
    if (this.#state === "closed") return [];
    return spoken(this.#state === "thinking" ? "reasoning" : "text", held);
  }

  #open(all: string): readonly Spoken[] {
    const start = all.trimStart();
    if (start.startsWith(OPEN)) {
      this.#state = "thinking";
      return this.#think(start.slice(OPEN.length));
    }
    if (OPEN.startsWith(start) && all.length <= OPENING_CHARS_MAX) {
      this.#held = all;
      return [];
    }
    this.#state = "speaking";
    return spoken("text", all);
  }

  #think(all: string): readonly Spoken[] {
    const end = all.indexOf(CLOSE);
    if (end >= 0) {
      this.#state = "closed";
      return [...spoken("reasoning", all.slice(0, end)), ...this.#speak(all.slice(end + CLOSE.length))];
    }
    const held = halfMark(all);
    this.#held = all.slice(all.length - held);
    return spoken("reasoning", all.slice(0, all.length - held));
  }

  /** The empty lines that part the answer from the thinking belong to neither. */
  #speak(all: string): readonly Spoken[] {
    const text = all.trimStart();
    if (text !== "") this.#state = "speaking";
    return spoken("text", text);
  }
}

/** How many characters at the end may be the beginning of the closing mark. */
function halfMark(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--)
    if (CLOSE.startsWith(text.slice(-length))) return length;
  return 0;
}

const spoken = (kind: Spoken["kind"], text: string): readonly Spoken[] => (text === "" ? [] : [{ kind, text }]);
