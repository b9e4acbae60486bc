import { UPPER } from "../words/lexicon.ts";
import { T } from "../words/tokens.ts";
import { LAST_KNOWN, W } from "../words/words.ts";
import { C, CLASS, IN_WORD } from "./characters.ts";
import { SourceLines } from "./source-lines.ts";

interface OpenLiteral {
  readonly row: number;
  readonly quote: number;
  text: string;
}

const DASH = 0x2d;
const STAR = 0x2a;
const GREATER = 0x3e;
const EQUALS = 0x3d;
const COMMENT_ENTRY_END =
  /^\s*(?:AUTHOR|INSTALLATION|DATE-WRITTEN|DATE-COMPILED|SECURITY|REMARKS|PROGRAM-ID|(?:ID|IDENTIFICATION|ENVIRONMENT|DATA|PROCEDURE)\s+DIVISION|(?:CONFIGURATION|INPUT-OUTPUT|FILE|WORKING-STORAGE|LINKAGE)\s+SECTION)\b/i;

/** Turns the lines of one source into tokens of the host's buffer. */
export class Scanner extends SourceLines {
  private openLiteral: OpenLiteral | undefined;
  /** A literal whose closing quote stands in column 72: two quotes in the next line would open it again. */
  private marginLiteral = -1;
  private joinsPrevious = false;
  private expectsPicture = false;
  private inExec = false;
  private inSql = false;
  private inPseudo = false;
  private inCommentEntry = false;
  /** Row of a COPY or REPLACE whose period has not come yet; -1 when none. */
  private pending = -1;

  protected finish(): void {
    this.closeLiteral();
    if (this.pending >= 0) this.finishManipulation();
  }

  protected openQuote(): number {
    return this.openLiteral?.quote ?? 0;
  }

  protected scanContinuation(from: number, end: number, padding: number): void {
    const { text } = this;
    let at = from;
    while (at < end && CLASS[text.charCodeAt(at) & 0xff] === C.SPACE) at += 1;
    if (at >= end) return;
    if (this.openLiteral) {
      const isQuote = text.charCodeAt(at) === this.openLiteral.quote;
      this.resumeLiteral(isQuote ? at + 1 : at, end, padding);
      return;
    }
    if (this.marginLiteral === this.buffer.count - 1 && this.reopenLiteral(at, end, padding)) return;
    this.joinsPrevious = CLASS[text.charCodeAt(at) & 0xff] !== C.QUOTE;
    this.scanCode(this.startsWithHyphen(at, end) ? this.scanWord(at, at + 1, end) : at, end, padding);
    this.joinsPrevious = false;
  }

  /** A doubled quote that is parted by the margin: the first half ended the line before, the other follows the opening one. */
  private reopenLiteral(at: number, end: number, padding: number): boolean {
    const { buffer, text } = this;
    const row = this.marginLiteral;
    const quote = text.charCodeAt(at);
    this.marginLiteral = -1;
    if (row < 0 || buffer.text(row).charCodeAt(0) !== quote || text.charCodeAt(at + 1) !== quote) return false;
    this.openLiteral = { row, quote, text: buffer.text(row) + text.charAt(at + 1) };
    this.resumeLiteral(at + 2, end, padding);
    return true;
  }

  /** The rest of a word that was split before one of its hyphens. */
  private startsWithHyphen(at: number, end: number): boolean {
    const { buffer, text } = this;
    return (
      text.charCodeAt(at) === DASH &&
      at + 1 < end &&
      IN_WORD[text.charCodeAt(at + 1) & 0xff] === 1 &&
      buffer.kind[buffer.count - 1] === T.WORD
    );
  }

  protected resumeLiteral(at: number, end: number, padding: number): void {
    const open = this.openLiteral as OpenLiteral;
    const close = this.literalEnd(at, end, open.quote);
    open.text += this.text.slice(at, close < 0 ? end : close);
    if (close < 0) {
      open.text += " ".repeat(Math.max(0, padding));
      return;
    }
    this.openLiteral = undefined;
    this.setText(open.row, open.text);
    this.scanCode(close, end, padding);
  }

  private setText(row: number, text: string): void {
    const { buffer } = this;
    buffer.start[row] = buffer.pool.length;
    buffer.end[row] = -1;
    buffer.pool.push(text);
  }

  private closeLiteral(): void {
    const open = this.openLiteral;
    if (!open) return;
    this.openLiteral = undefined;
    this.setText(open.row, open.text.trimEnd());
    const line = this.buffer.line[open.row] ?? this.line;
    this.host.problems.push(this.buffer.problem(this.source, line, "a literal has no closing quote"));
  }

  protected scanCode(from: number, end: number, padding: number): void {
    if (this.openLiteral) this.closeLiteral();
    const { text } = this;
    if (this.inCommentEntry) {
      if (!COMMENT_ENTRY_END.test(text.slice(from, end))) return;
      this.inCommentEntry = false;
    }
    let at = from;
    while (at < end && !this.inCommentEntry) {
      const code = text.charCodeAt(at);
      if (code === 32) {
        at += 1;
        while (at < end && text.charCodeAt(at) === 32) at += 1;
        continue;
      }
      const kind = code < 256 ? (CLASS[code] as number) : C.LETTER;
      if (kind === C.SPACE) at += 1;
      else if (this.expectsPicture) at = this.scanPicture(at, end);
      else if (kind === C.LETTER || kind === C.DIGIT) at = this.scanWord(at, at, end);
      else if (kind === C.QUOTE) at = this.scanLiteral(at, end, padding);
      else at = this.scanMark(at, end, code);
    }
  }

  /** Anything that is no word and no literal; `end` when the rest of the line is a comment. */
  private scanMark(at: number, end: number, code: number): number {
    switch (CLASS[code]) {
      case C.DOT:
        return this.scanDot(at, end);
      case C.SEPARATOR:
        return this.scanSeparator(at, code);
      case C.HYPHEN:
        if (this.startsSuffix(at, end)) return this.scanWord(at, at + 1, end);
        return this.inSql && this.text.charCodeAt(at + 1) === DASH ? end : this.scanOperator(at, end, code);
      default:
        return code === STAR && this.text.charCodeAt(at + 1) === GREATER ? end : this.scanOperator(at, end, code);
    }
  }

  /** A hyphen that continues a `:TAG:` just before it, as in `:TAG:-NAME`. */
  private startsSuffix(at: number, end: number): boolean {
    const { text } = this;
    if (at + 1 >= end || (CLASS[text.charCodeAt(at + 1) & 0xff] as number) !== C.LETTER) return false;
    const before = text.charCodeAt(at - 1);
    return before === 0x3a || before === 0x29 || before === EQUALS;
  }

  private scanWord(start: number, from: number, end: number): number {
    const { text } = this;
    let at = from;
    let hash = from > start ? DASH : 0;
    let isNumber = from === start;
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code > 255) {
        hash = (hash * 31 + code) | 0;
        isNumber = false;
        continue;
      }
      if (IN_WORD[code] === 0) break;
      if (isNumber && (code < 48 || code > 57)) isNumber = false;
      hash = (hash * 31 + (UPPER[code] as number)) | 0;
    }
    if (isNumber && at + 1 < end && isDecimalPoint(text.charCodeAt(at)) && isDigit(text.charCodeAt(at + 1)))
      return this.scanDecimal(start, at + 1, end);
    const word = this.buffer.lexicon.intern(text, start, at, hash);
    const row = this.add(isNumber ? T.NUMBER : T.WORD, word, start, at);
    if (this.joinsPrevious) this.join(row);
    else if (word <= LAST_KNOWN) this.noticeWord(row, word);
    return at;
  }

  private scanDecimal(start: number, from: number, end: number): number {
    let at = from;
    while (at < end && isDigit(this.text.charCodeAt(at))) at += 1;
    this.add(T.NUMBER, 0, start, at);
    return at;
  }

  /** A word split over two lines by a hyphen in column 7 is one word. */
  private join(row: number): void {
    this.joinsPrevious = false;
    const { buffer } = this;
    const before = row - 1;
    const kind = buffer.kind[before];
    if (row === 0 || (kind !== T.WORD && kind !== T.NUMBER)) return;
    const text = buffer.text(before) + buffer.text(row);
    buffer.count = row;
    if (buffer.kind[row] === T.WORD) buffer.kind[before] = T.WORD;
    buffer.word[before] = buffer.lexicon.internText(text);
    this.setText(before, text);
    if ((buffer.word[before] as number) <= LAST_KNOWN) this.noticeWord(before, buffer.word[before] as number);
  }

  private noticeWord(row: number, word: number): void {
    switch (word) {
      case W.PIC:
      case W.PICTURE:
        this.expectsPicture = !this.inExec;
        return;
      case W.COPY:
      case W.REPLACE:
        if (this.pending < 0 && !this.inExec) this.pending = row;
        return;
      case W.SQL:
        this.inSql = this.inExec;
        return;
      case W.EXEC:
      case W.EXECUTE:
        this.inExec = true;
        return;
      case W.END_EXEC:
        this.endExec(row);
        return;
      case W.MODE:
        if (row > 0 && this.buffer.word[row - 1] === W.DEBUGGING) this.host.isDebugging = true;
        return;
      default:
    }
  }

  private endExec(row: number): void {
    const wasSql = this.inSql;
    this.inExec = false;
    this.inSql = false;
    if (!wasSql) return;
    const { buffer } = this;
    for (let first = row - 1; first >= 0 && first > row - 7; first -= 1) {
      const word = buffer.word[first];
      if (word !== W.EXEC && word !== W.EXECUTE) continue;
      if (buffer.word[first + 2] === W.INCLUDE) this.host.manipulate(first, this.form);
      return;
    }
  }

  private scanPicture(from: number, end: number): number {
    const { text } = this;
    let at = from;
    while (at < end && CLASS[text.charCodeAt(at) & 0xff] !== C.SPACE) {
      if (this.inPseudo && text.charCodeAt(at) === EQUALS) break;
      at += 1;
    }
    if (at - from === 2 && /^is$/i.test(text.slice(from, at))) return at;
    this.expectsPicture = false;
    let close = at;
    while (close > from + 1 && isPunctuation(text.charCodeAt(close - 1))) close -= 1;
    this.add(T.PICTURE, 0, from, close);
    return close;
  }

  private scanLiteral(at: number, end: number, padding: number): number {
    const { buffer, text } = this;
    const quote = text.charCodeAt(at);
    let start = at;
    const last = buffer.count - 1;
    // X"…", N'…', Z"…": the prefix is part of the literal.
    if (last >= 0 && buffer.end[last] === at && buffer.kind[last] === T.WORD && buffer.source[last] === this.source) {
      const length = at - (buffer.start[last] as number);
      if (length <= 2 && buffer.line[last] === this.line) {
        start = buffer.start[last] as number;
        buffer.count = last;
      }
    }
    const close = this.literalEnd(at + 1, end, quote);
    const row = this.add(T.LITERAL, 0, start, close < 0 ? end : close);
    if (close === end && padding <= 0) this.marginLiteral = row;
    if (close >= 0) return close;
    this.openLiteral = { row, quote, text: text.slice(start, end) + " ".repeat(Math.max(0, padding)) };
    if (this.form === "free") this.openFreeLiteral(end);
    return end;
  }

  /** In free form a literal only goes on in the next line after `"-`. */
  private openFreeLiteral(end: number): void {
    const open = this.openLiteral as OpenLiteral;
    if (this.text.charCodeAt(end - 1) === DASH) open.text = open.text.slice(0, -1);
    else this.closeLiteral();
  }

  /** Offset after the closing quote, or -1. A doubled quote is part of the literal. */
  private literalEnd(from: number, end: number, quote: number): number {
    const { text } = this;
    for (let at = from; at < end; at += 1) {
      if (text.charCodeAt(at) !== quote) continue;
      if (at + 1 < end && text.charCodeAt(at + 1) === quote) at += 1;
      else return at + 1;
    }
    return -1;
  }

  private scanDot(at: number, end: number): number {
    const { text } = this;
    const next = at + 1 < end ? text.charCodeAt(at + 1) : 32;
    if (
      isDigit(next) &&
      CLASS[text.charCodeAt(at - 1) & 0xff] !== C.LETTER &&
      CLASS[text.charCodeAt(at - 1) & 0xff] !== C.DIGIT
    )
      return this.scanDecimal(at, at + 1, end);
    if (this.pending >= 0 && this.isMemberName(next)) return this.scanMemberSuffix(at, end);
    const isSeparator = CLASS[next & 0xff] === C.SPACE || !this.inExec;
    const row = this.add(isSeparator ? T.PERIOD : T.DOT, 0, at, at + 1);
    if (!isSeparator || this.inPseudo) return at + 1;
    if (this.pending >= 0) this.finishManipulation();
    else if (row > 0 && isCommentEntry(this.buffer.word[row - 1] as number)) this.inCommentEntry = true;
    return at + 1;
  }

  /** In `COPY NAME.cpy.` the first dot only parts the member's name from its extension. */
  private isMemberName(next: number): boolean {
    return !this.inPseudo && this.buffer.count - 2 === this.pending && CLASS[next & 0xff] === C.LETTER;
  }

  private scanMemberSuffix(dot: number, end: number): number {
    let at = dot + 1;
    while (at < end && IN_WORD[this.text.charCodeAt(at) & 0xff]) at += 1;
    return at;
  }

  private finishManipulation(): void {
    const first = this.pending;
    this.pending = -1;
    this.inPseudo = false;
    this.expectsPicture = false;
    this.host.manipulate(first, this.form);
  }

  private scanSeparator(at: number, code: number): number {
    if (this.inExec && code === 0x2c) this.add(T.COMMA, 0, at, at + 1);
    return at + 1;
  }

  private scanOperator(at: number, end: number, code: number): number {
    if (code === 0x28) this.add(T.LPAREN, 0, at, at + 1);
    else if (code === 0x29) this.add(T.RPAREN, 0, at, at + 1);
    else if (code === 0x3a) this.add(T.COLON, 0, at, at + 1);
    else if (code === EQUALS && this.pending >= 0 && at + 1 < end && this.text.charCodeAt(at + 1) === EQUALS) {
      this.add(T.PSEUDO, 0, at, at + 2);
      this.inPseudo = !this.inPseudo;
      this.expectsPicture = false;
      return at + 2;
    } else this.add(T.OP, code < 256 ? -code : -1, at, at + 1);
    return at + 1;
  }

  private add(kind: number, word: number, start: number, end: number): number {
    const { buffer } = this;
    const row = buffer.row();
    buffer.kind[row] = kind;
    buffer.word[row] = word;
    buffer.start[row] = start;
    buffer.end[row] = end;
    buffer.line[row] = this.line;
    buffer.source[row] = this.source;
    return row;
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isDecimalPoint = (code: number): boolean => code === 0x2e || code === 0x2c;
const isPunctuation = (code: number): boolean => code === 0x2e || code === 0x2c || code === 0x3b;
const isCommentEntry = (word: number): boolean => word >= W.AUTHOR && word <= W.REMARKS;
