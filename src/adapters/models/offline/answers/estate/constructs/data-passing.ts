import { stemOf } from "../../../file-names.ts";
import type { Looking } from "../../../looking.ts";
import type { CitedLine } from "../../../result-text.ts";
import { whole } from "../dossiers/whole-rows.ts";
import { fileLines } from "../file-lines.ts";
import type { Dossier } from "../operations/dossier.ts";
import { COBOL_GLOB, codeLines, placed } from "../operations/program-lines.ts";
import { programText, stretch, underCics } from "./cobol-text.ts";
import { told } from "./told.ts";

const PASSES =
  /\b(?:screens?|programs?|panels?|transactions?|maps?)\b.{0,40}\b(?:pass\w*|hand\w*|shar\w*|carr\w*|exchang\w*|transfer\w*|remember\w*|keep\w*|send\w*|communicat\w*|get\w*)\b.{0,30}\b(?:data|information|state|context|values?|selection|choice|each other|next|another|between)\b/;
const PASSED =
  /\b(?:data|information|state|context|values?|selection)\b.{0,30}\b(?:pass\w*|hand\w*|shar\w*|carr\w*|exchang\w*|transfer\w*|kept|sent|flow\w*|get\w*)\b.{0,40}\b(?:screens?|programs?|panels?|transactions?|maps?)\b/;
const NOT_SO = /\b(?:batch|jobs?|jcl|web|service|http|files?|job step|steps?)\b/;
const PROGRAMS = "*.{cbl,cob,cobol,CBL,COB}";
const AREA_LINES = 28;
const ROWS_MAX = 5;

/** "How does one screen pass data to the next": the area that is handed over, with its fields, and the commands that do it. */
export const DATA_PASSING: Dossier = {
  asks: (said) =>
    (/\bcommareas?\b/.test(said) && /\b(?:how|what|which|where)\b/.test(said) && !/\bcopybook\b|\bwho\b/.test(said)) ||
    ((PASSES.test(said) || PASSED.test(said)) &&
      /^\W*(?:and )?(?:how|by what|through what|in what|what|where)\b/.test(said) &&
      !NOT_SO.test(said)),
  tells: /\b(?:what|which|where|how|fields?|area|copybook)\b/,
  *answer(_said, _own, context) {
    const online = yield* underCics(context.folder);
    if (online.length === 0) return undefined;
    const found = yield* codeLines([
      { pattern: String.raw`^.{6} .*[ ](?:XCTL|LINK|RETURN|START)(?:[ ]|$)`, glob: PROGRAMS },
      { pattern: String.raw`\bCOMMAREA *\(`, glob: PROGRAMS },
      { pattern: String.raw`\b(?:PUT|GET) +CONTAINER\b|\b(?:WRITEQ|READQ) +TS\b`, glob: PROGRAMS },
    ]);
    if (!found.isWhole) return undefined;
    const lines = found.lines.filter(({ path }) => online.includes(path));
    const passing = passingIn(lines);
    const queues = lines.filter(({ text }) => /\bCONTAINER\b|\b(?:WRITEQ|READQ)\b/i.test(text));
    const others = whole("By a container or a queue of temporary storage", queues.map(placed), ROWS_MAX);
    if (passing.length === 0) {
      const handing = lines.filter(({ text }) => /\bEXEC +CICS\b|\bPROGRAM *\(|TRANSID/i.test(text));
      const besides = queues.length === 0 ? ", a container or a queue of temporary storage" : "";
      return told(context, [
        `No program under CICS hands over a COMMAREA${besides} (${online.map(stemOf).join(", ")}).`,
        others,
        whole("Where control is handed over", handing.map(placed), ROWS_MAX),
      ]);
    }
    return told(context, [...(yield* areaTexts(passing, online.length)), others]);
  },
};

/** An area that a command hands over. */
interface Passing {
  readonly area: string;
  readonly by: string;
  readonly line: CitedLine;
}

function passingIn(lines: readonly CitedLine[]): readonly Passing[] {
  return lines.flatMap((line) => {
    const area = /\bCOMMAREA *\( *([\w-]+)/i.exec(line.text)?.[1];
    const command = lines.findLast(
      (one) =>
        one.path === line.path &&
        one.line <= line.line &&
        line.line - one.line <= COMMAND_LINES &&
        COMMAND.test(one.text),
    );
    const by = COMMAND.exec(command?.text ?? "")?.[1]?.toUpperCase();
    return area === undefined || by === undefined ? [] : [{ area, by, line }];
  });
}

/** The area that most hand over, with its fields. */
function* areaTexts(passing: readonly Passing[], programsCount: number): Looking<readonly string[]> {
  const areas = [...Map.groupBy(passing, ({ area }) => area.toUpperCase())].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const [name = "", uses = []] = areas[0] ?? [];
  const by = [...Map.groupBy(uses, (one) => one.by)].map(([command, own]) => `${command} (${own.length})`);
  const count = new Set(uses.map(({ line }) => line.path)).size;
  const declared = (yield* codeLines([{ pattern: `^.{6} +01 +${name}\\b`, glob: COBOL_GLOB }])).lines;
  const place = declared.find(({ path }) => /\.(?:cpy|copy)$/i.test(path)) ?? declared[0];
  const text = place ? programText(place.path, yield* fileLines(place.path)) : undefined;
  const others = areas
    .slice(1)
    .map(([other, own]) => `${other} by ${own[0]?.by} — ${own[0]?.line.path}:${own[0]?.line.line}`);
  return [
    `By the COMMAREA: ${name} is handed over by ${by.join(", ")}, in ${count} of ${programsCount} programs under CICS.`,
    place && text ? stretch(text, place.line, text.lines.length, AREA_LINES) : "",
    ...["XCTL", "LINK", "RETURN"].map((command) =>
      whole(
        `Where ${command} hands it over`,
        uses.filter((one) => one.by === command).map(({ line }) => placed(line)),
        FEW,
      ),
    ),
    whole("Other areas that are handed over", others, ROWS_MAX),
  ];
}

const FEW = 3;
const COMMAND_LINES = 6;
const COMMAND = /\b(XCTL|LINK|RETURN|START)\b/i;
