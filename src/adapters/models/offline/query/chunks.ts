import type { Item } from "./items.ts";
import { IN_NOUN, readNoun } from "./noun.ts";
import type { Ask, Noun, Relation, Span } from "./shape.ts";

/** A stretch of a part: a noun with what belongs to it, a verb, or a word that joins them. */
export type Chunk =
  | { readonly is: "noun"; readonly noun: Noun }
  | { readonly is: "verb"; readonly relation: Relation; readonly text: string }
  | { readonly is: "be" | "do" | "by" | "in" | "about" | "not" | "leave-out" | "person" | "break" | "since" };

export interface Chunks {
  readonly asks: ReadonlySet<Ask>;
  readonly spans: readonly Span[];
  readonly chunks: readonly Chunk[];
}

const JOINS: ReadonlySet<string> = new Set([
  "be",
  "do",
  "by",
  "in",
  "about",
  "not",
  "leave-out",
  "person",
  "break",
  "since",
]);

/** Puts the pieces of a part together; undefined where a piece has no place in a query. */
export function chunksOf(items: readonly Item[]): Chunks | undefined {
  // A day that could not be read would be left out.
  if (items.some(({ is }, at) => is === "until" || (is === "since" && !isSince(items, at)))) return undefined;
  const asks = new Set(items.flatMap((item) => (item.is === "ask" ? [item.ask] : [])));
  const spans = items.flatMap((item) => (item.is === "span" ? [item.span] : []));
  const chunks: Chunk[] = [];
  for (let at = 0; at < items.length; ) {
    const item = items[at];
    if (item && IN_NOUN.has(item.is)) {
      const read = readNoun(items, at);
      if (read.noun && !isOnlyAlone(read.noun)) chunks.push({ is: "noun", noun: read.noun });
      at = read.end;
      continue;
    }
    if (item) chunks.push(...joinOf(item, items[at + 1], chunks.at(-1)));
    at++;
  }
  return { asks, spans, chunks };
}

/** "Since v1.2", and "after it" of commits, which leaves out what it follows on as well. */
function isSince(items: readonly Item[], at: number): boolean {
  if (/^(?:since|desde)$/i.test(items[at]?.text ?? "")) return true;
  const isOfCommits = items.slice(0, at).some((item) => item.is === "noun" && item.kinds[0] === "commit");
  return isOfCommits && items[at + 1] !== undefined;
}

/** What a piece is that belongs to no noun. */
function joinOf(item: Item, next: Item | undefined, before: Chunk | undefined): readonly Chunk[] {
  if (item.is === "verb")
    return isAuxiliary(item, next) ? [] : [{ is: "verb", relation: item.relation, text: item.text }];
  const isLacking = item.is === "leave-out" && /^(?:without|sem)$/i.test(item.text) && before?.is !== "break";
  if (isLacking) return [{ is: "not" }, { is: "verb", relation: "have", text: "have" }];
  return JOINS.has(item.is) ? [{ is: item.is as "be" }] : [];
}

/** "Has made", "have been made". */
const isAuxiliary = (item: Item, next: Item | undefined): boolean =>
  /^ha[sd]$|^have$/i.test(item.text) && (next?.is === "verb" || next?.is === "be");

/** "Needed only for tests". */
const isOnlyAlone = ({ quantity, text }: Noun): boolean => quantity === "only" && text === "";
