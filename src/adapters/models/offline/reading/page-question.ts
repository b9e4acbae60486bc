import { inEnglish } from "../portuguese/as-english.ts";
import { plain } from "./tokens.ts";
import { writtenOut } from "./written-out.ts";

const SHOWN =
  "(?:are|is|do|does|can|will|would|gets?|fits?|appears?|stands?|shows?|shown|displayed|listed|i|we|you|see|there|at once)";
/** "How many transactions are shown per page", "how many users fit on one screen". */
const PER_PAGE = new RegExp(
  String.raw`^\W*how many (.+?)(?: ${SHOWN})* (?:per|(?:on|in|to|onto) (?:a|an|one|each|every)|a) (?:single |list )?(?:page|screen)\b`,
  "iu",
);
/** "How many rows does the user list show", "what is the page size of the card list". */
const OF_LIST =
  /^\W*(?:how many (?:rows|lines|entries|items|records)(?: per page)? (?:does|do|has|are (?:there |shown )?(?:in|on)) |what(?:'s| is) the page size (?:of|for) )(?:the |our )?(.+?) (?:list|listing|page|screen)\b/iu;
const ANY = /^(?:rows|lines|entries|items|records|things|elements)$/i;

/** What a question asks the rows of one page of, in words; undefined where it asks something else. */
export function readPageQuestion(part: string): readonly string[] | undefined {
  const said = OF_LIST.exec(part)?.[1] ?? PER_PAGE.exec(part)?.[1] ?? listIn(writtenOut(plain(inEnglish(part))));
  const words = (said ?? "")
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && !/^(?:the|of|our)$/.test(word));
  const isAny = words.length === 1 && ANY.test(words[0] ?? "");
  return words.length === 0 || words.length > WORDS_MAX || isAny ? undefined : words;
}

const WORDS_MAX = 4;
const COUNTS = /\b(?:how many|number of|count of|rows?|lines?|entries|items|size)\b/;
const ON_ONE =
  /\bper (?:page|screen)\b|\b(?:on|in|to|onto) (?:a|an|one|each|every) (?:single )?(?:page|screen)\b|\bpage size\b|\b(?:page|screen)(?: \w+)? (?:holds?|shows?|fits?|takes?)\b|\blist\w*\b.*\bat (?:a time|once)\b|\bat (?:a time|once)\b.*\blist/;
const ASKS =
  /^(?:how|what|which|many|much|number|count|rows?|lines?|entry|entries|items?|records?|size|per|page|pages|screen|screens|lists?|listing|time|once|see|show|shows|shown|fit|fits|hold|holds|display|displays|displayed|appear|open|when|do|does|is|are|be|can|may|a|an|the|in|on|at|of|for|to|i|we|you|it|one|each|every|single|them|there|have|has|max|maximum|default)$/;

/** What a question about the rows of a page, in whatever order it says so, says of the list besides. */
function listIn(said: string): string | undefined {
  const [first = ""] = said.split(/[,;?]| - | and /);
  const asked = COUNTS.test(first) && ON_ONE.test(first) ? first : said;
  if (!COUNTS.test(asked) || !ON_ONE.test(asked)) return undefined;
  const words = asked.match(/[a-z-]+/g)?.filter((word) => !ASKS.test(word)) ?? [];
  return [...new Set(words.map((word) => word.replace(/(?<=[^su])s$/, "")))].join(" ");
}
