import { isCombining, isInvisible, isLatinLookAlike, isLookAlikeSign, spelled } from "./code-points.ts";

/** Blanks shown as they are; a longer run could push the rest of a line off the screen. */
const BLANKS_MAX = 8;
const INDENT_MAX = 40;
/** Source that is laid out in columns; whoever shows it breaks long lines, so that nothing is pushed out of sight. */
const SOURCE_BLANKS_MAX = 120;
const TAB_COLUMNS = 8;
const EMPTY_LINES_MAX = 2;
const COMBINING_MAX = 4;
/** Set before every line but the first: pasted text can then not pass for a line of ours. */
const CONTINUATION = "│ ";
/** Where a shell may start a program: at the start, and after an operator, a bracket, a keyword or an assignment. */
const PROGRAM_START =
  /(?:^|[|&;(){}`!]|\$\(|\b(?:then|do|else|elif|if|while|until|time|exec|sudo|env|command|nohup|xargs)\s)\s*(?:[A-Za-z_]\w*=\S*\s+)*$/u;

const OPERATORS = /[|&;(){}`!=$<>]/;

/** Text for a person who decides on it: nothing acts, nothing is invisible, nothing is pushed out of sight.
 *  Controls, invisibles and look-alike letters are spelt (`\x1b`, `\u{202e}`); long runs of blanks and empty lines are
 *  counted instead of printed. The result is for reading, never for running. */
export function approvalText(text: string, { isSource }: { readonly isSource: boolean }): string {
  const lines = text.toWellFormed().replaceAll("\r\n", "\n").split("\n");
  const shown: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    let end = index;
    while (end < lines.length && (lines[end] ?? "").trim() === "") end++;
    const emptyLines = end - index;
    if (emptyLines > EMPTY_LINES_MAX) {
      shown.push(`[… ${emptyLines} empty lines …]`);
      index = end - 1;
      continue;
    }
    shown.push(isSource ? sourceLine(lines[index] ?? "") : withoutTabs(approvalLine(lines[index] ?? "")));
  }
  return shown.join(`\n${CONTINUATION}`);
}

/** A terminal sets a tab as up to eight columns: what is paged by its columns would push its own beginning out of sight. */
function withoutTabs(line: string): string {
  let column = 0;
  return line.replace(/[^\t]+|\t/g, (piece) => {
    const text = piece === "\t" ? " ".repeat(TAB_COLUMNS - (column % TAB_COLUMNS)) : piece;
    column += text.length;
    return text;
  });
}

function sourceLine(line: string): string {
  return withCountedBlanks(line, () => SOURCE_BLANKS_MAX).replace(/[^ \t]+/g, (word) =>
    approvalWord(word, SOURCE_WORD),
  );
}

function withCountedBlanks(line: string, max: (offset: number) => number): string {
  return line.replace(/[ \t]+/g, (run, offset: number) => {
    const columns = run.replaceAll("\t", "        ").length;
    return columns <= max(offset) ? run : ` [… ${columns} blanks …] `;
  });
}

function approvalLine(line: string): string {
  const collapsed = withCountedBlanks(line, (offset) => (offset === 0 ? INDENT_MAX : BLANKS_MAX));
  return collapsed.replace(/[^ \t]+/g, (word, offset: number) =>
    approvalWord(word, {
      startsProgram: PROGRAM_START.test(collapsed.slice(Math.max(0, offset - 200), offset)),
      operators: OPERATORS,
    }),
  );
}

/** A control character, or one without a shape; after a pictograph U+FE0F only chooses its colours. */
function isHidden(point: number, previous: string): boolean {
  const isControl = point < 0x20 || (point >= 0x7f && point <= 0x9f);
  const isEmojiSelector = point === 0xfe0f && /\p{Extended_Pictographic}/u.test(previous);
  return isControl || (isInvisible(point) && !isEmojiSelector);
}

interface WordPlace {
  readonly startsProgram: boolean;
  /** Behind which a program may start. */
  readonly operators: RegExp;
}

const SOURCE_WORD: WordPlace = { startsProgram: false, operators: /(?!)/ };

function approvalWord(word: string, { startsProgram, operators }: WordPlace): string {
  if (/^[\x21-\x7e]*$/.test(word)) return word;
  const mixesLatin = /[A-Za-z]/.test(word);
  let namesProgram = startsProgram;
  let shown = "";
  let combining = 0;
  let previous = "";
  for (const character of word) {
    const point = character.codePointAt(0) ?? 0;
    combining = isCombining(point) ? combining + 1 : 0;
    if (operators.test(character)) namesProgram = /[|&;(){}`!]/.test(character);
    const isDeceptive = isLookAlikeSign(point) || (shown === "" && isDash(point));
    const isImitation = mixesLatin && isLatinLookAlike(character);
    const isForeignProgram = namesProgram && point > 0x7f;
    const mustSpell = [isHidden(point, previous), isDeceptive, isImitation, isForeignProgram].includes(true);
    shown += mustSpell || combining > COMBINING_MAX ? spelled(point) : character;
    previous = character;
  }
  return shown;
}

/** Dashes that pass for the one before an option: in front of a word they change what a command means. */
const isDash = (point: number): boolean =>
  (point >= 0x2010 && point <= 0x2015) || point === 0x2212 || point === 0xfe58 || point === 0xfe63 || point === 0xff0d;
