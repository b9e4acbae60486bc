import type { ExecBlock, ExecOption } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { W } from "../words/words.ts";

/** `EXEC CICS COMMAND OPTION(value) …` with its options in any order. */
export interface CicsCommand {
  readonly command: string;
  readonly options: readonly ExecOption[];
}

export function readCics(buffer: TokenBuffer, block: ExecBlock): CicsCommand {
  const options: ExecOption[] = [];
  const end = block.endRow;
  let at = block.row + 2;
  const command = at < end ? buffer.spelled(at) : "";
  const hasValue = buffer.kind[at + 1] === T.LPAREN;
  if (!hasValue) at += 1;
  while (at < end) {
    if (buffer.kind[at] !== T.WORD) {
      at += 1;
      continue;
    }
    const name = buffer.spelled(at);
    if (buffer.kind[at + 1] !== T.LPAREN) {
      options.push({ name, from: at, to: at });
      at += 1;
      continue;
    }
    const close = closing(buffer, at + 1, end);
    options.push({ name, from: at + 2, to: close });
    at = close + 1;
  }
  return { command, options };
}

function closing(buffer: TokenBuffer, row: number, end: number): number {
  let depth = 0;
  for (let at = row; at < end; at += 1) {
    if (buffer.kind[at] === T.LPAREN) depth += 1;
    else if (buffer.kind[at] === T.RPAREN) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return end;
}

/** The text between two rows, spaced as the source is. */
export function rowsText(buffer: TokenBuffer, from: number, to: number): string {
  let text = "";
  for (let row = from; row < to; row += 1)
    text += row > from && !buffer.glued(row) ? ` ${buffer.text(row)}` : buffer.text(row);
  return text;
}

/** CICS RETURN, XCTL and ABEND leave the program, unless a response option lets it go on. */
export function execLeaves(buffer: TokenBuffer, block: ExecBlock): boolean {
  if (block.language !== "CICS") return false;
  const command = buffer.spelled(block.row + 2);
  if (command !== "RETURN" && command !== "XCTL" && command !== "ABEND") return false;
  for (let at = block.row + 3; at < block.endRow; at += 1) {
    const word = buffer.spelled(at);
    if (command !== "ABEND" && (word === "RESP" || word === "NOHANDLE")) return false;
  }
  return true;
}

export function execLanguage(buffer: TokenBuffer, row: number): "SQL" | "CICS" | "DLI" | "OTHER" {
  const word = buffer.word[row + 1];
  return word === W.SQL ? "SQL" : word === W.CICS ? "CICS" : word === W.DLI ? "DLI" : "OTHER";
}
