import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { plain } from "../../reading/tokens.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import { answered, cited, listedInOrder } from "../answer.ts";
import { type SourceFile, sourceFiles } from "../facts/source-files.ts";

const WAITS =
  /\b(?:pending|outstanding|in-?flight|waiting|unanswered|open) (?:requests?|calls?|promises?|responses?)\b/;
const CLOSES =
  /\b(?:clos\w*|disconnect\w*|ends?|ended|exits?|drop\w*|lost|breaks?|dies?|stops?|shut\w*|goes away|terminat\w*)\b/;
/** Only the class itself reaches a private field, so that its file shows all that is done with it. */
const KEEPS_WAITING = /^\s+(?:readonly )?(#\w*(?:pending|waiting|inflight|outstanding)\w*)\s*(?::[^=]+)?=\s*new Map\b/i;
const ROWS_MAX = 8;

/** "What happens to pending requests when the connection closes": all that is done with the map that keeps them, and whether any line settles all. */
export function* answerPendingAtClose(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(inEnglish(part));
  if (!WAITS.test(said) || !CLOSES.test(said)) return undefined;
  const texts = (yield* sourceFiles(folder)).flatMap(pendingTexts);
  return texts.length === 0
    ? undefined
    : { answer: { ...answered(...texts), obeyed: "all", isOfForm: true }, groups: before };
}

/** What a file does with each map of what still waits; nothing for one whose uses do not tell all. */
export function pendingTexts(file: SourceFile): readonly string[] {
  return file.lines.flatMap((line): readonly string[] => {
    const name = KEEPS_WAITING.exec(line.text)?.[1];
    if (name === undefined) return [];
    const uses = usesOf(name, line, file);
    const all = uses.filter(({ text }) => GOES_THROUGH(name).test(text));
    const single = uses.filter(({ text }) => TAKES_ONE(name).test(text));
    const rows = listedInOrder(`What is done with ${name}`, [line, ...uses].map(cited), uses.length + 1, ROWS_MAX);
    if (all.length > 0) return [listedInOrder(`Lines that go through all of ${name}`, all.map(cited)), rows];
    return uses.length > 0 && single.length === uses.length
      ? [
          `Each use of ${name} takes one entry by its key, and none goes through all: nothing here settles what still waits in it at a close.`,
          rows,
          listedInOrder('What stands under "finally" there', endsOf(file).map(cited)),
        ]
      : [];
  });
}

const usesOf = (name: string, declared: CitedLine, { path, lines }: SourceFile): readonly CitedLine[] =>
  lines.filter(
    (line) => line.line !== declared.line && new RegExp(`${name}\\b`).test(line.text) && !isComment(path, line.text),
  );

const TAKES_ONE = (name: string): RegExp => new RegExp(`\\.${name}\\??\\.(?:set|get|delete|has)\\(`);
const GOES_THROUGH = (name: string): RegExp =>
  new RegExp(`\\.${name}\\??\\.(?:values|entries|keys|forEach|clear)\\(|\\bof (?:this\\.)?${name}\\b`);

const ENDS_MAX = 6;

/** What stands under "finally". */
function endsOf({ lines }: SourceFile): readonly CitedLine[] {
  return lines.flatMap(({ text }, at) => {
    if (!/^\s*\}\s*finally\b/.test(text)) return [];
    const indent = text.search(/\S/);
    const end = lines.findIndex(
      (line, index) => index > at && line.text.trim() !== "" && line.text.search(/\S/) <= indent,
    );
    return lines.slice(at + 1, Math.min(end < 0 ? lines.length : end, at + 1 + ENDS_MAX));
  });
}
