import { stemOf } from "../../../../file-names.ts";
import { keptPrograms } from "../../../../query/rows/estate.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { baseFirst } from "../../operations/modules.ts";
import { linesLike, lineText, type ProgramText, paragraphAt, pathsHolding, programTexts } from "../cobol-text.ts";
import { told } from "../told.ts";

const ASKS =
  /\b(?:totals?|counts?|counters?|statistics|stats|summar(?:y|ies)|number of (?:[a-z]+ )?(?:records?|transactions?|rows|items)|how many (?:[a-z]+ )?(?:records?|transactions?|fees?|items|rows)|control figures|contador(?:es)?|totais)\b.*\b(?:print\w*|display\w*|show\w*|report\w*|writ\w+|logg?\w*|output\w*|mostrad\w*|impress\w*|exibid\w*|processed|end of)\b|\b(?:print|display|show|report|write|output)\w*\b.*\b(?:totals?|counts?|counters?|statistics|summary)\b/;
const BATCH = /\b(?:run|batch|job|end|program\w*|process\w*|posting|step|night\w*|log|sysout|where|fim)\b/;
const OTHER = /\b(?:screen|page|menu|test\w*|coverage|sql|table|service|web|api)\b/;
const ROWS_MAX = 14;

/** "Where are the totals printed at the end": fields that are added to and then displayed or put into a line, with both places. */
export const TOTALS: Dossier = {
  asks: (said) => ASKS.test(said) && BATCH.test(said) && !OTHER.test(said),
  tells: /\b(?:where|which|what|how|count\w*|total\w*)\b/,
  *answer(_said, _own, context) {
    const all = (yield* keptPrograms(context.folder)).map(({ path }) => ({ path }));
    const adding = yield* pathsHolding(
      String.raw`\bADD\b|\bCOMPUTE\b`,
      baseFirst(all, context.folder).map(({ path }) => path),
    );
    const displaying = yield* pathsHolding(String.raw`\bDISPLAY\b|\bWRITE\b`, adding);
    const texts = yield* programTexts(
      baseFirst(
        displaying.map((path) => ({ path })),
        context.folder,
      ).map(({ path }) => path),
    );
    const rows = texts.flatMap(shownTotals);
    if (rows.length === 0) return undefined;
    return told(context, [whole("Counts and sums that programs show, each with where it is added up", rows, ROWS_MAX)]);
  },
};

/** What a program adds to and then shows. */
export function shownTotals(program: ProgramText): readonly string[] {
  return linesLike(program, ADDS).flatMap((line, _at, all) => {
    const name = ADDS.exec(lineText(program, line))?.[1];
    if (name === undefined || all.some((one) => one < line && ADDS.exec(lineText(program, one))?.[1] === name))
      return [];
    const own = String.raw`(?<![\w-])${name}(?![\w-])`;
    const shown = showing(program, own);
    return shown === undefined
      ? []
      : [
          `${stemOf(program.path)}: ${lineText(program, shown)} (${paragraphAt(program, shown)?.name ?? "its code"}) — ${program.path}:${shown}, added up in ${lineText(program, line)} — ${program.path}:${line}`,
        ];
  });
}

const ADDS = /\bADD +[\w.-]+(?: +IN +[\w-]+| +OF +[\w-]+)? +TO +([A-Z][\w-]*)/i;

/** The line that displays a field, alone or on a line of its own statement, or that moves it into what is printed. */
function showing(program: ProgramText, own: string): number | undefined {
  const [displayed] = linesLike(program, new RegExp(String.raw`\bDISPLAY\b.*${own}`, "i"));
  if (displayed !== undefined) return displayed;
  const below = linesLike(program, new RegExp(String.raw`^ *${own}`, "i")).find((line) =>
    program.code.slice(Math.max(0, line - DISPLAY_LINES), line - 1).some((text) => /\bDISPLAY\b/i.test(text)),
  );
  if (below !== undefined) return below;
  return linesLike(
    program,
    new RegExp(String.raw`\bMOVE +${own} +TO +[\w-]*(?:REPT|REPORT|RPT|PRINT|PRT|TOTAL|LINE|DETAIL)`, "i"),
  )[0];
}

const DISPLAY_LINES = 3;
