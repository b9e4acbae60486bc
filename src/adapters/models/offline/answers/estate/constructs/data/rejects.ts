import { isIn } from "../../../../described.ts";
import { stemOf } from "../../../../file-names.ts";
import type { Looking } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import { readUses } from "../../../../query/rows/data.ts";
import { keptPrograms } from "../../../../query/rows/estate.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import { whole } from "../../dossiers/whole-rows.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { baseFirst } from "../../operations/modules.ts";
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
} from "../cobol-text.ts";
import { told } from "../told.ts";

const BAD =
  "(?:reject\\w*|invalid|bad|refused|erroneous|faulty|failed|failing|unposted|unmatched|unknown|incorrect|wrong|discarded|turned away|rejeitad\\w*|invalid[oa]s?)";
const ITEM =
  "(?:records?|transactions?|fees?|items?|entries|rows|payments?|postings?|lines|orders?|ones|data|input|rejects?)";
/** What is turned away is what the estate calls it: "rejected loans". */
const TURNED_AWAY = "(?:rejected|refused|discarded|turned away|rejeitad[oa]s) (?:[a-z]+ ){0,2}?[a-z]+s";
const DONE =
  "(?:record(?:ed|s)?|writ\\w+|wrote|logg?\\w*|reported?|reports?|stored|kept|kept track|handled?|treated|go|goes|end|ends|end up|happens?|put|processed|listed|file|visible|seen|found)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:what happens|what becomes|where|how|is there|are there|are|which file|what does the \w+ do)\b.*\b(?:${BAD} (?:[a-z]+ ){0,2}?${ITEM}|${TURNED_AWAY})\b.*\b${DONE}\b`,
  ),
  new RegExp(
    String.raw`\bwhat (?:happens|is done|becomes)(?: to| with| of)?\b.*\b(?:${BAD} (?:[a-z]+ ){0,2}?${ITEM}|${ITEM} (?:that|which|it)? ?(?:are|is|get|gets|were|cannot be|can't be|could not be) (?:${BAD}|posted|processed|matched))\b`,
  ),
  /\b(?:reject|error|exception|suspense) (?:files?|reports?|data ?sets?|lists?)\b/,
];
const OTHER =
  /\b(?:why|reasons?|keys?|passwords?|user ids?|log ?in|sign ?on|requests?|url|json|http|service|web|api|dates?|screen|option|menu|phone|zip|ssn|message)\b/;
const FILE = String.raw`\bSELECT +(?:OPTIONAL +)?[\w-]*(?:REJ|REJECT|ERR|INVALID|EXCEP|EXCP|SUSP|DISCARD|BAD|UNMATCH)[\w-]*`;
const SHOWN_MAX = 2;
const PARAGRAPH_LINES = 22;
const BRANCH_LINES = 10;
const ROWS_MAX = 8;

/** "How are rejected transactions recorded": the file that programs write them to with its data set, else what is done where a key is not found, as no file keeps them. */
export const REJECTS: Dossier = {
  isOfStory: true,
  asks: (said) => ASKS.some((form) => form.test(said)) && !OTHER.test(said),
  tells: /\b(?:report|where|how|which|what|file|kept|written|list|them)\b/,
  *answer(said, _own, context) {
    const all = (yield* keptPrograms(context.folder)).map(({ path }) => path);
    const selecting = yield* programsHolding(FILE, all, context);
    const kept = selecting.flatMap((program) => keptIn(program) ?? []);
    if (kept.length > 0) {
      const scoreOf = (one: KeptRejects): number => saidOf(one, said);
      return told(
        context,
        yield* keptTexts(
          kept.toSorted((one, other) => scoreOf(other) - scoreOf(one)),
          context,
        ),
      );
    }
    const missing = yield* programsHolding(String.raw`\bINVALID +KEY\b`, all, context);
    const branches = missing.flatMap(unknownIn);
    if (branches.length === 0) return undefined;
    return told(context, [
      "No program here selects a file that is called a reject, error or exception file. What cannot be matched is dealt with where its key is not found, and nowhere else is it kept:",
      ...branches
        .slice(0, SHOWN_MAX)
        .flatMap(({ program, from, to, leads }) => [
          stretch(program, from, to, BRANCH_LINES),
          ...leads.map((one) => stretch(program, one.from, one.to, BRANCH_LINES)),
        ]),
      whole(
        "The same elsewhere",
        branches
          .slice(SHOWN_MAX)
          .map(({ program, from }) => `${stemOf(program.path)}: ${lineText(program, from)} — ${program.path}:${from}`),
        ROWS_MAX,
      ),
    ]);
  },
};

function* programsHolding(
  pattern: string,
  all: readonly string[],
  { folder }: Context,
): Looking<readonly ProgramText[]> {
  const holding = yield* pathsHolding(pattern, all);
  return yield* programTexts(
    baseFirst(
      holding.map((path) => ({ path })),
      folder,
    ).map(({ path }) => path),
  );
}

/** How much of what is asked the file and what is written to it are called. */
function saidOf({ program, select, writes }: KeptRejects, said: string): number {
  const names = [select, ...writes]
    .map((line) => lineText(program, line))
    .join(" ")
    .split(/[\s-]+/);
  const words = askedWords(said, /^(?:record\w*|file|report|end|happen\w*|go)$/);
  return words.filter((word) => names.some((name) => isIn(word, name) || isIn(name.toLowerCase(), word))).length;
}

interface KeptRejects {
  readonly program: ProgramText;
  readonly select: number;
  /** The name of the file outside of the program. */
  readonly dd: string;
  readonly writes: readonly number[];
}

/** The file for rejected records that a program selects and writes; undefined where none is written. */
function keptIn(program: ProgramText): KeptRejects | undefined {
  const [select] = linesLike(program, new RegExp(FILE, "i"));
  if (select === undefined) return undefined;
  const file = /\bSELECT +(?:OPTIONAL +)?([\w-]+)/i.exec(lineText(program, select))?.[1] ?? "";
  const entry = program.code.slice(select - 1, select + 2).join(" ");
  const dd = /\bASSIGN +(?:TO +)?["']?([\w-]+)/i.exec(entry)?.[1]?.split("-").at(-1) ?? "";
  const [fd] = linesLike(program, new RegExp(String.raw`\bFD +${file}(?![\w-])`, "i"));
  const record = program.code
    .slice(fd ?? 0)
    .map((text) => /^ *01 +([A-Z][\w-]*)/i.exec(text)?.[1])
    .find((name) => name !== undefined);
  const writes = linesLike(program, new RegExp(String.raw`\bWRITE +${record ?? "[^ ]*REJ"}(?![\w-])`, "i"));
  return writes.length === 0 ? undefined : { program, select, dd, writes };
}

function* keptTexts(kept: readonly KeptRejects[], { folder }: Context): Looking<readonly string[]> {
  const uses = (yield* readUses(folder))?.uses ?? [];
  return kept.slice(0, SHOWN_MAX).flatMap(({ program, select, dd, writes }) => {
    const data = uses.filter(
      ({ kind, path, access }) =>
        path === program.path && new RegExp(`\\bDD ${dd}\\b`).test(kind) && /C|U/.test(access),
    );
    const rows = [
      ...new Set(
        data.map(
          ({ data: name, kind, also: [place] }) => `${name} (${kind})${place ? ` — ${place.path}:${place.line}` : ""}`,
        ),
      ),
    ];
    const counted = linesLike(program, /\bADD\b.*\bTO\b.*REJ|REJ[\w-]* *>|\bTO +RETURN-CODE\b|\bDISPLAY\b.*REJ/i);
    const paragraphs = [...new Set(writes.flatMap((line) => paragraphAt(program, line) ?? []))];
    const name = stemOf(program.path);
    return [
      `${name} writes them to the file of ${lineText(program, select).replace(/\s+/g, " ")} (${program.path}:${select}):`,
      ...paragraphs.map(({ from, to }) => stretch(program, from, to, PARAGRAPH_LINES)),
      whole("The data set behind it", rows, ROWS_MAX),
      whole(
        "What counts them or tells of them",
        counted.map((line) => `${program.path}:${line}  ${lineText(program, line)}`),
        ROWS_MAX,
      ),
    ];
  });
}

interface UnknownKey {
  readonly program: ProgramText;
  readonly from: number;
  readonly to: number;
  /** What is performed there. */
  readonly leads: readonly Paragraph[];
}

/** The reads of a program behind which an unknown key leads somewhere, with what is performed there. */
function unknownIn(program: ProgramText): readonly UnknownKey[] {
  return linesLike(program, /^(?!.*\bNOT +INVALID).*\bINVALID +KEY\b/i).map((line) => {
    const reads = linesLike(program, /\b(?:READ|REWRITE|WRITE|DELETE|START) +[A-Z]/i).filter((one) => one <= line);
    const end = linesLike(program, /\bEND-(?:READ|REWRITE|WRITE|DELETE|START)\b|\.\s*$|\bNOT +INVALID\b/i).find(
      (one) => one >= line,
    );
    const [from, to] = [reads.at(-1) ?? line, end ?? line + 1];
    const leads = paragraphsPerformed(program, from, to).filter(
      (one) => one.to - one.from < BRANCH_LINES && linesLike(program, /\b(?:DISPLAY|WRITE|MOVE)\b/i, one).length > 0,
    );
    return { program, from, to, leads };
  });
}
