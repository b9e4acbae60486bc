import { escapeRegExp } from "../../../../../base/glob.ts";
import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { isAside } from "../../aside.ts";
import { type Looking, lookAll } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { plain } from "../../reading/tokens.ts";
import { formsOf, holdsWord } from "../../reading/word-forms.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { answered, cited, listedInOrder, search } from "../answer.ts";
import { passages } from "../passages.ts";
import { type Default, defaultIn, defaultsOfComments, defaultsOfHead } from "./defaults.ts";
import { CODE_GLOB } from "./find-declarations.ts";

const ASKS = /\bdefaults?\b/;
const SMALL =
  /^(?:what|which|how|many|much|long|often|big|large|is|are|was|the|an?|does|do|did|can|could|will|it|its|this|that|there|of|for|in|on|to|by|at|with|and|or|my|i|we|you|if|not|no|use|used|uses|using|have|has|be|get|gets|set|sets|value|values|default|defaults|option|options|setting|settings|parameter|argument|tell|me|happens|nothing|anything|something|when|where|times|say|given|project|sdk|library|package|code|here|from|so|who|then|automatically)$/;
/** So much of what is asked its name and its comment must say. */
const SHARE_MIN = 0.5;
const SHOWN_MAX = 6;
const COMMENTS_MAX = 60;
const COMMENT_LINES = 45;
/** Of a name what may be said of any. */
const UNIT = /^(?:ms|seconds?|secs?|bytes?|count|value|default|max|min|size|limit|is|usd|config)$/;

/** "What is the default timeout": lines that give a parameter, field or option its value, before the nearest passages. */
export function* answerDefaults(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  if (!ASKS.test(said)) return undefined;
  const words = [...new Set(wordsOf(part).filter((word) => !SMALL.test(word)))];
  if (words.length === 0) return undefined;
  const all = ofSubject((yield* allDefaults(words)).filter(ofKind(part, words)), part, words);
  const ranked = all
    .map((one) => ({ one, share: shareOf(one, words) }))
    .filter(({ share }) => share >= SHARE_MIN)
    .toSorted((one, other) => other.share - one.share);
  const best = ranked.filter(({ share }) => share >= (ranked[0]?.share ?? 0) * NEAR_SHARE).map(({ one }) => one);
  const shown = differentOf(best).slice(0, SHOWN_MAX);
  if (shown.length === 0) return undefined;
  const named = yield* constantsNamed(shown);
  const isWhole = (ranked[0]?.share ?? 0) > 1;
  const more = isWhole ? undefined : yield* passages(part, folder);
  const rows = [...shown, ...named.filter((line) => !shown.some((one) => isSameLine(one, line)))].map(cited);
  // That constants are defaults only their names say.
  const what = shown.every(({ name }) => CONSTANT_NAME.test(name)) ? "Constants that are called so" : GIVEN;
  const title = best.length > shown.length ? `${GIVEN}, of ${best.length} places` : what;
  return {
    answer: { ...answered(listedInOrder(title, rows), more?.isAnswer === true ? more.text : ""), obeyed: "all" },
    groups: before,
  };
}

const NEAR_SHARE = 0.6;
const GIVEN = "Defaults that are given here";
const CONSTANT_NAME = /^_?DEFAULT(?:_[A-Z0-9]+)+$/;

/** What is asked is said behind "default"; who asks how much wants a number. */
function ofKind(
  part: string,
  words: readonly string[],
): (one: Default, index: number, all: readonly Default[]) => boolean {
  const said = plain(part);
  const head = /(?<!by )\bdefaults?(?: values?)?(?: (?:of|for))?(?: the| an?)? ([a-z]+)/.exec(said)?.[1] ?? "";
  const isTold = ({ name, said: remark }: Default): boolean =>
    holdsWord(wordParts(name).join(" "), head) || holdsWord(remark, head);
  const isOfHead = (one: Default): boolean => !words.includes(head) || isTold(one);
  const isNumber = ({ value }: Default): boolean => /(?<![\w$])\d/.test(value);
  return (one, _, all) =>
    isOfHead(one) &&
    (!QUANTITY.test(said) ||
      / and /.test(said) ||
      !all.some((other) => isOfHead(other) && isNumber(other)) ||
      isNumber(one));
}

/**
 * Those whose own name or comment holds what is asked of: a name as it is written, else the word that the fewest of them say,
 * as what many say ("request") tells none of them.
 */
export function ofSubject(all: readonly Default[], part: string, words: readonly string[]): readonly Default[] {
  const written = (part.match(/\b\w*(?:_|[a-z][A-Z])\w*/g) ?? []).map(joined);
  if (written.length > 0) return all.filter(({ name }) => written.some((one) => joined(name).includes(one)));
  const holding = words
    .map((word) => all.filter(({ name, said }) => saysWord(wordParts(name).join(" "), word) || saysWord(said, word)))
    .filter((found) => found.length > 0);
  const fewest = Math.min(...holding.map(({ length }) => length));
  const rarest = new Set(holding.filter(({ length }) => length === fewest).flat());
  return all.filter((one) => rarest.has(one));
}

const joined = (name: string): string => name.replace(/[^a-z0-9]/gi, "").toLowerCase();

const QUANTITY = /\bhow (?:many|much|long|often|big|large)\b/;

const wordsOf = (part: string): readonly string[] =>
  (part.match(/[\p{L}\p{N}_]{2,}/gu) ?? []).flatMap((word) =>
    /_|[a-z][A-Z]/.test(word) ? wordParts(word) : [plain(word)],
  );

/** How much of what is asked it says; nothing where its own name says of what nobody asked. */
function shareOf({ name, said }: Default, words: readonly string[]): number {
  const parts = wordParts(name);
  const isAsked = (part: string): boolean => words.some((word) => saysWord(part, word));
  const isNamed = parts.some(isAsked) && parts.every((part) => UNIT.test(part) || isAsked(part));
  if (!isNamed && said === "") return 0;
  const told = words.filter((word) => saysWord(parts.join(" "), word) || saysWord(said, word));
  return told.length / words.length + (isNamed ? parts.filter(isAsked).length / PARTS_WORTH : 0);
}

const PARTS_WORTH = 10;

/** A remark says many words: what only begins like one does not count. */
export const saysWord = (said: string, word: string): boolean =>
  new RegExp(`(?<![a-z])(?:${formsOf(word)})(?:e?s|e?d|ing|y|ies)?(?![a-z])`, "i").test(said);

function* allDefaults(words: readonly string[]): Looking<readonly Default[]> {
  const forms = words.map(formsOf).join("|");
  const assigned = yield* search(
    `\\b\\w*(?:${forms})\\w*["']?\\??\\s*(?::[^=]+)?=\\s*\\S|(?:${forms})\\w*\\s*(?:\\?\\?|\\|\\|)|--[\\w-]*(?:${forms}).*default=`,
    {
      glob: CODE_GLOB,
    },
  );
  const remarks = yield* search("@default", { glob: CODE_GLOB, limit: 200 });
  const own = (line: CitedLine): boolean => !isAside(line.path);
  const lines = assigned.lines.filter((line) => own(line) && !isComment(line.path, line.text));
  const commented = remarks.lines.filter(own).slice(0, COMMENTS_MAX);
  const paths = [...new Set(commented.map(({ path }) => path))];
  const stretches = paths.map((path) => {
    const at = commented.filter((line) => line.path === path).map(({ line }) => line);
    const from = Math.max(1, Math.min(...at) - COMMENT_LINES);
    return { path, from, count: Math.max(...at) - from + COMMENT_LINES };
  });
  const read = yield* lookAll(
    stretches.map(({ path, from, count }) => ({ name: "read_file", input: { path, offset: from, limit: count } })),
  );
  const inComments = stretches.flatMap(({ path }, index) => {
    const found = read[index];
    return found === undefined || found.failed ? [] : defaultsOfComments(readNumbered(found.text, path));
  });
  return [...lines.flatMap((line) => [...defaultsOfHead(line), ...[defaultIn(line) ?? []].flat()]), ...inComments];
}

/** One of each name and value. */
function differentOf(defaults: readonly Default[]): readonly Default[] {
  const key = ({ name, value }: Default): string => `${name} ${value}`;
  return [...new Map(defaults.toReversed().map((one) => [key(one), one])).values()].toReversed();
}

const isSameLine = (one: CitedLine, other: CitedLine): boolean => one.path === other.path && one.line === other.line;

/** Where a default is a constant, what that stands for; where it is nothing, the constant that is called as its default. */
function* constantsNamed(shown: readonly Default[]): Looking<readonly CitedLine[]> {
  const names = shown.flatMap(({ value }) => /^[A-Z_][A-Z0-9_]{3,}$/.exec(value)?.[0] ?? []);
  const unset = shown
    .filter(({ value }) => /^(?:None|undefined|null)$/.test(value))
    .map(({ name }) => `_?DEFAULT_${name.toUpperCase()}`);
  const wanted = [...new Set([...names.map(escapeRegExp), ...unset])];
  if (wanted.length === 0) return [];
  const { lines } = yield* search(`^(?:export )?(?:const )?(?:${wanted.join("|")})\\b\\s*(?::[^=]+)?=`, {
    glob: CODE_GLOB,
    ignore_case: false,
  });
  return lines.filter(({ path }) => !isAside(path)).slice(0, SHOWN_MAX);
}
