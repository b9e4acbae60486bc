import { stemOf } from "../../../file-names.ts";
import { keptPrograms } from "../../../query/rows/estate.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import {
  linesLike,
  lineText,
  type Paragraph,
  type ProgramText,
  paragraphsPerformed,
  pathsHolding,
  programTexts,
  stretch,
} from "./cobol-text.ts";
import { programMeant, screenWords } from "./program-meant.ts";
import { told } from "./told.ts";

const ASKS =
  /\b(?:paging|paginat\w*|scroll\w*|pager?)\b|\b(?:next|previous|prior|following|last|first) pages?\b|\bpages? (?:up|down|forward|forwards|back|backward|backwards|through)\b|\b(?:forward|back|backward)s?\b.*\bpages?\b/;
const LIST = /\b(?:list|lists|screen|screens|browse|how|where|keys?|transactions|users|cards|customers)\b/;
const OTHER = /\b(?:web|html|api|report|printed|documentation|readme|url|http)\b/;
const BROWSES = String.raw`\b(?:READNEXT|READPREV)\b|\bFETCH\b`;
const NEXT = String.raw`(?:DFHPF8|-PFK?0?8\b|DFHPF20)`;
const PREVIOUS = String.raw`(?:DFHPF7|-PFK?0?7\b|DFHPF19)`;
const PARAGRAPH_LINES = 26;
const ROWS_MAX = 10;

/** "How does going to the next page work": what the keys of paging lead to in the program of the list, how it browses, and what it says at the ends. */
export const PAGING: Dossier = {
  isOfStory: true,
  asks: (said) => ASKS.test(said) && LIST.test(said) && !OTHER.test(said),
  tells: /\b(?:pages?|rows?|forward|back\w*|next|previous|keys?|how|what)\b/,
  *answer(said, own, context) {
    const words = listWords(said);
    const meant = yield* programMeant(own, { words, does: BROWSES }, context);
    const all = meant?.paths ?? (yield* keptPrograms(context.folder)).map(({ path }) => path);
    const texts = (yield* programTexts(yield* pathsHolding(BROWSES, all))).filter(
      (program) => leads(program, NEXT).length > 0,
    );
    const [first, ...others] = texts;
    if (!first) return undefined;
    if (!meant && others.length > 0)
      return told(context, [
        "Several lists here are paged; which of them is meant, no word tells:",
        whole("Where each goes to the next page", texts.map(rowOf), ROWS_MAX),
      ]);
    return told(context, [meant?.taken, ...pagingTexts(first), whole("Also paged", others.map(rowOf), ROWS_MAX)]);
  },
};

/** What is listed: "the user list", "the list of cards". */
function listWords(said: string): readonly string[] {
  const before = /\b((?:[a-z]+ ){1,3})lists?\b/.exec(said)?.[1] ?? "";
  const behind = /\blists? of (?:the )?((?:[a-z]+ ?){1,2})/.exec(said)?.[1] ?? "";
  const words = askedWords(`${before} ${behind}`, ASKING);
  return words.length > 0 ? [...words, "list"] : screenWords(said);
}

const ASKING = /^(?:pag\w*|rows?|next|previous|show|going|go|scroll\w*|list|how|many|forward|back\w*)$/;

const ENDS_BRANCH = /^ *(?:WHEN|END-EVALUATE|END-IF|ELSE)\b/i;

/** A branch that a key leads to: from its condition to its last line, with what it performs. */
interface Branch {
  readonly line: number;
  readonly to: number;
  readonly paragraphs: readonly Paragraph[];
}

/** The branches of a key: what is performed there, and what of that pages. */
function leads(program: ProgramText, key: string): readonly Branch[] {
  return linesLike(program, new RegExp(key, "i")).flatMap((line): Branch[] => {
    const text = lineText(program, line);
    if (!/\b(?:WHEN|IF)\b/i.test(text) || /\bNOT\b/i.test(text)) return [];
    // Conditions of one branch may stand on several lines below each other.
    const first = program.code.findIndex(
      (one, index) => index >= line && !/^ *(?:WHEN|AND|OR)\b/i.test(one) && one.trim() !== "",
    );
    const end = program.code.findIndex((one, index) => index > first && ENDS_BRANCH.test(one));
    const to = end < 0 ? line + 1 : end;
    if (/^ *CONTINUE\b/i.test(program.code[first] ?? "")) return [];
    const performed = paragraphsPerformed(program, line, to);
    const deeper = performed
      .filter((one) => !browses(program, one))
      .flatMap((one) => paragraphsPerformed(program, one.from, one.to));
    const paging = [...performed, ...deeper].filter((one) => browses(program, one) || PAGES.test(one.name));
    return [{ line, to, paragraphs: [...new Map(paging.map((one) => [one.name, one])).values()] }];
  });
}

const PAGES = /PAGE|FORWARD|BACKWARD|NEXT|PREV|PF0?[78]|READ-/i;
const browses = (program: ProgramText, paragraph: Paragraph): boolean =>
  linesLike(program, /\b(?:READNEXT|READPREV|FETCH)\b/i, paragraph).length > 0;

const rowOf = (program: ProgramText): string => {
  const [branch] = leads(program, NEXT);
  const line = branch?.line ?? 1;
  return `${stemOf(program.path)}: ${lineText(program, line)} → ${(branch?.paragraphs ?? []).map(({ name }) => name).join(", ")} — ${program.path}:${line}`;
};

const LAST = /['"][^'"]*\b(?:top|bottom|no more|last page|first page|no (?:previous|next)|already at)\b/i;
const SIZE =
  /\bMAX[\w-]*(?:LINES|ROWS)?.*\bVALUE +\d+|\b(?:LINES|ROWS|PER-PAGE)[\w-]*.*\bVALUE +[1-9]|\bUNTIL\b.*\b[\w-]*(?:IDX|INDEX|ROW|LINE|SUB|COUNT|I)[\w-]* *(?:>=?|=|GREATER|EQUAL).*\d/i;
const BROWSE = /\bEXEC +CICS +(?:STARTBR|READNEXT|READPREV|ENDBR)\b|^ *(?:STARTBR|READNEXT|READPREV|FETCH)\b/i;
const SHOWN_MAX = 2;

function pagingTexts(program: ProgramText): readonly string[] {
  const [next, previous] = [leads(program, NEXT), leads(program, PREVIOUS)];
  const row = (line: number): string => `${program.path}:${line}  ${lineText(program, line)}`;
  const rows = (form: RegExp): readonly string[] => linesLike(program, form).map(row);
  const bodies = [next, previous].flatMap((branches) =>
    branches.flatMap(({ paragraphs }) => paragraphs).slice(0, SHOWN_MAX),
  );
  return [
    whole("How many rows a page has", rows(SIZE), SIZES_MAX),
    whole(
      "Keys for the next page, each with what it leads to",
      next.map((one) => branchText(program, one)),
      ROWS_MAX,
    ),
    whole(
      "Keys for the page before",
      previous.map((one) => branchText(program, one)),
      ROWS_MAX,
    ),
    ...[...new Map(bodies.map((one) => [one.name, one])).values()].map(({ from, to }) =>
      stretch(program, from, to, PARAGRAPH_LINES),
    ),
    whole("How it browses", rows(BROWSE), ROWS_MAX),
    whole("What it says at the ends", rows(LAST), ROWS_MAX),
  ];
}

const SIZES_MAX = 6;

function branchText(program: ProgramText, { line, to }: Branch): string {
  const told = program.code
    .slice(line - 1, to)
    .map((text) => text.trim().replace(/\s+/g, " "))
    .filter((text) => text !== "");
  return `${told.slice(0, BRANCH_LINES).join("; ")} — ${program.path}:${line}`;
}

const BRANCH_LINES = 6;
