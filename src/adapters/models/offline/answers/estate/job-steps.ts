import { type Looking, look } from "../../looking.ts";
import { type CitedLine, readNumbered } from "../../result-text.ts";

const LINES_MAX = 2000;
const CARDS_MAX = 4;

interface Step {
  readonly name: string;
  readonly at: CitedLine;
  /** `EXEC …` with its parameters, over all its lines. */
  readonly runs: string;
  /** The comment before it. */
  readonly comment: string;
  readonly data: readonly string[];
  /** What a program is told in the stream. */
  readonly cards: readonly CitedLine[];
}

/** The steps of a job in their order: what each runs, under which condition, with which data and which control cards. */
export function* stepsOf(path: string): Looking<readonly string[]> {
  const found = yield* look("read_file", { path, limit: LINES_MAX });
  return found.failed ? [] : readSteps(readNumbered(found.text, path)).map(stepText);
}

function stepText({ name, at, runs, comment, data, cards }: Step, index: number): string {
  const told = cards.slice(0, CARDS_MAX).map(({ text, line }) => `"${text.trim()}" (line ${line})`);
  return [
    `${index + 1}. ${name}: ${runs} — ${at.path}:${at.line}`,
    ...(comment === "" ? [] : [`   ${comment}`]),
    ...(data.length === 0 ? [] : [`   data: ${data.join(", ")}`]),
    ...(told.length === 0 ? [] : [`   told: ${told.join(", ")}${cards.length > CARDS_MAX ? " …" : ""}`]),
  ].join("\n");
}

function readSteps(lines: readonly CitedLine[]): readonly Step[] {
  const from = lines.flatMap(({ text }, index) => (STEP.test(text) ? [index] : []));
  return from.flatMap((start, index): Step[] => {
    const own = lines.slice(start, from[index + 1]);
    const [at] = own;
    return at ? [stepIn(at, own, commentBefore(lines, start))] : [];
  });
}

const STEP = /^\/\/(\S*) +EXEC +(.*)$/i;

function stepIn(at: CitedLine, lines: readonly CitedLine[], comment: string): Step {
  const name = STEP.exec(at.text)?.[1] ?? "";
  const statements = statementsOf(lines);
  const data = statements.flatMap((statement) => {
    const [, dd = ""] = /^\/\/(\S*) +DD /i.exec(statement) ?? [];
    const set = /\bDSN(?:AME)?=([^,\s]+)/i.exec(statement)?.[1];
    const disposition = /\bDISP=(\([^)]*\)|\w+)/i.exec(statement)?.[1] ?? "";
    return set === undefined || IS_LIBRARY.test(dd)
      ? []
      : [`${dd} ${set}${disposition === "" ? "" : ` (${disposition})`}`];
  });
  const cards = lines.filter(({ text }) => !/^(?:\/\/|\/\*|--|\s*$)/.test(text) && text.trim() !== "");
  const runs = `EXEC ${(/ +EXEC +(.*)$/i.exec(statements[0] ?? "")?.[1] ?? "").trim()}`;
  return { name: name === "" ? "a step without a name" : name, at, runs, comment, data, cards };
}

const IS_LIBRARY = /^(?:STEPLIB|JOBLIB|SYSPRINT|SYSOUT|SYSUDUMP|SYSDUMP|CEEDUMP)$/i;

/** Statements of JCL with what their lines go on with; columns 73 to 80 are numbers. */
function statementsOf(lines: readonly CitedLine[]): readonly string[] {
  const statements: string[] = [];
  for (const { text } of lines) {
    const code = text.slice(0, 72).trimEnd();
    if (!/^\/\/[^*]/.test(code)) continue;
    const isMore = /^\/\/ /.test(code) && /,$/.test(statements.at(-1) ?? "");
    if (isMore) statements.push(`${statements.pop()}${code.slice(2).trim()}`);
    else statements.push(code);
  }
  return statements;
}

/** The last words of comment before a step. */
function commentBefore(lines: readonly CitedLine[], start: number): string {
  const words: string[] = [];
  for (let at = start - 1; at >= 0 && /^\/\/\*/.test(lines[at]?.text ?? ""); at--) {
    const said = (lines[at]?.text ?? "")
      .slice(3, 72)
      .replace(/[*\s]+$/g, "")
      .trim();
    if (/[A-Za-z]{2}/.test(said)) words.unshift(said);
    else if (words.length > 0) break;
  }
  return words.length > COMMENT_LINES_MAX ? "" : words.join(" ");
}

/** More is a licence. */
const COMMENT_LINES_MAX = 4;
