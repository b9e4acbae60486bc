import { escapeRegExp } from "../../base/glob.ts";
import { isComment, isMainframe, isTestPath } from "./code-lines.ts";
import { wholeConstruct } from "./construct.ts";
import type { Message } from "./messages.ts";
import type { Passage, RankedPassage } from "./passage.ts";

const PLACES_MAX = 4;
const USES_MAX = 3;
const LEADS_MAX = 2;
const WHOLE_LINES_MAX = 25;
const LEAD_LINES_MAX = 12;

/**
 * Where messages stand, where the names that hold them are used, and what leads there: who saw a message asks for the condition that shows it.
 * @param code  all passages of code that were read
 */
export function messagePassages(messages: readonly Message[], code: readonly Passage[]): readonly RankedPassage[] {
  const places = messages.slice(0, PLACES_MAX).map(({ passage, lineIndexes, text }) => {
    const isData = DECLARES.test(passage.lines[lineIndexes[0]] ?? "");
    return quoted(passage, lineIndexes, "message", { held: text, max: isData ? 0 : WHOLE_LINES_MAX });
  });
  const uses = inTurn(
    messages.map(({ name, passage }) => (name === undefined ? [] : usesOf(name, passage, code))),
  ).slice(0, USES_MAX);
  const shown = [...places, ...uses];
  const leads = shown
    .filter(({ found }) => found === "use" || uses.length === 0)
    .flatMap((one) => leadsTo(one, code))
    .filter((lead) => !shown.some((one) => one.path === lead.path && overlaps(one, lead)));
  return [...shown, ...leads.slice(0, LEADS_MAX)];
}

/** The first of each, then the second of each. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

const overlaps = (one: RankedPassage, other: RankedPassage): boolean => {
  const [from, to] = linesOf(one);
  const [otherFrom, otherTo] = linesOf(other);
  return from <= otherTo && otherFrom <= to;
};

const linesOf = ({ numbers, quote }: RankedPassage): readonly [number, number] => [
  numbers[quote[0]] ?? 0,
  numbers[quote[1] - 1] ?? 0,
];

/** The places that do something with a name, those that bring it up before those that look whether it is there. */
function usesOf(name: string, { path }: Passage, code: readonly Passage[]): readonly RankedPassage[] {
  const use = new RegExp(`(?<![\\w$-])${name.replace(/\$/g, "\\$")}(?![\\w$-])`, isMainframe(path) ? "i" : "");
  const raised = new RegExp(`(?:\\bSET|\\bMOVE|\\braise|\\bthrow(?: new)?)\\s+${name.replace(/\$/g, "\\$")}\\b`, "i");
  const isOwn = /\.cpy$/i.test(path) || !isMainframe(path) ? () => true : (other: string) => other === path;
  const found = code
    .filter((one) => isOwn(one.path) && !isTestPath(one.path) && isMainframe(one.path) === isMainframe(path))
    .flatMap((passage) =>
      passage.lines.flatMap((line, index) =>
        use.test(line) && !DECLARES.test(line) && !isComment(passage.path, line)
          ? [{ passage, index, isRaised: raised.test(line) }]
          : [],
      ),
    );
  const byPassage = [...new Map(found.toReversed().map((one) => [one.passage, one])).values()].toReversed();
  return byPassage
    .toSorted((one, other) => Number(other.isRaised) - Number(one.isRaised))
    .slice(0, USES_MAX)
    .map(({ passage, index }) => quoted(passage, [index, index + 1], "use", { held: name, max: WHOLE_LINES_MAX }));
}

const DECLARES = /^.{6}\s+\d\d\s|^\s*(?:from\b|import\b|class\b|def\b|export (?:class|const|\{)|const\b)/i;

const NO_PARAGRAPH = /^(?:PROCEDURE|DATA|WORKING-STORAGE|LINKAGE|FILE|IDENTIFICATION|ENVIRONMENT)$/i;

/** The statements that perform the paragraph, or call the function, in which something stands. */
export function leadsTo({ path, titles }: Passage, code: readonly Passage[]): readonly RankedPassage[] {
  const name = titles.at(-1);
  if (name === undefined || NO_PARAGRAPH.test(name)) return [];
  const call = new RegExp(callOf(name, path), isMainframe(path) ? "i" : "");
  return code
    .filter((one) => one.path === path)
    .flatMap((passage) => {
      const index = passage.lines.findIndex(
        (line) => call.test(line) && !isComment(path, line) && !/^\s*(?:async )?(?:def|function)\b/.test(line),
      );
      return index < 0 || passage.titles.at(-1) === name
        ? []
        : [quoted(passage, [index, index + 1], "lead", { held: name, max: LEAD_LINES_MAX })];
    });
}

/** How code in a file performs the paragraph or calls the function of that name: the source of a pattern. */
export const callOf = (name: string, path: string): string =>
  isMainframe(path) ? `\\b(?:PERFORM|GO TO)\\s+${name}(?![\\w-])` : `(?<![\\w$])${escapeRegExp(name)}\\(`;

function quoted(
  passage: Passage,
  lineIndexes: readonly [number, number],
  found: RankedPassage["found"],
  { held, max }: { readonly held: string; readonly max: number },
): RankedPassage {
  const quote = wholeConstruct(passage, lineIndexes, max);
  return { ...passage, found, quote, held: [held], missing: [], score: 0, coverage: 1, values: [], worths: [] };
}
