import type { MemberLookup, SourceText } from "../../../frontend.ts";
import type { Problem } from "../../../model.ts";
import { createLexicon } from "../words/lexicon.ts";
import { type LooseToken, literalValue, type SourceUse, T, TokenBuffer } from "../words/tokens.ts";
import { W } from "../words/words.ts";
import { rememberMember, replayMember } from "./member-tokens.ts";
import { hasPartial, type Replacement, replaceRange } from "./replacing.ts";
import { Scanner } from "./scanner.ts";
import type { SourceForm } from "./source-form.ts";
import type { ScanHost } from "./source-lines.ts";

const DEPTH_MAX = 24;
const TOKENS_MAX = 8_000_000;
const SOURCES_MAX = 60_000;
/** Of all members, those in members counted at each level: two lines of COPY in each of thirty members would be a billion. */
const COPIED_TOKENS_MAX = 1_500_000;
/** What a COPY in a member counts for beside what it brings: members that hold nothing but the next ones bring no token. */
const NESTED_COPY_TOKENS = 200;

/** A COPY or INCLUDE as it is written. */
export interface CopyFact {
  readonly name: string;
  readonly library: string | undefined;
  readonly source: number;
  readonly line: number;
  readonly endLine: number;
  /** Row of the token before which the member's tokens were put. */
  readonly row: number;
  readonly verb: "COPY" | "EXEC SQL INCLUDE" | "++INCLUDE";
  readonly replaces: boolean;
  readonly found: string | undefined;
  readonly others: readonly string[];
  readonly cycle: boolean;
}

/** The tokens of one program file with every member expanded in place. */
export interface Expansion {
  readonly buffer: TokenBuffer;
  readonly copies: readonly CopyFact[];
  readonly problems: Problem[];
}

/** Scans a source, expands COPY and INCLUDE, and applies REPLACE. */
export function expand(path: string, text: string, members: MemberLookup): Expansion {
  const sources: SourceUse[] = [{ path, text: withLineFeeds(text), parent: -1, line: 0, endLine: 0 }];
  const buffer = new TokenBuffer(createLexicon(), sources, 256 + (text.length >> 3));
  const host = new Manipulator(buffer, members);
  new Scanner(host, 0).scan();
  return host.finish();
}

/** Old line ends (a lone carriage return) would make the file one line; a byte order mark would shift its first. */
function withLineFeeds(text: string): string {
  const bare = text.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, "");
  return bare.includes("\n") || !bare.includes("\r") ? bare : bare.replaceAll("\r", "\n");
}

interface Marker {
  readonly row: number;
  readonly pairs: readonly Replacement[];
}

class Manipulator implements ScanHost {
  readonly buffer: TokenBuffer;
  readonly problems: Problem[] = [];
  readonly copies: CopyFact[] = [];
  isDebugging = false;
  private readonly members: MemberLookup;
  private readonly markers: Marker[] = [];
  private depth = 0;
  private copiedTokensLeft = COPIED_TOKENS_MAX;

  constructor(buffer: TokenBuffer, members: MemberLookup) {
    this.buffer = buffer;
    this.members = members;
  }

  finish(): Expansion {
    const { copies, problems } = this;
    if (this.markers.length === 0) return { buffer: this.buffer, copies, problems };
    const old = this.buffer;
    const fresh = new TokenBuffer(old.lexicon, old.sources, old.count + 64, old.quietLines);
    let from = 0;
    let pairs: readonly Replacement[] = [];
    const moved: number[] = [];
    for (const marker of [...this.markers, { row: old.count, pairs: [] }]) {
      if (pairs.length > 0) replaceRange(old, [from, marker.row], pairs, fresh);
      else
        for (let row = from; row < marker.row; row += 1) {
          moved[row] = fresh.count;
          fresh.copyRow(old, row);
        }
      from = marker.row;
      pairs = marker.pairs;
    }
    return { buffer: fresh, copies: copies.map((copy) => ({ ...copy, row: moved[copy.row] ?? copy.row })), problems };
  }

  manipulate(first: number, form: SourceForm): void {
    const { buffer } = this;
    const word = buffer.word[first];
    if (buffer.source[first] === 0) buffer.quietLines.push(buffer.line[buffer.count - 1] as number);
    if (word === W.REPLACE) this.replaceStatement(first);
    else if (word === W.COPY) this.copyStatement(first, form);
    else this.includeStatement(first, form);
  }

  includeLine(name: string, line: number, form: SourceForm, source: number): void {
    if (source === 0) this.buffer.quietLines.push(line);
    const place = { name, library: undefined, source, line, endLine: line, verb: "++INCLUDE" as const };
    this.insert(place, [], form);
  }

  private includeStatement(first: number, form: SourceForm): void {
    const { buffer } = this;
    const last = buffer.count - 1;
    const name = literalValue(buffer.text(first + 3));
    const place = {
      name,
      library: undefined,
      source: buffer.source[first] as number,
      line: buffer.line[first] as number,
      endLine: buffer.line[last] as number,
      verb: "EXEC SQL INCLUDE" as const,
    };
    if (first + 3 >= last) return;
    buffer.count = first;
    this.insert(place, [], form);
  }

  private copyStatement(first: number, form: SourceForm): void {
    const { buffer } = this;
    const last = buffer.count - 1;
    const line = buffer.line[first] as number;
    if (first + 1 > last || buffer.kind[first + 1] === T.PERIOD) {
      this.problems.push(buffer.problem(buffer.source[first] as number, line, "COPY names no member"));
      buffer.count = first;
      return;
    }
    let at = first + 2;
    let library: string | undefined;
    if (buffer.word[at] === W.OF || buffer.word[at] === W.IN) {
      library = literalValue(buffer.text(at + 1));
      at += 2;
    }
    while (at < last && buffer.word[at] !== W.REPLACING) at += 1;
    const pairs = at < last ? this.pairsOf(at + 1, last) : [];
    const place = {
      name: literalValue(buffer.text(first + 1)),
      library,
      source: buffer.source[first] as number,
      line,
      endLine: buffer.line[last] as number,
      verb: "COPY" as const,
    };
    buffer.count = first;
    this.insert(place, pairs, form);
  }

  private replaceStatement(first: number): void {
    const { buffer } = this;
    const last = buffer.count - 1;
    let at = first + 1;
    if (buffer.word[at] === W.ALSO) at += 1;
    const pairs = buffer.word[at] === W.OFF ? [] : this.pairsOf(at, last);
    buffer.count = first;
    this.markers.push({ row: first, pairs });
  }

  private insert(
    place: Pick<CopyFact, "name" | "library" | "source" | "line" | "endLine" | "verb">,
    pairs: readonly Replacement[],
    form: SourceForm,
  ): void {
    const { buffer } = this;
    const row = buffer.count;
    const found = this.members.find(place.name, "copybook", place.library);
    const path = found?.source.path;
    const cycle = path !== undefined && this.isOpen(place.source, path);
    const fact = { ...place, row, replaces: pairs.length > 0, found: path, others: found?.others ?? [], cycle };
    this.copies.push(fact);
    if (!found || this.copiedTokensLeft < 0) return;
    if (place.source !== 0) this.copiedTokensLeft -= NESTED_COPY_TOKENS;
    if (cycle || this.depth >= DEPTH_MAX || buffer.count > TOKENS_MAX || buffer.sources.length > SOURCES_MAX) {
      const message = `COPY ${place.name} goes in a circle; it was not expanded again`;
      this.problems.push(buffer.problem(place.source, place.line, message));
      return;
    }
    const source = buffer.sources.length;
    buffer.sources.push({
      path: found.source.path,
      text: withLineFeeds(found.source.text),
      parent: place.source,
      line: place.line,
      endLine: place.endLine,
    });
    const markers = this.markers.length;
    if (this.isDebugging || !replayMember(found.source, form, buffer, source))
      this.scanMember(found.source, source, form);
    // The markers of a REPLACE inside a member with REPLACING would move; the member's own text wins.
    if (pairs.length > 0) {
      this.markers.length = markers;
      this.replaceTail(row, pairs);
    }
    this.copiedTokensLeft -= buffer.count - row;
    if (this.copiedTokensLeft >= 0) return;
    const message = `what is copied up to COPY ${place.name} is too much; no more was expanded`;
    this.problems.push(buffer.problem(place.source, place.line, message));
  }

  private scanMember(member: SourceText, source: number, form: SourceForm): void {
    const { buffer } = this;
    const row = buffer.count;
    const before = this.marks();
    this.depth += 1;
    new Scanner(this, source, form).scan();
    this.depth -= 1;
    if (before === this.marks() && !this.isDebugging && buffer.sources[source]?.text === member.text)
      rememberMember(member, form, buffer, row);
  }

  /** Changes with all that a member does beside giving its own tokens. */
  private marks(): string {
    const { buffer } = this;
    return [this.markers, this.problems, this.copies, buffer.sources, buffer.pool].map((list) => list.length).join();
  }

  private replaceTail(row: number, pairs: readonly Replacement[]): void {
    const { buffer } = this;
    if (this.copiedTokensLeft < 0) return;
    const scratch = new TokenBuffer(buffer.lexicon, buffer.sources, buffer.count - row + 16);
    replaceRange(buffer, [row, buffer.count], pairs, scratch);
    buffer.count = row;
    for (let index = 0; index < scratch.count; index += 1) buffer.copyRow(scratch, index);
  }

  private isOpen(source: number, path: string): boolean {
    for (let at = source; at >= 0; at = this.buffer.sources[at]?.parent ?? -1)
      if (this.buffer.sources[at]?.path === path) return true;
    return false;
  }

  /** The operands of REPLACING or REPLACE: `X BY Y`, each an identifier, literal, word or pseudo-text. */
  private pairsOf(from: number, last: number): Replacement[] {
    const { buffer } = this;
    const pairs: Replacement[] = [];
    let at = from;
    while (at < last) {
      let mode: Replacement["mode"] = "whole";
      if (buffer.word[at] === W.LEADING || buffer.word[at] === W.TRAILING) {
        mode = buffer.word[at] === W.LEADING ? "leading" : "trailing";
        at += 1;
      }
      const find = this.operand(at, last);
      if (buffer.word[find.next] !== W.BY) {
        at = Math.max(find.next, at + 1);
        continue;
      }
      const put = this.operand(find.next + 1, last);
      if (find.tokens.length > 0)
        pairs.push({ mode, find: find.tokens, put: put.tokens, partial: hasPartial(find.tokens) });
      at = put.next;
    }
    return pairs;
  }

  private operand(from: number, last: number): { tokens: LooseToken[]; next: number } {
    const { buffer } = this;
    const tokens: LooseToken[] = [];
    let at = from;
    if (buffer.kind[at] === T.PSEUDO) {
      for (at += 1; at < last && buffer.kind[at] !== T.PSEUDO; at += 1) tokens.push(buffer.loose(at));
      return { tokens, next: at + 1 };
    }
    if (at < last) tokens.push(buffer.loose(at));
    at += 1;
    // A qualified or subscripted identifier: A OF B (I).
    while (at < last && (buffer.word[at] === W.OF || buffer.word[at] === W.IN)) {
      tokens.push(buffer.loose(at), buffer.loose(at + 1));
      at += 2;
    }
    if (buffer.kind[at] === T.LPAREN) {
      for (; at < last && buffer.kind[at] !== T.RPAREN; at += 1) tokens.push(buffer.loose(at));
      tokens.push(buffer.loose(at));
      at += 1;
    }
    return { tokens, next: at };
  }
}
