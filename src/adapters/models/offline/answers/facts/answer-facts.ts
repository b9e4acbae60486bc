import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { isAside } from "../../aside.ts";
import type { CitedLine } from "../../result-text.ts";
import { type Answer, cited, search } from "../answer.ts";
import { type AskedFacts, readAskedFacts } from "./asked-facts.ts";
import { type Fact, factsOf } from "./code-facts.ts";
import { flowsOf, withFlow } from "./follow.ts";
import { publicNames } from "./public-names.ts";
import { type RankedFact, rankedFacts } from "./rank-facts.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";

/** So much of what is asked a fact must say to be shown, and of a question of several words more than one. */
const COVERAGE_MIN = 0.4;
const NEAR_SHARE = 0.8;
const SHOWN_MAX = 3;
const HINT_WORTH = 0.2;
const PUBLIC_WORTH = 0.12;

/** An answer that only quotes what is nearest, behind the facts of the code that its question asks for. */
export function* withFacts(answer: Answer, question: string, folder: Folder): Looking<Answer> {
  if (answer.isOfPassages !== true) return answer;
  const facts = yield* factsText(question, folder);
  return facts === undefined ? answer : { ...answer, text: `${facts}\n${answer.text}`, isAnswer: true };
}

/** What the code tells for certain that a question may ask for; undefined where it asks for nothing of that kind. */
export function* factsText(question: string, folder: Folder): Looking<string | undefined> {
  const asked = readAskedFacts(question);
  if (!asked) return undefined;
  const files = yield* sourceFiles(folder);
  const best = bestFacts(asked, files);
  const [first] = best;
  if (!first) return undefined;
  const rows = best.flatMap((one, index) => (index === 0 ? [] : factText(one.fact)));
  return [
    `${LEADS[asked.kind]}, by the words ${quotedWords(first.held)}:`,
    factText(first.fact),
    ...flowsOf(first.fact, files).map(({ why, line }) => `- ${why}: ${cited(line)}`),
    ...(yield* shownIn(first.fact)),
    ...rows,
  ].join("\n");
}

const LEADS: Readonly<Record<Fact["kind"], string>> = {
  offer: "What the code offers nearest to that",
  amount: "The nearest number or text that the code fixes",
  environment: "The nearest environment variable",
  raise: "Where the code raises what is nearest to that",
  handler: "Where the code handles what is nearest to that",
};

const quotedWords = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(", ");

function bestFacts(asked: AskedFacts, files: readonly SourceFile[]): readonly RankedFact[] {
  const isPublic = publicNames(files);
  const all = files.flatMap(factsOf).filter(({ kind }) => kind === asked.kind);
  const facts = asked.kind === "amount" ? all.map((fact) => withFlow(fact, files)) : all;
  const worth = ({ fact, score }: RankedFact): number =>
    score +
    (asked.hint?.test(fact.own) ? HINT_WORTH : 0) +
    (fact.kind === "offer" && (isPublic(fact.name) || isPublic(fact.unit)) && !fact.name.startsWith("_") ? PUBLIC_WORTH : 0);
  const ranked = rankedFacts(asked.words, facts)
    .filter(({ coverage, held }) => coverage >= COVERAGE_MIN && held.length >= Math.min(2, asked.words.length))
    .map((one) => ({ ...one, score: worth(one) }))
    .toSorted((one, other) => other.score - one.score);
  const top = ranked[0]?.score ?? 0;
  const shown: RankedFact[] = [];
  for (const one of ranked) {
    if (shown.length === SHOWN_MAX || one.score < top * NEAR_SHARE) break;
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
  const title = kind === "offer" && unit !== "" ? `${unit}.${name}` : kind === "offer" ? name : unit;
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
  const uses = lines
    .filter(({ path, text }) => isShowing(path) && !/^\s*(?:import|from)\b|^\s*\w+,\s*$/.test(text))
    .toSorted((one, other) => rank(one) - rank(other));
  return uses.slice(0, SHOWN_IN_MAX).map((line) => `- shown in ${cited(line)}`);
}

const isShowing = (path: string): boolean =>
  (/(?:^|\/)(?:examples?|samples?|demos?)\//.test(path) && isAside(path)) ||
  (/\.(?:md|rst)$/.test(path) && !/CHANGELOG|HISTORY/i.test(path));
