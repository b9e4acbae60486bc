import type { Problem } from "../../model.ts";
import { parseData } from "./data/data-division.ts";
import { parseEnvironment } from "./data/environment.ts";
import { parseFragment } from "./procedure/procedure.ts";
import { emptyProgram, type Program } from "./program.ts";
import { T, type TokenBuffer } from "./words/tokens.ts";
import { LAST_STRICT_VERB, W } from "./words/words.ts";

/** Reads a copybook on its own: SELECT entries, data descriptions, procedure code, in any order. */
export function parseMember(buffer: TokenBuffer, stem: string, problems: Problem[]): Program {
  const member = emptyProgram({
    name: stem,
    kind: "program",
    parent: -1,
    outer: undefined,
    row: 0,
    isCommon: false,
    source: 0,
    line: 1,
    endRow: Math.max(0, buffer.count - 1),
  });
  let row = 0;
  while (row < buffer.count) row = Math.max(row + 1, step(buffer, member, row, problems));
  return member;
}

function step(buffer: TokenBuffer, member: Program, row: number, problems: Problem[]): number {
  const kind = buffer.kind[row];
  const word = buffer.word[row] as number;
  if (kind === T.PERIOD) return row + 1;
  if (word === W.SELECT) return parseEnvironment(buffer, member, row);
  const startsData = kind === T.NUMBER ? buffer.kind[row + 1] !== T.PERIOD : word === W.FD || word === W.SD;
  if (startsData || isDataSection(buffer, row, word)) return parseData(buffer, member, row, problems);
  const isVerb = word > 0 && word <= LAST_STRICT_VERB && !isDataExec(buffer, row, word);
  const isHeader = buffer.kind[row + 1] === T.PERIOD || buffer.word[row + 1] === W.SECTION;
  if (isVerb || isHeader) {
    member.procedureRow = row;
    return parseFragment(buffer, member, row);
  }
  return parseData(buffer, member, row, problems);
}

function isDataSection(buffer: TokenBuffer, row: number, word: number): boolean {
  return (
    (word === W.WORKING_STORAGE || word === W.LINKAGE || word === W.FILE || word === W.LOCAL_STORAGE) &&
    buffer.word[row + 1] === W.SECTION
  );
}

/** EXEC SQL DECLARE … in a data copybook (DCLGEN). */
function isDataExec(buffer: TokenBuffer, row: number, word: number): boolean {
  return word === W.EXEC && buffer.word[row + 1] === W.SQL && buffer.spelled(row + 2) === "DECLARE";
}
