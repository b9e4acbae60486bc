import { firstRows } from "../../cut-lists.ts";
import { describedThing } from "../../described.ts";
import { type Folder, fileOf, type Thing } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { readNames } from "../../names.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { jobs } from "../../query/rows/estate.ts";
import type { Row } from "../../query/shape.ts";
import { plain, readTokens } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { answered, counted, listedInOrder } from "../answer.ts";
import { type Instream, type JobStep, readJob } from "./job-steps.ts";

/** What only the data and the control statements of a job tell: how many, how long, by what. */
const ASKS =
  /\bhow (?:long|many|much|often)\b|\b(?:by|with|in|for) (?:what|which)\b|\b(?:which|what) (?:parameters?|values?|dates?|keys?|order|cards?|limit|users?|records?)\b|\bquant[oa]s?\b|\bpor (?:que|qual|quais)\b|\bcom (?:que|quais)\b|\bque (?:parametros?|datas?|valor(?:es)?)\b/;
/** The order in which steps run is that of the job itself, and no card's. */
const ASKS_ORDER_OF_STEPS = /^(?=.*\border\b)(?=.*\b(?:runs?|steps?|executed?)\b)(?!.*\bsort)/;
const OF_BEFORE = /\b(?:them|those|these|it|deles|delas|desses|dessas)\b/;
const LINES_SHOWN = 12;
const COMMENTS_SHOWN = 4;
const INSTREAM_SHOWN = 4;

/** "How long does the wait step wait", "how many users does X load": what a job is told in its own lines, and how much of it there is. */
export function* answerCards(part: string, own: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  if (!folder.tools.has("citadel_jobs") || !ASKS.test(said) || ASKS_ORDER_OF_STEPS.test(said)) return undefined;
  const job = yield* jobOf(own, said, { folder, before });
  const path = fileOf(job);
  if (!job || path === undefined) return undefined;
  const { steps, comments } = yield* readJob(path);
  const words = wordsOf(said, job);
  const given = steps.flatMap((step) => step.instream.filter(isSaying).map((data) => ({ step, data })));
  const meant = given.filter(({ step, data }) => words.some((word) => speaksOf(word, step, data)));
  const shown = meant.length > 0 ? meant : given;
  if (shown.length === 0) return undefined;
  const told = comments.filter(({ text }) => words.some((word) => holdsWord(text, word)));
  const row: Row = { kind: "job", name: job.name, path, line: job.places[0]?.line ?? 1 };
  const texts = firstRows(
    shown.map(({ step, data }) => [instreamText(step, data), ...sharesOf(words, data)].join("\n")),
    INSTREAM_SHOWN,
  );
  const remarks = told.map(({ line, text }) => `${path}:${line}  ${text}`);
  return {
    answer: {
      ...answered(...texts, listedInOrder("Comments of the job", remarks, remarks.length, COMMENTS_SHOWN)),
      obeyed: "all",
    },
    groups: [{ kind: "job", rows: [row] }, ...before],
  };
}

const isSaying = ({ lines }: Instream): boolean => lines.some((line) => line.trim() !== "");

/** The job that is named, spelled apart or in a word of its name; or that was spoken of before. */
function* jobOf(own: string, said: string, { folder, before }: Context): Looking<Thing | undefined> {
  const { things } = yield* readNames(readTokens(own), folder, { alsoWords: false, isHowTo: false });
  const named = things.find(({ kind, places }) => kind === "job" || /\.jcl$/i.test(places[0]?.path ?? ""));
  if (named) return named;
  if (things.some(({ kind }) => !/^(?:text|unknown)$/.test(kind))) return undefined;
  return (yield* spelledApart(said)) ?? (yield* ofWord(said, folder)) ?? ofBefore(said, before);
}

const thingOf = ({ name, path, line }: Row): Thing => ({
  written: name,
  name,
  kind: "job",
  places: [{ path, line, text: "" }],
});

/** "The wait step" of WAITSTEP. */
function* spelledApart(said: string): Looking<Thing | undefined> {
  const words = said.match(/[\p{L}\d]+/gu) ?? [];
  const joined = new Set(
    words.flatMap((word, at) => [word, `${word}${words[at + 1] ?? ""}`]).filter(({ length }) => length > 4),
  );
  const row = (yield* jobs()).rows.find(({ name }) => joined.has(name.toLowerCase()));
  return row && thingOf(row);
}

function* ofWord(said: string, folder: Folder): Looking<Thing | undefined> {
  const word = /([\p{L}]{3,}) jobs?\b/u.exec(said)?.[1] ?? /\bjobs? (?:d[aeo] )?([\p{L}]{3,})/u.exec(said)?.[1];
  return word === undefined || NO_NAME.test(word) ? undefined : yield* describedThing([word], ["job"], folder);
}

const NO_NAME = /^(?:the|this|that|which|what|each|every|many|any|all|batch|que|qual|dos?|das?|does|run|runs|have)$/;

function ofBefore(said: string, [group]: Context["before"]): Thing | undefined {
  const [row, ...others] = group?.kind === "job" ? group.rows : [];
  return row && others.length === 0 && row.path !== "" && OF_BEFORE.test(said) ? thingOf(row) : undefined;
}

const wordsOf = (said: string, { name, written }: Thing): readonly string[] =>
  (said.match(/\p{L}{3,}/gu) ?? []).filter(
    (word) => !SAYS_NOTHING.test(word) && ![plain(name), plain(written)].includes(word),
  );

const SAYS_NOTHING =
  /^(?:how|long|many|much|often|does|the|what|which|with|for|are|job|step|them|those|these|and|that|have|load|loads|actually|really|before|after|quant[oa]s?|que|por|com|dos|das|uma?)$/;

const speaksOf = (word: string, { comment, runs, data }: JobStep, { lines }: Instream): boolean =>
  holdsWord([comment, runs, ...data, ...lines].join(" "), word);

function instreamText({ name, path, runs, comment }: JobStep, { dd, line, lines }: Instream): string {
  const rows = lines.map((text, at) => `  ${line + at}  ${text.trimEnd()}`).filter((row) => /\d {2}.*\S/.test(row));
  const about = comment === "" ? "" : ` (${comment})`;
  return [
    `${path}, step ${name}, ${runs}${about}, is given ${counted(rows.length, "line")} in DD ${dd}:`,
    ...firstRows(rows, LINES_SHOWN, { indent: "  " }),
  ].join("\n");
}

/** How many of the lines hold a word of the question, where some do and some do not. */
function sharesOf(words: readonly string[], { lines }: Instream): readonly string[] {
  const saying = lines.filter((line) => line.trim() !== "");
  return words.flatMap((word) => {
    const stem = word.slice(0, STEM_CHARS);
    const count = saying.filter((line) => plain(line).includes(stem)).length;
    return word.length >= STEM_CHARS && count > 0 && count < saying.length
      ? [`${count} of these ${saying.length} lines hold "${stem}".`]
      : [];
  });
}

const STEM_CHARS = 5;
