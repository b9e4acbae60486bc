import type { Item } from "./items.ts";
import type { Choice, Kind, Noun } from "./shape.ts";
import { LANGUAGE_NAMES } from "./words.ts";

/** What pieces a noun is made of. */
export const IN_NOUN: ReadonlySet<string> = new Set([
  "the",
  "quantity",
  "number",
  "choice",
  "quality",
  "word",
  "name",
  "noun",
  "stands",
  "project",
]);

interface Draft {
  kinds: Kind[];
  qualities: string[];
  words: string[];
  names: string[];
  quantity: Noun["quantity"];
  count?: number;
  choice?: Choice;
  stands?: Noun["stands"];
  texts: string[];
  isProject: boolean;
}

/** The noun that begins there, and where it ends; no noun where only the project is meant. */
export function readNoun(
  items: readonly Item[],
  from: number,
): { readonly noun: Noun | undefined; readonly end: number } {
  const draft: Draft = {
    kinds: [],
    qualities: [],
    words: [],
    names: [],
    quantity: "some",
    texts: [],
    isProject: false,
  };
  let at = from;
  for (let taken = -1; taken !== 0 && at < items.length; at += taken) taken = takeAt(draft, items, at);
  const { isProject, texts, ...noun } = draft;
  const isEmpty = texts.length === 0 && noun.quantity === "some";
  return { noun: isEmpty && isProject ? undefined : { ...noun, text: texts.join(" ") }, end: Math.max(at, from + 1) };
}

/** How many pieces from there belong to the noun; none where another begins. */
function takeAt(draft: Draft, items: readonly Item[], at: number): number {
  const item = items[at];
  const next = items[at + 1];
  if (!item) return 0;
  const genitive = draft.kinds.length > 0 ? takeGenitive(draft, items, at) : 0;
  if (genitive > 0) return genitive;
  if (item.is === "or" && draft.texts.length > 0 && continues(next)) return takeOther(draft, next, item) ? 2 : 0;
  return take(draft, item, next) ? 1 : 0;
}

/** "O arquivo de contas": the words that tell which one. */
function takeGenitive(draft: Draft, items: readonly Item[], at: number): number {
  if (!isGenitive(draft, items[at])) return 0;
  const from = items[at + 1]?.is === "the" ? at + 2 : at + 1;
  const end = items.findIndex((item, index) => index >= from && item.is !== "word" && !isOfData(draft, item));
  const words = items.slice(from, end < 0 ? undefined : end).map(({ text }) => text);
  if (words.length === 0) return 0;
  draft.words.push(...words);
  draft.texts.push(items[at]?.text ?? "", ...words);
  return from - at + words.length;
}

/** "Do", "da", "dos"; of what holds data also "with". */
function isGenitive({ kinds, qualities }: Draft, item: Item | undefined): boolean {
  if (item?.is === "in") return /^d[aeo]s?$/i.test(item.text);
  if (HOLDS_DATA.test(kinds[0] ?? "") && /^(?:with|holding|com)$/i.test(item?.text ?? "")) return true;
  // "The VSAM file for policies": what is VSAM is no file of source.
  return qualities.includes("vsam") && /^(?:for|of|with|holding)$/i.test(item?.text ?? "");
}

const HOLDS_DATA = /^(?:copybook|dataset|table)$/;

/** "O ficheiro de transacoes": what data is about may be a kind of rows as well. */
const isOfData = ({ kinds }: Draft, item: Item): boolean =>
  item.is === "noun" &&
  item.kinds[0] === "transaction" &&
  kinds.some((kind) => /^(?:dataset|table|copybook)$/.test(kind));

const continues = (item: Item | undefined): boolean =>
  item !== undefined && ["name", "noun", "quality", "the"].includes(item.is);

/** What "or" and "and" add to a noun of the same make. */
function takeOther(draft: Draft, item: Item | undefined, joint: Item): boolean {
  if (item?.is === "quality" && draft.qualities.length > 0 && draft.kinds.length === 0) {
    const before = draft.qualities.pop() ?? "";
    const isEither = /^(?:or|ou|nor|nem)$/i.test(joint.text) || areExclusive(before, item.quality);
    draft.qualities.push(...(isEither ? [`${before}|${item.quality}`] : [before, item.quality]));
    draft.texts.push(item.text);
    return true;
  }
  if (item?.is === "name" && draft.names.length > 0) {
    draft.names.push(item.text);
    draft.texts.push(item.text);
    return true;
  }
  if (item?.is === "noun" && draft.kinds.length > 0 && draft.words.length + draft.names.length === 0) {
    draft.kinds.push(...item.kinds);
    draft.texts.push(`or ${item.text}`);
    return true;
  }
  return false;
}

/** Takes a piece into a noun; false where it belongs to what follows. */
function take(draft: Draft, item: Item, next: Item | undefined): boolean {
  const hasHead = draft.kinds.length > 0 || draft.stands !== undefined;
  const hasContent = draft.texts.length > 0;
  switch (item.is) {
    case "the":
      if (!hasContent && /^(?:this|that|ess[ea]s?)$/i.test(item.text) && next?.is === "noun") {
        draft.stands = "for-before";
        return told(draft, item);
      }
      return !hasContent;
    case "project":
      draft.isProject = true;
      return !hasContent;
    case "quantity":
      if (hasContent) return false;
      draft.quantity = item.quantity;
      return true;
    case "number":
      if (hasHead) return false;
      draft.count = item.count;
      return told(draft, item);
    case "choice":
      if (hasHead) return false;
      draft.choice = item.choice;
      return told(draft, item);
    case "stands":
      if (hasContent && (hasHead || item.stands === "for-before")) return false;
      draft.stands = item.stands;
      return told(draft, item);
    case "quality":
      draft.qualities.push(item.quality);
      return told(draft, item);
    default:
      return takeWord(draft, item);
  }
}

/** Qualities of which nothing has two, so that "and" means both sorts. */
const EXCLUSIVE: readonly RegExp[] = [/^(?:runtime|development|optional|peer)$/, /^(?:batch|online)$/];

function areExclusive(before: string, quality: string): boolean {
  const all = [...before.split("|"), quality];
  return all.every((one) => LANGUAGE_NAMES.has(one)) || EXCLUSIVE.some((form) => all.every((one) => form.test(one)));
}

function takeWord(draft: Draft, item: Item): boolean {
  switch (item.is) {
    case "noun":
      // Of nouns in a row the last is the head: "the transaction file".
      if (draft.kinds.length > 0) draft.words.push(draft.kinds[0] ?? "");
      draft.kinds = [...item.kinds];
      draft.qualities.push(...(item.qualities ?? []));
      return told(draft, item);
    case "name":
      draft.names.push(item.text);
      return told(draft, item);
    case "word":
      if (draft.kinds.length > 0 && draft.stands === undefined) return false;
      draft.words.push(item.text);
      return told(draft, item);
    default:
      return false;
  }
}

function told(draft: Draft, { text }: Item): boolean {
  draft.texts.push(text);
  return true;
}
