import { COBOL_PROGRAMS, stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import { programRunBy, steps } from "../../../query/rows/estate.ts";
import type { CitedLine } from "../../../result-text.ts";
import { type ProgramText, paragraphAt, programTexts, stretch } from "../constructs/cobol-text.ts";
import { told } from "../constructs/told.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { scopeOf } from "../outcomes.ts";
import type { Dossier } from "./dossier.ts";
import { baseFirst } from "./modules.ts";
import { codeLines } from "./program-lines.ts";

const CODE = "(?:return|exit|completion|condition|end|reason|error|reject\\w*|status)[ -]?codes?";
const ASKS = new RegExp(
  String.raw`\b(?:${CODE}|code) (?:of |= ?|is )?['"]?(\d{1,4})\b|\b(?:return|exit|end)\w* (?:with )?(?:a |an )?['"]?(\d{1,4})\b`,
);
const WANTS = /\b(?:what|which|where|who|why|when|mean\w*|sets?|how)\b/;
const ABOVE_LINES = 4;
const CONDITION_LINES = 8;
const QUOTED_LINES = 12;
const BELOW_LINES = 2;
const QUOTED_MAX = 3;
const ROWS_MAX = 10;

/** "A step ended with return code 4: which job sets that, and what does it mean": the statements that put that number into a code, with what leads there and who runs them. */
export const NUMBERED_CODE: Dossier = {
  isOfStory: true,
  asks: (said) => numberIn(said) !== undefined && WANTS.test(said) && !/\b(?:http|sqlcode|lines?|port)\b/.test(said),
  tells: /\b(?:what|which|who|where|when|why|how)\b/,
  *answer(said, own, context) {
    const number = numberIn(said);
    if (number === undefined) return undefined;
    const { paths } = yield* scopeOf(own, context.folder);
    const all = yield* settingLines(number);
    const ofReturn = all.filter(({ text }) => /\bRETURN-CODE\b/i.test(text.replace(/[\w]+-RETURN-CODE/i, "")));
    // What a run ends with is in RETURN-CODE; a field that is called so is of its program.
    const lines = /\b(?:job|step|batch|run|jcl|night)\b/.test(said) && ofReturn.length > 0 ? ofReturn : all;
    const kept = lines.filter(
      ({ path }) => (context.folder.keeps?.(path) ?? true) && (paths.length === 0 || paths.includes(path)),
    );
    const found = baseFirst(kept, context.folder);
    if (found.length === 0) return undefined;
    const texts = yield* programTexts([...new Set(found.map(({ path }) => path))]);
    const placed = found.map((line) => ({ line, program: texts.find(({ path }) => path === line.path) }));
    const quoted = placed
      .slice(0, QUOTED_MAX)
      .flatMap(({ line, program }) => (program ? [around(program, line.line)] : []));
    const running = (yield* steps()).rows.filter((row) =>
      texts.some(({ path }) => stemOf(path).toUpperCase() === programRunBy(row)),
    );
    return told(context, [
      `Statements that set a code to ${number} (${found.length}), with what leads there:`,
      ...new Set(quoted),
      whole(
        "Further",
        found.slice(QUOTED_MAX).map(({ path, line, text }) => `${path}:${line}  ${text.trim()}`),
        ROWS_MAX,
      ),
      whole(
        "Steps of jobs that run them",
        running.map((row) => `${row.name}: ${row.note} — ${row.path}:${row.line}`),
        ROWS_MAX,
      ),
    ]);
  },
};

function numberIn(said: string): number | undefined {
  const [, one, other] = ASKS.exec(said) ?? [];
  return one === undefined && other === undefined ? undefined : Number(one ?? other);
}

/** Statements that move a number into something that is called a code. */
function* settingLines(number: number): Looking<readonly CitedLine[]> {
  const value = String.raw`['"+]?0*${number}['"]?`;
  const name = String.raw`[\w-]*(?:RETURN-CODE|RETCODE|-RC|REASON[\w-]*|RSN[\w-]*|-CODE|ERRCODE|COND-CODE|STATUS-CODE)`;
  const { lines } = yield* codeLines([
    { pattern: String.raw`\bMOVE +${value} +TO +${name}\b|^.{6} *TO +RETURN-CODE`, glob: COBOL_PROGRAMS },
    { pattern: String.raw`\bSTOP +RUN +${value}\b`, glob: COBOL_PROGRAMS },
  ]);
  return lines.filter(({ text }) => new RegExp(value).test(text));
}

/** The statement with the conditions right above it, within its paragraph. */
function around(program: ProgramText, line: number): string {
  const paragraph = paragraphAt(program, line) ?? { from: 1, to: program.code.length };
  const above =
    program.code.slice(0, line - 1).findLastIndex((text) => /^ *(?:IF|WHEN|EVALUATE|INVALID|AT +END)\b/i.test(text)) +
    1;
  const from = Math.max(paragraph.from, above > 0 && line - above <= CONDITION_LINES ? above : line - ABOVE_LINES);
  return stretch(program, from, Math.min(paragraph.to, line + BELOW_LINES), QUOTED_LINES);
}
