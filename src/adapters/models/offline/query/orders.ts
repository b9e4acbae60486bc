import type { Chunk, Chunks } from "./chunks.ts";
import type { Clause, Noun, Relation } from "./shape.ts";

/** What a part is about, and in which relations it stands. */
export interface Core {
  readonly head: Noun;
  readonly clauses: readonly Clause[];
}

/** A noun that says nothing. */
export const BARE: Noun = { kinds: [], qualities: [], words: [], names: [], quantity: "some", text: "" };
const ANY: Noun = { ...BARE, quantity: "any" };

const LETTERS: Readonly<Record<Chunk["is"], string>> = {
  noun: "N",
  verb: "V",
  be: "B",
  do: "D",
  by: "Y",
  not: "X",
  person: "P",
  in: "",
  about: "",
  "leave-out": "",
  since: "",
  break: "",
};

interface Pieces {
  readonly nouns: readonly Noun[];
  readonly verbs: readonly { readonly relation: Relation; readonly text: string }[];
  readonly asks: Chunks["asks"];
}

/** What each order of nouns and verbs says; the first that fits is taken. */
const ORDERS: readonly (readonly [order: RegExp, read: (pieces: Pieces, order: string) => Core | undefined])[] = [
  [/^B?NB?$/, ofNoun],
  [/^(?:B?NBX?N|B?NN)$/, ofPredicate],
  [/^N?DPVN?$|^PDVN$|^NPDV$/, ofTyping],
  [/^B?N(?:X?V|DXV)N(?:(?:X?V|DXV)N)*$/, ofActing],
  [/^B?ND?NV$/, ofSuffering],
  [/^BNVN?(?:YN)?$/, ofBeing],
  [/^B?NBX?V(?:YN|N)?$|^B?NX?V(?:YN)?$/, ofPassive],
  [/^DNVN?$/, ofDeed],
  [/^DNVNN?$/, ofQuestion],
  [/^B?VN$/, ofVerbFirst],
  [/^V$/, ofVerbAlone],
];

/** What the nouns and verbs of a part say, by their order; undefined for an order that says nothing here. */
export function readCore(chunks: readonly Chunk[], { asks }: Chunks): Core | undefined {
  const order = chunks.map(({ is }) => LETTERS[is]).join("");
  const pieces: Pieces = {
    nouns: chunks.flatMap((chunk) => (chunk.is === "noun" ? [chunk.noun] : [])),
    verbs: chunks.flatMap((chunk) => (chunk.is === "verb" ? [chunk] : [])),
    asks,
  };
  for (const [form, read] of ORDERS) {
    const core = form.test(order) ? read(pieces, order) : undefined;
    if (core) return core;
  }
  return undefined;
}

/** "Which jobs are there"; a name alone asks something else. */
function ofNoun({ nouns: [head = BARE] }: Pieces): Core | undefined {
  return head.names.length > 0 && head.kinds.length === 0 ? undefined : { head, clauses: [] };
}

/** "Which of them are batch", "which one is the longest": what the second noun says is true of the first. */
function ofPredicate({ nouns: [first = BARE, second = BARE] }: Pieces, order: string): Core | undefined {
  // "Who are the three top contributors" has the head behind.
  if (second.words.length + second.names.length > 0) return undefined;
  const isNegated = order.includes("X");
  if (order === "NN" && !isChoiceAlone(second)) return undefined;
  if (second.kinds.length > 0 && first.kinds.length > 0 && second.kinds[0] !== first.kinds[0]) return undefined;
  const kinds = first.kinds.length > 0 ? first.kinds : second.kinds;
  const qualities = [...first.qualities, ...second.qualities.map((one) => (isNegated ? `!${one}` : one))];
  const choice = second.choice ?? first.choice;
  return { head: { ...first, kinds, qualities, count: first.count ?? second.count, choice }, clauses: [] };
}

/** "Programs that read X and write Y". */
function ofActing({ nouns: [head = BARE, ...others], verbs }: Pieces, order: string): Core | undefined {
  const negated = [...order.matchAll(/(X?)V/g)].map(([, not]) => not === "X");
  const choice = others.length === 1 && isChoiceAlone(others[0]) ? others[0]?.choice : undefined;
  if (choice) return { head: { ...head, choice }, clauses: [] };
  const clauses = verbs.map(({ relation, text }, index) =>
    clauseOf({ relation, role: "acts", other: others[index] ?? ANY, isNegated: negated[index] ?? false, verb: text }),
  );
  return { head, clauses };
}

const isChoiceAlone = (noun: Noun | undefined): boolean =>
  noun?.choice !== undefined && noun.kinds.length + noun.words.length + noun.names.length === 0;

/** "Programs that the night job runs", "copybooks nobody uses". */
function ofSuffering({ nouns: [head = BARE, other = ANY], verbs: [verb] }: Pieces): Core | undefined {
  if (!verb) return undefined;
  return { head, clauses: [clauseOf({ relation: verb.relation, role: "suffers", other, verb: verb.text })] };
}

/** "Programs that are not started by any job", "copybooks that are used the most", "files changed in …". */
function ofPassive({ nouns: [head = BARE, other], verbs }: Pieces, order: string): Core | undefined {
  const verb = verbs.at(-1);
  if (!verb) return undefined;
  const isNegated = order.includes("X");
  if (other && isChoiceAlone(other) && !order.includes("Y"))
    return {
      head: { ...head, choice: other.choice },
      clauses: [clauseOf({ relation: verb.relation, role: "suffers", other: ANY })],
    };
  if (other && !order.includes("Y")) return undefined;
  return {
    head,
    clauses: [clauseOf({ relation: verb.relation, role: "suffers", other: other ?? ANY, isNegated, verb: verb.text })],
  };
}

/** "What did the last commit change", "what did Ann commit last". */
function ofDeed({ nouns: [agent = BARE, choice, third], verbs: [verb] }: Pieces): Core | undefined {
  if (!verb || third || (choice && !isChoiceAlone(choice))) return undefined;
  // "Which does it write": the data that it has to do with.
  if (/^(?:read|write)$/.test(verb.relation) && agent.stands === "for-before" && !choice)
    return {
      head: { ...BARE, kinds: ["dataset", "table"], text: "datasets" },
      clauses: [clauseOf({ relation: verb.relation, role: "suffers", other: agent })],
    };
  // What a commit touches, adds or updates it changes.
  const isOfCommit = agent.kinds[0] === "commit" && /^(?:use|update|add)$/.test(verb.relation);
  const relation = isOfCommit ? "change" : verb.relation;
  const clauses = [clauseOf({ relation, role: "suffers", other: agent })];
  if (relation === "change" && !choice) return { head: { ...BARE, kinds: ["file"], text: "files" }, clauses };
  if (verb.relation !== "make") return undefined;
  const count = choice === undefined ? undefined : (choice.count ?? 1);
  return { head: { ...BARE, kinds: ["commit"], choice: choice?.choice, count, text: "commits" }, clauses };
}

/** "Does any program update it", "does ky have runtime dependencies". */
function ofQuestion({ nouns: [first = BARE, second, third], verbs: [verb] }: Pieces): Core | undefined {
  if (!verb || !second || third) return undefined;
  const isOfFirst =
    first.kinds.length > 0 && first.stands === undefined && first.names.length === 0 && first.quantity !== "some";
  if (isOfFirst)
    return {
      head: first,
      clauses: [clauseOf({ relation: verb.relation, role: "acts", other: second, verb: verb.text })],
    };
  const head =
    second.kinds.length === 0 && second.quantity === "any" ? { ...second, stands: "for-kind" as const } : second;
  if (head.kinds.length === 0 && (head.stands === undefined || head.words.length > 0)) return undefined;
  return { head, clauses: [clauseOf({ relation: verb.relation, role: "suffers", other: first, verb: verb.text })] };
}

/** "When was X added": the commit that did it. */
function ofBeing({ nouns: [other = BARE, more], verbs: [verb], asks }: Pieces): Core | undefined {
  if (!verb || more || !(asks.has("when") || asks.has("who"))) return undefined;
  if (!/^(?:add|change|create|delete)$/.test(verb.relation)) return undefined;
  const relation = verb.relation === "create" ? "add" : verb.relation;
  return {
    head: { ...BARE, kinds: ["commit"], text: "commits" },
    clauses: [clauseOf({ relation, role: "acts", other, verb: verb.text })],
  };
}

/** "Who made the last commit", "who committed most". */
function ofVerbFirst({ nouns: [noun = BARE], verbs: [verb], asks }: Pieces): Core | undefined {
  if (!verb || !asks.has("who")) return undefined;
  const isOfCommits = noun.kinds[0] === "commit" || (noun.kinds.length === 0 && isChoiceAlone(noun));
  if (verb.relation === "make" && noun.choice?.by === "degree" && isOfCommits)
    return { head: { ...BARE, kinds: ["author"], choice: noun.choice, count: 1, text: "authors" }, clauses: [] };
  if (verb.relation === "make" && (noun.kinds[0] === "commit" || noun.stands === "for-before"))
    return { head: noun, clauses: [] };
  if (verb.relation === "make" && isChoiceAlone(noun))
    return { head: { ...BARE, kinds: ["commit"], choice: noun.choice, count: 1, text: "commits" }, clauses: [] };
  if (/^(?:add|create|delete)$/.test(verb.relation)) return ofBeing({ nouns: [noun], verbs: [verb], asks });
  return undefined;
}

/** "What changed in the last five commits": the files, which the place says. */
function ofVerbAlone({ verbs: [verb] }: Pieces): Core | undefined {
  return verb?.relation === "change" ? { head: { ...BARE, kinds: ["file"], text: "files" }, clauses: [] } : undefined;
}

/** "Which fields can a user type into". */
function ofTyping({ nouns: [head = BARE], verbs: [verb] }: Pieces): Core | undefined {
  if (verb?.relation !== "type-into") return undefined;
  return {
    head: { ...head, kinds: head.kinds.length > 0 ? head.kinds : ["field"], qualities: [...head.qualities, "input"] },
    clauses: [],
  };
}

interface Related {
  readonly relation: Relation;
  readonly role: Clause["role"];
  readonly other: Noun;
  readonly isNegated?: boolean;
  readonly verb?: string;
}

/** A clause as it was read: "no job" negates it. */
export function clauseOf({ relation, role, other, isNegated = false, verb = relation }: Related): Clause {
  const isNone = other.quantity === "none";
  return {
    relation,
    role,
    other: isNone ? { ...other, quantity: "any" } : other,
    isNegated: isNegated !== isNone,
    said: `${verb} ${other.text}`.trim(),
  };
}
