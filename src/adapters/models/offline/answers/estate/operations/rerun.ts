import { jclStatements } from "../../../../../../engines/citadel/languages/jcl/jcl-statements.ts";
import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { readUses, type Use } from "../../../query/rows/data.ts";
import { programs } from "../../../query/rows/estate.ts";
import { linesOf } from "../../../query/rows/found.ts";
import type { Row } from "../../../query/shape.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { answered, cited } from "../../answer.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import { parameterOf, readJob } from "../job-steps.ts";
import type { Dossier } from "./dossier.ts";
import { jobsMeant } from "./jobs-meant.ts";

const AGAIN =
  /\b(?:re-?run|re-?start|re-?submit|re-?running|re-?starting|run\w* (?:it |this |them |the [\w ]{1,20} |[a-z]+\d* )?(?:again|twice|a second time)|start (?:it )?(?:again|over)|twice|second time|repeat(?:ed)?|checkpoints?|correr (?:de novo|outra vez|duas vezes)|outra vez|duas vezes|de novo|novamente)\b/;
const OF_RUN =
  /\b(?:jobs?|runs?|running|batch|night|nightly|rerun|restart|resubmit|steps?|post\w*|program|corre\w*|breaks?|fail\w*|crash\w*|abend\w*)\b|\b[a-z]+\d*run\b/;
const OF_OTHER = /\b(?:server|service|http|session|cics region|terminal|key|press\w*|pf\d+|browse)\b/;
const BEGINS_AGAIN =
  "\\bRESTART *=|\\bRD *=|\\bCHKPT *=|EXEC +SQL +COMMIT|\\bSYNCPOINT\\b|\\bRERUN\\b|'(?:CBLTDLI|AIBTDLI)' USING .*CHKP|\\bXRST\\b|\\bCHKP\\b";
const STEPS_MAX = 12;
const USES_MAX = 12;

/** "Can I run it again after it broke, or is everything posted twice": what a job does once more, and what is in its way. */
export const RERUN: Dossier = {
  asks: (said) => AGAIN.test(said) && OF_RUN.test(said) && !OF_OTHER.test(said),
  tells: /\b(?:again|twice|restart|rerun|safe|duplicates?|checkpoint|commit|what|where|how)\b/,
  *answer(said, own, context) {
    const [job] = yield* jobsMeant(own, askedWords(said, ONLY_ASKS), context);
    if (!job) return undefined;
    const { steps } = yield* readJob(job.path);
    if (steps.length === 0) return undefined;
    const run = steps.flatMap(({ runs }) => /\bPGM=([\w$#@]+)/i.exec(runs)?.[1]?.toUpperCase() ?? []);
    const known = (yield* programs()).rows.filter(({ name }) => run.includes(name.toUpperCase()));
    const again = yield* beginningAgain([job.path, ...known.map(({ path }) => path)]);
    const changes = yield* changesOf(known, context);
    const lead = leadOf(job, known, { isRestarting: again.length > 0, isChanging: changes.length > 0 });
    const doubled = yield* addedTo(known);
    const made = yield* madeNew(job);
    const rows = steps.map(({ name, runs, path, line }, index) => `${index + 1}. ${name}: ${runs} — ${path}:${line}`);
    return {
      answer: {
        ...answered(
          lead,
          whole(`What in ${job.name} keeps a place to begin again from, or commits`, again.map(cited)),
          whole("What it has changed by then stays changed, and is done once more", changes, USES_MAX),
          whole("Sums that are added to again", doubled.map(cited), SUMS_MAX),
          made,
          ...rows.slice(0, STEPS_MAX),
        ),
        obeyed: "all",
      },
      groups: [{ kind: "job", rows: [job] }, ...context.before],
    };
  },
};

function leadOf(
  { name }: Row,
  known: readonly Row[],
  { isRestarting, isChanging }: { readonly isRestarting: boolean; readonly isChanging: boolean },
): string {
  if (isRestarting)
    return `What ${name} does when it is run again: it begins with its first step, unless something begins again from a place that was kept.`;
  const where = [name, ...known.map((one) => one.name)].join(" or ");
  return isChanging
    ? `What ${name} does when it is run again: it begins with its first step, and each program from its beginning; nothing in ${where} keeps a place to go on from (no RESTART, no checkpoint, no commit). So what was done before it broke is done twice, unless what it changed is put back first.`
    : `What ${name} does when it is run again: it begins with its first step, and each program from its beginning; nothing in ${where} keeps a place to go on from (no RESTART, no checkpoint, no commit). None of its programs here changes data, so that nothing is done twice.`;
}

const ONLY_ASKS =
  /^(?:rerun|restart|run|runs|again|twice|second|time|break|breaks|broke|fail|fails|failed|middle|halfway|repeat|checkpoint|safe|simply|resubmit|crash|crashes|abend|abends)$/;
const SUMS_MAX = 6;

function* beginningAgain(paths: readonly string[]): Looking<readonly CitedLine[]> {
  const { lines } = yield* linesOf(paths.map((path) => ({ pattern: BEGINS_AGAIN, path })));
  return lines.filter(({ path, text }) => !isComment(path, text) && !/^\/\/\*/.test(text));
}

/** What the programs create, update and delete, each with the statement. */
function* changesOf(known: readonly Row[], { folder }: Context): Looking<readonly string[]> {
  const uses = (yield* readUses(folder))?.uses ?? [];
  const own = uses.filter(
    (use) => !use.isOfJob && /[CUD]/.test(use.access) && known.some(({ path }) => path === use.path),
  );
  return [...new Map(own.map((use) => [`${use.path} ${use.data}`, use])).values()].map(changeText);
}

const DOES: Readonly<Record<string, string>> = { C: "adds to", U: "rewrites", D: "deletes from" };

function changeText({ data, access, path, line, also }: Use): string {
  const does = [...access].flatMap((letter) => DOES[letter] ?? []).join(" and ");
  const last = also.findLast((place) => place.path === path)?.line ?? line;
  return `${stemOf(path)} ${does} ${data} — ${path}:${last}`;
}

/** What a record keeps a sum in: adding once more makes another of it. */
function* addedTo(known: readonly Row[]): Looking<readonly CitedLine[]> {
  const { lines } = yield* linesOf(
    known.map(({ path }) => ({ pattern: "\\bADD +[A-Z][\\w-]* +TO +[A-Z][\\w-]*", path })),
  );
  return lines.filter(({ path, text }) => !isComment(path, text) && !/\bTO +(?:WS|WK|W|L|WRK)-/i.test(text));
}

/** Data sets that a step makes: those of a fixed name are there already, of a generation there is one more each time. */
function* madeNew({ path }: Row): Looking<string> {
  const dds = jclStatements({ path, text: (yield* fileLines(path)).join("\n") });
  const made = dds.flatMap((dd) => {
    const name = parameterOf(dd, "DSN") ?? parameterOf(dd, "DSNAME");
    const disposition = parameterOf(dd, "DISP") ?? "";
    if (!name || name.startsWith("&&") || !/^\(?NEW/i.test(disposition)) return [];
    return [{ name, row: `${path}:${dd.line}  ${name}, DISP=${disposition}` }];
  });
  const fixed = made.filter(({ name }) => !/\(\+\d+\)$/.test(name)).map(({ row }) => row);
  const rest = made.map(({ row }) => row).filter((row) => !fixed.includes(row));
  return [
    whole("Data sets that are made NEW", fixed),
    fixed.length === 0
      ? ""
      : "Where such a step has ended well they are there, and it fails unless they are deleted first.",
    whole("Of these each run makes one more generation", rest),
  ]
    .filter((text) => text !== "")
    .join("\n");
}
