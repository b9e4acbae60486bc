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
  pathsHolding,
  programTexts,
  stretch,
  underCics,
} from "../cobol-text.ts";
import { programMeant } from "../program-meant.ts";
import { told } from "../told.ts";

const ASKS =
  /\b(?:two|2|several|multiple|both|another|other|someone|somebody|different|concurrent\w*|simultaneous\w*|parallel)\b.*\b(?:same (?:time|moment|account|card|record|user|customer|row|transaction|berth|data|type)|at once|simultaneous\w*|in parallel|concurrent\w*|meanwhile|in between|in the meantime)\b|\b(?:concurrent|simultaneous|parallel|lost) (?:updates?|changes?|edits?|access|users?)\b|\b(?:record|row|optimistic|pessimistic)[- ]?lock\w*\b|\block(?:s|ed|ing)? (?:the |an? )?(?:record|row)\b/;
const CHANGES = /\b(?:updat|chang|edit|modif|alter|sav|writ|rewrit|lock|concurren|lost|simultaneous|work)\w*/;
const LOCKS = String.raw`(?<![\w-])UPDATE(?![\w-])`;
const REWRITES = String.raw`\bREWRITE\b`;
const CALL_LINES = 7;
const READ_LINES = 10;
const COMPARE_LINES = 12;
const OTHERS_MAX = 6;
const MESSAGES_MAX = 4;

/** "What happens if two people update the same card at once": how the record is locked, whether it is compared with what was shown, and what is said then. */
export const CONCURRENT_UPDATE: Dossier = {
  asks: (said) => ASKS.test(said) && CHANGES.test(said),
  tells: /\b(?:who|wins?|which|lock\w*|check\w*|what|how|lost|prevent\w*|message)\b/,
  *answer(said, own, context) {
    const words = askedWords(SAME.exec(said)?.[1] ?? said, SAME.test(said) ? undefined : ONLY_ASKS).slice(0, WORDS_MAX);
    const online = yield* underCics(context.folder);
    const rewriting = yield* pathsHolding(REWRITES, online);
    if (online.length === 0) return undefined;
    const inSql = yield* pathsHolding(String.raw`\bEXEC +SQL\b`, online);
    if (rewriting.length === 0 && inSql.length > 0) return undefined;
    if (rewriting.length === 0)
      return told(context, [
        `No program under CICS rewrites a record (no REWRITE in ${online.map(stemOf).join(", ")}): on the screens nothing is updated that two people could change at once.`,
      ]);
    const meant =
      words.length === 0
        ? undefined
        : yield* programMeant(own, { words: [...words, "update"], does: REWRITES }, context);
    const taken = meant && rewriting.includes(meant.paths[0] ?? "") ? meant : undefined;
    const texts = yield* programTexts(rewriting.slice(0, PROGRAMS_MAX));
    const updates = texts.map(updateOf);
    const comparing = updates.filter(({ compare }) => compare !== undefined);
    const first = updates.find(({ program }) => program.path === taken?.paths[0]) ?? comparing[0];
    if (!first) return undefined;
    if (words.length > 0 && !taken)
      return told(context, [
        `Which program is meant by "${words.join(" ")}" no line says; those under CICS that rewrite a record of a file:`,
        whole("What each does before its REWRITE", updates.map(rowOf), OTHERS_MAX * 2),
      ]);
    const rows = updates.filter((one) => one !== first).map(rowOf);
    return told(context, [
      taken?.taken,
      ...quotedUpdate(first),
      whole("Other programs under CICS that rewrite a record", rows, OTHERS_MAX),
    ]);
  },
};

/** What it is that both change. */
const SAME =
  /\bsame (?!time\b|moment\b)([a-z]+(?: [a-z]+){0,2}?)(?=\s*(?:at\b|simult|concurr|in\b|meanwhile|on\b|\W*$|[,?]))/;
const WORDS_MAX = 2;
const PROGRAMS_MAX = 16;
const ONLY_ASKS =
  /^(?:two|admins?|both|several|multiple|another|someone|different|same|time|moment|once|updat\w*|chang\w*|edit\w*|modif\w*|sav\w*|lock\w*|record|records|concurrent\w*|simultaneous\w*|clerk|clerks|operator|operators|user|users|people|person|agents?|terminals?|sessions?|if|at|wins?|lost|parallel|meanwhile|meantime|happen\w*|try|tries|optimistic|row|rows|what|prevent\w*|between)$/;

interface Update {
  readonly program: ProgramText;
  /** The line that reads for update. */
  readonly reads: number | undefined;
  readonly rewrites: number;
  /** What is performed between both and compares. */
  readonly compare: Paragraph | undefined;
  /** Lines of texts that say so. */
  readonly says: readonly number[];
}

/** What compares fields with what they were and leaves where they are not the same. */
export function updateOf(program: ProgramText): Update {
  const rewrites = linesLike(program, /\bREWRITE\b/i)[0] ?? 1;
  const reads = linesLike(program, new RegExp(LOCKS, "i")).find((line) => isInRead(program, line));
  const home = paragraphAt(program, rewrites);
  const performed = home ? paragraphsPerformed(program, home.from, home.to) : [];
  const compare = [...performed, ...(home ? [home] : [])].find((one) => comparesOld(program, one));
  return {
    program,
    reads,
    rewrites,
    compare,
    says: linesLike(program, SAYS),
  };
}

const SAYS =
  /'[^']*(?:changed by|some ?one else|lock\w* (?:record|the|for)|could not lock|already (?:been )?(?:changed|updated)|another user|been modified)/i;

/** UPDATE stands in a command that reads, above it by a few lines. */
function isInRead({ code }: ProgramText, line: number): boolean {
  const above = code.slice(Math.max(0, line - COMMAND_LINES), line).join(" ");
  return /\bEXEC +CICS +READ\b(?:(?!END-EXEC).)*$/i.test(above);
}

const COMMAND_LINES = 8;

/** At least two fields are compared with others of like names that hold what was: "OLD", "BEFORE", "SAVED". */
function comparesOld(program: ProgramText, paragraph: Paragraph): boolean {
  const text = program.code.slice(paragraph.from - 1, paragraph.to).join("\n");
  return (
    /\bIF\b/i.test(text) &&
    (text.match(/(?<![\w])(?:[\w-]*-)?(?:OLD|ORIG\w*|BEFORE|SAVED?|PREV\w*)(?:-[\w-]*)?(?=[\s.)(])/gi) ?? []).length > 1
  );
}

function quotedUpdate({ program, reads, rewrites, compare, says }: Update): readonly string[] {
  const name = stemOf(program.path);
  const call = compare && linesLike(program, new RegExp(`\\bPERFORM +${compare.name}(?![\\w-])`, "i"))[0];
  const begin =
    reads === undefined
      ? undefined
      : Math.max(1, linesLike(program, /\bEXEC +CICS +READ\b/i).findLast((line) => line <= reads) ?? reads);
  return [
    ...(says.length === 0
      ? []
      : [
          whole(
            "What it says then",
            says.map((line) => `${program.path}:${line}  ${lineText(program, line)}`),
            MESSAGES_MAX,
          ),
        ]),
    compare === undefined
      ? `No paragraph that ${name} performs around its REWRITE (${program.path}:${rewrites}) compares the record with what was shown before.`
      : `Before its REWRITE (${program.path}:${rewrites}) ${name} compares the record with what was shown:`,
    ...(call === undefined ? [] : [stretch(program, call, call + CALL_LINES, CALL_LINES)]),
    ...(compare ? [stretch(program, compare.from, compare.to, COMPARE_LINES)] : []),
    ...(begin === undefined
      ? [`${name} does not read it for UPDATE.`]
      : [
          "The record is locked by a READ with UPDATE, and what follows if that fails:",
          stretch(program, begin, begin + READ_LINES * 2, READ_LINES * 2),
        ]),
  ];
}

function rowOf({ program, reads, rewrites, compare }: Update): string {
  const lock = reads === undefined ? "no READ with UPDATE" : `READ with UPDATE (line ${reads})`;
  const compared = compare
    ? `compared in ${compare.name} (line ${compare.from})`
    : "no paragraph that compares it with what was shown";
  return `${stemOf(program.path)}: ${lock}, ${compared} — ${program.path}:${rewrites}`;
}
