import { answered, cited } from "./answers/answer.ts";
import { firstRows } from "./cut-lists.ts";
import { isIn } from "./described.ts";
import { describedRows, RIVALS_MAX, type Scored, type Wish } from "./described-rows.ts";
import { type Looking, settled } from "./looking.ts";
import type { QueryAnswer } from "./query/answer-query.ts";
import type { Context } from "./query/draft.ts";
import { type Item, readItems } from "./query/items.ts";
import { KINDS } from "./query/kinds.ts";
import type { Kind } from "./query/shape.ts";

/** Kinds whose rows are named by somebody who says elsewhere what they are for. */
const DESCRIBED: ReadonlySet<Kind> = new Set<Kind>(["job", "program", "transaction"]);
const LINES_MAX = 3;

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
  const isSure = second === undefined && (best.held.size >= WORDS_MIN || isInName(best));
  const lead = !isSure
    ? `No line says for certain which; by their names and by what is said of them, the nearest of ${rows.length} ${nouns}:`
    : `By its name and by what is said of it, the ${noun} is:`;
  return {
    answer: { ...answered(lead, ...rivals.map(rowText), ...unsaid(best.held, wish.words)), obeyed: "all" },
    groups: [{ kind: wish.kind, rows: [best.row] }, ...context.before],
  };
}

/** One word alone is said of many things: it tells which only where the name says it. */
const WORDS_MIN = 2;
const isInName = ({ row, held }: Scored): boolean => [...held].some((word) => isIn(word, row.name));

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
  return words.length < 1 ? undefined : { kind, noun: noun.text, words: [...new Set(words)] };
}

const SAYS_NOTHING =
  /^(?:use[sd]?|using|handles?|does|have|has|file|data|the|one|new|need|want|run|runs|make[sd]?|making|happen|responsible|called|para|uma?)$/;
