import { escapeRegExp } from "../../../../base/glob.ts";
import { ANSWER_SENTENCES } from "./answer-frames.ts";
import { CONSTRUCT_SENTENCES } from "./construct-frames.ts";
import { ESTATE_SENTENCES } from "./estate-frames.ts";
import { SENTENCES } from "./frames.ts";
import { LIST_SENTENCES } from "./list-frames.ts";
import { OPERATIONS_SENTENCES } from "./operations-frames.ts";
import { PACKAGE_SENTENCES } from "./package-frames.ts";
import { MINOR, PIECES } from "./pieces.ts";
import { QUOTE_SENTENCES } from "./quote-frames.ts";
import { SCAN_SENTENCES } from "./scan-frames.ts";
import { STRUCTURE_SENTENCES } from "./structure-frames.ts";
import { THING_SENTENCES } from "./thing-frames.ts";
import { TITLE_SENTENCES } from "./title-frames.ts";

/** The more a sentence says itself, the sooner it comes. */
const ALL = [
  SENTENCES,
  QUOTE_SENTENCES,
  LIST_SENTENCES,
  ESTATE_SENTENCES,
  CONSTRUCT_SENTENCES,
  OPERATIONS_SENTENCES,
  PACKAGE_SENTENCES,
  TITLE_SENTENCES,
  ANSWER_SENTENCES,
  SCAN_SENTENCES,
  STRUCTURE_SENTENCES,
  THING_SENTENCES,
]
  .flat()
  .toSorted(([one], [other]) => ownLength(other) - ownLength(one));

const WHOLE = ALL.map(([english, portuguese]) => ({
  form: new RegExp(`^${english.split("{}").map(escapeRegExp).join("(.*?)")}$`),
  parts: portuguese.split("{}"),
}));
const INSIDE = PIECES.map(([english, portuguese]) => ({
  form: new RegExp(
    `${/^\w/.test(english) ? "(?<![\\w./-])" : ""}${escapeRegExp(english)}${/\w$/.test(english) ? "(?![\\w/-]|\\.\\w)" : ""}`,
    "g",
  ),
  portuguese,
}));

function ownLength(sentence: string): number {
  return sentence.replaceAll("{}", "").length;
}

/** Whether a line is a sentence whose Portuguese is known. */
export const isKnownSentence = (line: string): boolean => WHOLE.some(({ form }) => form.test(line));

/** An answer with the sentences around what is quoted in Portuguese; what a file says stays as it is. */
export function inPortuguese(text: string): string {
  let isSource = false;
  return text
    .split("\n")
    .map((line) => {
      if (line.startsWith("```")) isSource = !isSource;
      return isSource || (/^\s{2,}\S/.test(line) && !MARK.test(line))
        ? line
        : (markInPortuguese(line) ?? lineInPortuguese(line));
    })
    .join("\n");
}

/** A line is never of two languages: what has no Portuguese as a whole stays as it is. */
function lineInPortuguese(line: string): string {
  const whole = sentenceInPortuguese(line);
  if (whole !== undefined) return whole;
  const sentences = line.split(/(?<=[.:]) (?=[A-Z])/).map(sentenceInPortuguese);
  if (sentences.every((sentence) => sentence !== undefined)) return sentences.join(" ");
  const pieced = rowsInPortuguese(line);
  return isHalf(pieced) ? line : pieced;
}

function sentenceInPortuguese(line: string): string | undefined {
  for (const { form, parts } of WHOLE) {
    const match = form.exec(line);
    // What Portuguese has no place for is left out.
    const told = (index: number): string => (index < parts.length - 1 ? (match?.[index + 1] ?? "") : "");
    const said = match && withMinor(parts.map((part, index) => part + told(index)).join(""));
    if (said && !isHalf(said)) return said;
  }
  return undefined;
}

/** Small words that only English has, outside of what is quoted or named. */
const ENGLISH =
  /(?<![\p{L}\d_./-])(?:the|there|is|are|of|with|that|this|which|and|not|none|what|it|its|from|have|has|how|here|below|where|who|were|was|found|nothing|without|they|each|an)(?![\p{L}\d_/-]|\.\w)/u;
const NAMED = /"[^"]*"|`[^`]*`|\S+:\d+.*$/g;

/** Whether a line is partly English still. */
export const isHalf = (line: string): boolean => ENGLISH.test(line.replace(NAMED, ""));

function rowsInPortuguese(line: string): string {
  // The title of a list of rows counts them; of a row only its note is ours.
  if (
    /^(?:(?:Yes|No): )?(?:\d+|[Nn]o) (?:[\w-]+ ){0,2}?(?:programs?|jobs?|steps?|transactions?|screens?|fields?|copybooks?|tables?|datasets?|paragraphs?|files?|folders?|functions?|class(?:es)?|dependenc(?:y|ies)|commands?|tests?)\b.*[:.]$/.test(
      line,
    )
  )
    return withPieces(line);
  return /^- \S+: (?:no step of a job|no source of|run by|\d+ lines) .* — \S+:\d+$/.test(line) ||
    /^- \S+:\d+ {2}\d+ lines$/.test(line)
    ? withPieces(line)
    : line;
}

/** That something goes on, which is ours wherever it stands. */
const MARK = /^\s*(?:- )?… /;
const MARKS: readonly (readonly [english: RegExp, portuguese: string])[] = [
  [/^(\S+:\d+-\d+.*) \(goes on to line (\d+)\):$/, "$1 (continua até à linha $2):"],
  [/^(\s*)… \(goes on in (.+) below line (\d+)\)$/, "$1… (continua em $2 abaixo da linha $3)"],
  [/^(\s*)… \((\d+) more lines\)$/, "$1… (mais $2 linhas)"],
  [/^(\s*)… \(goes on\)$/, "$1… (continua)"],
  [/^(\s*)… (\d+) of (.+) shown$/, "$1… $2 de $3 mostrados"],
];

function markInPortuguese(line: string): string | undefined {
  const [form, portuguese] = MARKS.find(([english]) => english.test(line)) ?? [];
  return form && line.replace(form, portuguese ?? "");
}

const withMinor = (line: string): string =>
  MINOR.reduce((said, [form, portuguese]) => said.replace(form, portuguese), line);

const withPieces = (line: string): string =>
  INSIDE.reduce((said, { form, portuguese }) => said.replace(form, portuguese), line);
