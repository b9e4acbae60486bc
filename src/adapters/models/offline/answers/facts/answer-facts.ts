import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { CitedLine } from "../../result-text.ts";
import { type Answer, cited, search } from "../answer.ts";
import { type AskedFacts, readAskedFacts } from "./asked-facts.ts";
import { type Fact, factsOf } from "./code-facts.ts";
import { flowsOf, withFlows } from "./follow.ts";
import { publicNames } from "./public-names.ts";
import { bestStretch, type RankedFact, rankedFacts } from "./rank-facts.ts";
import { shownUses } from "./shown-uses.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";

/** So much of what is asked a fact must say to be shown, and of a question of several words more than one. */
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
const NEAR_SHARE = 0.8;
const SHOWN_MAX = 3;
/** Two functions would leave no room for what else is near. */
const ONE = 1;
const NAMED_WORTH = 0.5;
const DENIED_WORTH = 0.2;
/** What does more than to hand on what was caught. */
const DOES = /\w\(|=(?!=)/;
const DENIES = /not found|missing|does not exist|cannot|could not|unable/i;
const PUBLIC_WORTH = 0.3;
/** A section explains, an example only does. */
const SECTION_WORTH = 0.15;

/** An answer that only quotes what is nearest, behind the facts of the code that its question asks for. */
export function* withFacts(answer: Answer, question: string, folder: Folder): Looking<Answer> {
  if (answer.isOfPassages !== true && answer.isUnnarrowed !== true) return answer;
  const facts = yield* factsText(question, folder);
  return facts === undefined ? answer : { ...answer, text: `${facts}\n${answer.text}`, isAnswer: true };
}

/** What the code tells for certain that a question may ask for; undefined where it asks for nothing of that kind. */
export function* factsText(question: string, folder: Folder): Looking<string | undefined> {
  const asked = readAskedFacts(question);
  if (!asked) return undefined;
  const files = yield* sourceFiles(folder);
  const found = bestFacts(asked, files.flatMap(factsOf), files);
  const shown = asked.kind === "offer" ? bestFacts({ ...asked, kind: "shown" }, yield* shownUses(folder), files) : [];
  const [first] = found;
  const texts = first ? yield* textsOf(first, found, asked, files) : [];
  const [guide] = shown;
  if (!guide) return texts.length === 0 ? undefined : texts.join("\n");
  return [
    `${LEADS.shown}, by the words ${quotedWords(guide.held)}:`,
    factText(withBody(guide.fact, asked.words)),
    ...texts,
  ].join("\n");
}

function* textsOf(
  first: RankedFact,
  found: readonly RankedFact[],
  asked: AskedFacts,
  files: readonly SourceFile[],
): Looking<readonly string[]> {
  return [
    `${LEADS[asked.kind]}, by the words ${quotedWords(first.held)}:`,
    factText(withBody(first.fact, asked.words)),
    ...flowsOf(first.fact, files).map(({ why, line }) => `- ${why}: ${cited(line)}`),
    ...(yield* shownIn(first.fact)),
    ...found.slice(1).map(({ fact }) => factText(fact)),
  ];
}

const BODY_LINES_MAX = 9;

/** A function with the stretch of it that says most of what is asked. */
const withBody = (fact: Fact, words: readonly string[]): Fact =>
  fact.body === undefined
    ? fact
    : { ...fact, shown: [...fact.shown, ...bestStretch(words, fact.body, BODY_LINES_MAX)] };

const LEADS: Readonly<Record<Fact["kind"], string>> = {
  shown: "What shows how that is done",
  offer: "What the code offers nearest to that",
  inner: "The function that is nearest to that",
  amount: "The nearest number or text that the code fixes",
  environment: "The nearest environment variable",
  raise: "Where the code raises what is nearest to that",
  handler: "Where the code handles what is nearest to that",
};

const quotedWords = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(", ");

export function bestFacts(
  asked: AskedFacts,
  told: readonly Fact[],
  files: readonly SourceFile[],
): readonly RankedFact[] {
  const isPublic = publicNames(files);
  const all = told.filter(({ kind }) => kind === asked.kind);
  const isHinted = ({ name, text }: Fact): boolean => asked.hint?.test(`${name} ${text}`) ?? true;
  const isOfUsers = ({ name, unit }: Fact): boolean => !name.startsWith("_") && (isPublic(name) || isPublic(unit));
  const facts = asked.kind === "amount" ? withFlows(all.filter(isHinted), files) : all;
  const worth = ({ fact, score }: RankedFact): number =>
    score +
    (asked.names.includes(fact.name) ? NAMED_WORTH : 0) +
    (fact.kind === "handler" && fact.shown.every(({ text }) => !DOES.test(text)) ? -DENIED_WORTH : 0) +
    (asked.isDenied && fact.kind === "raise" && DENIES.test(fact.own) ? DENIED_WORTH : 0) +
    (fact.kind !== "offer" ? 0 : isOfUsers(fact) ? PUBLIC_WORTH : -PUBLIC_WORTH / 2) +
    (fact.kind === "shown" && fact.text.startsWith("#") ? SECTION_WORTH : 0);
  const isNamed = ({ fact, named }: RankedFact): boolean => fact.kind === "offer" && named === 1 && isOfUsers(fact);
  const ranked = rankedFacts(asked.words, facts)
    .filter(
      (one) =>
        isNamed(one) || (one.coverage >= COVERAGE_MIN[asked.kind] && one.held.length >= Math.min(2, one.sayable)),
    )
    .filter(({ fact, held }) => fact.kind !== "inner" || held.length > 1 || asked.names.includes(fact.name))
    .map((one) => ({ ...one, score: worth(one) }))
    .toSorted((one, other) => other.score - one.score);
  const top = ranked[0]?.score ?? 0;
  const shown: RankedFact[] = [];
  for (const one of ranked) {
    if (shown.length === (/^(?:inner|shown)$/.test(asked.kind) ? ONE : SHOWN_MAX) || one.score < top * NEAR_SHARE)
      break;
    if (!shown.some(({ fact }) => isSame(fact, one.fact))) shown.push(one);
  }
  return shown;
}

const isSame = (one: Fact, other: Fact): boolean =>
  (one.path === other.path && Math.abs(one.line - other.line) < 4) ||
  (one.kind === "raise" && one.text.trim() === other.text.trim());

/** The lines of a fact below their place. */
function factText({ path, shown, unit, name, kind }: Fact): string {
  const lines = shown.filter(({ text }) => text.trim() !== "" && !/^\s*(?:\/\*\*?|\*\/|"""|\*)\s*$/.test(text));
  const indent = Math.min(...lines.map(({ text }) => text.search(/\S/)));
  const title = !/^(?:offer|inner)$/.test(kind) ? unit : unit === "" ? name : `${unit}.${name}`;
  return [
    `${path}:${lines[0]?.line ?? 1}-${lines.at(-1)?.line ?? 1}${title === "" ? "" : `, "${title}"`}:`,
    ...lines.map(({ text }) => `  ${text.slice(indent).trimEnd()}`),
  ].join("\n");
}

const SHOWN_IN_MAX = 3;

/** Where documents and examples show how an offer is used. */
function* shownIn({ kind, name }: Fact): Looking<readonly string[]> {
  if (kind !== "offer" || name.length < 4) return [];
  const { lines } = yield* search(`\\b${name}\\b`, { glob: "*.{md,rst,py,ts,js,mjs}", ignore_case: false, limit: 200 });
  const rank = ({ path }: CitedLine): number => (/README/i.test(path) ? 0 : /(?:^|\/)docs?\//.test(path) ? 1 : 2);
  const isUse = ({ text }: CitedLine): number => Number(!new RegExp(`\\b${name}\\s*[(=:]`).test(text));
  const uses = lines
    .filter(({ path, text }) => isShowing(path) && !/^\s*(?:import|from)\b|^\s*\w+,\s*$|<img|https?:\S*$/.test(text))
    .toSorted((one, other) => isUse(one) - isUse(other) || rank(one) - rank(other));
  return uses.slice(0, SHOWN_IN_MAX).map((line) => `- shown in ${cited(line)}`);
}

const isShowing = (path: string): boolean =>
  (/(?:^|\/)(?:examples?|samples?|demos?)\//.test(path) && isAside(path)) ||
  (/\.(?:md|rst)$/.test(path) && !/CHANGELOG|HISTORY/i.test(path));
