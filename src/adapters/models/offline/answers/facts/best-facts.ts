import type { AskedFacts } from "./asked-facts.ts";
import type { Fact } from "./code-facts.ts";
import { withFlows } from "./follow.ts";
import { publicNames } from "./public-names.ts";
import { type RankedFact, rankedFacts } from "./rank-facts.ts";
import type { SourceFile } from "./source-files.ts";

/** So much of what is asked a fact must say to be shown. */
const COVERAGE_MIN: Readonly<Record<Fact["kind"], number>> = {
  // Many functions and sections say a part of what is asked.
  inner: 0.6,
  shown: 0.6,
  offer: 0.3,
  amount: 0.4,
  environment: 0.4,
  raise: 0.4,
  handler: 0.3,
};
/** And of several words more than one. */
const WORDS_MIN = 2;
const NEAR_SHARE = 0.8;
const SHOWN_MAX = 3;
/** Two functions would leave no room for what else is near. */
const ALONE: ReadonlySet<Fact["kind"]> = new Set(["inner", "shown"]);
const NAMED_WORTH = 0.5;
const DENIED_WORTH = 0.2;
const PUBLIC_WORTH = 0.3;
/** A section explains, an example only does. */
const SECTION_WORTH = 0.15;
/** What does more than to hand on what was caught. */
const DOES = /\w\(|=(?!=)/;
const DENIES = /not found|missing|does not exist|cannot|could not|unable/i;

/** The facts that say best what is asked, the best first. */
export function bestFacts(
  asked: AskedFacts,
  told: readonly Fact[],
  files: readonly SourceFile[],
): readonly RankedFact[] {
  const isPublic = publicNames(files);
  const isOfUsers = ({ name, unit }: Fact): boolean => !name.startsWith("_") && (isPublic(name) || isPublic(unit));
  const ranked = rankedFacts(asked.words, factsToRank(asked, told, files))
    .filter((one) => isFit(one, asked) || (one.fact.kind === "offer" && one.named === 1 && isOfUsers(one.fact)))
    .map((one) => ({ ...one, score: one.score + worthOf(one.fact, asked) + worthToUsers(one.fact, isOfUsers) }))
    .toSorted((one, other) => other.score - one.score);
  return differentOf(ranked.filter(({ score }) => score >= (ranked[0]?.score ?? 0) * NEAR_SHARE)).slice(
    0,
    ALONE.has(asked.kind) ? 1 : SHOWN_MAX,
  );
}

function factsToRank({ kind, hint }: AskedFacts, told: readonly Fact[], files: readonly SourceFile[]): readonly Fact[] {
  const own = told.filter((fact) => fact.kind === kind && (hint?.test(`${fact.name} ${fact.text}`) ?? true));
  return kind === "amount" ? withFlows(own, files) : own;
}

const isFit = ({ fact, coverage, held, sayable }: RankedFact, { kind, names }: AskedFacts): boolean =>
  coverage >= COVERAGE_MIN[kind] &&
  held.length >= Math.min(WORDS_MIN, sayable) &&
  (kind !== "inner" || held.length >= WORDS_MIN || names.includes(fact.name));

function worthOf(fact: Fact, { names, isDenied }: AskedFacts): number {
  const named = names.includes(fact.name) ? NAMED_WORTH : 0;
  switch (fact.kind) {
    case "handler":
      return named - (fact.shown.some(({ text }) => DOES.test(text)) ? 0 : DENIED_WORTH);
    case "raise":
      return named + (isDenied && DENIES.test(fact.own) ? DENIED_WORTH : 0);
    case "shown":
      return named + (fact.text.startsWith("#") ? SECTION_WORTH : 0);
    case "offer":
    case "inner":
    case "amount":
    case "environment":
      return named;
  }
}

const worthToUsers = (fact: Fact, isOfUsers: (fact: Fact) => boolean): number =>
  fact.kind !== "offer" ? 0 : isOfUsers(fact) ? PUBLIC_WORTH : -PUBLIC_WORTH / 2;

/** Of facts that stand beside each other, or are raised in the same words, the first. */
const differentOf = (ranked: readonly RankedFact[]): readonly RankedFact[] =>
  ranked.filter((one, index) => !ranked.slice(0, index).some(({ fact }) => isSame(fact, one.fact)));

const BESIDE_LINES = 4;

const isSame = (one: Fact, other: Fact): boolean =>
  (one.path === other.path && Math.abs(one.line - other.line) < BESIDE_LINES) ||
  (one.kind === "raise" && one.text.trim() === other.text.trim());
