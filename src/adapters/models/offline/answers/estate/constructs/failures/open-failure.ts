import { stemOf } from "../../../../file-names.ts";
import type { Folder } from "../../../../folder.ts";
import type { Looking } from "../../../../looking.ts";
import { keptPrograms } from "../../../../query/rows/estate.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { codeLines, placed } from "../../operations/program-lines.ts";
import {
  linesLike,
  lineText,
  type Paragraph,
  type ProgramText,
  paragraphAt,
  paragraphsPerformed,
  pathsHolding,
  stretch,
} from "../cobol-text.ts";
import { told } from "../told.ts";
import { programsDoing } from "./programs-doing.ts";

const ASKS =
  /\b(?:can'?t|cannot|can not|could ?n'?t|could not|fails?|failed|failing|not|unable|won'?t|doesn'?t|isn'?t|error\w*|wrong|problem\w*)\b.{0,40}\bopen\w*\b|\bopen\w*\b.{0,30}\b(?:fails?|failed|failing|error\w*|failure|unsuccessful\w*|wrong|does ?n'?t work|not work)\b/;
const OF_FILE = /\b(?:files?|data ?sets?|vsam|input|output|masters?|ksds)\b/;
const OPENS = String.raw`\bOPEN +(?:INPUT|OUTPUT|I-O|EXTEND)\b`;
const ENDS =
  /\b(?:STOP +RUN|GOBACK|EXIT +PROGRAM|CALL +['"](?:CEE3ABD|ILBOABN0)['"]|EXEC +CICS +ABEND\b|\bTO +RETURN-CODE\b)/i;
const QUOTED_LINES = 14;
const ROWS_MAX = 6;
const UNTESTED_MAX = 4;

/** "What happens when a file can't be opened": what stands behind each OPEN, to where the program ends; and what is opened untested. */
export const OPEN_FAILURE: Dossier = {
  asks: (said) =>
    ASKS.test(said) &&
    OF_FILE.test(said) &&
    !/\b(?:empty|missing|vazi[oa])\b|^\W*(?:and )?with (?:which|what)\b/.test(said),
  tells: /\b(?:what|which|code|message|abend|end|stop|return)\b/,
  *answer(said, own, context) {
    const words = askedWords(said, ONLY_ASKS);
    const { meant, paths: opening, texts } = yield* programsDoing(own, { words, does: OPENS }, context);
    const openings = texts.map(openingsOf).filter(({ opened }) => opened.length > 0);
    const handled = openings.filter(({ shown }) => shown !== undefined);
    const [first, ...others] = handled.toSorted((one, other) => fileScore(other, words) - fileScore(one, words));
    if (openings.length === 0) return undefined;
    const untested = openings.flatMap(({ program, untested: lines }) =>
      lines.map((line) => `${stemOf(program.path)}: ${lineText(program, line)} — ${program.path}:${line}`),
    );
    return told(context, [
      meant?.taken,
      first
        ? "What stands behind an OPEN that fails, and where that leads:"
        : "No program here tests what its OPEN gave.",
      ...(first ? quotedOpening(first) : []),
      whole("The same in other programs", others.map(rowOf), ROWS_MAX),
      whole("Opened with no test of its status behind it", untested, UNTESTED_MAX),
      yield* underCics(opening, context.folder),
    ]);
  },
};

const ONLY_ASKS =
  /^(?:open\w*|files?|fail\w*|can't|cannot|vsam|ksds|error|dataset|data|set|sets|input|output|master|unable|wrong|problem|behave|react|won't|doesn't|isn't|if)$/;

interface Opening {
  readonly program: ProgramText;
  /** The lines that open something. */
  readonly opened: readonly number[];
  /** The lines of the first that is tested, and paragraphs behind it that end the program. */
  readonly shown: { readonly from: number; readonly to: number; readonly ends: readonly Paragraph[] } | undefined;
  readonly untested: readonly number[];
}

export function openingsOf(program: ProgramText): Opening {
  const opened = linesLike(program, new RegExp(OPENS, "i"));
  const status = statusFields(program);
  const stretches = opened.map((line) => ({ line, from: line, to: paragraphAt(program, line)?.to ?? line }));
  const isTested = ({ line, from, to }: (typeof stretches)[number]): boolean => {
    const file = /\b(?:INPUT|OUTPUT|I-O|EXTEND) +([\w-]+)/i.exec(program.code[line - 1] ?? "")?.[1] ?? "";
    const names = namesFor(program, status.get(file.toUpperCase()));
    const bodies = paragraphsPerformed(program, from, to);
    const read = [{ from, to }, ...bodies].flatMap((own) => program.code.slice(own.from - 1, own.to));
    return (
      names.length > 0 && read.some((text) => new RegExp(`(?<![\\w-])(?:${names.join("|")})(?![\\w-])`, "i").test(text))
    );
  };
  const first = stretches.find(isTested);
  const ends = first
    ? paragraphsPerformed(program, first.from, first.to).filter((one) => endsIn(program, one) !== undefined)
    : [];
  // What is declared for errors of any file tests each of them.
  const isDeclared = linesLike(program, /\bUSE +(?:GLOBAL +)?AFTER\b/i).length > 0;
  return {
    program,
    opened,
    shown: first && { from: first.from, to: first.to, ends },
    untested: isDeclared ? [] : stretches.filter((one) => !isTested(one)).map(({ line }) => line),
  };
}

/** The line of a paragraph that ends the program, which its name does not. */
const endsIn = (program: ProgramText, { from, to, name }: Paragraph): number | undefined =>
  linesLike(program, ENDS, { name, from: from + 1, to })[0];

/** A field with the conditions and parts below it, and the group that it is a part of. */
function namesFor({ code }: ProgramText, field: string | undefined): readonly string[] {
  if (field === undefined) return [];
  const levels = code.map((text) => /^ +(\d\d) +([A-Z0-9][\w-]*)/i.exec(text));
  const at = levels.findIndex((match) => match?.[2]?.toUpperCase() === field);
  const level = Number(levels[at]?.[1] ?? 0);
  const behind = levels.slice(at + 1);
  const end = behind.findIndex((match) => match !== null && Number(match[1]) <= level);
  const below = at < 0 ? [] : behind.slice(0, end < 0 ? undefined : end);
  const above = levels.slice(0, Math.max(0, at)).findLast((match) => match !== null && Number(match[1]) < level);
  return [field, ...[...below, ...(level > 1 ? [above] : [])].flatMap((match) => match?.[2] ?? [])];
}

/** The field that each file gives its status to. */
function statusFields({ code }: ProgramText): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let file = "";
  for (const text of code) {
    file = /\bSELECT +(?:OPTIONAL +)?([\w-]+)/i.exec(text)?.[1]?.toUpperCase() ?? file;
    const field = /\bSTATUS +(?:IS +)?([A-Z][\w-]*)/i.exec(text)?.[1];
    if (file !== "" && field !== undefined) found.set(file, field.toUpperCase());
    if (/\bDATA +DIVISION\b/i.test(text)) break;
  }
  return found;
}

/** How much of what is asked the opened files say. */
const fileScore = ({ program, shown }: Opening, words: readonly string[]): number =>
  words.filter((word) =>
    lineText(program, shown?.from ?? 1)
      .toLowerCase()
      .includes(word.slice(0, 4)),
  ).length;

function quotedOpening({ program, shown }: Opening): readonly string[] {
  if (!shown) return [];
  return [
    stretch(program, shown.from, shown.to, QUOTED_LINES),
    ...shown.ends.map(({ from, to }) => stretch(program, from, to, ENDS_LINES)),
  ];
}

const ENDS_LINES = 6;

function rowOf({ program, shown }: Opening): string {
  const { from, to, ends } = shown ?? { from: 1, to: 1, ends: [] };
  const says = linesLike(program, /\b(?:DISPLAY|MOVE +\d+ +TO +RETURN-CODE)\b/i, { name: "", from, to });
  const line =
    says.find((one) => /err|fail|can ?not|unable|not |bad|invalid/i.test(lineText(program, one))) ?? says.at(-1);
  const said = lineText(program, line ?? from);
  const leads = ends.map(
    (end) => `${end.name} (${lineText(program, endsIn(program, end) ?? end.from).replace(/\.$/, "")})`,
  );
  return `${stemOf(program.path)}: ${[said, ...leads].join(", then ")} — ${program.path}:${line ?? from}`;
}

/** What programs that open nothing themselves do with any other response of a file. */
function* underCics(opening: readonly string[], folder: Folder): Looking<string> {
  const paths = (yield* keptPrograms(folder)).map(({ path }) => path).filter((path) => !opening.includes(path));
  const reading = yield* pathsHolding(String.raw`\bDFHRESP *\( *(?:NOTOPEN|DISABLED|NORMAL)`, paths);
  const { lines } = yield* codeLines([
    { pattern: String.raw`\bDFHRESP *\( *(?:NOTOPEN|DISABLED)`, glob: "*.{cbl,cob,CBL,COB}" },
  ]);
  if (lines.length > 0)
    return whole("Under CICS, where it is tested whether a file is open", lines.map(placed), ROWS_MAX);
  const count = reading.length;
  return count === 0
    ? ""
    : `Under CICS no program opens a file itself: ${count} programs test the response of a command, and none of them for NOTOPEN or DISABLED, so that such a file is met by what stands there for any other response (WHEN OTHER, ELSE).`;
}
