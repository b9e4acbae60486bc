import { plain, readTokens } from "../reading/tokens.ts";
import { isOfData, type Relation, type Span } from "./shape.ts";
import { type Meaning, meaningsOf, WORDS_TOGETHER_MAX } from "./words.ts";

/** A piece of a part of a question, with what it means in a query. */
export type Item = (
  | Meaning
  | { readonly is: "name" | "word" | "break" }
  | { readonly is: "span"; readonly span: Span }
) & { readonly text: string };

interface Word {
  readonly text: string;
  readonly word: string;
  readonly isName: boolean;
}

/** "The account balance (ACCT-CURR-BAL)" is named by what stands in the brackets. */
const NAMED_BEHIND = /\b(?:the|o|a|os|as) (?:\p{Ll}+ ){1,3}\(([A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+)\)/gu;
const BREAK = /[,;()]| - /;
const PORTUGUESE =
  /^\W*(?:(?:e|em|de|n[oa]s?) )?(?:qua(?:l|is)|quant[oa]s?|que|o que|onde|quem|quando|liste|mostre|existem?|ha)\b/;
/** Words of both languages that mean another thing in Portuguese. */
const IN_PORTUGUESE: Readonly<Record<string, Meaning>> = {
  no: { is: "in" },
  na: { is: "in" },
  nos: { is: "in" },
  nas: { is: "in" },
  do: { is: "in" },
  dos: { is: "in" },
  e: { is: "be" },
  a: { is: "the" },
};

/** The pieces of a part in order; a comma or a bracket is a break. */
export function readItems(part: string): readonly Item[] {
  const isPortuguese = PORTUGUESE.test(plain(part));
  return part
    .replace(NAMED_BEHIND, "$1")
    .split(BREAK)
    .flatMap((segment, index): Item[] => {
      const items = itemsOf(wordsOf(segment), isPortuguese);
      return index === 0 ? [...items] : [{ is: "break", text: "," }, ...items];
    })
    .reduce<readonly Item[]>(joinedVerb, []);
}

/** "Change or delete", "read, write or delete" one thing: a verb that means any of them. */
function joinedVerb(before: readonly Item[], item: Item): readonly Item[] {
  const [join, first] = [before.at(-1), before.at(-2)];
  if (item.is !== "verb" || first?.is !== "verb" || !(join?.is === "or" || join?.is === "break"))
    return [...before, item];
  const relations = new Set([first.relation, item.relation]);
  if (![...relations].every(isOfData)) return [...before, item];
  return [...before.slice(0, -2), { is: "verb", relation: eitherOf(relations), text: `${first.text} or ${item.text}` }];
}

function eitherOf(relations: ReadonlySet<Relation>): Relation {
  const [only, other] = relations;
  if (only !== undefined && other === undefined) return only;
  if (relations.has("read") || relations.has("use")) return "use";
  return [...relations].every((one) => /^(?:update|delete|alter)$/.test(one)) ? "alter" : "change";
}

const wordsOf = (segment: string): readonly Word[] =>
  readTokens(
    segment
      .replace(/\b(isn|aren|don|doesn|didn)['’]t\b/gi, "$1t")
      // One thing, and no verb.
      .replace(/\bcross[- ]references?\b/gi, "xref"),
  ).map(({ text, word, kind, concepts }) => ({
    text,
    word: word.replace(/^(isn|aren|don|doesn|didn)t$/, "not"),
    isName: isWrittenSo(text) || (kind === "name" && (concepts.length === 0 || concepts.includes("quoted"))),
  }));

/** "HTTPError": capitals inside of a word. */
const isWrittenSo = (text: string): boolean => /^\w*[A-Za-z][A-Z]\w*$/.test(text) && /[a-z]{2}/.test(text);

function itemsOf(words: readonly Word[], isPortuguese: boolean): readonly Item[] {
  const items: Item[] = [];
  let at = 0;
  while (at < words.length) {
    const { item: read, count } = itemAt(words, at, isPortuguese);
    // "Type into that field" points; "programs that jobs run" goes on.
    const isPointing = read.is === "that" && !/^(?:noun|name|word|stands)$/.test(items.at(-1)?.is ?? "");
    const item: Item = isPointing ? { is: "the", text: read.text } : isWordOfCode(read, items) ? named(read) : read;
    items.push(isVerbHere(item, items) ? { is: "verb", relation: "make", text: item.text } : item);
    at += count;
  }
  return items;
}

/** "The QUERY method": written in capitals behind an article, what is spelled like a verb is no verb. */
const isWordOfCode = ({ is, text }: Item, before: readonly Item[]): boolean =>
  is === "verb" && /^[A-Z]{3,}$/.test(text) && before.at(-1)?.is === "the";

const named = ({ text }: Item): Item => ({ is: "name", text });

/** "What did Ann commit": behind who does it the noun is a verb. */
function isVerbHere(item: Item, before: readonly Item[]): boolean {
  const agent = before.findLastIndex(({ is }) => is === "do");
  return (
    /^commit$/i.test(item.text) &&
    agent >= 0 &&
    agent < before.length - 1 &&
    before.slice(agent + 1).every(({ is }) => is === "word" || is === "name" || is === "stands")
  );
}

function itemAt(
  words: readonly Word[],
  at: number,
  isPortuguese: boolean,
): { readonly item: Item; readonly count: number } {
  for (let count = Math.min(WORDS_TOGETHER_MAX, words.length - at); count > 0; count--) {
    const taken = words.slice(at, at + count);
    // "GO TO" speaks of no Go.
    if (/^go$/.test(words[at]?.word ?? "") && words[at + 1]?.word === "to") break;
    const item = itemOf(taken, isPortuguese);
    if (item)
      return item.is === "person" && tellsData(words, at + count)
        ? { item: said(words, at + count), count }
        : { item, count };
  }
  const [{ text, isName } = { text: "", isName: false }] = words.slice(at);
  return { item: { is: isName ? "name" : "word", text }, count: 1 };
}

/** "The user security file", "the user record": which data it is, and nobody who does something. */
const tellsData = (words: readonly Word[], from: number): boolean =>
  words
    .slice(from, from + 2)
    .some(({ word }) => /^(?:files?|tables?|data ?sets?|records?|master|ficheiros?|arquivos?)$/.test(word));

const said = (words: readonly Word[], end: number): Item => ({ is: "word", text: words[end - 1]?.text ?? "" });

function itemOf(taken: readonly Word[], isPortuguese: boolean): Item | undefined {
  const said = taken.map(({ word }) => word).join(" ");
  const text = taken.map((word) => word.text).join(" ");
  const span = spanOf(said);
  if (span) return { is: "span", span, text };
  // A name may be spelled like a word; a technology is written in capitals, too.
  const isName = taken.some((word) => word.isName && !/^[A-Z][A-Z0-9]{1,4}s?$/.test(word.text));
  const own = isPortuguese ? IN_PORTUGUESE[said] : undefined;
  if (own && !isName) return { ...own, text };
  const [meaning] = meaningsOf(said).filter(({ is }) => isPortuguese || !PORTUGUESE_ONLY.test(`${is} ${said}`));
  if (meaning && (!isName || meaning.is === "quality")) return { ...meaning, text };
  return /^\d{1,3}$/.test(said) ? { is: "number", count: Number(said), text } : undefined;
}

/** What is a word of Portuguese by chance alone. */
const PORTUGUESE_ONLY =
  /^(?:be e|the (?:o|os|as)|in (?:no|na|nos|nas|do|da|dos|das)|ask (?:ha|que)|quantity (?:sem|todos|todas|nada)|leave-out fora|until ate)$/;

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const MONTHS_PORTUGUESE = "jan fev mar abr mai jun jul ago set out nov dez".split(" ");
const DATE =
  /^(since|after|before|until|in|during|from|on|desde|depois de|antes de|em|ate)(?: de)? (?:([a-z]{3,10})(?: de)? )?(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/;

/** Days that words tell: "since January 2026", "in 2025", "after 2025-08-01". */
function spanOf(said: string): Span | undefined {
  const [, preposition = "", month, year = "", monthNumber, day] = DATE.exec(said) ?? [];
  if (year === "") return undefined;
  const at =
    month === undefined
      ? -1
      : Math.max(MONTHS.indexOf(month.slice(0, 3)), MONTHS_PORTUGUESE.indexOf(month.slice(0, 3)));
  if (month !== undefined && at < 0) return undefined;
  const named = month === undefined ? monthNumber : String(at + 1).padStart(2, "0");
  const first = `${year}-${named ?? "01"}-${day ?? "01"}`;
  const last = `${year}-${named ?? "12"}-${day ?? (named === undefined ? "31" : daysIn(Number(year), Number(named)))}`;
  if (/^(?:since|from|desde)$/.test(preposition)) return { from: first, said };
  if (/^(?:after|depois de)$/.test(preposition)) return { from: dayAfter(last), said };
  if (/^(?:before|antes de)$/.test(preposition)) return { until: dayBefore(first), said };
  if (/^(?:until|ate)$/.test(preposition)) return { until: last, said };
  return { from: first, until: last, said };
}

const daysIn = (year: number, month: number): string => String(new Date(Date.UTC(year, month, 0)).getUTCDate());
const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const dayAfter = (day: string): string => dayOf(Date.parse(day) + DAY_MS);
const dayBefore = (day: string): string => dayOf(Date.parse(day) - DAY_MS);
