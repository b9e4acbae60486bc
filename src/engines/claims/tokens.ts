import { isEmptyWord, nounOf, numberOf, traitOf } from "./nouns.ts";
import { verbForm } from "./verbs.ts";

/** A piece of a sentence. A name is what is in backquotes or looks like no word of prose. */
export type Token =
  | { readonly kind: "name"; readonly text: string; readonly isCoded?: boolean }
  | { readonly kind: "place"; readonly file: string; readonly line: number }
  | { readonly kind: "quote"; readonly text: string }
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "mark"; readonly text: string };

const PIECE =
  /`([^`]*)`|"([^"]*)"|“([^“”]*)”|(?<![\w-])'([^']{2,})'(?!\w)|(\d{1,3}(?:,\d{3})+(?!\d))|([^\s"“”`,;]+)|([\s\S])/gu;
/** Words that hold sentences together: something in the estate that is called so is written in backquotes. */
const GRAMMAR = new Set(
  "it is are was were has have in on at to from by of and or not no never only all each every but with which that as into within inside through than then once twice long starts begins ends says states notes reads describes described named titled contains spans comprises holds counts covers consists part defined".split(
    " ",
  ),
);

/**
 * The pieces of a text in their order; nothing is left out but white space.
 * @param isName  whether something is known by exactly this name
 */
export function tokensOf(text: string, isName: (text: string) => boolean): Token[] {
  const tokens: Token[] = [];
  for (const [, coded, quoted, curly, single, number, run, rest] of text.normalize("NFKC").matchAll(PIECE)) {
    const quote = quoted ?? curly ?? single;
    if (quote !== undefined) tokens.push({ kind: "quote", text: quote });
    else if (coded !== undefined) tokens.push(inBackquotes(coded.trim()));
    else if (number !== undefined) tokens.push({ kind: "word", text: number });
    else if (run !== undefined) tokens.push(...runTokens(run, isName));
    else if (rest !== undefined && rest.trim() !== "") tokens.push({ kind: "mark", text: rest });
  }
  return tokens;
}

/** What is written together may have brackets before it and marks behind it. */
function runTokens(run: string, isName: (text: string) => boolean): Token[] {
  let start = 0;
  while (run[start] === "(" || run[start] === "[") start++;
  const opening = run.indexOf("(", start);
  let end = run.length;
  while (
    end > start &&
    /[.:)\]!?]/.test(run.charAt(end - 1)) &&
    !(run[end - 1] === ")" && opening >= 0 && opening < end)
  )
    end--;
  const before = marksOf(run.slice(0, start));
  const after = marksOf(run.slice(end));
  let core = run.slice(start, end);
  if (/['’]s$/.test(core)) {
    after.unshift({ kind: "mark", text: "'s" });
    core = core.slice(0, -2);
  }
  return [...before, ...(core === "" ? [] : plain(core, isName)), ...after];
}

const marksOf = (text: string): Token[] => text.split("").map((mark) => ({ kind: "mark", text: mark }));

function plain(core: string, isName: (text: string) => boolean): Token[] {
  if (/^\d+$/.test(core)) return [{ kind: "word", text: core }];
  const [, first, last] = /^(\d+)[-–](\d+)$/.exec(core) ?? [];
  if (first !== undefined && last !== undefined)
    return [
      { kind: "word", text: first },
      { kind: "mark", text: "-" },
      { kind: "word", text: last },
    ];
  const isProse = /^(?:[A-Za-z]?[a-z]+(?:-[a-z]+)*|[A-Z])$/.test(core);
  return [isProse && !(isName(core) && !isWordOfClaims(core)) ? { kind: "word", text: core } : named(core)];
}

function isWordOfClaims(text: string): boolean {
  const word = text.toLowerCase();
  const isGrammar = GRAMMAR.has(word) || isEmptyWord(word) || traitOf(word) !== undefined;
  return isGrammar || verbForm(word) !== undefined || nounOf(word) !== undefined || numberOf(word) !== undefined;
}

/** No path is longer. */
const PLACE_CHARS_MAX = 4_096;

function named(text: string): Token {
  const [, file = "", line = ""] =
    (text.length <= PLACE_CHARS_MAX && /^(.+\.[\w-]+|.+\/[^:]+):(\d+)$/.exec(text)) || [];
  return file === "" ? { kind: "name", text } : { kind: "place", file, line: Number(line) };
}

function inBackquotes(text: string): Token {
  const token = named(text);
  return token.kind === "name" ? { ...token, isCoded: true } : token;
}
