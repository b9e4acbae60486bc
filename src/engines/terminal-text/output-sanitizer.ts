import {
  isBidiControl,
  isBidiMark,
  isCombining,
  isFormatOddity,
  isRightToLeftLetter,
  isTag,
  isVariationSelector,
  isVariationSupplement,
  spelled,
} from "./code-points.ts";
import { filterSgr, PLAIN, type Rendition } from "./sgr.ts";

export interface TerminalSanitizer {
  /** What may be printed so far; holds back at most one sequence of `CSI_LENGTH_MAX` and a few characters. */
  push(chunk: string): string;
  /** The rest, and a reset when colours are still on. The sanitizer must not be used afterwards. */
  end(): string;
}

type State = "ground" | "escape" | "escape-intermediate" | "csi" | "string" | "string-escape" | "palette";

const ESC = 0x1b;
const CSI_LENGTH_MAX = 256;
const COMBINING_MAX = 8;
const PALETTE_DIGITS = 7;
const BLACK_FLAG = 0x1f3f4;
/** The only tag sequences that fonts draw: the flags of England, Scotland and Wales. */
const FLAG_TAGS: readonly string[] = ["gbeng", "gbsct", "gbwls"];
const C1_STRINGS = new Set([0x90, 0x98, 0x9d, 0x9e, 0x9f]);
/** DCS, SOS, OSC, PM, APC and the title string of screen and tmux. */
const ESCAPE_STRINGS = new Set(["P", "X", "]", "^", "_", "k"]);
const PLAIN_TEXT = /^[\t\n\x20-\x7e]*$/;

/** The `output` profile as a stream: the result does not depend on how the text is cut into chunks.
 *  The states follow Paul Williams' parser for DEC terminals; string sequences also end at a newline, so that an
 *  unfinished one cannot swallow the lines after it. */
export function createTerminalSanitizer({ color = false }: { color?: boolean } = {}): TerminalSanitizer {
  let state: State = "ground";
  let parameters = "";
  let isOsc = false;
  let stringLength = 0;
  let rendition: Rendition = PLAIN;
  let highSurrogate = "";
  let hasPendingReturn = false;
  let heldMark = "";
  let heldTags = "";
  let previous = "";
  let combining = 0;
  let selectors = 0;
  let output = "";

  const flushTags = (): void => {
    const name = [...heldTags].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("");
    const isFlag = name.endsWith("\u007f") && FLAG_TAGS.includes(name.slice(0, -1));
    output += isFlag ? heldTags : [...heldTags].map((tag) => spelled(tag.codePointAt(0) ?? 0)).join("");
    heldTags = "";
  };
  const write = (text: string): void => {
    if (heldTags !== "") flushTags();
    if (heldMark !== "") {
      output += isRightToLeftLetter(text) ? heldMark : [...heldMark].map((mark) => spelled(mark.charCodeAt(0))).join("");
      heldMark = "";
    }
    output += text;
    previous = text;
  };
  const writeReturn = (): void => {
    // A lone carriage return would let later text overwrite earlier text: both must be seen.
    if (hasPendingReturn) write("\n");
    hasPendingReturn = false;
  };

  const printable = (character: string, point: number): void => {
    if (isCombining(point) && !isVariationSelector(point) && !isVariationSupplement(point)) {
      combining++;
      if (combining <= COMBINING_MAX) write(character);
      return;
    }
    if (isVariationSelector(point)) {
      selectors++;
      write(selectors === 1 && previous !== "" ? character : spelled(point));
      return;
    }
    combining = 0;
    selectors = 0;
    if (isTag(point)) {
      const startsFlag = heldTags === "" && previous.codePointAt(0) === BLACK_FLAG;
      const goesOn = heldTags !== "" && [...heldTags].length < 6;
      if (startsFlag || goesOn) heldTags += character;
      else write(spelled(point));
      return;
    }
    if (isBidiMark(point)) {
      if (isRightToLeftLetter(previous)) write(character);
      else {
        if (heldTags !== "" || heldMark.length >= COMBINING_MAX) write("");
        heldMark += character;
      }
      return;
    }
    const isIdeographVariation = isVariationSupplement(point) && /^\p{Script=Han}$/u.test(previous);
    if (isBidiControl(point) || isFormatOddity(point) || (isVariationSupplement(point) && !isIdeographVariation)) {
      write(spelled(point));
      return;
    }
    write(character);
  };

  const ground = (character: string, point: number): void => {
    if (point === 0x0a) {
      const lineEnd = hasPendingReturn ? "\r\n" : "\n";
      hasPendingReturn = false;
      combining = 0;
      write(lineEnd);
      return;
    }
    if (hasPendingReturn && point !== 0x0d) writeReturn();
    if (point === ESC) state = "escape";
    else if (point === 0x0d) hasPendingReturn = true;
    else if (point === 0x0b || point === 0x0c || point === 0x85) write("\n");
    else if (point === 0x09) write("\t");
    else if (point === 0x9b) enterCsi();
    else if (C1_STRINGS.has(point)) enterString(point === 0x9d);
    else if (point >= 0x20 && (point < 0x7f || point > 0x9f)) printable(character, point);
  };

  const enterCsi = (): void => {
    state = "csi";
    parameters = "";
  };
  const enterString = (osc: boolean): void => {
    state = "string";
    isOsc = osc;
    stringLength = 0;
  };
  const again = (character: string, point: number): void => {
    state = "ground";
    ground(character, point);
  };

  const escape = (character: string, point: number): void => {
    if (character === "[") enterCsi();
    else if (ESCAPE_STRINGS.has(character)) enterString(character === "]");
    else if (point >= 0x20 && point <= 0x2f) state = "escape-intermediate";
    else if (point >= 0x30 && point <= 0x7e) state = "ground";
    else again(character, point);
  };
  const csi = (character: string, point: number): void => {
    if (point >= 0x20 && point <= 0x3f) {
      if (parameters.length <= CSI_LENGTH_MAX) parameters += character;
      return;
    }
    if (point < 0x40 || point > 0x7e) {
      again(character, point);
      return;
    }
    state = "ground";
    if (!color || character !== "m" || parameters.length > CSI_LENGTH_MAX) return;
    const { text, after } = filterSgr(parameters, rendition);
    rendition = after;
    if (text !== "") write(text);
  };
  const string = (character: string, point: number): void => {
    if (point === ESC) state = "string-escape";
    else if (point === 0x07 || point === 0x9c || point === 0x18 || point === 0x1a) state = "ground";
    else if (point === 0x0a || point === 0x0d) again(character, point);
    else if (isOsc && stringLength++ === 0 && (character === "P" || character === "R")) {
      // The Linux console sets its palette without a terminator: `ESC ] P n r r g g b b` and `ESC ] R`.
      state = character === "P" ? "palette" : "ground";
      stringLength = 0;
    }
  };
  const palette = (character: string, point: number): void => {
    if (!/[0-9a-fA-F]/.test(character)) {
      state = "string";
      string(character, point);
    } else if (++stringLength === PALETTE_DIGITS) state = "ground";
  };

  const step = (character: string): void => {
    const point = character.codePointAt(0) ?? 0;
    if (state === "ground") ground(character, point);
    else if (state === "escape") escape(character, point);
    else if (state === "escape-intermediate") {
      if (point >= 0x30 && point <= 0x7e) state = "ground";
      else if (point < 0x20 || point > 0x2f) again(character, point);
    } else if (state === "csi") csi(character, point);
    else if (state === "string") string(character, point);
    else if (state === "palette") palette(character, point);
    else if (character === "\\") state = "ground";
    else {
      state = "escape";
      escape(character, point);
    }
  };

  const take = (): string => {
    const text = output;
    output = "";
    return text;
  };
  return {
    push(chunk) {
      // Most text is plain: it needs no walk over its characters.
      if (state === "ground" && highSurrogate === "" && !hasPendingReturn && heldMark === "" && PLAIN_TEXT.test(chunk)) {
        if (chunk === "") return "";
        combining = 0;
        selectors = 0;
        write(chunk.slice(0, -1));
        write(chunk.slice(-1));
        return take();
      }
      let text = highSurrogate + chunk;
      highSurrogate = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
      if (highSurrogate !== "") text = text.slice(0, -1);
      for (const character of text.toWellFormed()) step(character);
      return take();
    },
    end() {
      if (highSurrogate !== "") step("\ufffd");
      writeReturn();
      write("");
      return take() + (rendition.isPlain ? "" : "\u001b[0m");
    },
  };
}
