import { StringDecoder } from "node:string_decoder";

/** `key` is a name such as `enter`, `ctrl+c`, `shift+tab` or `alt+left`; `text` is what was typed or pasted. */
export type KeyInput =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "paste"; readonly text: string };

/** How long a lone escape byte may be the beginning of a sequence; slow lines need this much. */
const ESCAPE_WAIT_MS = 40;
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
const PASTE_CHARS_MAX = 50_000_000;
/** A paste of which nothing came for so long is shown as far as it goes. Its end may still come, or never. */
const PASTE_WAIT_MS = 500;

/** Bytes of a terminal into keys. Sequences and characters may arrive in any number of pieces. */
export class KeyDecoder {
  readonly #utf8 = new StringDecoder("utf8");
  readonly #emit: (input: KeyInput) => void;
  #pending = "";
  #paste: string[] | undefined;
  #pasteTail = "";
  #pasteChars = 0;
  #isPasteQuiet = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(emit: (input: KeyInput) => void) {
    this.#emit = emit;
  }

  push(bytes: Buffer): void {
    clearTimeout(this.#timer);
    this.#take(this.#utf8.write(bytes));
    if (this.#paste) this.#timer = setTimeout(() => this.#showPaste(), PASTE_WAIT_MS);
    else if (this.#pending !== "") this.#timer = setTimeout(() => this.#flush(), ESCAPE_WAIT_MS);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #take(text: string): void {
    let rest = this.#pending + text;
    this.#pending = "";
    while (rest !== "") {
      if (this.#paste) {
        rest = this.#takePaste(rest);
        continue;
      }
      const length = sequenceLength(rest);
      if (length === 0) {
        this.#pending = rest;
        return;
      }
      const sequence = rest.slice(0, length);
      rest = rest.slice(length);
      if (sequence === PASTE_START) this.#beginPaste();
      else this.#emitSequence(sequence);
    }
  }

  /** Looks for the end mark only in what is new, so that a large paste costs linear time. */
  #takePaste(text: string): string {
    // Whoever pressed nothing else gets out. Any other text that comes late is part of the paste: as keys it could send or agree.
    if (this.#isPasteQuiet && isKey(text, "ctrl+c")) {
      this.#showPaste();
      this.#paste = undefined;
      return text;
    }
    this.#isPasteQuiet = false;
    const search = this.#pasteTail + text;
    const end = search.indexOf(PASTE_END);
    if (end < 0) {
      const keep = Math.min(search.length, PASTE_END.length - 1);
      this.#keepPasted(search.slice(0, search.length - keep));
      this.#pasteTail = search.slice(search.length - keep);
      return "";
    }
    this.#keepPasted(search.slice(0, end));
    this.#emitPasted();
    this.#paste = undefined;
    return search.slice(end + PASTE_END.length);
  }

  #beginPaste(): void {
    this.#paste = [];
    this.#pasteTail = "";
    this.#pasteChars = 0;
    this.#isPasteQuiet = false;
  }

  #keepPasted(text: string): void {
    this.#paste?.push(text.slice(0, PASTE_CHARS_MAX - this.#pasteChars));
    this.#pasteChars = Math.min(PASTE_CHARS_MAX, this.#pasteChars + text.length);
  }

  #showPaste(): void {
    this.#isPasteQuiet = true;
    // The beginning of an end mark stays: the rest of it may come.
    const mark = /\x1b(?:\[(?:2(?:0(?:1)?)?)?)?$/.exec(this.#pasteTail)?.[0] ?? "";
    this.#keepPasted(this.#pasteTail.slice(0, this.#pasteTail.length - mark.length));
    this.#pasteTail = mark;
    this.#emitPasted();
  }

  #emitPasted(): void {
    const text = (this.#paste ?? []).join("").replace(/\r\n?/g, "\n");
    this.#paste = [];
    if (text !== "") this.#emit({ kind: "paste", text });
  }

  #flush(): void {
    const text = this.#pending;
    this.#pending = "";
    if (text !== "") this.#emitSequence(text);
  }

  #emitSequence(sequence: string): void {
    const input = decodeSequence(sequence);
    if (input) this.#emit(input);
  }
}

function isKey(text: string, key: string): boolean {
  const input = sequenceLength(text) === text.length ? decodeSequence(text) : undefined;
  return input?.kind === "key" && input.key === key;
}

/** A sequence that has no end after so many characters is taken as one, so that nothing waits for ever. */
const overlong = (text: string, lengthMax: number): number => (text.length > lengthMax ? text.length : 0);

function stringLength(text: string): number {
  const end = /\x07|\x1b\\/.exec(text.slice(2));
  return end ? 2 + end.index + end[0].length : overlong(text, 4096);
}

/** Length of the first whole key or run of plain text; 0 when more bytes may belong to it. */
function sequenceLength(text: string): number {
  if (text[0] !== "\x1b") {
    const plain = /^[^\x00-\x1f\x7f\x1b]+/.exec(text);
    return plain ? plain[0].length : 1;
  }
  if (text.length === 1) return 0;
  const next = text[1] ?? "";
  if (next === "[") return /^\x1b\[[0-?]*[ -/]*[@-~]/.exec(text)?.[0].length ?? overlong(text, 64);
  if (next === "O") return text.length >= 3 ? 3 : 0;
  // Answers of the terminal to questions: swallowed whole.
  if (next === "]" || next === "P" || next === "_") return stringLength(text);
  if (next === "\x1b") return 1;
  return 1 + (String.fromCodePoint(text.codePointAt(1) ?? 0).length || 1);
}

const CONTROL: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "ctrl+j",
  "\t": "tab",
  "\x7f": "backspace",
  "\b": "ctrl+backspace",
  "\x1b": "escape",
  "\0": "ctrl+space",
  "\x1c": "ctrl+\\",
  "\x1d": "ctrl+]",
  "\x1e": "ctrl+^",
  "\x1f": "ctrl+_",
};
const FINAL: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};
const TILDE: Readonly<Record<string, string>> = {
  "1": "home",
  "2": "insert",
  "3": "delete",
  "4": "end",
  "5": "pageup",
  "6": "pagedown",
  "7": "home",
  "8": "end",
};
const CODED: Readonly<Record<number, string>> = {
  9: "tab",
  13: "enter",
  27: "escape",
  127: "backspace",
  57414: "enter",
};

/** @returns undefined for what is no key: answers, focus and mouse reports, releases */
export function decodeSequence(sequence: string): KeyInput | undefined {
  if (sequence.length === 1 || sequence[0] !== "\x1b") {
    const control = CONTROL[sequence];
    if (control) return { kind: "key", key: control };
    const code = sequence.charCodeAt(0);
    if (code < 0x20) return { kind: "key", key: `ctrl+${String.fromCharCode(code + 0x60)}` };
    return { kind: "text", text: sequence };
  }
  const csi = /^\x1b(?:\[|O)([0-9;:]*)([A-Za-z~])$/.exec(sequence);
  if (csi) return decodeCsi(csi[1] ?? "", csi[2] ?? "");
  if (/^\x1b[[\]OP_]./.test(sequence)) return undefined;
  const inner = decodeSequence(sequence.slice(1));
  if (inner?.kind === "key") return { kind: "key", key: `alt+${inner.key}` };
  return inner?.kind === "text" ? { kind: "key", key: `alt+${inner.text.toLowerCase()}` } : undefined;
}

function decodeCsi(parameters: string, final: string): KeyInput | undefined {
  const [first = "", second = "", third = ""] = parameters.split(";");
  const [bits = "", event = ""] = second.split(":");
  if (event === "3") return undefined;
  const prefix = modifierPrefix(Number(bits || 1));
  if (final === "Z") return { kind: "key", key: "shift+tab" };
  if (final === "~" && first === "27") return codedKey(Number(third), prefix);
  if (final === "~") return TILDE[first] ? { kind: "key", key: prefix + TILDE[first] } : undefined;
  if (final === "u") return codedKey(Number(first.split(":")[0]), prefix);
  return FINAL[final] ? { kind: "key", key: prefix + FINAL[final] } : undefined;
}

/** A key by its code point: kitty's CSI u and xterm's modifyOtherKeys. */
function codedKey(code: number, prefix: string): KeyInput | undefined {
  const named = CODED[code];
  if (named) return { kind: "key", key: prefix + named };
  if (!Number.isInteger(code) || code < 32 || code > 0x10ffff || (code >= 57344 && code <= 63743)) return undefined;
  const character = String.fromCodePoint(code);
  if (prefix === "" || prefix === "shift+")
    return { kind: "text", text: prefix === "" ? character : character.toUpperCase() };
  return { kind: "key", key: prefix + character.toLowerCase() };
}

/** Bits of xterm's modifier parameter, which is one more than them. */
function modifierPrefix(parameter: number): string {
  const bits = parameter - 1;
  return `${bits & 4 ? "ctrl+" : ""}${bits & 2 ? "alt+" : ""}${bits & 1 ? "shift+" : ""}`;
}
