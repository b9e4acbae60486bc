import { joinPhrases, markProject, readTokens, type Token } from "./tokens.ts";
import { readUnits, type Slot, type Unit } from "./units.ts";

/** A kind of question as the table declares it. */
export interface IntentForms {
  readonly id: string;
  /** What it answers, to be read after "I took this as:". */
  readonly means: string;
  /** What a question must hold for it. */
  readonly needs: "name" | "names" | "file" | "topic" | "nothing";
  /** Ways to ask it, with `|` between; X and Y stand for names, F for a file, T for a subject in plain words. */
  readonly forms: string;
  /** True: it is asked of two things at once. */
  readonly isOfTwo?: boolean;
  /** Kinds of things that words may describe for it where none is named. */
  readonly describes?: readonly string[];
  /** Kinds of things it is asked of; of any where absent. */
  readonly of?: RegExp;
}

/** What is said, to be matched with the table. */
export interface Said {
  readonly units: readonly Unit[];
  readonly slots: ReadonlySet<Slot>;
  /** How many things are named. */
  readonly named: number;
  /** Of the first thing that is named, where it is known. */
  readonly kind?: string | undefined;
}

export interface Choice<Intent> {
  readonly intent: Intent;
  /** 0 to 1: how much of what was said it accounts for, and how much of it was said. */
  readonly fit: number;
}

interface Form<Intent> {
  readonly intent: Intent;
  readonly units: readonly Unit[];
}

const PLACEHOLDERS: Readonly<Record<string, Slot>> = { X: "NAME", Y: "NAME", F: "FILE", T: "TOPIC" };

/** A table of intents, ready to be asked which of them a question is. */
export function intentChooser<Intent extends IntentForms>(
  intents: readonly Intent[],
): (said: Said) => readonly Choice<Intent>[] {
  const forms = intents.flatMap((intent): Form<Intent>[] =>
    formsOf(intent).map((form) => ({ intent, units: formUnits(form.trim()) })),
  );
  const rarity = rarityOf(forms);
  return (said) => {
    const fits = forms.flatMap(({ intent, units }) =>
      isFilled(intent.needs, said) ? [{ intent, units, fit: fitFor(said, intent, units, rarity) }] : [],
    );
    const best = new Map<string, Choice<Intent>>();
    for (const { intent, fit } of fits) if (fit > (best.get(intent.id)?.fit ?? 0)) best.set(intent.id, { intent, fit });
    return [...best.values()].sort((one, other) => other.fit - one.fit);
  };
}

function fitFor(
  { units, kind }: Said,
  intent: IntentForms,
  wanted: readonly Unit[],
  rarity: (meaning: string) => number,
): number {
  const share = (suits(intent, kind) ? 1 : ODD_KIND_SHARE) * (isKeySaid(units, wanted, rarity) ? 1 : KEYLESS_SHARE);
  return fitOf(units, wanted, rarity) * share;
}

/** A question that lacks the word by which a form is told from all others seldom means it. */
const KEYLESS_SHARE = 0.6;

function isKeySaid(said: readonly Unit[], wanted: readonly Unit[], rarity: (meaning: string) => number): boolean {
  const words = wanted.filter(
    ({ meanings }) => !meanings.some((meaning) => SLOTS.has(meaning) || meaning.includes(":")),
  );
  const [key] = words.toSorted((one, other) => rarityOfUnit(other, rarity) - rarityOfUnit(one, rarity));
  if (!key) return true;
  const known = new Set(said.flatMap(({ meanings }) => meanings));
  return key.meanings.some((meaning) => known.has(meaning));
}

/** Any of its meanings may be the one: the most frequent counts. */
const rarityOfUnit = ({ meanings }: Unit, rarity: (meaning: string) => number): number =>
  Math.min(...meanings.map(rarity));

/** What is asked of a kind of thing is seldom asked of another. */
const ODD_KIND_SHARE = 0.8;

function suits({ of }: IntentForms, kind: string | undefined): boolean {
  return of === undefined || kind === undefined || kind === "unknown" || kind === "text" || of.test(kind);
}

function isFilled(needs: IntentForms["needs"], { slots: filled, named }: Said): boolean {
  switch (needs) {
    case "name":
      return filled.has("NAME") || filled.has("FILE") || filled.has("FOLDER");
    case "names":
      return named > 1;
    case "file":
      return filled.has("FILE") || filled.has("FOLDER");
    case "topic":
      return filled.size > 0;
    case "nothing":
      return true;
  }
}

/** The phrases of all forms are joined at once, a line a form: there are thousands of them, and each start reads them. */
const formsOf = ({ forms }: IntentForms): readonly string[] => joinPhrases(forms.replaceAll("|", "\n")).split("\n");

/** @param form  with its phrases joined */
function formUnits(form: string): readonly Unit[] {
  const tokens = markProject(readTokens(form)).map(
    (token): Token => (token.text in PLACEHOLDERS ? { ...token, kind: "name", concepts: [] } : token),
  );
  const slots = new Map<number, Slot>();
  for (const [index, { text }] of tokens.entries()) {
    const slot = PLACEHOLDERS[text];
    if (slot !== undefined) slots.set(index, slot);
  }
  return readUnits(markLastDo(tokens), slots);
}

/** "What does it do": the verb that carries the question, where elsewhere it is none. */
export function markLastDo(tokens: readonly Token[]): readonly Token[] {
  const last = tokens.length - 1;
  return tokens.map((token, index) =>
    /^(?:do|does|faz|fazem)$/.test(token.word) && index === last
      ? { ...token, kind: "word", concepts: ["handle"] }
      : token,
  );
}

/** "Does it log anything": a verb of what is asked about, and no history that is called so. */
export function markVerb(tokens: readonly Token[]): readonly Token[] {
  return tokens.map((token, index) =>
    token.word === "log" && ASKS_DOING.test(wordsTo(tokens, index)) ? { ...token, kind: "other", concepts: [] } : token,
  );
}

const wordsTo = (tokens: readonly Token[], index: number): string =>
  tokens
    .slice(0, index)
    .map(({ word }) => word)
    .join(" ");

/** An auxiliary and what it asks of, up to the verb. */
const ASKS_DOING =
  /\b(?:do|does|did|can|could|will|would|should|must) (?:it|this|that|they|we|you|i|(?:the|this|that|these|our) [\w-]+(?: [\w-]+)?)$/;

const SLOTS: ReadonlySet<string> = new Set<Slot>(["NAME", "FILE", "TOPIC"]);
const SLOT_RARITY_MIN = 1.6;

/** How few intents say a thing: what all of them say tells nothing. */
function rarityOf<Intent extends IntentForms>(forms: readonly Form<Intent>[]): (meaning: string) => number {
  const holders = new Map<string, Set<string>>();
  for (const { intent, units } of forms)
    for (const meaning of units.flatMap(({ meanings }) => meanings))
      holders.set(meaning, (holders.get(meaning) ?? new Set()).add(intent.id));
  const total = new Set(forms.map(({ intent }) => intent.id)).size;
  return (meaning) => {
    const holding = holders.get(meaning)?.size ?? 0;
    // The rarity of BM25; what a question names is never a side matter, however many questions name something.
    const rare = Math.log(1 + (total - holding + 0.5) / (holding + 0.5));
    return SLOTS.has(meaning) ? Math.max(rare, SLOT_RARITY_MIN) : rare;
  };
}

function fitOf(said: readonly Unit[], wanted: readonly Unit[], rarity: (meaning: string) => number): number {
  const saidMeanings = new Set(said.flatMap(({ meanings }) => meanings));
  const wantedMeanings = new Set(wanted.flatMap(({ meanings }) => meanings));
  const explained = share(said, wantedMeanings, rarity);
  const present = share(wanted, saidMeanings, rarity);
  return explained + present === 0 ? 0 : (2 * explained * present) / (explained + present);
}

/** How much of the units the others know, by weight. */
function share(units: readonly Unit[], known: ReadonlySet<string>, rarity: (meaning: string) => number): number {
  let all = 0;
  let met = 0;
  for (const { meanings, weight } of units) {
    const hits = meanings.filter((meaning) => known.has(meaning));
    const counted = weight * Math.max(...(hits.length > 0 ? hits : meanings).map(rarity));
    all += counted;
    if (hits.length > 0) met += counted;
  }
  return all === 0 ? 0 : met / all;
}
