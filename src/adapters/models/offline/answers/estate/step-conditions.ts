import { type JclStatement, jclStatements } from "../../../../../engines/citadel/languages/jcl/jcl-statements.ts";
import { withVerdict } from "../../honest-answer.ts";
import type { Looking } from "../../looking.ts";
import { inEnglish } from "../../portuguese/as-english.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { jobs } from "../../query/rows/estate.ts";
import type { Row } from "../../query/shape.ts";
import { type Answer, answered, listedInOrder } from "../answer.ts";
import { fileLines } from "./file-lines.ts";
import { operandsText } from "./job-steps.ts";
import { scopeOf } from "./outcomes.ts";

const ROWS_MAX = 30;

const SKIPS = "(?:skipped|skips?|bypass(?:es|ed)?|flushed|left out|conditional|not (?:be )?(?:run|executed))";
const GOES_ON = "(?:still|anyway|even|nevertheless|regardless|carr(?:y|ies) on|go(?:es)? on|continues?|proceeds?)";
const FAILS = "(?:fail(?:s|ed)?|abend(?:s|ed)?|goes wrong|went wrong|ends? badly|breaks?)";
/** "Is any step skipped when an earlier one fails?", "does the posting still run if the sort fails?" */
const ASKS: readonly RegExp[] = [
  new RegExp(String.raw`\bsteps?\b.*\b${SKIPS}\b|\b${SKIPS}\b.*\bsteps?\b`, "i"),
  new RegExp(String.raw`\b${GOES_ON}\b.*\b(?:if|when|after|though|once)\b.*\b${FAILS}\b`, "i"),
  new RegExp(String.raw`\b(?:if|when|after|once)\b.*\b(?:steps?|sort|one before|earlier one)\b.*\b${FAILS}\b`, "i"),
  /\bsteps?\b.*\b(?:only|unless)\b.*\b(?:if|when|return code|success\w*|fail\w*)\b|\bconditions?\b.*\bsteps?\b/i,
  /\bpassos?\b.*\b(?:saltad|ignorad|condicion)|\bse\b.*\bpassos?\b.*\bfalh/i,
];

/** Under which conditions the steps of a job are left out, as COND and IF say. */
export function* answerStepConditions(part: string, { folder, before }: Context): Looking<QueryAnswer | undefined> {
  const said = inEnglish(part);
  if (!folder.tools.has("citadel_jobs") || !ASKS.some((form) => form.test(said) || form.test(part))) return undefined;
  const job = yield* jobMeant(part, { folder, before });
  if (!job) return undefined;
  const answer = yield* conditionsOfSteps(job);
  if (!answer) return undefined;
  return { answer: withVerdict({ ...answer, obeyed: "all" }, part), groups: [{ kind: "job", rows: [job] }, ...before] };
}

/** The conditions on the steps of a job, and by which rules the others run; undefined where it has no step. */
export function* conditionsOfSteps(job: Row): Looking<Answer | undefined> {
  const statements = jclStatements({ path: job.path, text: (yield* fileLines(job.path)).join("\n") });
  const steps = statements.filter(({ operation }) => operation === "EXEC");
  if (steps.length === 0) return undefined;
  const rows = conditionRows(statements);
  return answered(
    rows.length === 0
      ? `No step of ${job.name} has COND, and none stands in an IF: by the rules of JCL each of its ${steps.length} runs, until one ends abnormally.`
      : listedInOrder(`Conditions on the steps of ${job.name}`, rows, rows.length, ROWS_MAX),
    rows.length === 0 ? undefined : OTHERS,
  );
}

const OTHERS =
  "By the rules of JCL a step without one runs whatever the codes before it; after an abnormal end only those with EVEN or ONLY, or in an IF that asks for ABEND.";

/** The job that is named or described, the one that was spoken of before, or the only one that there is. */
function* jobMeant(part: string, { folder, before }: Context): Looking<Row | undefined> {
  const { rows } = yield* jobs();
  const { names, paths } = yield* scopeOf(part, folder);
  const named = rows.find(({ name }) => names.some((one) => one.toUpperCase() === name.toUpperCase()));
  if (named || paths.length > 0) return named;
  const [group] = before.filter(({ kind }) => kind === "job");
  const [own, ...more] = group?.rows ?? [];
  const spoken = more.length === 0 ? rows.find(({ name }) => name === own?.name) : undefined;
  return spoken ?? (rows.length === 1 ? rows[0] : undefined);
}

/** Each condition with what it means, in the order of the job. */
function conditionRows(statements: readonly JclStatement[]): readonly string[] {
  const open: string[] = [];
  return statements.flatMap((statement) => {
    const { operation, condition = "" } = statement;
    if (operation === "IF") open.push(condition);
    if (operation === "ELSE") open.push(`not ${open.pop() ?? ""}`);
    if (operation === "ENDIF") open.pop();
    return conditionsOf(statement, open);
  });
}

function conditionsOf(statement: JclStatement, within: readonly string[]): readonly string[] {
  const { operation, name, file, line, parameters } = statement;
  const cond = parameters.find(({ key }) => key === "COND")?.value;
  const place = `${file}:${line}`;
  if (operation === "JOB" && cond !== undefined) return [`the job ends ${skippedIf(cond)}: COND=${cond} — ${place}`];
  if (operation !== "EXEC") return [];
  return [
    ...(within.length === 0 ? [] : [`${name} runs only in IF ${within.join(" and ")} — ${place}`]),
    ...(cond === undefined ? [] : [`${name} is ${effectOf(cond)}: EXEC ${operandsText(statement)} — ${place}`]),
  ];
}

function effectOf(cond: string): string {
  const skipped = skippedIf(cond);
  const special = /\bEVEN\b/i.test(cond)
    ? "run even after an abnormal end"
    : /\bONLY\b/i.test(cond)
      ? "run only after an abnormal end"
      : "";
  return [skipped === "" ? "" : `skipped ${skipped}`, special].filter((one) => one !== "").join(", ");
}

/** What a code must be so that the test holds: `4,LT` asks whether 4 is less than it. */
const CODES: Readonly<Record<string, string>> = {
  LT: "above",
  GT: "below",
  LE: "of at least",
  GE: "of at most",
  EQ: "of",
  NE: "other than",
};

function skippedIf(cond: string): string {
  const tests = [...cond.matchAll(/(\d+),\s*(LT|GT|LE|GE|EQ|NE)(?:,\s*([A-Z0-9$#@.]+))?/gi)];
  const said = tests.map(([, code = "", sign = "", step]) => {
    const of = step === undefined ? "any step before it" : step.toUpperCase();
    return `${of} ended with a code ${CODES[sign.toUpperCase()]} ${code}`;
  });
  return said.length === 0 ? "" : `if ${said.join(" or ")}`;
}
