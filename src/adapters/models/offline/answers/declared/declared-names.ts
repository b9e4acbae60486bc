import { relatedWords, sameWords } from "../../../../../engines/words/related-words.ts";
import { isAside } from "../../aside.ts";
import type { Looking } from "../../looking.ts";
import { plain } from "../../reading/tokens.ts";
import { formsOf, holdsWord } from "../../reading/word-forms.ts";
import { type CitedLine, isComment } from "../../result-text.ts";
import { search } from "../answer.ts";

/** What stands before a name that a line declares: a word of the language, the level of a field, the object that gets it, or nothing. */
const BEFORE = String.raw`(?:(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait)\s+|^.{0,7}\s*\d\d\s+|(?:self|this)\.|[(,]\s*|^\s+(?:(?:public|private|protected|static|async|readonly)\s+)*)`;
/** And behind it: its type, its value or its parameters. What is only handed on, as `stderr=PIPE`, declares nothing. */
const BEHIND = String.raw`(?:\??\s*:\s*(?![:=])|\s+PIC\b|(?<=(?:self|this)\.[\w-]*)\s*=(?!=))`;
const DECLARING_WORD = /\b(?:function\*?|class|interface|type|enum|const|let|var|def|fn|func|struct|trait)\s+$/;
/** An entry of a literal is no declaration where a comma ends it. */
const ENTRY = /\.[cm]?[jt]sx?$/i;
const ENTRY_LINE = /^\s+[\w-]+: [^;]*,\s*$/;

/** Lines that declare a name which says some of the words, in any spelling: `max_budget_usd`, `ProcessError.stderr`. */
export interface DeclaredNames {
  readonly lines: readonly CitedLine[];
  /** False: the look was cut, so that there may be more. */
  readonly isWhole: boolean;
}

/** @param atLeast  so many of the words a name must say */
export function* declaredNames(words: readonly string[], atLeast: number): Looking<DeclaredNames> {
  const meant = words.map((word) => [word, ...sameWords(plain(word)), ...relatedWords(plain(word))]);
  const forms = [...new Set(meant.flat().map(formsOf))].join("|");
  const name = String.raw`[\w-]*(?:${forms})[\w-]*`;
  const { lines, isWhole } = yield* search(`${BEFORE}${name}(?:\\??\\s*[:=(]|\\s+PIC\\b|\\s*$)`);
  const form = new RegExp(`(${BEFORE})(${name})(?=(${BEHIND})?)`, "gi");
  const said = (one: string): number => meant.filter((ways) => ways.some((way) => holdsWord(one, way))).length;
  const declaring = lines.flatMap((line) => {
    const { path, text } = line;
    if (isAside(path) || isComment(path, text) || (ENTRY.test(path) && ENTRY_LINE.test(text))) return [];
    const [, , declared] =
      [...text.matchAll(form)].find(
        ([, before = "", one = "", behind]) =>
          said(one) >= atLeast && (behind !== undefined || DECLARING_WORD.test(before)),
      ) ?? [];
    return declared === undefined ? [] : [{ line, isInner: declared.startsWith("_") }];
  });
  const outerFirst = declaring.toSorted((one, other) => Number(one.isInner) - Number(other.isInner));
  return { lines: outerFirst.map(({ line }) => line), isWhole };
}
