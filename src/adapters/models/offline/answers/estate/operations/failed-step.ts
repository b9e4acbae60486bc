import { isIn } from "../../../described.ts";
import { withVerdict } from "../../../honest-answer.ts";
import type { Looking } from "../../../looking.ts";
import { programs } from "../../../query/rows/estate.ts";
import type { Row } from "../../../query/shape.ts";
import { answered } from "../../answer.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { caseOf, caseText } from "../dossiers/case-rows.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { type JobStep, readJob } from "../job-steps.ts";
import { ranked } from "../outcomes.ts";
import { conditionsOfSteps } from "../step-conditions.ts";
import type { Dossier } from "./dossier.ts";
import { jobsMeant } from "./jobs-meant.ts";

const FAILS =
  "(?:fail\\w*|abend\\w*|crash\\w*|breaks?|broke|goes wrong|blows? up|dies|stops|ends? (?:badly|abnormally|with)|returns?|errors? out|falh\\w*|rebenta)";
const REST =
  "(?:(?:the )?rest|remaining|following|later|subsequent|next|other|what (?:comes|runs)) (?:of|steps?|jobs?|after|behind|resto)|(?:o )?resto d[aeo]s?";
const ASKS = new RegExp(
  String.raw`\b(?:${REST})\b.*\b${FAILS}\b|\b${FAILS}\b.*\b(?:${REST})\b|\bwhat happens\b.*\b(?:if|when) (?:the )?(?:(?:\w+ )?step|job|[\w ]{0,20}(?:job|step|run)|[a-z]+\d*run)\b.*\b${FAILS}\b|\bis (?:it|that|[\w ]{2,20}) the (?:last|final) step\b|\b(?:does|will|would) (?:the )?(?:\w+ )?(?:job|batch|run|night)\b.*\b(?:continue|go on|stop|carry on)\b.*\b(?:if|when)\b`,
);
const CASES_MAX = 6;
const OUTCOMES_MAX = 40;

/** "What happens to the rest of the job if X fails": which steps stand behind, under which conditions, and how the program of the step ends. */
export const FAILED_STEP: Dossier = {
  asks: (said) => ASKS.test(said),
  tells: /\b(?:rest|steps?|code|what|continue|stop)\b/,
  *answer(said, own, context) {
    const words = [
      ...askedWords(said, ONLY_ASKS),
      ...(said.match(/[a-z]+\d*/g) ?? []).filter((word) => UTILITY.test(word)),
    ];
    const [job] = yield* jobsMeant(own, words, context);
    if (!job) return undefined;
    const { steps } = yield* readJob(job.path);
    const conditions = yield* conditionsOfSteps(job);
    if (steps.length === 0 || !conditions) return undefined;
    const known = (yield* programs()).rows;
    const failing = failingStep(steps, words, known);
    const program = failing && programOf(failing, known);
    const place = failing ? behindText(failing, steps, job) : orderText(steps, job);
    return {
      answer: withVerdict(
        {
          ...answered(
            ...(failing === steps.at(-1) ? [place, conditions.text] : [conditions.text, place]),
            program ? yield* endsOf(program) : undefined,
          ),
          obeyed: "all",
        },
        own,
      ),
      groups: [{ kind: "job", rows: [job] }, ...context.before],
    };
  },
};

const ONLY_ASKS =
  /^(?:rest|remain|remaining|following|later|next|fail|fails|failed|failure|abend|abends|crash|crashes|break|breaks|wrong|goes|error|errors|night|run|runs|stop|stops|continue|last|final|step|steps|happen)$/;

/** What only asks elsewhere names a step here. */
const UTILITY = /^(?:sort|merge|idcams|repro|iebgener|backup|unload|load)$/;

const nameRun = ({ runs }: JobStep): string => /\bPGM=([\w$#@]+)/i.exec(runs)?.[1]?.toUpperCase() ?? "";
const programOf = (step: JobStep, known: readonly Row[]): Row | undefined =>
  known.find(({ name }) => name.toUpperCase() === nameRun(step));

/** The step whose name, program or comment holds most of what is said; of several alike none. */
function failingStep(steps: readonly JobStep[], words: readonly string[], known: readonly Row[]): JobStep | undefined {
  const scored = steps.map((step) => {
    const names = [step.name, nameRun(step), ...step.comment.split(/\s+/)].filter((one) => one !== "");
    const held = words.filter((word) => names.some((name) => name.toLowerCase() === word || isIn(word, name))).length;
    return { step, held: held + (held > 0 && programOf(step, known) ? PROGRAM_SHARE : 0) };
  });
  const most = Math.max(0, ...scored.map(({ held }) => held));
  const best = scored.filter(({ held }) => held === most);
  return most > 0 && best.length === 1 ? best[0]?.step : undefined;
}

/** A utility fails less often than what is written here. */
const PROGRAM_SHARE = 0.5;

function behindText(failing: JobStep, steps: readonly JobStep[], { name }: Row): string {
  const index = steps.indexOf(failing);
  const rest = steps.slice(index + 1);
  const place = `${failing.name} (${failing.runs}, ${failing.path}:${failing.line})`;
  if (rest.length === 0)
    return `${place} is the last of the ${steps.length} steps of ${name}: nothing of the job runs behind it.`;
  return [
    `${place} is step ${index + 1} of ${steps.length} of ${name}; behind it stand:`,
    ...rest.map((step) => `- ${stepText(step)}`),
  ].join("\n");
}

const stepText = ({ name, runs, path, line }: JobStep): string => `${name}: ${runs} — ${path}:${line}`;

const orderText = (steps: readonly JobStep[], { name }: Row): string =>
  [
    `The ${steps.length} steps of ${name}, in their order:`,
    ...steps.map((step, index) => `${index + 1}. ${stepText(step)}`),
  ].join("\n");

/** With which code, or how abnormally, a program ends, and when. */
function* endsOf({ name, path }: Row): Looking<string> {
  const scope = { names: [name], paths: [path], steps: [] };
  const codes = yield* ranked("code", scope, { limit: OUTCOMES_MAX });
  const found = codes.length > 0 ? codes : yield* ranked("abend", scope, { limit: OUTCOMES_MAX });
  const rows = found.map((one) => {
    const told = caseOf(one);
    const last =
      one.lines.findLast(({ text }) => /\bRETURN-CODE\b/i.test(text)) ??
      one.lines.findLast(({ text }) => /ABEND|CEE3ABD|STOP +RUN/i.test(text));
    return `${caseText(told)}${last ? `, then ${last.text.slice(7, 72).trim().replace(/\.$/, "")} (${one.path}:${last.line})` : ""}`;
  });
  return rows.length === 0
    ? `No statement of ${name} sets a return code or ends it abnormally.`
    : whole(`How ${name} itself ends when something fails`, [...new Set(rows)], CASES_MAX);
}
