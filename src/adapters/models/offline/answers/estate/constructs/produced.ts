import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { readUses } from "../../../query/rows/data.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { codeLines, placed } from "../operations/program-lines.ts";
import { programRun } from "../outcomes.ts";
import { programMeant } from "./program-meant.ts";
import { told } from "./told.ts";

const NOUN = "(?:statements?|reports?|letters?|invoices?|listings?|extracts?)";
const MADE = "(?:produc|generat|creat|print|made|mak|writ|built|build)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`^\W*(?:and )?(?:how|where|by what|by which \w+)\b.*?\b((?:[a-z]+ ){0,2}${NOUN})\b.{0,20}\b${MADE}\w*`,
  ),
  new RegExp(
    String.raw`^\W*(?:and )?(?:what|who|which (?:jobs?|programs?|steps?))(?: \w+)? ${MADE}\w* (?:the |an? )?((?:[a-z]+ ){0,2}${NOUN})\b`,
  ),
];
const NOT_BATCH = /\b(?:online|screen|request\w*|dates?|totals?|page|cobol statements?|sql|test|coverage|error)\b/;
const WRITES = String.raw`\bOPEN +OUTPUT\b`;
const ROWS_MAX = 8;

/** "How are account statements produced": the batch program that says so, the steps that run it, and what it writes, reads and calls. */
export const PRODUCED: Dossier = {
  asks: (said) => wordsIn(said).length > 0 && !NOT_BATCH.test(said),
  tells: /\b(?:format\w*|which|what|when|where|how|files?|job)\b/,
  *answer(said, own, context) {
    const meant = yield* programMeant(own, { words: wordsIn(said), does: WRITES }, context);
    const [path] = meant?.paths ?? [];
    if (!meant || path === undefined || meant.taken === "") return undefined;
    const uses = yield* usesOf(path, context);
    const { lines: calls } = yield* codeLines([{ pattern: "\\bCALL +['\"]", path }]);
    const { lines: opened } = yield* codeLines([{ pattern: WRITES, path }]);
    return told(context, [
      meant.taken,
      whole("Steps of jobs that run it", uses.run, ROWS_MAX),
      whole("What it writes", uses.written, ROWS_MAX),
      whole("Where it opens what it writes", opened.map(placed), ROWS_MAX),
      whole("What it reads", uses.read, ROWS_MAX),
      whole(
        "What it calls",
        [...new Map(calls.map((line) => [line.text.replace(/\bUSING\b.*/i, "").trim(), line])).values()].map(placed),
        ROWS_MAX,
      ),
    ]);
  },
};

function wordsIn(said: string): readonly string[] {
  const found = ASKS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined) ?? "";
  return askedWords(found.replace(/s$/, ""));
}

/** The steps that run a program, with all that they give it to write and to read. */
function* usesOf(
  path: string,
  { folder }: Context,
): Looking<{ readonly run: readonly string[]; readonly written: readonly string[]; readonly read: readonly string[] }> {
  const { running } = yield* programRun(path);
  const all = (yield* readUses(folder))?.uses ?? [];
  const own = all.filter(
    ({ user, path: at, isOfJob }) => running.some((row) => row.name === user) || (at === path && !isOfJob),
  );
  const data = [...new Map(own.map((use) => [use.data, use])).values()];
  const rowsOf = (letters: RegExp): readonly string[] =>
    data
      .filter(({ access }) => letters.test(access))
      .map((use) => `${use.data} (${use.kind}) — ${use.path}:${use.line}`);
  return {
    run: running.map((row) => `${row.name}: ${row.note} — ${row.path}:${row.line}`),
    written: rowsOf(/[CU]/),
    read: rowsOf(/R/),
  };
}
