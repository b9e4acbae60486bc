import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import { asksHowTo } from "../../reading/question-form.ts";
import { plain } from "../../reading/tokens.ts";
import type { FactKind } from "./code-facts.ts";

/** Which facts of the code a question asks for, and of what. */
export interface AskedFacts {
  readonly kind: FactKind;
  readonly words: readonly string[];
  /** What it names as the code spells it. */
  readonly names: readonly string[];
  /** Whether it asks of what is not there, or not so. */
  readonly isDenied: boolean;
  /** What a fact says itself that is of just the kind which is asked for: a time, a size. */
  readonly hint?: RegExp;
}

interface Form {
  readonly kind: FactKind;
  readonly asks: RegExp;
  readonly hint?: RegExp;
}

const TIME = /time_?out|wait|delay|interval|sleep|deadline|_?after\b|seconds|(?<![a-z])ms\b|ttl|flush/i;
const SIZE = /max|limit|size|bytes|buffer|length|capacity|threshold/i;
const COUNT = /attempt|retr|max|count|limit|times/i;
/** The first that fits is asked for. */
const FORMS: readonly Form[] = [
  {
    kind: "shown",
    asks: /\b(?:steps?|process|procedure|instructions) (?:to|for|of|when)\b|\bhow (?:is|are) .*\breleased\b|\bhow (?:do|does|can) (?:we|i|one|you) (?:make|cut|do|publish|release) (?:an? |the )?(?:new )?(?:release|version)\b/,
  },
  { kind: "offer", asks: /\b(?:which|what) (?:option|setting|parameter|argument|function|method|callback|flag)s?\b/ },
  {
    // Who asks how a limit is set wants what sets it, and not one that is there.
    kind: "offer",
    asks: /\b(?:can|could|may|do|should|would) (?:i|we|you|one) (?:\w+ ){0,2}(?:put|set|limit|cap|restrict|raise|increase|lower|reduce|extend|shorten|override|disable|enable|turn|switch)\b|\bhow to (?:put|set|limit|cap|restrict|raise|increase|lower|reduce|extend|shorten|override|disable|enable|turn|switch)\b/,
  },
  { kind: "environment", asks: /\benvironment (?:variable|setting)|\benv(?:ironment)? ?vars?\b/ },
  { kind: "amount", asks: /\b(?:error|exit|status) codes?\b.*\b(?:mean|number)|\bcode -?\d/, hint: /code|-\d{3,}/i },
  {
    kind: "handler",
    asks: /\b(?:what happens|what does .* do|what becomes|how does .* (?:react|behave)) .*\b(?:throws?|raises?|fails?|crash(?:es)?|errors?|exceptions?)\b|\b(?:when|if) .*\b(?:throws?|raises?|fails?|crash(?:es)?)\b/,
  },
  {
    kind: "raise",
    asks: /\b(?:which|what) (?:error|exception|code)s?\b|\berror codes?\b|\b(?:thrown|raised)\b|\b(?:i|we) get (?:an? |the )?(?:error|exception|")/,
  },
  {
    kind: "amount",
    asks: /\bhow long\b|\btime ?outs?\b|\bgiv(?:e|es|ing) up\b|\bhow (?:often|frequently)\b|\bhow (?:many|much) (?:time|seconds|minutes)\b|\bintervals?\b|\bdelays?\b/,
    hint: TIME,
  },
  {
    kind: "amount",
    asks: /\bhow (?:big|large)\b|\blimits?\b|\bmaxim(?:um|al)\b|\bmax\b|\bat most\b|\bupper bound\b|\btoo (?:big|large|long)\b|\bsize\b/,
    hint: SIZE,
  },
  { kind: "amount", asks: /\bhow many (?:times|attempts|retries|tries)\b|\bretr(?:y|ies|ied)\b/, hint: COUNT },
  { kind: "amount", asks: /\b(?:oldest|minimum|lowest|at least|least)\b/, hint: /min/i },
  {
    kind: "amount",
    asks: /\b(?:which|what|newer|newest|current) (?:\w+ ){0,4}(?:version|number|release)\b|\bversion (?:of|is)\b|\bwhat number\b/,
    hint: /version|release/i,
  },
  { kind: "amount", asks: /\bdefaults?\b/ },
  {
    kind: "offer",
    asks: /\b(?:can|could|may) (?:i|we|one|you)\b|\bis (?:there|it possible)\b|\b(?:which|what) (?:option|setting|function|method|class|argument|parameter|field|callback)\b|\bhow (?:do|can|to|would|should)\b|\bwhat do (?:i|we)\b|\b(?:i|we) (?:want|need|would like)\b/,
  },
  {
    kind: "inner",
    asks: /\b(?:how|where|what|which|who|why|in which|when)\b|^\W*(?:is|are|do|does|can|could|will|would)\b/,
  },
];

const SMALL = new Set(
  "a an new see seen side sides plain ordinary normal usual regular simple the and or but nor so then than that this these those it its they them their there here i we you me us my our your one someone is are was were be been being am do does did done doing can could may might must shall should will would have has had having get gets got getting of in on at to for from by with without into onto as about up out off over under when where why who whom whose which what how if whether not no yes any some all each every both only just also still already yet too very much many more most less least same other another own such like via per please tell show explain know happen happens happened way ways thing things possible something anything nothing someone anybody make makes made use uses used using need needs needed want wants let lets give gives given take takes put set sets mean means exactly actually really right now currently today project library package sdk code repo repository folder mine goes go going possible somehow instead available look looks long big large often maximum max limit limits many times time number numbers value values default defaults isn don doesn aren won couldn wouldn didn wasn comes come back raise raised variable variables environment env error errors exception exceptions throw throws thrown raise raises raised fail fails before after until while giving up quite ever pass passes call calls called start".split(
    " ",
  ),
);
/** Of these words alone no question is. */
const WORDS_MAX = 9;

/**
 * What a question asks the code for; undefined where it asks for nothing that one line tells.
 * @param told  what was told before it: it says of what, where the question itself does not
 */
export function readAskedFacts(question: string, told = ""): AskedFacts | undefined {
  const said = asSaid(question);
  const form = FORMS.find(({ asks }) => asks.test(said)) ?? (asksHowTo(question) ? HOW_TO : undefined);
  if (!form) return undefined;
  const own = wordsOf(said, question, form);
  const words = own.length > 0 ? own : wordsOf(asSaid(told), told, form);
  if (words.length === 0) return undefined;
  const { kind, hint } = form;
  return {
    kind,
    words,
    names: question.match(NAME) ?? [],
    isDenied: DENIES.test(said),
    ...(hint === undefined ? {} : { hint }),
  };
}

/** What a question is of, whatever it asks. */
export const wordsAsked = (question: string): readonly string[] => wordsOf(asSaid(question), question, HOW_TO);

const asSaid = (question: string): string =>
  plain(inEnglish(question))
    .replace(/[’‘]/g, "'")
    .replace(/\b(?:my|our|your) own\b/g, "custom")
    .replace(
      /\b(?:turn|switch|shut)(?:ed|ing)? (\S+ ){0,4}?off\b/g,
      (said) => `disable ${said.replace(/^\S+|\S+$/g, "")}`,
    );

/** What it is of: the words that the form does not say already. */
function wordsOf(said: string, question: string, form: Form): readonly string[] {
  const names = question.match(NAME) ?? [];
  const words =
    said
      .replace(
        /\b(?:which|what) (?:functions?|methods?|class(?:es)?|find|options?|settings?|parameters?|variables?|arguments?)\b|^\W*find\b/g,
        " ",
      )
      .match(WORD) ?? [];
  const isSmall = (word: string): boolean =>
    (SMALL.has(word) && !(form.kind === "offer" && BOUND.test(word))) ||
    (form.hint !== undefined && SAID_BY_HINT.test(word));
  const all = [...new Set([...names.flatMap(wordParts), ...words.filter((word) => !isSmall(word))])].slice(
    0,
    WORDS_MAX,
  );
  const nouns = all.filter((word) => !DOES.test(word));
  return form.kind === "offer" && nouns.length > 0 ? nouns : all;
}

/** What an option that bounds something is called by. */
const BOUND = /^(?:limits?|maximum|max)$/;
const NAME = /\b\w*(?:_\w|[a-z][A-Z])\w*/g;
const WORD = /-?\d{3,}|[a-z][a-z0-9]+/g;
/** What kind of number is asked for, the form says already. */
const SAID_BY_HINT =
  /^(?:wait(?:s|ed|ing)?|time_?outs?|oldest|newest|lowest|minimum|least|version|number|release|retr(?:y|ies|ied)|attempts?|interval|delay|size|biggest|largest|seconds|minutes|works?|supported)$/;
/** What is done with anything that is offered. */
const DOES =
  /^(?:define|defines|implement|implements|create|creates|write|build|add|configure|provide|obtain|specify|pass|register|setup)$/;
const DENIES = /\b(?:not|no|missing|without|never)\b|n't\b/;

const HOW_TO: Form = { kind: "offer", asks: /./ };
