import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import { answered, cited } from "../../answer.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { answerMenu } from "../menus.ts";
import type { Dossier } from "./dossier.ts";
import { COBOL_GLOB, codeLines } from "./program-lines.ts";

const ASKS =
  /\b(?:add|adding|insert|new|another|extra|extend|additional|acrescentar|adicionar|nova|incluir)\b.{0,30}\b(?:options?|entry|entries|items?|choices?|opcao|opcoes|line)\b.{0,20}\bmenus?\b|\b(?:extend|add to|adding to|acrescentar (?:a|ao|no)) (?:the )?(?:\w+ )?menu\b|\bmenus?\b.{0,30}\b(?:new|another|extra|nova)\b.{0,12}\b(?:option|entry|item|opcao)\b/;
const ROWS_MAX = 14;

/** "What do I change for another option of the main menu": the table of options, what counts it, how many fit, and who reads it. */
export const MENU_OPTION: Dossier = {
  asks: (said) => ASKS.test(said),
  tells: /\b(?:what|where|which|change|touch|edit|need|do|how)\b/,
  *answer(said, _own, context) {
    const kind = /\b(?:main|admin\w*|user|system)\b(?= menu)/.exec(said)?.[0] ?? "";
    const found = yield* answerMenu(`which options does the ${kind} menu have?`, context);
    const rows = found?.groups[0]?.rows ?? [];
    const paths = [...new Set(rows.map(({ path }) => path))];
    const last = rows.at(-1);
    if (paths.length === 0 || !last) return undefined;
    const texts: string[] = [];
    for (const path of paths) texts.push(...(yield* tableText(path)));
    const own = rows.filter(({ path }) => path === last.path);
    return {
      answer: {
        ...answered(
          `A menu here is a table of literals, which its program shows and searches by number: another option is another entry behind the last, ${last.name} (${last.path}:${last.line}), and what counts them raised; the program that it starts needs a definition of its own.`,
          whole(
            "The last options of the table",
            own.slice(-LAST_MAX).map(({ name, path, line }) => `${name} — ${path}:${line}`),
          ),
          ...texts,
        ),
        obeyed: "all",
      },
      groups: context.before,
    };
  },
};

const LAST_MAX = 3;

/** What counts and bounds the table, and the lines of programs that read it. */
function* tableText(path: string): Looking<readonly string[]> {
  const { lines } = yield* codeLines([
    { pattern: "\\bOCCURS\\b|\\d\\d +[\\w-]*(?:COUNT|CNT|MAX|NUM-OPT|TOTAL)[\\w-]* +PIC", path },
  ]);
  const names = lines.flatMap(({ text }) => /\d\d +([A-Z][\w-]*)/i.exec(text)?.[1] ?? []);
  const copy = `\\bCOPY +'?${stemOf(path)}\\b`;
  const used = names.length === 0 ? copy : `${copy}|\\b(?:${names.join("|")})\\b`;
  const { lines: readers } = yield* codeLines([{ pattern: used, glob: COBOL_GLOB }]);
  const others = readers.filter((line) => line.path !== path);
  const programs = [...new Set(others.map((line) => line.path))];
  const { lines: fixed } = yield* codeLines(
    programs.map((program) => ({ pattern: "^.{6} +WHEN +\\d+ *$", path: program })),
  );
  return [
    whole("What counts the options, and how many fit", lines.map(cited), ROWS_MAX),
    whole("Where programs read the table", others.map(cited), ROWS_MAX),
    fixed.length === 0
      ? ""
      : `The last branch for a number of an option: ${fixed.slice(-1).map(cited).join("")} (of ${fixed.length}); one more needs a branch and a field on the map.`,
  ].filter((text) => text !== "");
}
