import { escapeRegExp } from "../../../../../base/glob.ts";
import type { Folder } from "../../folder.ts";
import { type Looking, look, lookAll } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { plain } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { type CitedLine, readNumbered } from "../../result-text.ts";
import { answered, cited, listedInOrder, notNarrowed, search } from "../answer.ts";

const LOG = /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASES?)(?:\.(?:md|rst|txt|adoc))?$/i;
const VERSION = /(?<![\w.])v?(\d+\.\d+(?:\.\d+)*(?:-?(?:a|b|rc|alpha|beta)[.\d]*)?)(?![\w.]*\w)/i;
export const OF_CHANGE =
  /\b(?:chang\w+|new|news|fix\w*|add\w*|releas\w+|br(?:ing|ought|ings)|includ\w+|break\w*|notes?|remov\w+|deprecat\w+|renam\w+|introduc\w+|came|comes|contain\w*|mudou|novo)\b/;
export const ASKS =
  /^\W*(?:(?:and|so) )?(?:what|which|list|show|tell me|are there|were there|is there|was there|o que|que|quais)\b/;
/** What of the changes is asked for, and how a log heads or says it. */
const SORTS: readonly (readonly [asked: RegExp, heading: RegExp, line?: RegExp])[] = [
  [/\bbreaking\b|\bincompatib\w+/, /breaking|incompatib/i, /\bbreaking[ -]change|\bincompatib/i],
  [/\bdeprecat\w+/, /deprecat/i, /\bdeprecat/i],
  [/\bremov\w+|\bdropp?\w*/, /remov|drop/i, /\b(?:remov|dropp?)(?:e[ds]|ing|s)?\b/i],
  [/\bfix\w*|\bbugs?\b/, /fix|bug/i],
  [/\bnew\b|\bfeatures?\b|\badd(?:ed|s)\b/, /feature|added|new/i],
];
const ROWS_MAX = 40;
const READ_MAX = 400;
const SMALL =
  /^(?:what|which|list|show|tell|me|are|were|is|was|there|the|an?|any|all|in|of|for|with|by|from|to|at|on|and|or|did|does|do|has|have|had|changes?|changed|changelog|change|log|release|released|releases|version|versions|notes?|new|news|fix|fixed|fixes|bugs?|features?|added|adds|breaking|incompatible|deprecated|deprecations?|removed|removals?|dropped|according|going|package|sdk|library|project|it|its|that|this|i|we|you|so|far|ever|still|things?|anything|came|come|comes|coming|brought|brings?|include[sd]?|happened|about|know|should|must|when|upgrading|upgrade)$/;

/** "What changed in 0.9", "which changes were breaking": what the change log itself says, with its lines. */
export function* answerReleaseNotes(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  const log = logOf(folder);
  if (log === undefined || !ASKS.test(said)) return undefined;
  const version = VERSION.exec(part)?.[1];
  const sorts = SORTS.filter(([asked]) => asked.test(said));
  const words = tellingWords(said);
  if (version !== undefined) {
    if (!OF_CHANGE.test(said) || words.length > UNREAD_MAX) return undefined;
    const text = yield* ofVersion(log, version, sorts, words);
    return text === undefined ? undefined : { answer: { ...answered(text), obeyed: "all" }, groups: before };
  }
  const isOfLog = /\bchange ?logs?\b|\brelease notes\b/.test(said);
  const isOfSort =
    sorts.some(([, , line]) => line !== undefined) &&
    (/\bchanges?\b|\breleases?\b|\bversions?\b/.test(said) || isOfLog);
  if (!isOfLog && !isOfSort) return undefined;
  const text = yield* ofAll(log, sorts, words);
  return text === undefined ? undefined : { answer: { ...answered(text), obeyed: "all" }, groups: before };
}

/** The log of changes that is nearest to the top. */
export const logOf = ({ paths }: Folder): string | undefined =>
  paths.filter((path) => LOG.test(path)).toSorted((one, other) => one.length - other.length)[0];

/** Words of a question about a log that tell which of its changes are meant. */
export const tellingWords = (said: string): readonly string[] =>
  (said.replace(VERSION, " ").match(/[a-z][\w-]+/g) ?? []).filter((word) => !SMALL.test(word));

const UNREAD_MAX = 3;
const HEADING = /^(#{1,6}) (.+)$/;
const OF_VERSION = /^#{1,3} .*?\d+\.\d+/;

/** What stands under the heading of a version. */
export function* ofVersion(
  log: string,
  version: string,
  sorts: readonly (readonly [RegExp, RegExp, RegExp?])[],
  words: readonly string[],
): Looking<string | undefined> {
  const { lines } = yield* search(`^#{1,4} .*${escapeRegExp(version)}`, { path: log, limit: 20 });
  const [head] = lines.filter(({ text }) =>
    new RegExp(`^#+ \\W*(?:version |release )?v?${escapeRegExp(version)}(?![\\w.]*\\d)`, "i").test(text),
  );
  if (!head) return undefined;
  const read = yield* look("read_file", { path: log, offset: head.line, limit: READ_MAX });
  const level = HEADING.exec(head.text)?.[1]?.length ?? 1;
  const below = read.failed ? [] : readNumbered(read.text, log).slice(1);
  const end = below.findIndex(({ text }) => (HEADING.exec(text)?.[1]?.length ?? level + 1) <= level);
  const own = below.slice(0, end < 0 ? undefined : end).filter(({ text }) => text.trim() !== "");
  const sorted = sorts.length === 0 ? own : ofSorts(own, sorts);
  const shown = sorted.length > 0 ? sorted : own;
  const unread = words.filter((word) => !shown.some(({ text }) => holdsWord(text, word)));
  const title = `${cited(head)}${sorted.length === 0 ? ", which has no heading for that," : ""} says`;
  return shown.length === 0
    ? undefined
    : [notNarrowed(unread), listedInOrder(title, shown.map(cited), shown.length, ROWS_MAX)].filter(Boolean).join("\n");
}

function ofSorts(
  lines: readonly CitedLine[],
  sorts: readonly (readonly [RegExp, RegExp, RegExp?])[],
): readonly CitedLine[] {
  let isUnder = false;
  return lines.filter(({ text }) => {
    const heading = HEADING.exec(text)?.[2];
    if (heading !== undefined) isUnder = sorts.some(([, form]) => form.test(heading));
    return isUnder || sorts.some(([, , line]) => line?.test(text) ?? false);
  });
}

/** Lines of the whole log that say it, each under its version. */
function* ofAll(
  log: string,
  sorts: readonly (readonly [RegExp, RegExp, RegExp?])[],
  words: readonly string[],
): Looking<string | undefined> {
  const pages = Array.from({ length: PAGES_MAX }, (_, index) => 1 + index * PAGE_LINES);
  const read = yield* lookAll(
    pages.map((offset) => ({ name: "read_file", input: { path: log, offset, limit: PAGE_LINES } })),
  );
  const lines = read.flatMap((one) => (one.failed ? [] : readNumbered(one.text, log)));
  const entries = entriesOf(lines).filter(
    ({ text, heading }) =>
      sorts.length === 0 || sorts.some(([, form, line]) => form.test(heading) || (line?.test(text) ?? false)),
  );
  const told = words.filter((word) => entries.some(({ text }) => holdsWord(text, word)));
  const unread = words.filter((word) => !told.includes(word));
  const kept = entries.filter(({ text }) => told.every((word) => holdsWord(text, word)));
  if (kept.length === 0 || unread.length > 1 || (sorts.length === 0 && told.length === 0)) return undefined;
  const rows = kept.map(
    (entry) => `${entry.version}: ${entry.text.trim().replace(/^[-*+] +/, "")} — ${log}:${entry.line}`,
  );
  const more =
    (lines.at(-1)?.line ?? 0) < PAGES_MAX * PAGE_LINES ? "" : "The log is longer than what was looked through.";
  return [
    notNarrowed(unread),
    listedInOrder(`Entries of ${log} that say so, the newest first`, rows, rows.length, ROWS_MAX),
    more,
  ]
    .filter(Boolean)
    .join("\n");
}

const PAGE_LINES = 120;
const PAGES_MAX = 16;

interface Entry extends CitedLine {
  readonly version: string;
  readonly heading: string;
}

/** What a log lists, each entry with the version and the heading that it stands under. */
function entriesOf(lines: readonly CitedLine[]): readonly Entry[] {
  let version = "";
  let heading = "";
  return lines.flatMap((line): Entry[] => {
    const head = HEADING.exec(line.text)?.[2];
    if (OF_VERSION.test(line.text)) {
      version = /\d+\.\d+[\w.-]*/.exec(line.text)?.[0].replace(/[\].-]+$/, "") ?? "";
      heading = "";
    } else if (head !== undefined && !/^####/.test(line.text)) heading = head;
    const isEntry = /^\s*[-*+] /.test(line.text) || (head === undefined && /^[A-Z]/.test(line.text));
    return isEntry ? [{ ...line, version, heading }] : [];
  });
}
