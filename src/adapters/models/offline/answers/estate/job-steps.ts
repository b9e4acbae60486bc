import { type JclStatement, jclStatements } from "../../../../../engines/citadel/languages/jcl/jcl-statements.ts";
import type { Looking } from "../../looking.ts";
import { fileLines } from "./file-lines.ts";

const CARDS_MAX = 4;

/** Data or control statements that stand in the job itself. */
export interface Instream {
  readonly dd: string;
  /** Of the first of its lines. */
  readonly line: number;
  readonly lines: readonly string[];
}

export interface JobStep {
  readonly name: string;
  readonly path: string;
  readonly line: number;
  /** `EXEC …` with its parameters, over all its lines. */
  readonly runs: string;
  /** The comment before it. */
  readonly comment: string;
  /** DDs of data sets, each with its disposition. */
  readonly data: readonly string[];
  readonly instream: readonly Instream[];
}

/** A job as far as it was read: its steps in their order, and the comments that stand anywhere in it. */
export interface ReadJob {
  readonly steps: readonly JobStep[];
  readonly comments: readonly { readonly line: number; readonly text: string }[];
}

/** The steps of a job: what each runs, under which condition, with which data and which control statements. */
export function* readJob(path: string): Looking<ReadJob> {
  const texts = yield* fileLines(path);
  const statements = jclStatements({ path, text: texts.join("\n") });
  const from = statements.flatMap(({ operation }, index) => (operation === "EXEC" ? [index] : []));
  const steps = from.flatMap((start, index): JobStep[] => {
    const [exec, ...dds] = statements.slice(start, from[index + 1]);
    return exec ? [stepOf(exec, dds, commentBefore(texts, exec.line))] : [];
  });
  const comments = texts.flatMap((text, index) =>
    /^\/\/\*.*\p{L}{2}/u.test(text) ? [{ line: index + 1, text: commentOf(text) }] : [],
  );
  return { steps, comments };
}

/** The steps as rows. */
export function* stepsOf(path: string): Looking<readonly string[]> {
  return (yield* readJob(path)).steps.map(stepText);
}

function stepText({ name, path, line, runs, comment, data, instream }: JobStep, index: number): string {
  const cards = instream.flatMap((one) => one.lines.map((text, at) => ({ text, line: one.line + at })));
  const saying = cards.filter(({ text }) => text.trim() !== "" && !/^(?:--|\/\*)/.test(text));
  const told = saying.slice(0, CARDS_MAX).map((card) => `"${card.text.trim()}" (line ${card.line})`);
  return [
    `${index + 1}. ${name === "" ? "a step without a name" : name}: ${runs} — ${path}:${line}`,
    ...(comment === "" ? [] : [`   ${comment}`]),
    ...(data.length === 0 ? [] : [`   data: ${data.join(", ")}`]),
    ...(told.length === 0 ? [] : [`   told: ${told.join(", ")}${saying.length > CARDS_MAX ? " …" : ""}`]),
  ].join("\n");
}

function stepOf(exec: JclStatement, statements: readonly JclStatement[], comment: string): JobStep {
  const dds = statements.filter(({ operation }) => operation === "DD");
  return {
    name: exec.name,
    path: exec.file,
    line: exec.line,
    runs: `EXEC ${operandsText(exec)}`,
    comment,
    data: dds.flatMap((dd) => {
      const set = parameterOf(dd, "DSN") ?? parameterOf(dd, "DSNAME");
      const disposition = parameterOf(dd, "DISP");
      if (set === undefined || IS_LIBRARY.test(dd.name)) return [];
      return [`${dd.name} ${set}${disposition === undefined ? "" : ` (${disposition})`}`];
    }),
    instream: dds.flatMap(({ name, data }) => (data ? [{ dd: name, ...data }] : [])),
  };
}

/** What a statement is told, over all its lines. */
export const operandsText = ({ parameters }: JclStatement): string =>
  parameters.map(({ key, value }) => (key === "" ? value : `${key}=${value}`)).join(",");

export const parameterOf = ({ parameters }: JclStatement, key: string): string | undefined =>
  parameters.find((one) => one.key === key)?.value;

const IS_LIBRARY = /^(?:STEPLIB|JOBLIB|SYSPRINT|SYSOUT|SYSUDUMP|SYSDUMP|CEEDUMP)$/i;

const commentOf = (text: string): string =>
  text
    .slice(3, 72)
    .replace(/^[*\s-]+|[*\s-]+$/g, "")
    .trim();

/** The last words of comment before a line. */
function commentBefore(lines: readonly string[], line: number): string {
  const words: string[] = [];
  for (let at = line - 2; at >= 0 && /^\/\/\*/.test(lines[at] ?? ""); at--) {
    const said = commentOf(lines[at] ?? "");
    if (/\p{L}{2}/u.test(said)) words.unshift(said);
    else if (words.length > 0) break;
  }
  return words.length > COMMENT_LINES_MAX ? "" : words.join(" ");
}

/** More is a licence. */
const COMMENT_LINES_MAX = 4;
