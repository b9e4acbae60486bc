import { type ExecBlock, HOW, type Jump, type Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { W } from "../words/words.ts";
import { readSql } from "./embedded-sql.ts";
import { readCics } from "./exec.ts";

/** CICS and DL/I options that a command fills in; the values of all others are read. */
const FILLED: ReadonlySet<string> = new Set(["INTO", "SET", "RESP", "RESP2", "ABSTIME", "KEYFEEDBACK", "STATUS"]);

/**
 * What embedded commands do to the program: HANDLE CONDITION, AID and ABEND labels and SQL WHENEVER … GO TO, as jumps that
 * reach their labels, kept apart because they have references of their own; and the data items that commands read and fill.
 */
export function embeddedUses(buffer: TokenBuffer, program: Program): void {
  for (const block of program.execs) {
    // A cursor is mostly declared among the data, and reads what its conditions name all the same.
    if (block.unit < 0 && block.language !== "SQL") continue;
    if (block.language === "SQL") sqlUses(buffer, program, block);
    else if (block.language === "CICS" || block.language === "DLI") commandUses(buffer, program, block);
  }
}

function sqlUses(buffer: TokenBuffer, program: Program, block: ExecBlock): void {
  const sql = readSql(buffer, block);
  for (const row of sql.using) use(buffer, program, { unit: block.unit, row, how: HOW.SQL, isFilled: false });
  for (const row of sql.into) use(buffer, program, { unit: block.unit, row, how: HOW.SQL, isFilled: true });
  if (sql.label >= 0 && block.unit >= 0)
    handle(program, block, { verb: "WHENEVER", target: sql.label, note: sql.condition });
}

function commandUses(buffer: TokenBuffer, program: Program, block: ExecBlock): void {
  const { command, options } = readCics(buffer, block);
  const isHandle = command === "HANDLE" && block.language === "CICS";
  for (const { name, from, to } of options) {
    if (isHandle && to === from + 1 && name !== "PROGRAM")
      handle(program, block, { verb: "HANDLE", target: from, note: name });
    for (let row = from; row < to; row += 1)
      use(buffer, program, { unit: block.unit, row, how: HOW.EXEC, isFilled: FILLED.has(name) && row === from });
  }
}

function handle(program: Program, block: ExecBlock, label: Pick<Jump, "verb" | "target" | "note">): void {
  const { unit, row } = block;
  program.handlers.push({ ...label, unit, row, section: -1, thru: -1, thruSection: -1 });
}

/** A data item in a command: of several with its name, the one in the group that `:GROUP.ITEM` or `ITEM OF GROUP` says, else the first. */
function use(
  buffer: TokenBuffer,
  program: Program,
  { unit, row, how, isFilled }: { unit: number; row: number; how: number; isFilled: boolean },
): void {
  if (buffer.kind[row] !== T.WORD) return;
  const before = buffer.word[row - 1];
  const named = before === W.OF || before === W.IN ? undefined : program.byName.get(buffer.word[row] as number);
  const group = named && named.length > 1 ? groupWord(buffer, row) : 0;
  const item = named?.find((index) => group === 0 || isInside(program, index, group)) ?? named?.[0];
  if (item !== undefined) program.moves.push(unit, row, isFilled ? -1 : item, isFilled ? item : -1, how);
}

/** The group that qualifies the item at a row; 0 when none does. */
function groupWord(buffer: TokenBuffer, row: number): number {
  const after = buffer.word[row + 1];
  if (after === W.OF || after === W.IN) return buffer.word[row + 2] as number;
  const joint = buffer.kind[row - 1];
  return (joint === T.DOT || joint === T.PERIOD) && buffer.kind[row - 3] === T.COLON
    ? (buffer.word[row - 2] as number)
    : 0;
}

function isInside(program: Program, index: number, word: number): boolean {
  for (let at = program.items[index]?.parent ?? -1; at >= 0; at = program.items[at]?.parent ?? -1)
    if (program.items[at]?.word === word) return true;
  return false;
}
