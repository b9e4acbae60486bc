import type { Problem } from "../../../model.ts";
import type { TokenBuffer } from "../words/tokens.ts";
import { C, CLASS, IN_WORD } from "./characters.ts";
import { detectForm, formDirective, type SourceForm } from "./source-form.ts";

/** What the scanner asks of the text-manipulation stage when a COPY, INCLUDE or REPLACE is complete. */
export interface ScanHost {
  readonly buffer: TokenBuffer;
  readonly problems: Problem[];
  /** WITH DEBUGGING MODE was seen: lines with D in column 7 are code. */
  isDebugging: boolean;
  /** Tokens from `first` to the end are a whole COPY … . or REPLACE … . or EXEC SQL INCLUDE … END-EXEC. */
  manipulate(first: number, form: SourceForm): void;
  /** A librarian's include line: `++INCLUDE NAME` or `-INC NAME`. */
  includeLine(name: string, line: number, form: SourceForm, source: number): void;
}

const DASH = 0x2d;
const STAR = 0x2a;
const GREATER = 0x3e;
const TAB = 0x09;
const LIBRARIAN = /^[\d ]{0,7}\s*(?:\+\+INCLUDE|-INC)\s+([A-Z0-9#@$-]+)/i;

/** Walks the lines of one source and hands on the code in them: columns, indicators, tabs, comments and directives. */
export abstract class SourceLines {
  protected readonly host: ScanHost;
  protected readonly buffer: TokenBuffer;
  protected readonly text: string;
  protected readonly source: number;
  protected form: SourceForm;
  protected line = 0;
  private hasTabs: boolean;

  constructor(host: ScanHost, source: number, inherited?: SourceForm) {
    this.host = host;
    this.buffer = host.buffer;
    this.source = source;
    this.text = host.buffer.sources[source]?.text ?? "";
    this.form = detectForm(this.text, inherited);
    this.hasTabs = this.text.includes("\t");
  }

  /** @param padding  blanks that the line lacks to column 72, for a literal that goes on in the next line */
  protected abstract scanCode(from: number, end: number, padding: number): void;
  protected abstract scanContinuation(from: number, end: number, padding: number): void;
  /** The quote of a literal that the line before left open; 0 when none. */
  protected abstract openQuote(): number;
  protected abstract resumeLiteral(at: number, end: number, padding: number): void;
  protected abstract finish(): void;

  scan(): void {
    const { text } = this;
    const length = text.length;
    let position = 0;
    while (position < length) {
      let end = text.indexOf("\n", position);
      if (end < 0) end = length;
      this.line += 1;
      let to = end;
      if (to > position && text.charCodeAt(to - 1) === 13) to -= 1;
      if (this.form === "free") this.scanFreeLine(position, to);
      else this.scanFixedLine(position, to);
      position = end + 1;
    }
    this.finish();
  }

  private scanFixedLine(position: number, end: number): void {
    const { text } = this;
    const lead = text.charCodeAt(position);
    if (lead > 32 && this.isLineDirective(position, end)) return;
    if (this.hasTabs && end - position > 0) {
      const tab = text.indexOf("\t", position);
      if (tab >= 0 && tab < end) {
        this.scanTabbedLine(position, end);
        return;
      }
      if (tab < 0) this.hasTabs = false;
    }
    if (end - position < 7) return;
    const margin = this.form === "fixed" && end > position + 72 ? position + 72 : end;
    this.scanIndicated(text.charCodeAt(position + 6), position + 6, margin, position + 72 - end);
  }

  /** Tabs stand for columns of eight; the right margin is only kept where even narrow tabs pass it. */
  private scanTabbedLine(position: number, end: number): void {
    const { text } = this;
    let column = 0;
    let at = position;
    while (at < end && column < 6) {
      column = text.charCodeAt(at) === TAB ? (column | 7) + 1 : column + 1;
      at += 1;
    }
    if (column > 6) {
      this.scanIndicated(32, at - 1, end, 0);
      return;
    }
    if (at >= end) return;
    const isTab = text.charCodeAt(at) === TAB;
    this.scanIndicated(isTab ? 32 : text.charCodeAt(at), at, end, 0);
  }

  /** @param padding  blanks that the line lacks to column 72, for a literal that goes on in the next line */
  private scanIndicated(indicator: number, at: number, end: number, padding: number): void {
    switch (indicator) {
      case 32:
        this.scanCode(at + 1, end, padding);
        return;
      case STAR:
      case 0x2f:
        return;
      case DASH:
        this.scanContinuation(at + 1, end, padding);
        return;
      case 0x44:
      case 0x64:
        if (this.host.isDebugging) this.scanCode(at + 1, end, padding);
        else if (this.source === 0 && !this.isBlank(at + 1, end)) this.buffer.quietLines.push(this.line);
        return;
      case 0x24:
      case GREATER:
        this.directive(at, end);
        return;
      default:
        if (CLASS[indicator] === C.SPACE) {
          this.scanCode(at + 1, end, padding);
          return;
        }
        if (this.looksLikeWord(at, end)) {
          this.scanCode(at, end, padding);
          return;
        }
    }
  }

  private isBlank(from: number, end: number): boolean {
    for (let at = from; at < end; at += 1) if (this.text.charCodeAt(at) > 32) return false;
    return true;
  }

  /** Code that begins one column early: `MOVE` from column 7, not an option letter before blanks. */
  private looksLikeWord(at: number, end: number): boolean {
    const { text } = this;
    if (CLASS[text.charCodeAt(at) & 0xff] !== C.LETTER || CLASS[text.charCodeAt(at - 1) & 0xff] !== C.SPACE)
      return false;
    let next = at + 1;
    while (next < end && IN_WORD[text.charCodeAt(next) & 0xff]) next += 1;
    return next - at > 3;
  }

  private scanFreeLine(position: number, end: number): void {
    const { text } = this;
    let at = position;
    while (at < end && CLASS[text.charCodeAt(at) & 0xff] === C.SPACE) at += 1;
    if (at === end) return;
    const code = text.charCodeAt(at);
    if (code === 0x24 || (code === GREATER && text.charCodeAt(at + 1) === GREATER)) {
      this.directive(at, end);
      return;
    }
    if (at === position && this.isLineDirective(position, end)) return;
    const quote = this.openQuote();
    if (quote > 0) {
      this.resumeLiteral(code === quote ? at + 1 : at, end, 0);
      return;
    }
    // Some free-form sources keep the comment star of column 7 or 1.
    if (code === STAR && (at === position || at === position + 6)) return;
    this.scanCode(at, end, 0);
  }

  /** `>>…` and `$…` lines: only the source format matters here. */
  private directive(at: number, end: number): void {
    const line = this.text.slice(at, end);
    const form = formDirective(line);
    if (form) this.form = form;
    else if (/^>>D\s/i.test(line)) {
      if (this.host.isDebugging) this.scanCode(at + 3, end, 0);
      else if (this.source === 0) this.buffer.quietLines.push(this.line);
    }
  }

  /** Lines that start in column 1 and are not COBOL: compiler options, librarian includes, directives. */
  private isLineDirective(position: number, end: number): boolean {
    const { text } = this;
    const code = text.charCodeAt(position);
    if (code === 0x2b || code === DASH) {
      const match = LIBRARIAN.exec(text.slice(position, end));
      if (match?.[1]) this.host.includeLine(match[1], this.line, this.form, this.source);
      return match !== null;
    }
    if (code === GREATER || code === 0x24) {
      const line = text.slice(position, end);
      if (!/^(>>|\$)/.test(line)) return false;
      this.directive(position, end);
      return true;
    }
    if (code === 0x43 || code === 0x50 || code === 0x63 || code === 0x70)
      return /^(CBL|PROCESS)(\s|$)/i.test(text.slice(position, Math.min(end, position + 12)));
    return false;
  }
}
