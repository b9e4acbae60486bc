import type { FileControl, Program } from "../program.ts";
import { literalValue, T, type TokenBuffer } from "../words/tokens.ts";
import { LAST_RESERVED, W } from "../words/words.ts";

/** Reads SELECT entries until the next division; returns the row where it stopped. */
export function parseEnvironment(buffer: TokenBuffer, program: Program, from: number): number {
  let row = from;
  while (row < buffer.count) {
    const word = buffer.word[row] as number;
    if (word === W.SELECT && row > 0 && isSentenceStart(buffer, row)) {
      row = selectEntry(buffer, program, row);
      continue;
    }
    if (endsEnvironment(buffer, row, word)) return row;
    row += 1;
  }
  return row;
}

function isSentenceStart(buffer: TokenBuffer, row: number): boolean {
  return (
    buffer.kind[row - 1] === T.PERIOD ||
    buffer.word[row - 1] === W.FILE_CONTROL ||
    buffer.line[row - 1] !== buffer.line[row]
  );
}

function endsEnvironment(buffer: TokenBuffer, row: number, word: number): boolean {
  const next = buffer.word[row + 1];
  if (word === W.DATA || word === W.PROCEDURE || word === W.IDENTIFICATION || word === W.ID) return next === W.DIVISION;
  if (word === W.FILE || word === W.WORKING_STORAGE || word === W.LINKAGE || word === W.LOCAL_STORAGE)
    return next === W.SECTION;
  if (word === W.PROGRAM_ID) return true;
  return word === W.END && (next === W.PROGRAM || next === W.FUNCTION);
}

function selectEntry(buffer: TokenBuffer, program: Program, row: number): number {
  const nameRow =
    buffer.word[row + 1] === W.OPTIONAL || buffer.word[row + 1] === W.NOT
      ? buffer.word[row + 2] === W.OPTIONAL
        ? row + 3
        : row + 2
      : row + 1;
  let end = nameRow + 1;
  while (
    end < buffer.count &&
    buffer.kind[end] !== T.PERIOD &&
    !endsEnvironment(buffer, end, buffer.word[end] as number)
  )
    end += 1;
  const after = (word: number): number => {
    for (let at = nameRow + 1; at < end; at += 1) if (buffer.word[at] === word) return at + 1;
    return -1;
  };
  const control: FileControl = {
    name: buffer.text(nameRow),
    word: buffer.word[nameRow] as number,
    row,
    assign: assignment(buffer, after(W.ASSIGN), end),
    organization: spelledAfter(buffer, after(W.ORGANIZATION), end) || organizationAlone(buffer, nameRow, end),
    access: spelledAfter(buffer, after(W.ACCESS), end),
    recordKey: spelledAfter(buffer, after(W.RECORD), end),
    status: spelledAfter(buffer, after(W.STATUS), end),
    endRow: Math.min(end, buffer.count - 1),
  };
  program.files.push(control);
  return end + 1;
}

/** The external name of a file: the ddname of `UT-S-DD`, `AS-DD`, `"DD"`, or the word itself. */
function assignment(buffer: TokenBuffer, from: number, end: number): string {
  let at = from;
  if (at < 0) return "";
  while (at < end && (buffer.word[at] === W.TO || buffer.word[at] === W.DYNAMIC || buffer.word[at] === W.EXTERNAL))
    at += 1;
  if (at >= end) return "";
  const text = literalValue(buffer.text(at)).toUpperCase();
  // DISK "NAME" and the like of other compilers: the literal counts.
  if (buffer.kind[at] === T.WORD && buffer.kind[at + 1] === T.LITERAL)
    return literalValue(buffer.text(at + 1)).toUpperCase();
  return text;
}

/** Names a JCL DD could have: the last part of a system-name with device and organization codes. */
export function ddName(assign: string): string {
  const parts = assign.split("-");
  const last = parts[parts.length - 1] ?? assign;
  return /^[A-Z#@$][A-Z0-9#@$]{0,7}$/.test(last) ? last : assign;
}

function spelledAfter(buffer: TokenBuffer, from: number, end: number): string {
  let at = from;
  if (at < 0) return "";
  while (at < end && (buffer.word[at] === W.IS || buffer.word[at] === W.MODE || buffer.word[at] === W.KEY)) at += 1;
  return at < end && buffer.kind[at] === T.WORD ? buffer.spelled(at) : "";
}

function organizationAlone(buffer: TokenBuffer, from: number, end: number): string {
  for (let at = from; at < end; at += 1) {
    const word = buffer.word[at];
    if ((word === W.INDEXED || word === W.RELATIVE) && (buffer.word[at + 1] as number) <= LAST_RESERVED)
      return buffer.spelled(at);
  }
  return "SEQUENTIAL";
}
