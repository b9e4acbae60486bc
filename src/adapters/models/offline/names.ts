import type { Folder, Thing } from "./folder.ts";
import { type Looking, together } from "./looking.ts";
import { type Candidate, thingOf } from "./named-thing.ts";
import { KIND_NOUNS } from "./reading/lexicon.ts";
import type { Token } from "./reading/tokens.ts";
import type { Slot } from "./reading/units.ts";

export interface ReadNames {
  readonly things: readonly Thing[];
  readonly slots: ReadonlyMap<number, Slot>;
  /** What the others are looked for in: "X in Y". */
  readonly scope?: Thing;
  /** Words that nothing here is named by. */
  readonly topic: readonly string[];
}

const CANDIDATES_MAX = 6;

export const ASKING_CONCEPTS = new Set(
  "what which who where when how why howmany exist list show this project here".split(" "),
);

/**
 * Finds what a part names among what this folder really has.
 * @param options  `alsoWords`: words that mean something for questions may be names here as well ("query", "run")
 */
export function* readNames(
  tokens: readonly Token[],
  folder: Folder,
  { alsoWords, isHowTo }: { readonly alsoWords: boolean; readonly isHowTo: boolean },
): Looking<ReadNames> {
  const candidates = [...candidatesOf(tokens, alsoWords), ...foldersSaid(tokens, folder)]
    // How something is done is asked of a subject; only what is written as a name is one then.
    .filter(({ trust }) => trust === "sure" || !isHowTo)
    .slice(0, CANDIDATES_MAX);
  const looked = yield* together(candidates.map((candidate) => thingOf(candidate, folder)));
  const known = candidates.flatMap((candidate, index) => {
    const thing = looked[index];
    return thing === undefined || !isFolderMeant(tokens, candidate, thing) ? [] : [{ candidate, thing }];
  });
  const firm = known.filter(({ candidate }) => candidate.trust !== "last");
  // A folder only says where.
  const taken = (firm.length > 0 ? firm : known.slice(0, 1)).sort(
    (one, other) => Number(one.thing.kind === "folder") - Number(other.thing.kind === "folder"),
  );
  const slots = new Map<number, Slot>();
  for (const { candidate, thing } of taken) for (const index of candidate.indexes) slots.set(index, slotOf(thing));
  const scope =
    taken.length > 1 ? taken.find(({ candidate, thing }) => isWhere(tokens, candidate, thing))?.thing : undefined;
  const topic = tokens.flatMap((token, index) => (isTopic(token) && !slots.has(index) ? [token.text] : []));
  for (const [index, token] of tokens.entries()) if (isTopic(token) && !slots.has(index)) slots.set(index, "TOPIC");
  const things = taken.map(({ thing }) => thing).filter((thing) => thing !== scope);
  return { things, slots, topic, ...(scope === undefined ? {} : { scope }) };
}

/** "In the source", where there is a folder of that name at the top: a place, whatever else the word may mean. */
function foldersSaid(tokens: readonly Token[], { paths }: Folder): readonly Candidate[] {
  const tops = new Set(paths.flatMap((path) => (path.includes("/") ? [path.slice(0, path.indexOf("/"))] : [])));
  return tokens.flatMap(({ kind, text }, index): Candidate[] => {
    const before = tokens.slice(Math.max(0, index - 2), index).map(({ word }) => word);
    const isPlace =
      /^(?:in|inside|within|under)$/.test(before.at(-1) ?? "") ||
      /^(?:in|inside|within|under) the$/.test(before.join(" "));
    const isLast = index === tokens.length - 1 || /^(?:folder|directory|dir)$/.test(tokens[index + 1]?.word ?? "");
    return kind === "word" && isPlace && isLast && tops.has(text)
      ? [{ indexes: [index], written: text, trust: "likely" }]
      : [];
  });
}

/** A plain word that is a folder's name, too, means the folder only where the question speaks of folders or of what is in it. */
function isFolderMeant(tokens: readonly Token[], { indexes, written }: Candidate, { kind }: Thing): boolean {
  if (kind !== "folder" || !/^[a-z]+$/i.test(written)) return true;
  const [first = 0] = indexes;
  const around = tokens.slice(Math.max(0, first - 3), first).map(({ word }) => word);
  return (
    tokens.some(({ concepts }) => concepts.includes("folder")) ||
    around.some((word) => /^(?:in|inside|within|under|list|em|no|na|dentro|ls)$/.test(word)) ||
    tokens.length <= 4
  );
}

const HOLDERS = /^(?:file|folder|program|job|copybook|class|module|mapset)$/;

/** "In Y", behind something else that is named. */
function isWhere(tokens: readonly Token[], { indexes }: Candidate, { kind }: Thing): boolean {
  const [first = 0] = indexes;
  const before = tokens.slice(Math.max(0, first - 3), first).map(({ word }) => word);
  return HOLDERS.test(kind) && first > 1 && before.some((word) => /^(?:in|inside|within|em|no|na|dentro)$/.test(word));
}

const isTopic = ({ kind }: Token): boolean => kind === "other" || kind === "told";

function slotOf({ kind }: Thing): Slot {
  if (kind === "folder") return "FOLDER";
  return kind === "file" ? "FILE" : "NAME";
}

/** Names that stand alone, and words in a row that may be one name ("session manager"). */
function candidatesOf(tokens: readonly Token[], alsoWords: boolean): readonly Candidate[] {
  const candidates: Candidate[] = [];
  let run: number[] = [];
  const add = (indexes: readonly number[], trust: Candidate["trust"]): void => {
    const written = indexes.map((index) => tokens[index]?.text ?? "").join(" ");
    candidates.push({ indexes, written, trust, kindNoun: kindBeside(tokens, indexes) });
  };
  const close = (): void => {
    const [first] = run;
    if (first !== undefined && run.length <= 4 && mayBeName(tokens, first)) add(run, "likely");
    run = [];
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "other") {
      run.push(index);
      continue;
    }
    close();
    if (token.kind === "name") add([index], "sure");
    else if (
      alsoWords &&
      token.kind === "word" &&
      token.word.length > 2 &&
      !isAsking(token) &&
      mayBeName(tokens, index)
    )
      add([index], "last");
  }
  close();
  return candidates;
}

/** After these stands a verb. */
export const BEFORE_VERB =
  /^(?:i|we|you|they|to|can|could|should|would|will|must|may|might|not|let|please|eu|nos|posso|devo)$/;
const BEFORE_ANY = /^(?:an?|any|some|every|each|um|uma|algum|alguma)$/;

/** A verb is no name, and "a thing" is any of its kind; a capital says that it is one all the same. */
function mayBeName(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.word ?? "";
  const isDefinition =
    /^(?:what|que)$/.test(tokens[0]?.word ?? "") && /^(?:is|e|are)$/.test(tokens[index - 2]?.word ?? "");
  if (isDefinition) return true;
  return /[A-Z]/.test(tokens[index]?.text.slice(1) ?? "") || !(BEFORE_VERB.test(before) || BEFORE_ANY.test(before));
}

/** Words that only ask, and nouns that say of what kind something is, are no names. */
function isAsking({ concepts }: Token): boolean {
  return concepts.some((concept) => ASKING_CONCEPTS.has(concept) || KIND_NOUNS.has(concept));
}

function kindBeside(tokens: readonly Token[], indexes: readonly number[]): string | undefined {
  const around = [tokens[(indexes[0] ?? 0) - 1], tokens[(indexes.at(-1) ?? 0) + 1]];
  return around
    .flatMap((token) => (token?.kind === "word" ? token.concepts : []))
    .find((concept) => KIND_NOUNS.has(concept));
}
