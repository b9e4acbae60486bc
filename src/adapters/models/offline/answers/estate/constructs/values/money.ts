import { type Looking, together } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import { linesOf } from "../../../../query/rows/found.ts";
import { asksYesOrNo } from "../../../../reading/question-form.ts";
import { type CitedLine, isComment } from "../../../../result-text.ts";
import { cited } from "../../../answer.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import { fileLines } from "../../file-lines.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { baseFirst } from "../../operations/modules.ts";
import { COBOL_GLOB, codeColumns, codeLines, placed } from "../../operations/program-lines.ts";
import { told } from "../told.ts";

const ROUNDS = /\bround(?:s|ed|ing)?\b|\barredond\w*/;
const STORED =
  /\b(?:money|amounts?|currency|balances?|sums?|cents|prices?|fees?)\b.*\b(?:stored|held|kept|represented|saved|declared|data ?types?|format\w*|precis\w+|decimals?|packed|float\w*|comp-3)\b|\b(?:precis\w+|decimals?|data ?types?)\b.*\b(?:money|amounts?|currency|balances?)\b/;
const OTHER =
  /\b(?:how many|generations?|largest|highest|biggest|smallest|most|max\w*|corner|trip|robin|background|who|which programs?|file|where is)\b/;
const ROUNDED = String.raw`\bROUNDED\b|\bFUNCTION +(?:ROUND\w*|INTEGER(?:-PART)?) *\(`;
const MODERN = String.raw`\bMath\.(?:round|floor|ceil|trunc)\(|\.toFixed\(|\bsetScale\(|\bquantize\(|(?<![.\w])round\(`;
const DECIMAL = String.raw`^.{6} +\d\d +[A-Z][\w-]* +PIC(?:TURE)? +(?:IS +)?S?9[9()0-9]*V9`;
const ROWS_MAX = 12;

/** "How is money stored", "is there rounding anywhere": the fields of records that have decimals, and each statement that rounds. */
export const MONEY: Dossier = {
  isOfStory: true,
  asks: (said) => (STORED.test(said) || ROUNDS.test(said)) && !OTHER.test(said),
  tells: /\b(?:round\w*|where|how|which|precision|decimals?|worried|cents|same way)\b/,
  *answer(said, _own, context) {
    const rounding = yield* roundingRows(context);
    const stored = STORED.test(said) ? yield* decimalRows(context) : "";
    if (rounding.length === 0 && stored === "" && !ROUNDS.test(said)) return undefined;
    return told(context, [
      stored,
      ...(rounding.length > 0
        ? [asksYesOrNo(said) && ROUNDS.test(said) ? "Yes." : "", ...rounding]
        : [
            "No statement rounds: no ROUNDED stands in a program here, and no call of a rounding function. What has more decimals than its field is cut off.",
          ]),
    ]);
  },
};

/** Fields of copybooks before those of programs; none where they have none. */
function* decimalRows({ folder }: Context): Looking<string> {
  const { lines } = yield* codeLines([
    { pattern: DECIMAL, glob: "*.{cpy,CPY,copy,COPY}" },
    { pattern: DECIMAL, glob: "*.{cbl,cob,cobol,CBL,COB}" },
  ]);
  const kept = baseFirst(
    lines.filter(({ path }) => folder.keeps?.(path) ?? true),
    folder,
  );
  const shared = kept.filter(({ path }) => /\.(?:cpy|copy)$/i.test(path));
  const rows = (shared.length > 0 ? shared : kept).map((line) =>
    placed({ ...line, text: line.text.replace(/\s+/g, " ") }),
  );
  return whole(
    "Amounts are decimal numbers of a fixed point (V); COMP-3 is packed decimal, no USAGE is a digit a byte",
    rows,
    ROWS_MAX,
  );
}

/** A statement that goes on behind its equals sign, with the line below. */
const wholeStatement = ({ line, text }: CitedLine, code: readonly string[]): string =>
  (/=\s*$/.test(text) ? `${text.trim()} ${(code[line] ?? "").trim()}` : text).replace(/\s+/g, " ");

/** The statements that round, in programs and in other languages. */
function* roundingRows({ folder }: Context): Looking<readonly string[]> {
  const { lines } = yield* codeLines([{ pattern: ROUNDED, glob: COBOL_GLOB }]);
  const { lines: modern } = yield* linesOf([
    { pattern: MODERN, glob: "*.{ts,tsx,js,mjs,py,java,go,cs,kt,rs}", ignore_case: false },
  ]);
  const isKept = ({ path, text }: CitedLine): boolean => (folder.keeps?.(path) ?? true) && !isComment(path, text);
  const [cobol, others] = [lines.filter(isKept), modern.filter(isKept)];
  if (cobol.length + others.length === 0) return [];
  const read = yield* together(cobol.map(({ path }) => fileLines(path)));
  const rows = cobol.map((line, index) =>
    placed({ ...line, text: wholeStatement(line, codeColumns(read[index] ?? [])) }),
  );
  return [
    cobol.length === 0
      ? "No program of COBOL here rounds: no statement says ROUNDED, so that what has more decimals than its field is cut off."
      : whole("Statements of COBOL that round; any other cuts off what its field has no room for", rows, ROWS_MAX),
    others.length === 0 ? "" : whole("Calls that round in other languages", others.map(cited), ROWS_MAX),
  ];
}
