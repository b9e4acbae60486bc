import { escapeRegExp } from "../../../../../../base/glob.ts";
import { listFiles } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { linesOf } from "../../../query/rows/found.ts";
import type { Row } from "../../../query/shape.ts";
import { answered, cited } from "../../answer.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import type { Dossier } from "./dossier.ts";
import { jobsMeant } from "./jobs-meant.ts";
import { readSchedule, type ScheduleGroup } from "./read-schedule.ts";

const SCHEDULER = /\bschedul(?:er|ers|ed|es|ing|e)\b|\bcontrol-?m\b|\bca-?7\b|\bagendad[oa]s?\b/;
const OFTEN = /\b(?:how (?:often|frequently)|(?:what|which) (?:time|days?|frequency)|com que frequencia|frequency)\b/;
const WHEN = /^\W*(?:and |at what time |so )?(?:when|what time) (?:do|does|is|are|will|should)\b(?!.*\b(?:if|after)\b)/;
const STARTS =
  /\b(?:run|runs|running|start|starts|started|execute[sd]?|executed|kick(?:s|ed)? off|submitted|triggered|done|calculated|produced|created|taken|made)\b/;
const OF_BATCH = /\b(?:jobs?|batch|night|nightly|daily|weekly|monthly)\b|\b[A-Z][A-Z0-9]{4,7}\b/;
/** The order alone is told by more than the scheduler; and rates and prices have schedules, too. */
const OF_OTHER =
  /\b(?:in (?:what|which) order|what order|sequence|rate schedule|fee schedule|price|updated?|changed|commit\w*|released?|modified)\b/;

/** "Which jobs does the scheduler have", "how often does X run", "when does the night job run". */
export const SCHEDULES: Dossier = {
  asks: (said) =>
    !OF_OTHER.test(said) && (SCHEDULER.test(said) || ((OFTEN.test(said) || WHEN.test(said)) && STARTS.test(said))),
  tells: /\bhow (?:often|frequently)\b|\bwhen\b|\bwhich (?:days?|jobs?)\b|\bwhat time\b|\border\b|\btrigger/,
  *answer(said, own, context) {
    const { folder } = context;
    const isOfAll =
      SCHEDULER.test(said) &&
      !/\b(?:is|does|when is|why is) (?:the )?[a-z0-9]+ (?:job )?(?:scheduled|in the)\b/.test(said);
    const meant = yield* jobsMeant(own, isOfAll ? [] : askedWords(said, ASKS_WHEN), context);
    if (meant.length === 0 && !isOfAll && !OF_BATCH.test(own)) return undefined;
    const paths = (yield* listFiles("**/*.{controlm,ca7,ctm,CA7,CTM}")).paths;
    const kept = paths.filter((path) => folder.keeps?.(path) ?? true);
    const groups: (ScheduleGroup & { readonly path: string })[] = [];
    for (const path of kept) groups.push(...readSchedule(yield* fileLines(path)).map((group) => ({ ...group, path })));
    const rows = isOfAll && meant.length !== 1 ? [] : meant;
    const text = groups.length === 0 ? yield* unscheduled(rows, context) : scheduledText(groups, rows);
    return {
      answer: { ...answered(text, yield* spokenOf(rows)), obeyed: "all" },
      groups: [...(rows.length > 0 ? [{ kind: "job" as const, rows }] : []), ...context.before],
    };
  },
};

const ASKS_WHEN =
  /^(?:often|frequent|frequently|schedul|scheduled|scheduler|time|day|days|runs?|start|starts|started|execut|submitt|trigger|triggered|daily|weekly|monthly|night|batch)/;

function scheduledText(groups: readonly (ScheduleGroup & { readonly path: string })[], rows: readonly Row[]): string {
  const names = new Set(rows.map(({ name }) => name.toUpperCase()));
  const isOwn = ({ jobs }: ScheduleGroup): boolean =>
    jobs.some((job) => job.split(/[(), ]+/).some((name) => names.has(name)));
  const shown = names.size === 0 ? groups : groups.filter(isOwn);
  const named = [...names].join(", ");
  if (shown.length === 0)
    return `No schedule here names ${named}: it is in none of ${paths(groups)}, and its JCL does not say when it is submitted.`;
  const isTimed = shown.some(({ when, name }) => when !== "" || name !== "");
  const title = names.size === 0 ? "What the scheduler runs, and when" : `Where the scheduler runs ${named}, and when`;
  return [
    whole(title, shown.map(groupText), ROWS_MAX),
    ...(isTimed && shown.every(({ when }) => when !== "")
      ? []
      : ["Where no days stand, the definition gives none: neither DAYS, WEEKDAYS nor a time."]),
  ].join("\n");
}

const ROWS_MAX = 20;

const paths = (groups: readonly { readonly path: string }[]): string =>
  [...new Set(groups.map(({ path }) => path))].join(", ");

function groupText({ name, jobs, when, path, from, to }: ScheduleGroup & { readonly path: string }): string {
  const head = [name, when === "" ? "" : `(${when})`].filter(Boolean).join(" ");
  return `${head === "" ? "" : `${head}: `}${jobs.join(" -> ")} — ${path}:${from}-${to}`;
}

function* unscheduled(rows: readonly Row[], { folder }: Context): Looking<string> {
  const places = rows.map(({ name, path, line }) => `${name} is declared in ${path}:${line}`);
  return [
    `That is not in this folder: no scheduler definition is among its ${folder.paths.length} files (Control-M, CA7), and JCL does not say when or how often a job is submitted.`,
    ...places.map((place) => `${place}.`),
  ].join(" ");
}

/** Where documents and the job itself speak of how often it runs. */
function* spokenOf(rows: readonly Row[]): Looking<string> {
  if (rows.length === 0) return "";
  const names = rows.map(({ name }) => escapeRegExp(name)).join("|");
  const { lines } = yield* linesOf([
    { pattern: `(?:${names}).*${FREQUENT}|${FREQUENT}.*(?:${names})`, glob: "*.{md,rst,adoc}" },
    ...rows.map(({ path }) => ({ pattern: `^//\\*.*${FREQUENT}`, path })),
  ]);
  return whole("What is said of it", lines.map(cited), SAID_MAX);
}

const FREQUENT =
  "\\b(?:daily|nightly|weekly|monthly|yearly|every (?:day|night|week|month|year)|each (?:day|night|month)|end of (?:the )?(?:day|month)|of the (?:day|month|night))\\b";
const SAID_MAX = 4;
