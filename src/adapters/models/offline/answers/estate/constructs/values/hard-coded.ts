import { escapeRegExp } from "../../../../../../../base/glob.ts";
import type { Looking } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import type { CitedLine } from "../../../../result-text.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { baseFirst } from "../../operations/modules.ts";
import { COBOL_GLOB, codeLines, placed } from "../../operations/program-lines.ts";
import { told } from "../told.ts";

const ASKS =
  /\bhard[- ]?(?:coded|coding|code)\b|\bmagic (?:numbers?|values?)\b|\b(?:fixed|literal|constant) (?:[a-z]+ )?(?:rates?|amounts?|limits?|values?|percentages?|numbers?|thresholds?)\b|\b(?:rates?|amounts?|limits?|percentages?|thresholds?|constants?|numbers?)\b.*\b(?:fixed|written|baked|built|embedded|cravad\w+|embutid\w+|fix[oa]s?) (?:in(?:to)?|n[oa]s?) (?:the |our )?(?:code|programs?|sources?|cobol|codigo)\b/;
const OTHER =
  /\b(?:passwords?|paths?|urls?|hosts?|ports?|typescript|python|javascript|secrets?|credentials?|service|web)\b/;
/** What works with positions, states and answers is no rate, amount or limit. */
const OF_CONTROL =
  /(?<![A-Z0-9])(?:STATUS|RESP\d?|SQLCODE|RETURN-?CODE|REASON|RSN|RESULT|EIB\w*|LENGTH|LEN|SUBSCRIPT|SUB|IDX|INDEX|INDX|COUNT|COUNTER|CNT|CTR|LINES?|PAGE|POS|PTR|POINTER|COMPLETION|ABCODE|TIMING|CURSOR|OPTIONS?|KEYLEN|TRIES|STRUCID|VERSION)(?![A-Z0-9])/i;
const NUMBER = String.raw`(?<![\w.'"-])[-+]?(?:\d+\.?\d*|\.\d+)(?![\w'"-])`;
const ARITHMETIC = String.raw`\b(?:COMPUTE|MULTIPLY|DIVIDE|ADD|SUBTRACT)\b|[*/] *\(?[0-9.]`;
const COMPARES = String.raw`\b(?:IF|WHEN|UNTIL|AND|OR|NOT)\b.*(?:[<>=]|\bGREATER\b|\bLESS\b|\bEQUAL\b).*[ (][0-9.]`;
const DECLARED = String.raw`^.{6} +\d\d +[A-Z][\w-]* .*\bVALUE +(?:IS +)?[-+]?[.0-9]*[1-9]`;
const ROWS_MAX = 12;
const NAMES_MAX = 120;

/** "Are there hard-coded rates or amounts": fields with a fixed number that is reckoned or compared with, and numbers that stand in such statements. */
export const HARD_CODED: Dossier = {
  asks: (said) => ASKS.test(said) && !OTHER.test(said),
  tells: /\b(?:which|what|where|rates?|amounts?|limits?|values?|any|change)\b/,
  *answer(_said, _own, context) {
    const fields = yield* fixedFields(context);
    const reckoned = (yield* numbersIn(ARITHMETIC, context)).filter(
      ({ text }) => !/\bVALUE\b|\bEXEC\b|\bPIC\b/i.test(text),
    );
    const compared = (yield* numbersIn(COMPARES, context)).filter(({ text }) => !/\bPIC\b/i.test(text));
    const total = fields.length + reckoned.length + compared.length;
    return told(context, [
      total === 0
        ? "No: no number but 0 and 1 stands in a calculation or comparison of the programs here, and no field with a fixed number is used in one."
        : "Yes. What stands fixed in the programs (0 and 1, positions, counters, status and return codes left out):",
      whole("Fields with a fixed number that is then reckoned or compared with", fields, ROWS_MAX),
      whole("Numbers in calculations", reckoned.map(placed), ROWS_MAX),
      whole("Numbers in comparisons", compared.map(placed), ROWS_MAX),
    ]);
  },
};

/** Lines that hold a number other than 0 and 1. */
function* numbersIn(pattern: string, { folder }: Context): Looking<readonly CitedLine[]> {
  const { lines } = yield* codeLines([{ pattern, glob: COBOL_GLOB }]);
  const kept = lines.filter(
    ({ path, text }) => (folder.keeps?.(path) ?? true) && !OF_CONTROL.test(text) && numbersOf(text).some(isTelling),
  );
  return baseFirst(kept, folder);
}

/** The numbers of a line, without those of its literals and of parts of fields. */
const numbersOf = (text: string): readonly string[] =>
  text.replace(/'[^']*'|"[^"]*"|\([^()]*:[^()]*\)|\(\d+\)/g, " ").match(new RegExp(NUMBER, "g")) ?? [];

const isTelling = (number: string): boolean => Number(number) !== 0 && Math.abs(Number(number)) !== 1;

/** Declarations of numbers, each with the first statement that works with it. */
function* fixedFields({ folder }: Context): Looking<readonly string[]> {
  const { lines } = yield* codeLines([{ pattern: DECLARED, glob: COBOL_GLOB }]);
  const declared = baseFirst(
    lines.filter(
      ({ path, text }) =>
        (folder.keeps?.(path) ?? true) &&
        /\bPIC\b/i.test(text) &&
        !OF_CONTROL.test(nameIn(text)) &&
        isTelling(/\bVALUE +(?:IS +)?([-+]?[.\d]*\d)/i.exec(text)?.[1] ?? "0"),
    ),
    folder,
  ).slice(0, NAMES_MAX);
  if (declared.length === 0) return [];
  const names = [...new Set(declared.map(({ text }) => nameIn(text)))].map(escapeRegExp).join("|");
  const { lines: uses } = yield* codeLines([{ pattern: `(?:[ (*/+=<>-])(?:${names})(?:[ .)]|$)`, glob: COBOL_GLOB }]);
  return declared.flatMap(({ path, line, text }) => {
    const name = nameIn(text);
    const form = new RegExp(`(?<![\\w-])${escapeRegExp(name)}(?![\\w-])`, "i");
    const use = uses.find(
      (one) => one.path === path && one.line !== line && form.test(one.text) && WORKS.test(one.text),
    );
    return use
      ? [`${path}:${line}  ${text.trim().replace(/\s+/g, " ")} — used in ${path}:${use.line}  ${use.text.trim()}`]
      : [];
  });
}

const WORKS = /\b(?:COMPUTE|ADD|SUBTRACT|MULTIPLY|DIVIDE|IF|WHEN|UNTIL|AND|OR|GREATER|LESS)\b|[*/+<>=]| - /i;
const nameIn = (text: string): string => /^ *\d\d +([A-Z][\w-]*)/i.exec(text)?.[1] ?? "";
