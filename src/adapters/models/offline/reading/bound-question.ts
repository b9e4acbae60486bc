import { plain } from "./tokens.ts";

/** What of a field is asked: what it may hold. */
export interface BoundQuestion {
  /** What it is called, and what it belongs to. */
  readonly what: string;
  readonly besides: string;
  /** True: how much it may be, so that only a field of numbers is meant. */
  readonly isQuantity: boolean;
}

const MOST = "(?:largest|highest|biggest|greatest|longest|maximum|max|upper|top|smallest|lowest|minimum|min)";
const ALLOWED = "(?:allowed|accepted|valid|permitted|possible|legal|acceptable)";
const LAST = String.raw`(?: (?:can|could|may|must|should|is|are|be|have|has|take|hold|get|become|contain|allowed|possible|at most|to be))*\W*$`;
/** Behind it stands of what or by whom. */
const BEHIND = String.raw`(?:(?: (?:that|which|a|an|the|i|we|you|one|it|can|could|may|for|of|in|on|is|are|allowed|possible|permitted|to|than|when)\b)(.*))?`;

const QUANTITIES: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:limit|maximum|minimum|cap|bound|ceiling|max)s? (?:on|to|for|of) (?:how (?:much|many|large|big|high|long) )?(.+?)${LAST}`,
  ),
  new RegExp(
    String.raw`^\W*(?:what(?:'s| is| are| would be)|which is)? ?(?:the )?${MOST} (?:allowed |possible |permitted |valid )?(.+?)${BEHIND}\W*$`,
  ),
  new RegExp(String.raw`^\W*how (?:large|big|high|much) (?:can|may|could|is) (.+?)${LAST}`),
  new RegExp(
    String.raw`^\W*(?:what|which)? ?(?:is )?(?:the )?(.+?) (?:is |are )?${ALLOWED} (?:range|limits?|bounds?)\W*$`,
  ),
  new RegExp(String.raw`^\W*(?:what|which) (?:is the )?range (?:of|for|is ${ALLOWED} for) (.+?)${LAST}`),
];
const OTHERS: readonly RegExp[] = [
  new RegExp(
    String.raw`\bvalues? (?:are|is|can|may|could|does|do|should) (?:${ALLOWED} )?(?:for |in |by )?(.+?)${LAST}`,
  ),
  new RegExp(String.raw`^\W*(?:what|which) (.+?) (?:is|are) ${ALLOWED}${BEHIND}\W*$`),
  new RegExp(
    String.raw`^\W*(?:can|could|may|does|must|is) (.+?) (?:be |have |hold |take )?(?:anything|something|any value|other values?) (?:other|else|but|besides)${BEHIND}\W*$`,
  ),
  /\b(?:format|picture|shape) (?:of|for|is expected for|must|should|does|do) (.+?)(?: (?:on|in|at) (.+?))?(?: have)?\W*$/,
  /\b(?:in (?:which|what) format) (?:is|are|must|do|does|should|can) (.+?)(?: (?:be|on|in|at|stored|entered|typed|given) ?(.*))?\W*$/,
  /\bhow many (?:digits|characters|chars|letters|bytes|positions|digitos)\b(?: (?:does|do|has|have|can|is|are|the|an?))* (.+?)(?: (?:have|hold|take|long))?\W*$/,
];
/** What has a limit and is no field of data. */
const NO_FIELD =
  /\b(?:programs?|functions?|methods?|class(?:es)?|modules?|files?|scripts?|jobs?|steps?|copybooks?|records?|screens?|pages?|tables?|project|repo(?:sitory)?|code|lines?|rows?|tests?|timeout|messages?|requests?|attempts?|tries|users|days|hours|minutes|seconds|time|times|generations?)\b/;

/** How many there may be, no picture of a field tells. */
const IS_COUNT = /^(?:number|count)(?: of \w+s)?$/;

/** Undefined where something else is asked. */
export function readBoundQuestion(part: string): BoundQuestion | undefined {
  const said = plain(part);
  for (const [forms, isQuantity] of [
    [QUANTITIES, true],
    [OTHERS, false],
  ] as const)
    for (const form of forms) {
      const [, what, besides = ""] = form.exec(said) ?? [];
      if (what === undefined) continue;
      return NO_FIELD.test(what) || IS_COUNT.test(what) ? undefined : { what, besides, isQuantity };
    }
  return undefined;
}
