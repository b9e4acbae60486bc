import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import { plain } from "../../reading/tokens.ts";

/** Words that name nothing which a function could be called by. */
const SMALL = new Set(
  "a an the and or but nor so then than that this these those it its they them their there here i we you me us my our your one someone somebody something anything nothing is are was were be been being am do does did done doing can could may might must shall should will would have has had having get gets got in on at to for from by with without as about up out off over under when where why who whom whose which what how if whether not no yes any some all each every both only just also still already yet too very much many more most less least same other another own such like via per please tells show explain know happen happens happened way ways thing things possible anybody use uses used using need needs needed want wants let lets give gives given take takes put mean means exactly actually really right now currently today project library package sdk code repo repository folder mine go goes going somehow instead available look looks long big large often time come comes back before after until while during quite ever pass passes into inside outside within of side part place function method class work works working able it's isn isn't don't doesn't first around".split(
    " ",
  ),
);
const WORDS_MAX = 10;

/** What several words say as one that code has a name for. */
const PHRASES: readonly (readonly [said: RegExp, means: string])[] = [
  [/\b(?:turn|turned|turns|made|make|makes|transformed|translated) ((?:\w+ ){0,4}?)into\b/g, "convert $1"],
  [/\bclean(?:s|ed|ing)?[ -]?up\b/g, "cleanup"],
  [/\bshut(?:s|ting)?[ -]?down\b/g, "shutdown"],
  [/\b(?:work|worked|works|figure|figured) (?:it )?out\b/g, "compute"],
  [
    /\b(?:isn'?t|is not|aren'?t|not) (?:there|installed|found|on the path)\b|\bcan ?not be found\b/g,
    "not found missing",
  ],
  [/\bgiv(?:e|es|ing) up\b/g, "timeout limit"],
  [/\b(?:junk|garbage|broken|not valid|isn'?t valid|malformed|corrupt|unparsable)\b/g, "parse invalid"],
];

/** The words of a question that a function, what it does or what is said of it may have. */
export function askedWords(question: string): readonly string[] {
  const names = question.match(/\b\w*(?:_\w|[a-z][A-Z])\w*/g) ?? [];
  const asked = plain(inEnglish(question)).replace(/[’‘]/g, "'");
  const said = PHRASES.reduce((text, [form, means]) => text.replace(form, means), asked);
  const words = [...names.flatMap(wordParts), ...(said.match(/[a-z][a-z0-9]+/g) ?? [])];
  return [...new Set(words)].filter((word) => word.length > 1 && !SMALL.has(word)).slice(0, WORDS_MAX);
}
