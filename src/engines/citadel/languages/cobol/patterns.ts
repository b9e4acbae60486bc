import type { Program } from "./program.ts";
import { T, type TokenBuffer } from "./words/tokens.ts";
import { LAST_SCOPE_WORD, W } from "./words/words.ts";

/** Counts the statements and phrases of a file's own text by kind. */
export function countPatterns(buffer: TokenBuffer, programs: readonly Program[]): Record<string, number> {
  const counts = new Int32Array(LAST_SCOPE_WORD + 1);
  const named = new Map<string, number>();
  const add = (name: string): void => void named.set(name, (named.get(name) ?? 0) + 1);
  for (const program of programs) {
    if (program.procedureRow < 0) continue;
    const last = program.units[program.units.length - 1]?.endRow ?? program.endRow;
    for (let row = program.procedureRow; row <= last && row < buffer.count; row += 1) {
      const word = buffer.word[row] as number;
      if (word <= 0 || buffer.source[row] !== 0) continue;
      if (word <= LAST_SCOPE_WORD) {
        counts[word] = (counts[word] as number) + 1;
        if (word === W.MOVE || word === W.PERFORM || word === W.GO || word === W.IF)
          statementForm(buffer, row, word, add);
      } else phraseForm(buffer, row, word, add);
    }
  }
  for (let word = 1; word <= LAST_SCOPE_WORD; word += 1) {
    const spelling = buffer.lexicon.spelling[word] as string;
    if ((counts[word] as number) > 0 && !spelling.startsWith("END-")) named.set(spelling, counts[word] as number);
  }
  return Object.fromEntries([...named].sort(([left], [right]) => (left < right ? -1 : 1)));
}

const PERFORM_FORMS = new Map<number, string>([
  [W.UNTIL, "PERFORM UNTIL"],
  [W.VARYING, "PERFORM VARYING"],
  [W.TIMES, "PERFORM TIMES"],
  [W.THRU, "PERFORM THRU"],
  [W.THROUGH, "PERFORM THRU"],
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
    if (word === W.GO && found === W.DEPENDING) add("GO TO DEPENDING ON");
    if (word === W.IF && found === W.PERFORM) add("IF … PERFORM");
    const form = word === W.PERFORM ? PERFORM_FORMS.get(found) : undefined;
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
