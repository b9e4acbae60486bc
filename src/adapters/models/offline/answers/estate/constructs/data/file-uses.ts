import { describedRows } from "../../../../described-rows.ts";
import type { Looking } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import { readUses, type Use } from "../../../../query/rows/data.ts";
import { jobs } from "../../../../query/rows/estate.ts";
import type { Row } from "../../../../query/shape.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { scopeOf } from "../../outcomes.ts";
import { programMeant } from "../program-meant.ts";
import { told } from "../told.ts";

const DATA = "(?:files?|data ?sets?|inputs?|outputs?|tables?|data)";
const VERB =
  "(?:reads?|writes?|uses?|produces?|creates?|needs?|updates?|opens?|touch(?:es)?|access(?:es)?|consumes?|process(?:es)?|outputs?|generates?|takes?|loads?|changes?)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:what|which)(?: [a-z]+)? ${DATA}(?: (?:and|or) ${DATA})? (?:does|do|will|would|are|is) (?:the |our |an? |this )?(.+?) (?:read and |read or )?${VERB}\b`,
  ),
  /\b(?:inputs?|outputs?)(?: (?:and|or) (?:inputs?|outputs?))?(?: files?| data ?sets?)? (?:of|for|to|from) (?:the |our )?(.+?)\W*$/,
  /\bwhat (?:does|do) (?:the |our )?(.+?) (?:read|read in|take in) and (?:write|produce|put out|create)\b/,
];
const NOT_DATA = /\b(?:screens?|maps?|transactions? (?:does|do)|compiler|function|method|class|service|api|test)\b/;
const SAYS_JOB = /^(?:night|nightly|daily|eod|cycle|process|processing|run|runs|jcl|night's|chain|stream)$/;
const ROWS_MAX = 16;
const JOBS_MAX = 12;

/** "Which files does the posting job read and which does it write": what each step, or the program, reads and changes, under the names of the data. */
export const FILE_USES: Dossier = {
  asks: (said) => subjectOf(said) !== undefined && !NOT_DATA.test(said),
  tells: /\b(?:which|what|read|write|writes|produc\w*|creat\w*|updat\w*|outputs?|inputs?)\b/,
  *answer(said, own, context) {
    const uses = (yield* readUses(context.folder))?.uses ?? [];
    const meant = yield* userMeant(subjectOf(said) ?? "", own, context);
    const kept = meant === undefined ? [] : uses.filter((use) => meant.isOf(use) && !use.data.startsWith("&&"));
    if (meant === undefined || kept.length === 0) return undefined;
    const rowsOf = (letters: RegExp): readonly string[] => [
      ...new Set(kept.filter(({ access }) => letters.test(access)).map(useText)),
    ];
    const [read, changed] = [rowsOf(/R/), rowsOf(/[CUD]/)];
    return told(context, [
      meant.taken,
      read.length === 0 ? "It reads no data set, file or table." : whole("What it reads", read, ROWS_MAX),
      changed.length === 0
        ? "It writes no data set, file or table."
        : whole("What it writes or changes (C creates, U updates, D deletes)", changed, ROWS_MAX),
    ]);
  },
};

const subjectOf = (said: string): string | undefined =>
  ASKS.map((form) => form.exec(said)?.[1]).find((found) => found !== undefined);

const useText = ({ user, program, access, data, kind, path, line }: Use): string =>
  `${user}${program === undefined ? "" : ` (${program})`}: ${access} ${data} (${kind}) — ${path}:${line}`;

const ASKS_BOTH =
  /\b(?:reads?|inputs?|l[eê]\w*)\b.*\b(?:writ\w+|produc\w+|creat\w+|updat\w+|outputs?|grava\w*|escreve\w*)\b/i;

interface MeantUser {
  readonly isOf: (use: Use) => boolean;
  readonly taken: string;
}

/** The program or job that is named or described, or all jobs where it is the batch. */
function* userMeant(subject: string, own: string, context: Context): Looking<MeantUser | undefined> {
  const { names, paths } = yield* scopeOf(own, context.folder);
  const all = (yield* jobs()).rows.filter(({ path }) => context.folder.keeps?.(path) ?? true);
  const named = all.filter(({ name }) => names.some((one) => one.toUpperCase() === name.toUpperCase()));
  // One thing that is asked of a name is a query over rows, which obeys what restricts it.
  if (paths.length + named.length > 0 && !ASKS_BOTH.test(own)) return undefined;
  if (named.length > 0) return ofJobs(named, "");
  if (paths.length > 0) return { isOf: ({ path, isOfJob }) => !isOfJob && paths.includes(path), taken: "" };
  return yield* describedUser(subject, all, context);
}

function* describedUser(subject: string, all: readonly Row[], context: Context): Looking<MeantUser | undefined> {
  const words = askedWords(subject, SAYS_JOB);
  const isBatch = /\b(?:batch|night\w*|jobs?|jcl|daily|run)\b/.test(subject);
  if (words.length > 0) {
    const described = yield* describedRows({ kind: "job", noun: "job", words }, isBatch ? all : [], context);
    const [best] = described;
    if (best)
      return ofJobs([best.row], `I took "${subject}" as the job ${best.row.name} (${best.row.path}:${best.row.line}).`);
    const program = isBatch && all.length === 1 ? undefined : yield* programMeant("", { words }, context);
    if (program) return { isOf: ({ path, isOfJob }) => !isOfJob && program.paths.includes(path), taken: program.taken };
  }
  if (!isBatch || all.length === 0 || all.length > JOBS_MAX) return undefined;
  return ofJobs(
    all,
    `I took "${subject}" as ${all.length === 1 ? "the only job here" : "all jobs here"}: ${all.map(({ name }) => name).join(", ")}.`,
  );
}

function ofJobs(rows: readonly Row[], taken: string): MeantUser {
  const names = new Set(rows.map(({ name }) => name.toUpperCase()));
  return { isOf: ({ user, isOfJob }) => isOfJob && names.has((user.split("/")[0] ?? "").toUpperCase()), taken };
}
