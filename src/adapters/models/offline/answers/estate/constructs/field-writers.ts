import { escapeRegExp } from "../../../../../../base/glob.ts";
import { COBOL_PROGRAMS, stemOf } from "../../../file-names.ts";
import { readNames } from "../../../names.ts";
import type { Context } from "../../../query/draft.ts";
import { readTokens } from "../../../reading/tokens.ts";
import type { CitedLine } from "../../../result-text.ts";
import { mostCopied } from "../../fields/field-bounds.ts";
import { fieldCandidates } from "../../fields/field-candidates.ts";
import { askedWords } from "../dossiers/asked-words.ts";
import { whole } from "../dossiers/whole-rows.ts";
import type { Dossier } from "../operations/dossier.ts";
import { codeLines } from "../operations/program-lines.ts";
import { programTexts, stretch } from "./cobol-text.ts";
import { told } from "./told.ts";

const CHANGES =
  "(?:chang(?:es?|ed|ing)|updat(?:es?|ed|ing)|modif(?:y|ies|ied)|alter(?:s|ed)?|touch(?:es|ed)?|increas(?:es?|ed)|decreas(?:es?|ed)|reduc(?:es?|ed)|adjust(?:s|ed)?|sets?|wr(?:ites?|ote|itten)(?: to)?)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:who|(?:which|what) (?:[a-z]+ ){0,2}?(?:programs?|code|jobs?|paragraphs?|modules?|statements?|places?)|where)(?: is| are| gets?| does| do| can| could| last| ever| actually)* (?:the |an? )?${CHANGES}(?: last)? (?:the |an? |our )?((?:[a-z]+ ?){1,4}?)(?: field| value)?(?= (?:of|on|in|when|during|after|at|by)\b|\W*$|[,?.])`,
  ),
  new RegExp(
    String.raw`\bwhere(?: is| are| does| do| gets?) (?:the |an? |our )?((?:[a-z]+ ){1,4}?)(?:field |value )?(?:being |get |last )?${CHANGES}\b`,
  ),
];
const HELD = /\b(?:files?|data ?sets?|tables?|databases?|records?|screens?|code|menu|password|status|logs?)\b/;
const ROWS_MAX = 12;
const QUOTED_MAX = 2;
const AROUND = 3;

/** "Which programs change the balance": the statements that put something into the field that is called so, in whatever program. */
export const FIELD_WRITERS: Dossier = {
  isOfStory: true,
  asks: (said) => wordsIn(said).length > 0,
  tells: /\b(?:which|what|who|where|how|when)\b/,
  *answer(said, own, context) {
    const { folder } = context;
    const { things } = yield* readNames(readTokens(own), folder, { alsoWords: false, isHowTo: false });
    if (things.some(({ written, name }) => written === name)) return undefined;
    const words = wordsIn(said);
    const field = (yield* fieldCalled(words, context)) ?? (yield* onlyFieldCalled(words.slice(-1), context));
    if (!field) return undefined;
    const name = escapeRegExp(field.name);
    const { lines, isWhole } = yield* codeLines([
      {
        pattern: String.raw`\b(?:TO|FROM|GIVING|INTO|COMPUTE|SET|BY|ROUNDED)\b.*[ ,]${name}(?:[ ,.(]|$)`,
        glob: COBOL_PROGRAMS,
      },
      { pattern: String.raw`^.{6} +${name} *(?:ROUNDED)? *(?:[.=]|$)`, glob: COBOL_PROGRAMS },
    ]);
    const writing = lines.filter((line) => (folder.keeps?.(line.path) ?? true) && isWriting(line, name));
    if (writing.length === 0) return undefined;
    const changing = writing.toSorted(
      (one, other) => Number(CALCULATES.test(other.text)) - Number(CALCULATES.test(one.text)),
    );
    const texts = yield* programTexts([...new Set(changing.map(({ path }) => path))]);
    const quoted = changing.slice(0, QUOTED_MAX).flatMap((line) => {
      const program = texts.find(({ path }) => path === line.path);
      return program ? [stretch(program, Math.max(1, line.line - 1), line.line + AROUND, AROUND + 2)] : [];
    });
    return told(context, [
      `I took "${words.join(" ")}" as ${field.name} (${field.path}:${field.line}).`,
      whole("Statements that put something into it", changing.map(rowOf), ROWS_MAX),
      ...quoted,
      isWhole ? "" : "A search was cut: there may be more.",
    ]);
  },
};

/** The field whose name holds all of some words, of several the one that most programs copy. */
function* fieldCalled(words: readonly string[], { folder }: Context) {
  const found = yield* fieldCandidates(words, folder);
  return found && found.dropped.length === 0 ? (yield* mostCopied(found, words, folder))[0] : undefined;
}

/** What it belongs to need not stand in its name, where one field of a copybook alone is called so. */
function* onlyFieldCalled(words: readonly string[], { folder }: Context) {
  const found = yield* fieldCandidates(words, folder);
  const names = new Set(found?.shared.map(({ name }) => name));
  return names.size === 1 ? found?.shared[0] : undefined;
}

function wordsIn(said: string): readonly string[] {
  const what = ASKS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined);
  return what === undefined || HELD.test(what) ? [] : askedWords(what);
}

const CALCULATES = /\b(?:ADD|SUBTRACT|COMPUTE|MULTIPLY|DIVIDE)\b/i;

/** Whether a statement gives the field its value, and does not only read it. */
const isWriting = ({ text }: CitedLine, name: string): boolean =>
  new RegExp(
    String.raw`\b(?:TO|GIVING|INTO) +(?:[\w-]+[ ,]+)*${name}(?:[ ,.(]|$)|\bCOMPUTE +${name}\b|\bSUBTRACT\b.*\bFROM +${name}\b|^ +${name} *(?:ROUNDED)? *[.=]`,
    "i",
  ).test(text) && !/\b(?:IF|WHEN|UNTIL|EQUAL)\b/i.test(text);

const rowOf = ({ path, line, text }: CitedLine): string =>
  `${stemOf(path)}: ${text.trim().replace(/\s+/g, " ")} — ${path}:${line}`;
