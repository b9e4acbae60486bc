import { inEnglish } from "../../portuguese/as-english.ts";
import { asksHowTo } from "../../reading/question-form.ts";
import { plain } from "../../reading/tokens.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import type { FactKind } from "./code-facts.ts";

/** Which facts of the code a question asks for, and of what. */
export interface AskedFacts {
  readonly kind: FactKind;
  readonly words: readonly string[];
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
  { kind: "environment", asks: /\benvironment (?:variable|setting)|\benv(?:ironment)? ?vars?\b/ },
  { kind: "amount", asks: /\b(?:error|exit|status) codes?\b.*\b(?:mean|number)|\bcode -?\d/, hint: /code|-\d{3,}/i },
  {
    kind: "handler",
    asks: /\b(?:what happens|what does .* do|what becomes|how does .* (?:react|behave)) .*\b(?:throws?|raises?|fails?|crash(?:es)?|errors?|exceptions?)\b|\b(?:when|if) .*\b(?:throws?|raises?|fails?|crash(?:es)?)\b/,
  },
  { kind: "raise", asks: /\b(?:which|what) (?:error|exception|code)s?\b|\berror codes?\b|\b(?:thrown|raised)\b|\b(?:i|we) get (?:an? |the )?(?:error|exception|")/ },
  { kind: "amount", asks: /\bhow long\b|\btime ?outs?\b|\bgiv(?:e|es|ing) up\b|\bhow (?:often|frequently)\b|\bhow (?:many|much) (?:time|seconds|minutes)|\bintervals?\b|\bdelays?\b/, hint: TIME },
  { kind: "amount", asks: /\bhow (?:big|large)\b|\blimits?\b|\bmaxim(?:um|al)\b|\bmax\b|\bat most\b|\bupper bound\b|\btoo (?:big|large|long)\b|\bsize\b/, hint: SIZE },
  { kind: "amount", asks: /\bhow many (?:times|attempts|retries|tries)\b|\bretr(?:y|ies|ied)\b/, hint: COUNT },
  { kind: "amount", asks: /\b(?:oldest|minimum|lowest|at least|least)\b/, hint: /min/i },
  { kind: "amount", asks: /\b(?:which|what|newer|newest|current) (?:\w+ ){0,4}(?:version|number|release)\b|\bversion (?:of|is)\b|\bwhat number\b/, hint: /version|release/i },
  { kind: "amount", asks: /\bdefaults?\b/ },
  { kind: "offer", asks: /\b(?:can|could|may) (?:i|we|one|you)\b|\bis (?:there|it possible)\b|\b(?:which|what) (?:option|setting|function|method|class|argument|parameter|field|callback)\b|\bhow (?:do|can|to|would|should)\b|\bwhat do (?:i|we)\b|\b(?:i|we) (?:want|need|would like)\b/ },
];

const SMALL = new Set(
  "a an the and or but nor so then than that this these those it its they them their there here i we you me us my our your one someone is are was were be been being am do does did done doing can could may might must shall should will would have has had having get gets got getting of in on at to for from by with without into onto as about up out off over under when where why who whom whose which what how if whether not no yes any some all each every both only just also still already yet too very much many more most less least same other another own such like via per please tell show explain find know happen happens happened way ways thing things possible something anything nothing someone anybody make makes made use uses used using need needs needed want wants let lets give gives given take takes put set sets mean means exactly actually really right now currently today project library package sdk code repo repository folder mine goes go going possible somehow instead available look looks long big large often maximum max limit limits many times time number numbers value values default defaults option options setting settings parameter variable variables environment env function method class error errors exception exceptions throw throws thrown raise raises raised fail fails before after until while giving up quite ever pass passes call calls called start".split(
    " ",
  ),
);
/** Of these words alone no question is. */
const WORDS_MAX = 9;

/** What a question asks the code for; undefined where it asks for nothing that one line tells. */
export function readAskedFacts(question: string): AskedFacts | undefined {
  const said = plain(inEnglish(question)).replace(/[’‘]/g, "'");
  const form = FORMS.find(({ asks }) => asks.test(said)) ?? (asksHowTo(question) ? HOW_TO : undefined);
  if (!form) return undefined;
  const names = (question.match(/\b\w*(?:_\w|[a-z][A-Z])\w*/g) ?? []).flatMap(wordParts);
  const words = said.replace(/(\w)'(?:s|t|re|ve|m|ll|d)\b/g, "$1").match(/-?\d{3,}|[a-z][a-z0-9]+/g) ?? [];
  const told = [...new Set([...names, ...words.filter((word) => !SMALL.has(word))])];
  return told.length === 0
    ? undefined
    : { kind: form.kind, words: told.slice(0, WORDS_MAX), ...(form.hint === undefined ? {} : { hint: form.hint }) };
}

const HOW_TO: Form = { kind: "offer", asks: /./ };
