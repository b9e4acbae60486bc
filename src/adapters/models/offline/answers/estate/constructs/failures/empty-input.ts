import { stemOf } from "../../../../file-names.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import {
  linesLike,
  lineText,
  type Paragraph,
  type ProgramText,
  paragraphAt,
  paragraphsPerformed,
  stretch,
} from "../cobol-text.ts";
import { told } from "../told.ts";
import { programsDoing } from "./programs-doing.ts";

const ASKS =
  /\b(?:files?|input|data ?sets?|batch|day)\b.{0,40}\b(?:empty|has no|have no|contains? (?:no|nothing)|without (?:any )?(?:records?|data|rows?|fees?|transactions?))\b|\b(?:empty|no) (?:[a-z]+ )?(?:input|files?|data ?sets?)\b|\bno (?:records?|transactions?|fees?|data|rows?)\b.{0,30}\b(?:in|for|to|arriv\w*|today|that (?:day|night))\b/;
const OF_END =
  /\b(?:end[- ]of[- ](?:the )?(?:file|input|data)|eof)\b.*\b(?:handled|detected|checked|tested|recogni[sz]ed|treated|processed|happens?|work\w*|known|set|noticed|reached)\b|\b(?:how|where|what)\b.*\b(?:handle|detect|check|test|recogni[sz]e|treat|know|notice|reach)\w*\b.*\b(?:end[- ]of[- ](?:the )?(?:file|input|data)|eof)\b/;
const ASKS_WHAT = /^\W*(?:and )?(?:what|how|does|do|is|will|would|if|when)\b/;
const OTHER = /\b(?:fields?|screen|left|blank|spaces|open\w*|array|list|string|key|password|find|which|exist\w*)\b/;
const ENDS = String.raw`\bAT +END\b|= *'10'`;
const READ_LINES = 16;
const LOOP_LINES = 3;
const ROWS_MAX = 8;

/** "What happens when the input file is empty": the read that meets the end at once, the loop that ends by it, and what is said behind. */
export const EMPTY_INPUT: Dossier = {
  asks: (said) => OF_END.test(said) || (ASKS.test(said) && ASKS_WHAT.test(said) && !OTHER.test(said)),
  tells: /\b(?:what|error|abend|code|count|end)\b/,
  *answer(said, own, context) {
    const words = askedWords(said, ONLY_ASKS);
    const { meant, texts } = yield* programsDoing(own, { words, does: ENDS }, context);
    const found = texts.flatMap((program) => endOf(program) ?? []);
    const [first, ...others] = found;
    if (!first) return undefined;
    const rows = others.map(
      ({ program, read, flag, loop }) =>
        `${stemOf(program.path)}: ${lineText(program, loop)} (${flag} is set in ${read.name}) — ${program.path}:${loop}`,
    );
    return told(context, [
      meant?.taken,
      ...endTexts(first, OF_END.test(said)),
      whole("The same in other programs", rows, ROWS_MAX),
    ]);
  },
};

const ONLY_ASKS =
  /^(?:empty|files?|input|data|set|sets|dataset|records?|nothing|contain\w*|day|night|today|batch|run|runs|if|arriv\w*|without|when|where|end|eof|detect\w*|check\w*|test\w*|reach\w*)$/;

interface FileEnd {
  readonly program: ProgramText;
  readonly read: Paragraph;
  readonly flag: string;
  /** The line of the loop that the flag ends. */
  readonly loop: number;
}

/** The first read whose end sets a flag that ends a loop. */
export function endOf(program: ProgramText): FileEnd | undefined {
  for (const line of linesLike(program, new RegExp(ENDS, "i"))) {
    const read = paragraphAt(program, line);
    const behind = program.code.slice(line - 1, read?.to ?? line).join(" ");
    const flag = /\bSET +([A-Z][\w-]*) +TO +TRUE\b|\bMOVE +(?:'[YT1]'|"[YT1]") +TO +([A-Z][\w-]*)/i.exec(behind);
    const name = flag?.[1] ?? flag?.[2];
    if (!read || name === undefined) continue;
    const loop = linesLike(program, new RegExp(`\\bUNTIL\\b.*(?<![\\w-])${name}(?![\\w-])`, "i"))[0];
    if (loop !== undefined) return { program, read, flag: name, loop };
  }
  return undefined;
}

function endTexts({ program, read, flag, loop }: FileEnd, isOfEnd: boolean): readonly string[] {
  const home = paragraphAt(program, loop);
  const name = stemOf(program.path);
  // A loop that holds its statements ends further below.
  const isInline = /\bPERFORM +(?:WITH +TEST +\w+ +)?(?:UNTIL|VARYING)\b/i.test(program.code[loop - 1] ?? "");
  const end = isInline ? (linesLike(program, /\bEND-PERFORM\b/i, home).at(-1) ?? loop) : loop;
  const behind = home ? paragraphsPerformed(program, end + 1, home.to) : [];
  const saying = behind.find((one) => one.name !== read.name && linesLike(program, /\bDISPLAY\b/i, one).length > 0);
  return [
    isOfEnd
      ? `In ${name} the read that meets the end of the file sets ${flag}, and the loop ends with that:`
      : `${name} meets an empty file as it meets the end of one: its read sets ${flag}, and the loop ends with that:`,
    stretch(program, read.from, read.to, READ_LINES),
    stretch(
      program,
      Math.max(home?.from ?? 1, loop - LOOP_LINES),
      Math.min(home?.to ?? loop, loop + LOOP_LINES),
      LOOP_LINES * 2 + 1,
    ),
    ...(saying ? ["What it says behind the loop:", stretch(program, saying.from, saying.to, LOOP_LINES * 2)] : []),
  ];
}
