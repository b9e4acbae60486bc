import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { asksHowTo } from "../../reading/question-form.ts";
import type { CitedLine } from "../../result-text.ts";
import type { Answer } from "../answer.ts";
import { fullName, type Unit } from "../facts/units.ts";
import { isPackage, ownCode } from "../packages/own-code.ts";
import { quotedLines } from "../packages/quoted-lines.ts";
import { placeIn, readQuoted } from "../quoting/quoted-blocks.ts";
import { sharesLines } from "../quoting/quoted-passage.ts";
import { type AskedDoing, type RankedDoer, rankedDoers, saidBy } from "./rank-doers.ts";
import { stretchOf } from "./stretch.ts";

/** From that share of the likelihood on a function is shown before what is only near. */
const SHARE_MIN = 0.35;
/** And it says that share of its words: of a question whose other words nothing says the rest tells little. */
const HELD_SHARE_MIN = 0.4;
/** How the project is built, tested and handed out no function of it does, nor in what two things differ; one number is told by the line that gives it. */
const NO_DOING =
  /\b(?:upper|lower) (?:limit|bound)s?\b|\bmaxim\w+|\bminim\w+|\bdefaults?\b|\bhow (?:many|much|long|big|large|often)\b|\bdiffer\w*|\bversus\b|\bvs\b|\b(?:ci|workflows?|pipelines?|github|readme|change ?log|releas(?:es?|ed|ing)|npm|pypi|publish(?:ed|ing)|lint\w*|prettier|eslint|ruff|mypy|licen[sc]e|pull requests?|prs?|contribut\w+|(?:node|python) versions?|spell ?check\w*|tests?|test suite|coverage|docs?|documentation|examples?|samples?|demos?)\b/i;
const COVERAGE_MIN = 0.3;
const WORDS_MIN = 2;
/** Passages that are only near stand behind it, one always and others while all together have no more lines. */
const LINES_MAX = 36;

/** An answer that only quotes what is nearest, behind the function that is likeliest what does what is asked. */
export function* withDoers(answer: Answer, question: string, folder: Folder): Looking<Answer> {
  if (answer.isOfPassages !== true || NO_DOING.test(question) || asksHowTo(question) || !isPackage(folder))
    return answer;
  const { asked, ranked } = rankedDoers(question, yield* ownCode(folder));
  const best = ranked.find(({ unit }) => unit.kind === "function");
  const heldMin = Math.max(WORDS_MIN, HELD_SHARE_MIN * asked.terms.length);
  if (!best || best.share < SHARE_MIN || best.coverage < COVERAGE_MIN || best.held.length < heldMin) return answer;
  const lead = `Where the code does what is nearest to that, by the words ${best.held.map((word) => `"${word}"`).join(", ")}:`;
  const quoted = quotedDoer(best, asked);
  return { ...answer, text: [lead, quoted, ...behind(answer, best, LINES_MAX - linesOf(quoted))].join("\n") };
}

function quotedDoer(doer: RankedDoer, asked: AskedDoing): string {
  const stretch = stretchOf(doer, asked);
  const shown = new Set([...stretch, ...saidBeside(stretch, doer.unit, asked)]);
  return quotedLines(
    [...shown].toSorted((one, other) => one.line - other.line),
    fullName(doer.unit),
  );
}

/** The line of what is said of it that says most of what is asked, where its code does not say as much. */
function saidBeside(shown: readonly CitedLine[], { said }: Unit, asked: AskedDoing): readonly CitedLine[] {
  const [best] = said
    .map((line) => ({ line, told: saidBy([line.text], asked) }))
    .toSorted((one, other) => other.told - one.told);
  if (best === undefined) return [];
  const texts = shown.map(({ text }) => text);
  return saidBy([...texts, best.line.text], asked) > saidBy(texts, asked) ? [best.line] : [];
}

/** What only is near, without what is shown already. @param room  for so many lines */
function behind(
  { text, shortQuote = "" }: Answer,
  { file: { path }, unit: { at, end } }: RankedDoer,
  room: number,
): readonly string[] {
  const { lead, blocks, rest } = readQuoted(text);
  const [short] = readQuoted(shortQuote).blocks;
  const isOfShort = (block: string): boolean => short !== undefined && placeIn(block).path === placeIn(short).path;
  const others = blocks
    .map((block) => (short !== undefined && isOfShort(block) ? short : block))
    .filter((block) => !sharesLines({ path, from: at + 1, to: end + 1 }, placeIn(block)));
  const shown: string[] = [];
  let left = room;
  for (const [index, block] of others.entries()) {
    const fitting = linesOf(block) > left && index === 0 ? firstPassage(block) : block;
    left -= linesOf(fitting);
    if (index === 0 || left >= 0) shown.push(fitting);
  }
  // What stands above quotations leads to none where none is left.
  const above = shown.length > 0 || blocks.length === 0 ? lead : lead.split("\n").slice(0, -1).join("\n");
  return [above, ...shown, rest].filter((one) => one !== "");
}

/** Of passages of one file the first. */
const firstPassage = (block: string): string => block.split(/\n {2}… \(line \d+/, 1)[0] ?? block;

const linesOf = (text: string): number => text.split("\n").length;
