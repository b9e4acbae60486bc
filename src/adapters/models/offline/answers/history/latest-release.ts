import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { plain } from "../../reading/tokens.ts";
import type { CitedLine } from "../../result-text.ts";
import { answered, cited, search } from "../answer.ts";
import { ASKS, logOf, OF_CHANGE, ofVersion, tellingWords } from "./release-notes.ts";

/** The version that was released last, whatever its number. */
const LATEST =
  /\b(?:last|latest|newest|(?:most )?recent|current|ultim[ao])\b.*\b(?:releases?|versions?|changelog|vers(?:ao|oes)|updates?)\b|\b(?:versao|release|version) (?:mais recente|ultim[ao])\b|\brecent(?:ly)? (?:changed?|changes|released|added)\b|\b(?:changed?|added) recently\b/;
const SMALL =
  /^(?:last|latest|newest|most|recent|recently|current|updates?|ultim[ao]s?|versao|versoes|mudou|mudaram|alterou|novo|novidades|quais|que|foi|foram|na|da|do|de|em|mais|recente|summary|summari[sz]e|please|exactly|here|one|since|been|this|notable|important|something|made|get|got|see|look|like)$/;
const ASKS_BREAKING = /\bbreaking\b|\bbreaks?\b|\bincompati\w+/;
const VERSION_HEADING = String.raw`^#{1,3} .*\d+\.\d+`;
const BREAKS = String.raw`\bbreaking\b|\bbreaks\b|\bincompatib|⚠`;
const HEADINGS_MAX = 100;
const TITLE_CHARS_MAX = 40;

/** "What changed in the last release, anything breaking?": what the log says of the newest version. */
export function* answerLatestRelease(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  const log = logOf(folder);
  const isAsked = ASKS.test(said) && LATEST.test(said) && OF_CHANGE.test(said);
  if (log === undefined || !isAsked || tellingWords(said).some((word) => !SMALL.test(word))) return undefined;
  const { lines: headings } = yield* search(VERSION_HEADING, { path: log, limit: HEADINGS_MAX });
  const [head, next] = headings.filter(({ text }) => !/unreleased/i.test(text));
  const version = /\d+\.\d+(?:[.-]?\w+)*/.exec(head?.text ?? "")?.[0];
  const text = version === undefined ? undefined : yield* ofVersion(log, version, [], []);
  if (!head || text === undefined) return undefined;
  const end = next?.line ?? Number.POSITIVE_INFINITY;
  const more = ASKS_BREAKING.test(said) ? yield* breakingText(log, headings, [head.line, end]) : "";
  return { answer: { ...answered(text, more), obeyed: "all" }, groups: before };
}

/** That nothing of a version is marked as breaking, and where something was last; empty where it is. */
function* breakingText(
  log: string,
  headings: readonly CitedLine[],
  [from, end]: readonly [number, number],
): Looking<string> {
  const { lines } = yield* search(BREAKS, { path: log, limit: HEADINGS_MAX });
  if (lines.some(({ line }) => line > from && line < end)) return "";
  const marked = lines.find(({ line }) => line >= end);
  const of = headings.findLast(({ line }) => marked && line < marked.line)?.text ?? "";
  const last = marked
    ? ` What was before it: ${cited(marked)}, under "${of.replace(/^#+ /, "").slice(0, TITLE_CHARS_MAX)}".`
    : "";
  return `Nothing there is marked as breaking.${last}`;
}
