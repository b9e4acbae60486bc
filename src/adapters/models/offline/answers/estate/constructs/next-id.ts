import { isIn } from "../../../described.ts";
import { stemOf } from "../../../file-names.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { codeLines } from "../operations/program-lines.ts";
import { linesLike, type ProgramText, paragraphAt, paragraphsPerformed, programTexts, stretch } from "./cobol-text.ts";
import { told } from "./told.ts";

const NUMBER = "(?:ids?|identifiers?|numbers?|keys?|sequence)";
const ASKS = new RegExp(
  String.raw`\b(?:how|where|what)\b.*\b(?:next|new|unique)\b.{0,30}\b${NUMBER}\b.*\b(?:generat|creat|assign|determin|calculat|comput|chosen|chose|made|pick|built|come|deriv|got|get|work|set)\w*|\b(?:how|where)\b.*\b((?:[a-z]+ ){1,2})${NUMBER} (?:is |are |gets? )?(?:generat|assign|determin|chosen|creat)\w*|\bhow\b.*\b(?:generat|assign|creat|determin)\w*\b.*\b${NUMBER}\b`,
);
const IN_ANY_ORDER = [
  new RegExp(String.raw`\b${NUMBER}\b`),
  /\b(?:next|new|newly|unique|add\w*|creat\w*|insert\w*|enter\w*)\b/,
  /\b(?:how|what|where|which|source|method|way|whence)\b/,
  /\b(?:generat|assign|determin|choos|chosen|pick|obtain|source|com(?:e|es|ing) from|gets? (?:its|an?)|made|built|deriv|decid|calculat|comput)\w*/,
];
const RAISES = String.raw`\bADD +1 +TO +[\w-]*(?:ID|NUM|NBR|NO|KEY|SEQ|NUMBER)[\w-]*|\bCOMPUTE +([\w-]*(?:ID|NUM|NBR|NO|KEY|SEQ)[\w-]*) *= *[\w-]+ *\+ *1\b`;
const BEFORE_LINES = 10;
const QUOTED_MAX = 2;

/** "How is the next transaction id generated": where a number is raised by one and then written, with where its last value is read. */
export const NEXT_ID: Dossier = {
  asks: (said) => ASKS.test(said) || IN_ANY_ORDER.every((form) => form.test(said)),
  tells: /\b(?:how|where|what|which|unique|when)\b/,
  *answer(said, own, context) {
    const words = askedWords(said, ONLY_ASKS);
    const { lines } = yield* codeLines([{ pattern: RAISES, glob: "*.{cbl,cob,cobol,CBL,COB}" }]);
    const raised = lines.filter(
      ({ path, text }) => (context.folder.keeps?.(path) ?? true) && words.some((word) => isIn(word, target(text))),
    );
    const texts = yield* programTexts([...new Set(raised.map(({ path }) => path))].slice(0, PROGRAMS_MAX));
    const found = texts.flatMap((program) =>
      raised
        .filter(({ path }) => path === program.path)
        .flatMap((one) => {
          const last = lastRead(program, one.line);
          return last.length > 0 ? [{ program, line: one.line, last }] : [];
        }),
    );
    const ordered = found.toSorted(
      (one, other) =>
        Number(isSaid(other.program, own)) - Number(isSaid(one.program, own)) ||
        addsMore(other.program) - addsMore(one.program),
    );
    const [first] = ordered;
    if (!first) return undefined;
    const quoted = ordered.slice(0, QUOTED_MAX);
    return told(context, [
      ...quoted.flatMap(({ program, line, last }) => [
        `${stemOf(program.path)} reads the last one that is there and adds 1:`,
        stretch(
          program,
          Math.max(paragraphAt(program, line)?.from ?? 1, line - BEFORE_LINES),
          line + 2,
          BEFORE_LINES + 3,
        ),
        ...(program === first.program ? last.map(({ from, to }) => stretch(program, from, to, LAST_LINES)) : []),
      ]),
      whole(
        "The same in other programs",
        ordered.slice(QUOTED_MAX).map(({ program, line }) => `${stemOf(program.path)} — ${program.path}:${line}`),
      ),
    ]);
  },
};

const READS_LAST = /(?<![\w-])READPREV(?![\w-])|\bMAX *\(/i;
const PROGRAMS_MAX = 8;
const LAST_LINES = 24;
const ONLY_ASKS =
  /^(?:next|new|unique|ids?|identifiers?|numbers?|keys?|sequence|generat\w*|creat\w*|assign\w*|determin\w*|come|comes|chosen|calculat\w*|online|add|added|adds|made|picked|somebody|how|where)$/;

const target = (text: string): string =>
  /\bADD +1 +TO +([\w-]+)/i.exec(text)?.[1] ?? /\bCOMPUTE +([\w-]+)/i.exec(text)?.[1] ?? "";

/** What is performed just before and reads backwards or takes the highest, so that the number is the last that is there. */
function lastRead(program: ProgramText, line: number): readonly { readonly from: number; readonly to: number }[] {
  const home = paragraphAt(program, line);
  const from = Math.max(home?.from ?? 1, line - BEFORE_LINES);
  const bodies = paragraphsPerformed(program, from, line);
  const reading = bodies.filter((body) => linesLike(program, READS_LAST, body).length > 0);
  const isInline = linesLike(program, READS_LAST, { name: "", from, to: line }).length > 0;
  return isInline ? [{ from, to: line }] : reading;
}

const isSaid = ({ path }: ProgramText, own: string): boolean => own.toUpperCase().includes(stemOf(path).toUpperCase());
/** The program that is for adding writes no other file anew. */
const addsMore = (program: ProgramText): number => (linesLike(program, /\bREWRITE\b/i).length === 0 ? 1 : 0);
