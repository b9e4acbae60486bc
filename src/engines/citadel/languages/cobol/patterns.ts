import type { Program } from "./program.ts";
import { T, type TokenBuffer } from "./words/tokens.ts";
import { LAST_SCOPE_WORD, W } from "./words/words.ts";

/** Counts the statements and phrases of a file's own text by kind. */
export function countPatterns(buffer: TokenBuffer, programs: readonly Program[]): Record<string, number> {
  const counts = new Int32Array(LAST_SCOPE_WORD + 1);
  const named = new Map<string, number>();
  const add = (name: string): void => void named.set(name, (named.get(name) ?? 0) + 1);
  for (const program of programs)
    for (const row of ownRows(buffer, program)) {
      const word = buffer.word[row] as number;
      if (word > LAST_SCOPE_WORD) phraseForm(buffer, row, word, add);
      else counts[word] = (counts[word] as number) + 1;
      if (FORMED.has(word)) statementForm(buffer, row, word, add);
    }
  for (const [word, count] of counts.entries()) {
    const spelling = buffer.lexicon.spelling[word] as string;
    if (count > 0 && !spelling.startsWith("END-")) named.set(spelling, count);
  }
  return Object.fromEntries([...named].sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** The known words of the procedures that stand in the file itself. */
function* ownRows(buffer: TokenBuffer, { procedureRow, units, endRow }: Program): Generator<number> {
  if (procedureRow < 0) return;
  const last = units[units.length - 1]?.endRow ?? endRow;
  for (let row = procedureRow; row <= last && row < buffer.count; row += 1)
    if ((buffer.word[row] as number) > 0 && buffer.source[row] === 0) yield row;
}

/** Statements whose form is told apart. */
const FORMED: ReadonlySet<number> = new Set([W.MOVE, W.PERFORM, W.GO, W.IF]);
const PERFORM_FORMS = new Map<number, string>([
  [W.UNTIL, "PERFORM UNTIL"],
  [W.VARYING, "PERFORM VARYING"],
  [W.TIMES, "PERFORM TIMES"],
  [W.THRU, "PERFORM THRU"],
  [W.THROUGH, "PERFORM THRU"],
]);
/** By the statement's verb: the word that makes its form. */
const FORMS: ReadonlyMap<number, ReadonlyMap<number, string>> = new Map([
  [W.GO, new Map([[W.DEPENDING, "GO TO DEPENDING ON"]])],
  [W.IF, new Map([[W.PERFORM, "IF … PERFORM"]])],
  [W.PERFORM, PERFORM_FORMS],
]);
const FORM_TOKENS_MAX = 40;

function statementForm(buffer: TokenBuffer, row: number, word: number, add: (name: string) => void): void {
  if (word === W.MOVE) {
    const next = buffer.word[row + 1];
    if (next === W.CORRESPONDING || next === W.CORR) add("MOVE CORRESPONDING");
    return;
  }
  const end = Math.min(buffer.count, row + FORM_TOKENS_MAX);
  for (let at = row + 1; at < end && buffer.kind[at] !== T.PERIOD; at += 1) {
    const found = buffer.word[at] as number;
    const form = FORMS.get(word)?.get(found);
    if (form) add(form);
    if (found > 0 && found <= LAST_SCOPE_WORD) return;
  }
}

function phraseForm(buffer: TokenBuffer, row: number, word: number, add: (name: string) => void): void {
  const before = buffer.word[row - 1];
  const not =
    before === W.NOT || (before !== undefined && (before === W.AT || before === W.ON) && buffer.word[row - 2] === W.NOT)
      ? "NOT "
      : "";
  if (word === W.EXCEPTION) add(`${not}ON EXCEPTION`);
  else if (word === W.INVALID) add(`${not}INVALID KEY`);
  else if (word === W.END && before === W.AT) add(`${not}AT END`);
  else if (word === W.SIZE && buffer.word[row + 1] === W.ERROR) add(`${not}ON SIZE ERROR`);
  else if (word === W.OVERFLOW) add(`${not}ON OVERFLOW`);
}
