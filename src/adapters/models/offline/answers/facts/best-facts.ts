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
/** And so much of it by its own name, line or comment: what only stands around it may be of anything. */
const OWN_COVERAGE_MIN: Readonly<Record<Fact["kind"], number>> = {
  inner: 0.35,
  shown: 0.5,
  offer: 0,
  amount: 0,
  environment: 0,
  raise: 0,
  handler: 0,
};
/** A number without a name says by its line what it is of: beside it stands what has another. */
const OWN_COVERAGE_NAMELESS_MIN = 0.3;
/** And of several words more than one. */
const WORDS_MIN = 2;
/** One word that is only said by what is nearly the same says too little. */
const SURELY = 0.8;
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
    .map((one) => ({
      ...one,
      score: one.score + worthOf(one.fact, asked) + (asked.kind === "offer" ? worthToUsers(one.fact, isOfUsers) : 0),
    }))
    .toSorted((one, other) => other.score - one.score);
  return differentOf(ranked.filter(({ score }) => score >= (ranked[0]?.score ?? 0) * NEAR_SHARE)).slice(
    0,
    ALONE.has(asked.kind) ? 1 : SHOWN_MAX,
  );
}

function factsToRank({ kind, hint }: AskedFacts, told: readonly Fact[], files: readonly SourceFile[]): readonly Fact[] {
  // A variable of the environment is offered to users as well as an option.
  const isOfKind = (fact: Fact): boolean => fact.kind === kind || (kind === "offer" && fact.kind === "environment");
  const own = told.filter((fact) => isOfKind(fact) && (hint?.test(`${fact.name} ${fact.text}`) ?? true));
  return kind === "amount" ? withFlows(own, files) : own;
}

const isFit = ({ fact, coverage, ownCoverage, held, sayable }: RankedFact, { kind, names }: AskedFacts): boolean =>
  coverage >= COVERAGE_MIN[kind] &&
  ownCoverage >= (fact.kind === "amount" && fact.name === "" ? OWN_COVERAGE_NAMELESS_MIN : OWN_COVERAGE_MIN[kind]) &&
  held.length >= Math.min(WORDS_MIN, sayable) &&
  (sayable > 1 || coverage >= SURELY) &&
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

function worthToUsers(fact: Fact, isOfUsers: (fact: Fact) => boolean): number {
  if (fact.kind === "environment") return PUBLIC_WORTH;
  if (fact.kind !== "offer") return 0;
  const isField = /^\s+(?:readonly )?\w+\??\s*:/.test(fact.text);
  const settable = !isField
    ? 0
    : SET_BY_USERS.test(fact.unit)
      ? FIELD_WORTH
      : GIVEN_BACK.test(fact.unit)
        ? -FIELD_WORTH
        : 0;
  return settable + (isOfUsers(fact) ? PUBLIC_WORTH : -PUBLIC_WORTH / 2);
}

/** Classes whose fields users fill in, and those whose fields they only read. */
const SET_BY_USERS =
  /(?:Options?|Opts|Config(?:uration)?|Settings?|Param(?:eter)?s|Props|Arg(?:ument)?s|Init|Builder)$/;
const GIVEN_BACK = /(?:Results?|Respon[cs]e|Message|Events?|Usage|Info|Output|Input|State|Error)$/;
const FIELD_WORTH = 0.15;

/** Of facts that stand beside each other, or are raised in the same words, the first. */
const differentOf = (ranked: readonly RankedFact[]): readonly RankedFact[] =>
  ranked.filter((one, index) => !ranked.slice(0, index).some(({ fact }) => isSame(fact, one.fact)));

const BESIDE_LINES = 4;

const isSame = (one: Fact, other: Fact): boolean =>
  (one.path === other.path && Math.abs(one.line - other.line) < BESIDE_LINES) ||
  (one.kind === "raise" && one.text.trim() === other.text.trim());
