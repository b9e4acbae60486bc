import { relatedWords, sameWords } from "../../../engines/words/related-words.ts";
import { answered, cited } from "./answers/answer.ts";
import { firstRows } from "./cut-lists.ts";
import { isIn } from "./described.ts";
import { type Looking, settled } from "./looking.ts";
import type { QueryAnswer } from "./query/answer-query.ts";
import type { Context } from "./query/draft.ts";
import { type Item, readItems } from "./query/items.ts";
import { KINDS } from "./query/kinds.ts";
import { linesOf } from "./query/rows/found.ts";
import type { Kind, Row } from "./query/shape.ts";
import { plain } from "./reading/tokens.ts";
import { formsOf, holdsWord } from "./reading/word-forms.ts";
import { type CitedLine, isComment } from "./result-text.ts";

/** Kinds whose rows are named by somebody who says elsewhere what they are for. */
const DESCRIBED: ReadonlySet<Kind> = new Set<Kind>(["job", "program", "transaction"]);
const GLOBS: Partial<Readonly<Record<Kind, string>>> = {
  job: "*.{jcl,JCL,prc,PRC}",
  program: "*.{cbl,cob,CBL,COB}",
};
/** A comment further below tells of a part. */
const FIRST_LINES = 45;
/** How much of what is asked the best must be said of, and by how much more than of the next. */
const SHARE_MIN = 0.6;
const LEAD_MIN = 1.3;
const RIVALS_MAX = 4;
const LINES_MAX = 3;

interface Wish {
  readonly kind: Kind;
  readonly noun: string;
  readonly words: readonly string[];
}

/** "Which job posts the daily transactions": the one whose name, first comments and lines in documents say most of it. */
export function* answerDescribed(part: string, context: Context): Looking<QueryAnswer | undefined> {
  const wish = readWish(readItems(part));
  if (!wish) return undefined;
  const { rows } = yield* KINDS[wish.kind].rows?.(context.folder, {}) ?? settled({ rows: [], isWhole: true });
  if (rows.length === 0) return undefined;
  const rivals = yield* describedRows(wish, rows, context);
  const [best, second] = rivals;
  if (!best || rivals.length > RIVALS_MAX) return undefined;
  const { noun, nouns } = KINDS[wish.kind];
  const lead = second
    ? `No line says for certain which; by their names and by what is said of them, the nearest of ${rows.length} ${nouns}:`
    : `By its name and by what is said of it, the ${noun} is:`;
  return {
    answer: { ...answered(lead, ...rivals.map(rowText), ...unsaid(best.held, wish.words)), obeyed: "all" },
    groups: [{ kind: wish.kind, rows: [best.row] }, ...context.before],
  };
}

/** The rows of which most of the words are said, the best first, with those that come near it; none where little is said of any. */
export function* describedRows(wish: Wish, rows: readonly Row[], context: Context): Looking<readonly Scored[]> {
  const scored = scoredRows(rows, wish.words, yield* linesFor(wish, context), rows.length);
  const [best] = scored;
  if (!best || best.share < SHARE_MIN) return [];
  return scored.filter(({ share }) => share * LEAD_MIN >= best.share).slice(0, RIVALS_MAX + 1);
}

const rowText = ({ row: { name, path, line, note }, lines }: Scored): string =>
  [
    `- ${name}${note === undefined ? "" : ` ${note}`} — ${path}:${line}`,
    ...firstRows(
      lines.map((one) => `    ${cited(one)}`),
      LINES_MAX,
      { indent: "    " },
    ),
  ].join("\n");

function unsaid(held: ReadonlySet<string>, words: readonly string[]): readonly string[] {
  const missing = words.filter((word) => !held.has(word));
  return missing.length === 0 ? [] : [`Nothing of it says ${missing.map((word) => `"${word}"`).join(" or ")}.`];
}

/** One of a kind, and words that tell which; a plural asks for all of them, which no description tells. */
function readWish(items: readonly Item[]): Wish | undefined {
  const [asks, noun, ...rest] = items;
  if (asks?.is !== "ask" || asks.ask !== "list" || noun?.is !== "noun") return undefined;
  const [kind] = noun.kinds;
  if (kind === undefined || !DESCRIBED.has(kind) || /s$/i.test(noun.text)) return undefined;
  if (rest.some(({ is }) => /^(?:name|not|leave-out|quantity|stands|choice|span|number)$/.test(is))) return undefined;
  const words = rest
    .filter(({ is }) => /^(?:word|verb|noun|quality)$/.test(is))
    .flatMap(({ text }) => text.toLowerCase().split(" "))
    .filter(
      (word) => word.length > 2 && !SAYS_NOTHING.test(word) && word.replace(/s$/, "") !== noun.text.toLowerCase(),
    );
  return words.length < 2 ? undefined : { kind, noun: noun.text, words: [...new Set(words)] };
}

const SAYS_NOTHING =
  /^(?:use[sd]?|using|does|have|has|file|data|the|one|new|need|want|run|runs|make[sd]?|making|happen|responsible|called|para|uma?)$/;

const namesFor = (word: string): readonly string[] => [
  ...new Set([word, ...sameWords(plain(word)), ...relatedWords(plain(word))]),
];

/** Lines of documents, and comments at the beginnings of sources, that say one of the words. */
function* linesFor({ kind, words }: Wish, { folder }: Context): Looking<readonly CitedLine[]> {
  const forms = words.flatMap(namesFor).map(formsOf);
  const glob = GLOBS[kind];
  const patterns = [...new Set(forms)].join("|");
  const { lines } = yield* linesOf([
    { pattern: `^\\s*\\|.*(?:${patterns})`, glob: "*.{md,rst,adoc,txt}" },
    ...(glob === undefined ? [] : [{ pattern: `^.{0,7}\\*.*(?:${patterns})`, glob }]),
    ...(glob === undefined ? [] : [{ pattern: `^//\\S+ +JOB\\b.*(?:${patterns})`, glob }]),
  ]);
  return lines.filter(
    ({ path, line, text }) =>
      (folder.keeps?.(path) ?? true) &&
      (/\.(?:md|rst|adoc|txt)$/i.test(path) || (line <= FIRST_LINES && isTold(path, text))),
  );
}

const isTold = (path: string, text: string): boolean => isComment(path, text) || /^\/\/\S+ +JOB\b/i.test(text);

interface Scored {
  readonly row: Row;
  readonly share: number;
  readonly held: ReadonlySet<string>;
  readonly lines: readonly CitedLine[];
}

/** Rows by how much of the words is said of them; a word that is said of many tells little. */
function scoredRows(
  rows: readonly Row[],
  words: readonly string[],
  lines: readonly CitedLine[],
  total: number,
): readonly Scored[] {
  const told = rows.map((row) => {
    const own = lines.filter(({ path, text }) => path === row.path || namesRow(text, row.name));
    const held = new Map(words.map((word) => [word, heldBy(word, row, own)]));
    return { row, own, held };
  });
  const weightOf = (word: string): number =>
    Math.log(1 + total / (1 + told.filter(({ held }) => (held.get(word) ?? 0) > 0).length));
  const all = words.reduce((sum, word) => sum + weightOf(word), 0);
  return told
    .map(({ row, own, held }): Scored => {
      const share = words.reduce((sum, word) => sum + weightOf(word) * (held.get(word) ?? 0), 0) / all;
      const saying = ({ text }: CitedLine): number =>
        words.filter((word) => namesFor(word).some((other) => holdsWord(text, other))).length;
      const spoken = own.filter((line) => saying(line) > 0).toSorted((one, other) => saying(other) - saying(one));
      return { row, share, held: new Set(words.filter((word) => (held.get(word) ?? 0) > 0)), lines: spoken };
    })
    .toSorted((one, other) => other.share - one.share);
}

const NEARLY = 0.6;
const NAMED = 1.3;

/** 1 where it is said, less where only what is nearly the same is. */
function heldBy(word: string, row: Row, lines: readonly CitedLine[]): number {
  const isSaid = (other: string): boolean => lines.some(({ text }) => holdsWord(text, other));
  const same = [word, ...sameWords(plain(word))];
  if (same.some((other) => isIn(other, row.name))) return NAMED;
  if (same.some(isSaid)) return 1;
  return relatedWords(plain(word)).some(isSaid) ? NEARLY : 0;
}

const namesRow = (text: string, name: string): boolean =>
  text
    .toUpperCase()
    .split(/[^A-Z0-9$#@-]+/)
    .includes(name.toUpperCase());
