import { filterSgr, PLAIN, type Rendition } from "./sgr.ts";
import { VisibleText } from "./visible-text.ts";

/** Text in, text that may be printed out, in the same order. */
export interface TerminalSanitizer {
  /** What may be printed so far; holds back at most one sequence and a few characters. */
  push(chunk: string): string;
  /** The rest, and a reset when colours are still on. The sanitizer must not be used afterwards. */
  end(): string;
}

type State = "ground" | "escape" | "escape-intermediate" | "csi" | "string" | "string-escape" | "palette";

const ESC = 0x1b;
const CSI_LENGTH_MAX = 256;
const PALETTE_DIGITS = 7;
const C1_STRINGS = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);
/** DCS, SOS, OSC, PM, APC and the title string of screen and tmux. */
const ESCAPE_STRINGS = new Set(["P", "X", "]", "^", "_", "k"]);
/** Printable, alone and no mark: Latin, Greek, Cyrillic, signs, kana, Han and Hangul. */
const PLAIN_RUN =
  /[\t\n\x20-\x7e\xa0-\xac\xae-\u02ff\u0370-\u0482\u048a-\u0590\u2010-\u2027\u2030-\u205e\u2100-\u2bff\u3001-\u3029\u3041-\u3098\u309b-\u30ff\u3400-\u9fff\uac00-\ud7a3]+/y;

/** The `output` profile as a stream: the result does not depend on how the text is cut into chunks.
 *  The states follow Paul Williams' parser for DEC terminals; string sequences also end at a newline, so that an
 *  unfinished one cannot swallow the lines after it. */
export function createTerminalSanitizer({ color = false }: { color?: boolean } = {}): TerminalSanitizer {
  const parser = new SequenceParser(color);
  let highSurrogate = "";
  return {
    push(chunk) {
      let text = highSurrogate + chunk;
      highSurrogate = text.slice(-1) >= "\ud800" && text.slice(-1) <= "\udbff" ? text.slice(-1) : "";
      if (highSurrogate !== "") text = text.slice(0, -1);
      parser.read(text.toWellFormed());
      return parser.text.take();
    },
    end() {
      if (highSurrogate !== "") parser.step("\ufffd");
      return parser.end();
    },
  };
}

class SequenceParser {
  readonly text = new VisibleText();
  readonly #color: boolean;
  #state: State = "ground";
  #parameters = "";
  #isOsc = false;
  #stringLength = 0;
  #rendition: Rendition = PLAIN;
  #hasPendingReturn = false;

  constructor(color: boolean) {
    this.#color = color;
  }

  /** Most text is plain: it needs no walk over its characters. */
  read(text: string): void {
    for (let at = 0; at < text.length; ) {
      PLAIN_RUN.lastIndex = at;
      const run = this.#isIdle ? PLAIN_RUN.exec(text)?.[0] : undefined;
      if (run !== undefined) {
        this.text.write(run.slice(0, -1));
        this.text.write(run.slice(-1));
        at += run.length;
        continue;
      }
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      this.step(character);
      at += character.length;
    }
  }

  get #isIdle(): boolean {
    return this.#state === "ground" && !this.#hasPendingReturn && !this.text.isHolding;
  }

  end(): string {
    this.#releaseReturn();
    this.text.write("");
    return this.text.take() + (this.#rendition.isPlain ? "" : "\u001b[0m");
  }

  step(character: string): void {
    const point = character.codePointAt(0) ?? 0;
    switch (this.#state) {
      case "ground":
        this.#ground(character, point);
        return;
      case "escape":
        this.#escape(character, point);
        return;
      case "escape-intermediate":
        if (point >= 0x30 && point <= 0x7e) this.#state = "ground";
        else if (point < 0x20 || point > 0x2f) this.#again(character, point);
        return;
      case "csi":
        this.#csi(character, point);
        return;
      case "string":
        this.#string(character, point);
        return;
      case "palette":
        this.#palette(character, point);
        return;
      case "string-escape":
        if (character === "\\") this.#state = "ground";
        else this.#escape(character, point);
        return;
    }
  }

  #ground(character: string, point: number): void {
    if (point === 0x0a) {
      this.text.write("\n");
      this.#hasPendingReturn = false;
      return;
    }
    if (point === 0x0d) {
      this.#hasPendingReturn = true;
      return;
    }
    this.#releaseReturn();
    if (point === ESC) this.#state = "escape";
    else if (point === 0x0b || point === 0x0c || point === 0x85) this.text.write("\n");
    else if (point === 0x9b) this.#enterCsi();
    else if (C1_STRINGS.has(point)) this.#enterString(point === 0x9d);
    else if (point === 0x09 || (point >= 0x20 && (point < 0x7f || point > 0x9f))) this.text.add(character, point);
  }

  /** A lone carriage return would let later text overwrite earlier text: both must be seen. */
  #releaseReturn(): void {
    if (this.#hasPendingReturn) this.text.write("\n");
    this.#hasPendingReturn = false;
  }

  #enterCsi(): void {
    this.#state = "csi";
    this.#parameters = "";
  }

  #enterString(isOsc: boolean): void {
    this.#state = "string";
    this.#isOsc = isOsc;
    this.#stringLength = 0;
  }

  #again(character: string, point: number): void {
    this.#state = "ground";
    this.#ground(character, point);
  }

  #escape(character: string, point: number): void {
    if (character === "[") this.#enterCsi();
    else if (ESCAPE_STRINGS.has(character)) this.#enterString(character === "]");
    else if (point >= 0x20 && point <= 0x2f) this.#state = "escape-intermediate";
    else if (point >= 0x30 && point <= 0x7e) this.#state = "ground";
    else this.#again(character, point);
  }

  #csi(character: string, point: number): void {
    if (point >= 0x20 && point <= 0x3f) {
      if (this.#parameters.length <= CSI_LENGTH_MAX) this.#parameters += character;
      return;
    }
    if (point < 0x40 || point > 0x7e) {
      this.#again(character, point);
      return;
    }
    this.#state = "ground";
    if (!this.#color || character !== "m" || this.#parameters.length > CSI_LENGTH_MAX) return;
    const { text, after } = filterSgr(this.#parameters, this.#rendition);
    this.#rendition = after;
    if (text !== "") this.text.write(text);
  }

  #string(character: string, point: number): void {
    if (point === ESC) this.#state = "string-escape";
    else if (point === 0x07 || point === 0x9c || point === 0x18 || point === 0x1a) this.#state = "ground";
    else if (point === 0x0a || point === 0x0d) this.#again(character, point);
    else if (this.#isOsc && this.#stringLength++ === 0 && (character === "P" || character === "R")) {
      // The Linux console sets its palette without a terminator: `ESC ] P n r r g g b b` and `ESC ] R`.
      this.#state = character === "P" ? "palette" : "ground";
      this.#stringLength = 0;
    }
  }

  #palette(character: string, point: number): void {
    if (!/[0-9a-fA-F]/.test(character)) {
      this.#state = "string";
      this.#isOsc = false;
      this.#string(character, point);
    } else if (++this.#stringLength === PALETTE_DIGITS) this.#state = "ground";
  }
}
