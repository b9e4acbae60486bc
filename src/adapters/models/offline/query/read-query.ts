import { type Chunk, chunksOf } from "./chunks.ts";
import { readItems } from "./items.ts";
import { BARE, clauseOf, readCore } from "./orders.ts";
import type { Clause, Kind, LineBound, Noun, Query, Relation, Scope } from "./shape.ts";
import { LANGUAGE_NAMES } from "./words.ts";

/**
 * Reads a part of a question as a query over rows.
 * @returns  undefined where a word has no place in it: then it asks something else
 */
export function readQuery(part: string): Query | undefined {
  const read = chunksOf(readItems(part));
  if (!read) return undefined;
  const { asks, spans } = read;
  if (asks.has("size")) return sizeOfBefore(read);
  const { rest, scopes, clauses } = withoutScopes(read.chunks);
  const core = readCore(rest, read);
  if (!core) {
    const only = rest.length === 0 && scopes.length + clauses.length === 0 && asks.size > 0;
    return only ? { asks, spans, head: { ...BARE, stands: "for-before" }, clauses: [], scopes: [] } : undefined;
  }
  // "Programs of the batch", "dependencias de runtime": a quality alone behind "of" is one of the head.
  const told = scopes.filter(({ noun, preposition }) => isQualityAlone(noun) && preposition === "in");
  const head = headOf(core.head, told);
  if (head.kinds.length === 0 && (head.stands === undefined || head.words.length > 0)) return undefined;
  const own = scopes.filter((scope) => !told.includes(scope));
  const all = [...core.clauses, ...clauses];
  // "Which Python" asks for a version of it, "which are Python" for files.
  const isAlone = own.length + core.clauses.length + clauses.length === 0 && rest.length === 1 && !asks.has("count");
  if (isAlone && isLanguageAlone(core.head)) return undefined;
  const how = all.flatMap(({ other }) => (isDone(other) ? other.qualities.filter(isManner) : []));
  return {
    asks,
    spans,
    head: how.length === 0 ? head : { ...head, qualities: [...head.qualities, ...how] },
    clauses: how.length === 0 ? all : all.map(withoutManner),
    scopes: own,
  };
}

/** "Which programs read it online": how it is done tells of who does it, for data is neither. */
const isManner = (quality: string): boolean => /^(?:batch|online)$/.test(quality);
const isDone = ({ kinds, names, words, stands }: Noun): boolean =>
  kinds.every((kind) => /^(?:file|dataset|table|field)$/.test(kind)) &&
  (kinds.length + names.length + words.length > 0 || stands === "for-before");

const withoutManner = (clause: Clause): Clause =>
  isDone(clause.other)
    ? { ...clause, other: { ...clause.other, qualities: clause.other.qualities.filter((one) => !isManner(one)) } }
    : clause;

/** "Which programs have more than 2000 lines": the bound, and the part without it. */
export function readLineBound(part: string): { readonly rest: string; readonly lines?: LineBound } {
  const match = LINE_BOUND.exec(part);
  const [whole = "", than = "", digits = ""] = match ?? [];
  if (!match) return { rest: part };
  const count = Number(digits.replace(/[.,]/g, ""));
  const isMore = !/^(?:fewer|less|under|below|at most|shorter|smaller|menos|menores?)/i.test(than);
  const isWithin = /^(?:at (?:least|most)|pelo menos)/i.test(than);
  const said = `with ${isMore ? "more" : "fewer"} than ${isWithin ? (isMore ? count - 1 : count + 1) : count} lines`;
  return {
    rest: part.replace(whole, " "),
    lines: { isMore, count: isWithin ? (isMore ? count - 1 : count + 1) : count, said },
  };
}

const LINE_BOUND =
  /[ ,]+(?:(?:that|which|who|que) )?(?:(?:with|have|has|having|are|is|of|com|têm|tem|são|é) )?(more than|over|above|at least|fewer than|less than|under|below|at most|longer than|bigger than|larger than|shorter than|smaller than|mais (?:do que|de)|menos (?:do que|de)|pelo menos|maiores? (?:do )?que|menores? (?:do )?que) (\d[\d.,]*\d|\d) (?:lines?|linhas?)(?: of code| long| each| de c[oó]digo)?/iu;

/** "How many lines do they have": of what was spoken of before. */
function sizeOfBefore({ asks, spans, chunks }: NonNullable<ReturnType<typeof chunksOf>>): Query | undefined {
  const nouns = chunks.flatMap((chunk) => (chunk.is === "noun" ? [chunk.noun] : []));
  const isOfBefore = nouns.every(
    ({ stands, words, names }) => stands === "for-before" && words.length + names.length === 0,
  );
  const isOther = chunks.some(
    (chunk) => !/^(?:noun|do|be|verb)$/.test(chunk.is) || (chunk.is === "verb" && chunk.relation !== "have"),
  );
  if (!isOfBefore || isOther || spans.length > 0) return undefined;
  return { asks, spans, head: { ...BARE, stands: "for-before", text: "them" }, clauses: [], scopes: [] };
}

/** What is asked for, with the qualities that are said behind it. */
function headOf(noun: Noun, told: readonly Scope[]): Noun {
  const behind = told.flatMap(({ noun: { qualities }, isLeftOut }) =>
    qualities.map((one) => (isLeftOut ? `!${one}` : one)),
  );
  const head = { ...noun, qualities: [...noun.qualities, ...behind] };
  // "Where is each defined".
  if (noun.quantity === "any" && noun.text === "") return { ...head, stands: "for-before" };
  return isLanguageAlone(head) ? { ...head, kinds: ["file"] } : head;
}

const isLanguageAlone = (noun: Noun): boolean =>
  isQualityAlone(noun) && noun.qualities.every((one) => LANGUAGE_NAMES.has(one));

const isQualityAlone = ({ kinds, words, names, qualities, stands }: Noun): boolean =>
  kinds.length + words.length + names.length === 0 && qualities.length > 0 && stands !== "for-before";

/** Kinds that something of a kind of rows stands in, where the place is no path. */
const HOLDERS: ReadonlySet<Kind> = new Set(["job", "screen", "program", "class", "copybook"]);

/** Takes out what only says where rows stand. A place at the beginning is what the part is about: "which of them". */
function withoutScopes(chunks: readonly Chunk[]): {
  readonly rest: readonly Chunk[];
  readonly scopes: readonly Scope[];
  readonly clauses: readonly Clause[];
} {
  const rest: Chunk[] = [];
  const scopes: Scope[] = [];
  const clauses: Clause[] = [];
  let isHeadSeen = false;
  for (let at = 0; at < chunks.length; at++) {
    const left = leftOutBy(chunks, at);
    if (left) {
      clauses.push(left.clause);
      at = left.end;
      continue;
    }
    const { place, end } = placeAt(chunks, at);
    const chunk = chunks[at];
    const isHead = place && chunk?.is === "in" && !isHeadSeen && !rest.some(({ is }) => is === "verb");
    const relation = place && relationOf(place);
    if (isHead) rest.push({ is: "noun", noun: place.noun });
    else if (relation) clauses.push(clauseOf({ relation, role: "suffers", other: place.noun }));
    else if (place) scopes.push(place);
    else if (chunk && !/^(?:break|in)$/.test(chunk.is)) rest.push(chunk);
    isHeadSeen ||= Boolean(place) || chunk?.is === "noun";
    at = end;
  }
  return { rest, scopes, clauses };
}

/** "Leaving out the ones that FEEPOST uses", "except those that call X": a relation that the rows must not stand in. */
function leftOutBy(
  chunks: readonly Chunk[],
  at: number,
): { readonly clause: Clause; readonly end: number } | undefined {
  if (!isLeftOutAt(chunks, at) || !nounAt(chunks, at + 1)) return undefined;
  const [one, other] = [chunks[at + 2], chunks[at + 3]];
  const verb = one?.is === "verb" ? one : other?.is === "verb" ? other : undefined;
  const noun = nounAt(chunks, at + 2) ?? nounAt(chunks, at + 3);
  if (!verb || !noun) return undefined;
  const role = verb === one ? "acts" : "suffers";
  return {
    clause: clauseOf({ relation: verb.relation, role, other: noun, isNegated: true, verb: verb.text }),
    end: at + 3,
  };
}

const isLeftOutAt = (chunks: readonly Chunk[], at: number): boolean =>
  chunks[at]?.is === "leave-out" || (chunks[at]?.is === "not" && chunks[at - 1]?.is === "break");

/** What stands in a commit was changed by it, and what stands in a job it has; undefined where the place is a path. */
function relationOf({ noun, isLeftOut, preposition }: Scope): Relation | undefined {
  if (isLeftOut || preposition === "since") return undefined;
  if (noun.kinds[0] === "commit") return "change";
  return isHolder(noun) ? "have" : undefined;
}

const isHolder = ({ kinds, stands }: Noun): boolean =>
  (kinds[0] !== undefined && HOLDERS.has(kinds[0])) || stands === "for-before";

/** The place that begins there, if any, and its last chunk. */
function placeAt(chunks: readonly Chunk[], at: number): { readonly place?: Scope; readonly end: number } {
  const isLeftOut = isLeftOutAt(chunks, at);
  if (chunks[at]?.is === "since") return sinceAt(chunks, at);
  const preposition = chunks[at]?.is === "about" ? "about" : "in";
  if (!isLeftOut && !/^(?:in|about)$/.test(chunks[at]?.is ?? "")) return { end: at };
  let end = at + 1;
  // "Apart from those in the optional modules", "not in the tests".
  while (chunks[end]?.is === "in" || chunks[end]?.is === "leave-out") end++;
  let noun = nounAt(chunks, end);
  if (noun?.stands === "for-before" && isLeftOut && chunks[end + 1]?.is === "in") {
    end += 2;
    noun = nounAt(chunks, end);
  }
  return noun ? { place: { noun, isLeftOut, preposition }, end } : { end: at };
}

/** "Since v1.2", "since the last release"; "since" alone is since what was spoken of before. */
function sinceAt(chunks: readonly Chunk[], at: number): { readonly place: Scope; readonly end: number } {
  const noun = nounAt(chunks, at + 1);
  const before: Noun = { ...BARE, stands: "for-before", text: "" };
  return { place: { noun: noun ?? before, isLeftOut: false, preposition: "since" }, end: noun ? at + 1 : at };
}

function nounAt(chunks: readonly Chunk[], at: number): Noun | undefined {
  const chunk = chunks[at];
  return chunk?.is === "noun" ? chunk.noun : undefined;
}
