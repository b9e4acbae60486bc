import { firstNames } from "../../../cut-lists.ts";
import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import { keptPrograms } from "../../../query/rows/estate.ts";
import { linesOf } from "../../../query/rows/found.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";
import { answered } from "../../answer.ts";
import { caseOf } from "../dossiers/case-rows.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { ranked, scopeOf } from "../outcomes.ts";
import type { Dossier } from "./dossier.ts";
import { baseFirst } from "./modules.ts";

const CODES = "(?:return|exit|completion|condition|end) codes?|\\brcs?\\b|codigos? de retorno";
const OF_MANY = new RegExp(
  String.raw`\b(?:which|what|do|does|any|list|all|are there|the|every)\b(?:(?! of [A-Z]).)*\b(?:programs?|modules?|cobol)\b.*(?:${CODES})|(?:${CODES})\b.*\b(?:programs?|modules?|everywhere|overall|in the (?:system|application|code))\b|^\W*(?:which|what|list(?: all)?|all)(?: the| of)* (?:${CODES})(?: are| exist| do)?\b(?:\W*$| (?:there|used|set|exist|possible))`,
);
const SETS = "\\b(?:TO|GIVING|COMPUTE) +RETURN-CODE\\b|^.{6} +RETURN-CODE *\\.?|\\bSTOP +RUN +[-\\w]";
const OUTCOMES_MAX = 50;
const NAMES_MAX = 12;

/** "Which programs set a return code, and to what": every statement, what leads there, and which programs have none. */
export const RETURN_CODES: Dossier = {
  asks: (said) => OF_MANY.test(said) && !/\babend/.test(said),
  tells: /\b(?:which|what|to what|when|where|ones|why)\b/,
  *answer(_said, own, context) {
    const { folder } = context;
    if ((yield* scopeOf(own, folder)).paths.length > 0) return undefined;
    const all = yield* keptPrograms(folder);
    const { lines, isWhole } = yield* linesOf([{ pattern: SETS, glob: "*.{cbl,cob,cobol,CBL,COB,cpy,CPY}" }]);
    if (all.length === 0 || !isWhole) return undefined;
    const setting = baseFirst(
      lines.filter((line) => sets(line)),
      folder,
    );
    const rows = yield* rowsOf(setting);
    const silent = all.filter(({ path }) => !setting.some((line) => line.path === path)).map(({ name }) => name);
    const answer =
      setting.length === 0
        ? `No statement of the ${all.length} programs here sets RETURN-CODE: each ends with 0, with what a program that it calls has set, or abnormally.`
        : whole("Statements that set the return code", rows);
    const rest =
      setting.length === 0 || silent.length === 0
        ? ""
        : `The other ${silent.length} programs set none: ${firstNames(silent, NAMES_MAX)}.`;
    return { answer: { ...answered(answer, rest), obeyed: "all" }, groups: context.before };
  },
};

const sets = ({ path, text }: CitedLine): boolean =>
  !isComment(path, text) && !/\b[\w]+-RETURN-CODE\b|\bRETURN-CODE-|^.{6} +\d\d +|\bIF\b/i.test(text);

/** Each statement with the program that it is of and what leads there. */
function* rowsOf(lines: readonly CitedLine[]): Looking<readonly string[]> {
  const paths = [...new Set(lines.map(({ path }) => path))];
  const cases = (yield* ranked("code", { names: [], paths, steps: [] }, { limit: OUTCOMES_MAX })).map((passage) => ({
    passage,
    told: caseOf(passage),
  }));
  return lines.map(({ path, line, text }) => {
    const own = cases.find(({ passage }) => passage.path === path && passage.lines.some((one) => one.line === line));
    const when = own?.told.when ?? "";
    const condition = own?.passage.lines.findLast(
      (one) => one.line < line && /^\s*(?:IF|WHEN|EVALUATE)\b/i.test(one.text.slice(6, 72)),
    );
    const said = text.slice(6, 72).trim().replace(/\.$/, "");
    const under = when === "" ? "" : `, when ${when}${condition ? ` (${path}:${condition.line})` : ""}`;
    return `${stemOf(path)}: ${said}${under} — ${path}:${line}`;
  });
}
