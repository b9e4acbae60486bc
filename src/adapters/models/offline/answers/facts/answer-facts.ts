import { bestStretch } from "../../../../../engines/passages/weigh-told.ts";
import { isAside } from "../../aside.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { CitedLine } from "../../result-text.ts";
import { type Answer, cited, search } from "../answer.ts";
import { type AskedFacts, readAskedFacts } from "./asked-facts.ts";
import { bestFacts } from "./best-facts.ts";
import { type Fact, factsOf } from "./code-facts.ts";
import { flowsOf } from "./follow.ts";
import type { RankedFact } from "./rank-facts.ts";
import { shownUses } from "./shown-uses.ts";
import { type SourceFile, sourceFiles } from "./source-files.ts";

/** An answer that only quotes what is nearest, behind the facts of the code that its question asks for. @param told  what was said before it */
export function* withFacts(answer: Answer, question: string, folder: Folder, told: string): Looking<Answer> {
  if (answer.isOfPassages !== true && answer.isUnnarrowed !== true) return answer;
  const asked = readAskedFacts(question, told);
  const facts = asked && (yield* factsOfKind(asked, folder));
  if (facts === undefined) return answer;
  // What is only nearest by its name leads seldom: the passages that hold the words come first.
  const isGuess = answer.isOfPassages === true && (asked?.kind === "offer" || asked?.kind === "inner");
  const texts = isGuess ? [answer.text, facts] : [facts, answer.text];
  return { ...answer, text: texts.join("\n"), isAnswer: true };
}

/** What the code tells for certain that a question may ask for; undefined where it asks for nothing of that kind. */
export function* factsText(question: string, folder: Folder): Looking<string | undefined> {
  const asked = readAskedFacts(question, "");
  return asked && (yield* factsOfKind(asked, folder));
}

function* factsOfKind(asked: AskedFacts, folder: Folder): Looking<string | undefined> {
  const files = yield* sourceFiles(folder);
  const found = bestFacts(asked, files.flatMap(factsOf), files);
  const shown = asked.kind === "offer" ? bestFacts({ ...asked, kind: "shown" }, yield* shownUses(folder), files) : [];
  const [first] = found;
  const texts = first ? yield* textsOf(first, found, asked, files) : [];
  const [guide] = shown;
  if (!guide) return texts.length === 0 ? undefined : texts.join("\n");
  // Steps for something of which a word that is asked is not said are steps for something else.
  const isOfAll = asked.words.every((word) => guide.held.includes(word));
  return [
    `${isOfAll ? LEADS.shown : SHOWN_NEAR}, by the words ${quotedWords(guide.held)}:`,
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
    ...found.slice(1).map(({ fact }) => factText({ ...fact, shown: fact.shown.slice(0, FURTHER_LINES_MAX) })),
  ];
}

const BODY_LINES_MAX = 9;
/** Of each behind the first. */
const FURTHER_LINES_MAX = 9;

/** A function with the stretch of it that says most of what is asked. */
function withBody(fact: Fact, words: readonly string[]): Fact {
  const body = fact.body ?? [];
  const stretch = bestStretch(
    words,
    body.map(({ text }) => text),
    BODY_LINES_MAX,
  );
  return { ...fact, shown: [...fact.shown, ...body.slice(...stretch)] };
}

const LEADS: Readonly<Record<Fact["kind"], string>> = {
  shown: "What shows how that is done",
  offer: "What the code offers nearest to that",
  inner: "The function that is nearest to that",
  amount: "The nearest number or text that the code fixes",
  environment: "The nearest environment variable",
  raise: "Where the code raises what is nearest to that",
  handler: "Where the code handles what is nearest to that",
};

const SHOWN_NEAR = "The nearest that shows how something is done";

const quotedWords = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(", ");

/** The lines of a fact below their place. */
function factText({ path, shown, unit, name, kind }: Fact): string {
  const lines = shown.filter(({ text }) => text.trim() !== "" && !/^\s*(?:\/\*\*?|\*\/|"""|\*)\s*$/.test(text));
  const indent = Math.min(...lines.map(({ text }) => text.search(/\S/)));
  const title = !/^(?:offer|inner)$/.test(kind) ? unit : unit === "" ? name : `${unit}.${name}`;
  return [
    `${path}:${lines[0]?.line ?? 1}-${lines.at(-1)?.line ?? 1}${title === "" ? "" : `, "${title}"`}:`,
    ...lines.flatMap(({ line, text }, index) => {
      const before = lines[index - 1]?.line ?? line - 1;
      return [...(line - before > GAP_LINES_MAX ? ["  …"] : []), `  ${text.slice(indent).trimEnd()}`];
    }),
  ].join("\n");
}

/** Blank lines and the signs of a comment are left out without a word. */
const GAP_LINES_MAX = 3;
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
