import { isAskingWord } from "./asking-words.ts";
import { isComment, isMainframe, isTestPath } from "./code-lines.ts";
import type { Passage } from "./passage.ts";

/** A text of the code that a question holds word for word, or most of it. */
export interface Message {
  readonly passage: Passage;
  /** Its lines in the passage, the end exclusive, from the name on that declares it. */
  readonly lineIndexes: readonly [from: number, end: number];
  /** As the code writes it, its parts joined. */
  readonly text: string;
  /** The data item or constant that it is the value of, or the class of errors that says it. */
  readonly name: string | undefined;
}

export interface MessageFinder {
  look(passage: Passage): void;
  /** Those that share most words with the question; files of tests last. */
  found(): readonly Message[];
}

/** A run this long is no chance; a shorter one must be most of the text or stand in quotes. */
const RUN_SURE = 5;
const RUN_MIN = 2;
const SAYING_MIN = 2;
/** Of what stands in quotes; and of a text, where nothing is quoted. */
const QUOTED_SHARE = 0.6;
const TEXT_SHARE = 0.8;
/** A text that shares fewer words than the best one is another. */
const BEST_SHARE = 0.8;
const OWN_SHARE = 0.5;
const MESSAGES_MAX = 12;

interface Found extends Message {
  readonly shared: number;
}

const bestOf = (all: readonly Found[]): number => Math.max(0, ...all.map(({ shared }) => shared));

/** Finds texts of the code by what somebody saw of them: any case, parted over lines or joined, with something else where a value stands. */
export function messageFinder(query: string): MessageFinder {
  const said = readWords(query);
  const likely = likelyLine(said);
  const all: Found[] = [];
  return {
    look(passage) {
      if (likely === undefined || passage.kind === "prose" || passage.kind === "outline") return;
      const isLikely = (line: string): boolean => likely.test(behindQuote(line)) && !isComment(passage.path, line);
      let end = 0;
      for (const [index, line] of passage.lines.entries()) {
        if (index < end || !isLikely(line)) continue;
        const found = messageAt(passage, index, said);
        if (found === undefined) continue;
        all.push(found);
        end = found.lineIndexes[1];
      }
    },
    found() {
      const own = all.filter(({ passage }) => !isTestPath(passage.path));
      const best = bestOf(all);
      // What a test expects is put together elsewhere, so that there it shares less.
      const kept = bestOf(own) >= best * OWN_SHARE ? own : all;
      return kept.filter(({ shared }) => shared >= bestOf(kept) * BEST_SHARE).slice(0, MESSAGES_MAX);
    },
  };
}

/** The text on a line, if the question holds enough of it. */
function messageAt(passage: Passage, index: number, said: readonly SaidWord[]): Found | undefined {
  const literal = literalAt(passage, index);
  const shared = literal === undefined ? 0 : sharedRun(said, literal.words);
  if (literal === undefined || shared === 0) return undefined;
  const { name, from } = holderOf(passage, literal.from);
  return { passage, lineIndexes: [from, literal.to + 1], text: literal.text, name, shared };
}

interface SaidWord {
  readonly word: string;
  /** Which of the question's names and words, as spaces part them, it is of. */
  readonly of: number;
  /** How many words stand in the same quotes; 0 outside of quotes. */
  readonly quotedWords: number;
}

const QUOTED = /"([^"]+)"|“([^”]+)”|«([^»]+)»|`([^`]+)`|(?<![\p{L}\p{N}])'([^']+(?:'\p{L}[^']*)*)'(?![\p{L}\p{N}])/gu;

/** The words of a question in order, those in quotes marked; the other names that a look-up adds behind `|` are none of its words. */
function readWords(query: string): readonly SaidWord[] {
  const text = query.replace(/\|[^\s"'`”»]*/g, "");
  const words: SaidWord[] = [];
  let from = 0;
  let of = 0;
  const add = (part: string, isQuoted: boolean): void => {
    const quotedWords = isQuoted ? wordsOf(part).length : 0;
    for (const name of part.split(/\s+/)) {
      of++;
      for (const word of wordsOf(name)) words.push({ word, of, quotedWords });
    }
  };
  for (const match of text.matchAll(QUOTED)) {
    add(text.slice(from, match.index), false);
    add(match.slice(1).find((group) => group !== undefined) ?? "", true);
    from = match.index + match[0].length;
  }
  add(text.slice(from), false);
  return words;
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu) ?? [];

/** What stands behind the first sign that begins a text: cut off once, as a pattern would look through the rest of a line behind each. */
const behindQuote = (line: string): string => line.slice(line.search(/["'`]|$/) + 1);

/** What a line must hold behind a quote to be looked at: two words that follow each other in the question. */
function likelyLine(said: readonly SaidWord[]): RegExp | undefined {
  const pairs = said.slice(1).flatMap(({ word, quotedWords }, index) => {
    const before = said[index];
    if (before === undefined) return [];
    const isLikely = (quotedWords > 1 && before.quotedWords > 1) || !isAskingWord(word) || !isAskingWord(before.word);
    return isLikely ? [`${escaped(before.word)}[^\\p{L}\\p{N}]{1,4}${escaped(word)}`] : [];
  });
  return pairs.length === 0
    ? undefined
    : new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...new Set(pairs)].join("|")})(?![\\p{L}\\p{N}])`, "iu");
}

const escaped = (word: string): string => word.replace(/[’']/g, "['’]");

/** How many words of a text stand in the question in the same order without another between; 0 where that may be chance. */
function sharedRun(said: readonly SaidWord[], words: readonly string[]): number {
  let best = { length: 0, at: 0 };
  for (let at = 0; at < said.length; at++)
    for (let start = 0; start < words.length; start++) {
      let length = 0;
      while (isSame(said[at + length]?.word, words[start + length])) length++;
      if (length > best.length) best = { length, at };
    }
  const run = said.slice(best.at, best.at + best.length);
  return isNoChance(run, words.length) ? best.length : 0;
}

/** Whether words that a text shares with a question were taken from it. */
function isNoChance(run: readonly SaidWord[], textWords: number): boolean {
  const { length } = run;
  const saying = new Set(run.map(({ word }) => word).filter((word) => !isAskingWord(word) && word.length > 2)).size;
  // The parts of one name are no text.
  if (length < RUN_MIN || saying === 0 || run[0]?.of === run.at(-1)?.of) return false;
  const quotedWords = Math.min(...run.map((one) => one.quotedWords));
  if (quotedWords > 0) return length >= quotedWords * QUOTED_SHARE;
  if (length > RUN_MIN && length === textWords) return true;
  return saying >= SAYING_MIN && (length >= RUN_SURE || (length > RUN_MIN && length >= textWords * TEXT_SHARE));
}

const isSame = (one: string | undefined, other: string | undefined): boolean => one !== undefined && one === other;

interface Literal {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly words: readonly string[];
}

const LITERAL = /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|`(?:[^`\\]|\\.)*`?/g;
/** What may stand between two parts of one text. */
const JOINT = /^[\s+&|.()\\,]*(?:f|rf|r|b|u|STRING|DELIMITED BY SIZE)?[\s+(]*$/i;
const LINES_JOINED_MAX = 6;

/** The text that begins, goes on or ends on a line. */
function literalAt({ path, lines }: Passage, index: number): Literal | undefined {
  const first = saidOn(path, lines[index] ?? "");
  if (first.length === 0) return undefined;
  let [from, to] = [index, index];
  while (from > 0 && index - from < LINES_JOINED_MAX && isJoined(path, lines[from - 1], lines[from])) from--;
  while (to + 1 < lines.length && to - index < LINES_JOINED_MAX && isJoined(path, lines[to], lines[to + 1])) to++;
  const parts = lines.slice(from, to + 1).flatMap((line) => saidOn(path, line));
  const text = parts.join("").replace(/\s+/g, " ").trim();
  return { from, to, text, words: wordsOf(text.replace(/\$?\{[^{}]*\}|%[sdr]/g, " ")) };
}

const codeOf = (path: string, line: string): string => (isMainframe(path) ? ` ${line.slice(6, 72)}` : line);

const saidOn = (path: string, line: string): readonly string[] =>
  [...(isMainframe(path) ? codeOf(path, line).replace(/^ -/, "  ") : line).matchAll(LITERAL)].map(([text]) =>
    text.replace(/^["'`]|["'`]$/g, ""),
  );

/** Whether a text goes on from one line to the next: by a sign of continuation, or because nothing else stands between. */
function isJoined(path: string, line: string | undefined, next: string | undefined): boolean {
  if (line === undefined || next === undefined) return false;
  if (isMainframe(path)) return /^.{6}-/.test(next);
  const rest = line.slice(line.search(LAST_END) + 1);
  const before = /^[^"'`]*/.exec(next)?.[0] ?? "";
  return /["'`]/.test(line) && /["'`]/.test(next) && JOINT.test(rest.replace(/,\s*$/, "#")) && JOINT.test(before);
}

const LAST_END = /["'`](?=[^"'`]*$)/;

const COBOL_DATA = /^.{6}\s+\d\d\s+([A-Z0-9][\w-]*)/i;
const DATA_LINES_MAX = 3;
const CONSTANT =
  /^\s*(?:export\s+)?(?:(?:const|let|var|static|readonly|final)\s+)*(?:[\w<>]+\s+)?([A-Za-z_$][\w$]*)\s*(?::[^=]+)?=(?!=)/;

/** What holds a text, and the line from which on it does. */
function holderOf(passage: Passage, index: number): { readonly name: string | undefined; readonly from: number } {
  const { path, lines } = passage;
  if (!isMainframe(path)) return { name: constantOrClass(passage, index), from: index };
  for (let at = index; at >= Math.max(0, index - DATA_LINES_MAX); at--) {
    const name = COBOL_DATA.exec(lines[at] ?? "")?.[1];
    if (name !== undefined) return { name: /^FILLER$/i.test(name) ? undefined : name, from: at };
  }
  return { name: undefined, from: index };
}

const ERROR_CLASS = /(?:Error|Exception|Failure|Warning|Found|Invalid\w*)$/;

function constantOrClass({ lines, titles }: Passage, index: number): string | undefined {
  const holder = titles.length > 1 ? titles.at(-2) : titles[0];
  if (holder !== undefined && ERROR_CLASS.test(holder)) return holder;
  const constant = CONSTANT.exec(lines[index] ?? "")?.[1] ?? CONSTANT.exec(lines[index - 1] ?? "")?.[1];
  return constant !== undefined && (/^[A-Z_\d]{3,}$/.test(constant) || titles.at(-1) === constant)
    ? constant
    : undefined;
}
