import { inEnglish } from "../portuguese/as-english.ts";

/** A key of a terminal that a question asks about. */
export interface AttentionKey {
  /** `PF3`, `PA1`, `ENTER`. */
  readonly name: string;
  /** What a line of COBOL that tests it holds: DFHPF3, CCARD-AID-PFK03. */
  readonly pattern: string;
  /** Words that tell the screen; none where it is of any. */
  readonly screen: readonly string[];
}

const FUNCTION_KEY = /(?<![\w$#@./-])(PFK?|F)[ -]?0?([1-9]|1\d|2[0-4])(?![\w.-]*\w)/gi;
const PROGRAM_ATTENTION = /(?<![\w$#@./-])PA([1-3])(?![\w.-]*\w)/i;
const NAMED = /\b(?:press\w*|hit\w*|tecla|teclas?) (?:the )?(enter|clear)\b|\b(enter|clear)(?:[ -]key\b)/i;

/** What asks for a change of the sources, for whoever made it, or for lines of text is no question of what a key does. */
const OTHER =
  /^\W*(?:why|who|when (?:was|were|did)|how (?:do|can|could|should|would) (?:i|we|you)|how to|porqu?e|por que|quem|como (?:eu )?\w+o)\b|["`“«]|\b(?:commit\w*|mention\w*|contain\w*|add(?:ed)?|change[ds]?|tests? for|comments?|documented|readme|label\w*|caption|text)\b/i;
const ASKS =
  /^\W*(?:(?:and|so|but|e|ok|okay|then)\W+)?(?:what|which|where|how|does|do|is|are|can|if|when|on|in|o que|que|qual|quais|onde|como|se|quando|explain|show|tell)\b/i;

/** Reads which keys a question asks about, and the words of the screen that it is asked of. */
export function readAttentionKeys(part: string): readonly AttentionKey[] {
  if (!ASKS.test(part) || OTHER.test(part)) return [];
  return keysIn(part).map((key) => ({ ...key, screen: screenWords(part) }));
}

function keysIn(part: string): readonly Omit<AttentionKey, "screen">[] {
  const numbers = [...part.matchAll(FUNCTION_KEY)].map(([, , number = ""]) => number);
  const attention = PROGRAM_ATTENTION.exec(part)?.[1];
  const [, pressed, said] = NAMED.exec(part) ?? [];
  const name = (pressed ?? said)?.toUpperCase();
  return [
    ...[...new Set(numbers)].map((number) => ({
      name: `PF${number}`,
      pattern: `${NAME}(?:DFHPF|PF|PFK|AID-F)[-]?0*${number}${END}`,
    })),
    ...(attention === undefined ? [] : [{ name: `PA${attention}`, pattern: `${NAME}(?:DFH|)PA0*${attention}${END}` }]),
    ...(name === undefined ? [] : [{ name, pattern: `(?:DFH${name}|\\bAID-${name}|-AID-${name})${END}` }]),
  ];
}

const NAME = "(?:^|[^A-Z0-9])";
const END = "(?:[^A-Z0-9-]|$)";

const PLACE =
  /\b(?:on|in|at|of|from|within|for)\s+(?:(?:the|an?|this|that|our)\s+)?((?:[\p{L}\d-]+\s+){0,5}?[\p{L}\d-]+)\s+(?:screens?|panels?|pages?|maps?|programs?|transactions?|displays?)\b/giu;
/** Where nothing says that it is a screen, what stands at the end says where: "in the card list". */
const AT_END = /\b(?:on|in|at)\s+(?:the|an?|this)\s+((?:[\p{L}\d-]+\s+){0,3}[\p{L}\d-]+)\W*$/iu;
/** The other way round: what the screen is for stands behind it. */
const OF_SCREEN =
  /\b(?:screens?|panels?|pages?|maps?|programs?)\s+(?:of|for|that|to)\s+(?:the\s+|an?\s+)?((?:[\p{L}\d-]+\s+){0,3}[\p{L}\d-]+)/iu;
const SAYS_NOTHING =
  /^(?:the|an?|of|in|on|to|for|that|which|what|any|all|each|every|some|other|online|cics|cobol|main|user|screens?|programs?|panels?|maps?|pages?|when|if|is|are|i|we|do|does|press(?:es|ed)?|key|this|from|with)$/i;

function screenWords(part: string): readonly string[] {
  const said = inEnglish(part);
  const place = [...said.matchAll(PLACE)].at(-1)?.[1] ?? OF_SCREEN.exec(said)?.[1] ?? AT_END.exec(said)?.[1] ?? "";
  const words = place
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word.length > 2 && !SAYS_NOTHING.test(word));
  return [...new Set(words)];
}
