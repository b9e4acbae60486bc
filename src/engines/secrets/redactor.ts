import { ACROSS_HINT, createAcrossReader } from "./across-lines.ts";
import { findSecrets, linesToSearch, linesWith, merged } from "./find-secrets.ts";
import type { Finder, Finding } from "./finding.ts";
import { keysWithin } from "./key-blocks.ts";
import { createKnownValueScan } from "./known-values.ts";

/** What is hidden besides what looks like a secret by itself. */
export interface RedactOptions {
  /** Values to hide wherever they appear, whatever they look like: the keys that this process holds. */
  readonly known?: readonly string[];
}

/** Text in, masked text out, in the same order. */
export interface Redactor {
  /** The finished lines of what was pushed so far, masked. Holds back one line, `PIECE_MAX` characters at most, and a few short ones
   *  before it that hold a value whose name may come. */
  push(chunk: string): string;
  /** The rest. The redactor must not be used afterwards. */
  end(): string;
}

/** A longer line is judged in pieces of this size … */
const PIECE_MAX = 16_384;
/** … that are cut at least this far before their end, so that no secret of this length is cut. */
const OVERLAP = 4_096;
/** Characters before a piece that its boundaries are judged by. */
const CONTEXT = 16;
/** Where a line may be cut with the least risk, best first. */
const CUTS = [" ", "\t", ",", ";", "&", '"', "}", "<"];

/** The text with every secret replaced by `[redacted KIND]`; everything else is byte for byte the same.
 *  @throws never; work is linear in the length */
export function redactSecrets(text: string, options: RedactOptions = {}): string {
  const redactor = createRedactor(options);
  return redactor.push(text) + redactor.end();
}

/** `redactSecrets` for a stream: the result is the same however the text is cut into chunks. */
export function createRedactor({ known = [] }: RedactOptions = {}): Redactor {
  return new StreamRedactor(known);
}

class StreamRedactor implements Redactor {
  readonly #findKnown: ReturnType<typeof createKnownValueScan>;
  readonly #across = createAcrossReader();
  #held: string[] = [];
  #heldLength = 0;
  #context = "";
  #isInsideLongSecret = false;
  /** Masked lines, of which one may hold a value whose name has not come yet. */
  #unnamed = "";

  constructor(known: readonly string[]) {
    this.#findKnown = createKnownValueScan(known);
  }

  push(chunk: string): string {
    let output = "";
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      if (this.#isAtLineStart() && end - start < PIECE_MAX) {
        const last = chunk.lastIndexOf("\n", start + PIECE_MAX - 1);
        output += this.#maskLines(chunk.slice(start, last + 1));
        start = last + 1;
        continue;
      }
      output += this.#extend(chunk.slice(start, end));
      output += this.#finish(`${this.#take()}\n`);
      start = end + 1;
    }
    return output + this.#extend(chunk.slice(start));
  }

  end(): string {
    return this.#finish(this.#take()) + this.#release();
  }

  #isAtLineStart(): boolean {
    return this.#heldLength === 0 && this.#context === "" && !this.#isInsideLongSecret;
  }

  /** Masks whole lines, of which none is too long; those with nothing that a finder needs go out as they are. */
  #maskLines(text: string): string {
    const lines = linesToSearch(text);
    const others = [...linesWith(text, ACROSS_HINT)];
    for (const { start } of this.#findKnown(text)) others.push(text.lastIndexOf("\n", start) + 1);
    for (const start of others) if (!lines.has(start)) lines.set(start, []);
    const starts = [...lines.keys()].sort((one, other) => other - one);
    let output = "";
    let at = 0;
    for (;;) {
      const start = this.#across.isInside() && at < text.length ? at : starts.at(-1);
      if (start === undefined) return output + text.slice(at);
      if (start === starts.at(-1)) starts.pop();
      const end = text.indexOf("\n", start) + 1;
      output += text.slice(at, start) + this.#finish(text.slice(start, end), lines.get(start) ?? []);
      at = end;
    }
  }

  /** Adds text without a line end, masking whole pieces as they fill. */
  #extend(text: string): string {
    let output = "";
    let at = 0;
    while (at < text.length) {
      const part = text.slice(at, at + PIECE_MAX - this.#heldLength);
      at += part.length;
      this.#hold(part);
      if (this.#heldLength < PIECE_MAX) break;
      const { masked, rest } = this.#cutOff(this.#take());
      output += this.#release() + masked;
      this.#hold(rest);
    }
    return output;
  }

  #take(): string {
    const text = this.#held.join("");
    this.#held = [];
    this.#heldLength = 0;
    return text;
  }

  #hold(text: string): void {
    if (text !== "") this.#held.push(text);
    this.#heldLength += text.length;
  }

  /** Masks a line, or what is left of one. */
  #finish(line: string, finders?: readonly Finder[]): string {
    const body = line.endsWith("\n") ? line.slice(0, -1) : line;
    const rest = this.#isInsideLongSecret ? afterSecret(body) : body;
    const masked = mask(rest, merged([...this.#findIn(rest, finders), ...this.#across.readLine(rest)]));
    this.#context = "";
    this.#isInsideLongSecret = false;
    this.#unnamed += masked + line.slice(body.length);
    const given = this.#across.given();
    if (given !== undefined) this.#unnamed = this.#unnamed.replaceAll(given.value, () => `[redacted ${given.kind}]`);
    return this.#across.isNameless() ? "" : this.#release();
  }

  #release(): string {
    const text = this.#unnamed;
    this.#unnamed = "";
    return text;
  }

  /** Masks the beginning of a line that is too long to wait for, and gives back what must stay. */
  #cutOff(piece: string): { masked: string; rest: string } {
    if (this.#isInsideLongSecret) {
      const after = afterSecret(piece);
      if (after === "") return { masked: "", rest: "" };
      this.#isInsideLongSecret = false;
      return { masked: "", rest: after };
    }
    const findings = merged([...this.#findIn(piece), ...keysWithin(piece)]);
    const cut = cutPosition(piece, findings);
    const last = findings.at(-1);
    // A secret that fills the piece to its end has not ended yet: the rest of it is dropped as it comes.
    if (last && last.end >= piece.length && last.from <= cut) {
      this.#isInsideLongSecret = true;
      this.#context = "";
      return { masked: mask(piece, findings), rest: "" };
    }
    this.#context = piece.slice(Math.max(0, cut - CONTEXT), cut);
    const masked = mask(
      piece.slice(0, cut),
      findings.filter((finding) => finding.end <= cut),
    );
    return { masked, rest: piece.slice(cut) };
  }

  #findIn(piece: string, finders?: readonly Finder[]): readonly Finding[] {
    const context = this.#context;
    const found = findSecrets(context + piece, finders)
      .map((finding) => shifted(finding, -context.length))
      .filter((finding) => finding.end > 0)
      .map((finding) => ({ ...finding, from: Math.max(0, finding.from), start: Math.max(0, finding.start) }));
    return [...found, ...this.#findKnown(piece)];
  }
}

const shifted = (finding: Finding, by: number): Finding => ({
  ...finding,
  from: finding.from + by,
  start: finding.start + by,
  end: finding.end + by,
});

const afterSecret = (text: string): string => text.replace(/^(?:[\w.+/=~-]|\\{1,4}[nr])+/, "");

function mask(text: string, findings: readonly Finding[]): string {
  let output = "";
  let at = 0;
  for (const { start, end, kind } of findings) {
    output += `${text.slice(at, start)}[redacted ${kind}]`;
    at = end;
  }
  return output + text.slice(at);
}

function cutPosition(piece: string, findings: readonly Finding[]): number {
  const latest = piece.length - OVERLAP;
  const isFree = (position: number): boolean => !findings.some(({ from, end }) => from < position && position < end);
  for (const sign of CUTS) {
    const position = piece.lastIndexOf(sign, latest - 1) + 1;
    if (position > latest - OVERLAP && isFree(position)) return position;
  }
  let position = latest;
  for (const { from, end } of findings.toReversed()) if (from < position && position < end) position = from;
  // A finding that begins before everything else would leave nothing to cut: it then goes out whole.
  return position > 0 ? position : Math.min(piece.length, Math.max(1, findings[0]?.end ?? latest));
}
