import { ItemNames } from "../data/item-names.ts";
import { type ExecBlock, HOW, type Jump, type Program } from "../program.ts";
import { T, type TokenBuffer } from "../words/tokens.ts";
import { W } from "../words/words.ts";
import { readSql } from "./embedded-sql.ts";
import { readCics } from "./exec.ts";
import { optionAccess } from "./option-access.ts";

const READ = 1;
const WRITTEN = 2;

/**
 * What embedded commands do to the program: HANDLE CONDITION, AID and ABEND labels and SQL WHENEVER … GO TO, as jumps that
 * reach their labels, kept apart because they have references of their own; and the data items that commands read and fill.
 */
export function embeddedUses(buffer: TokenBuffer, program: Program): void {
  const names = new ItemNames(buffer, program);
  for (const block of program.execs) {
    // A cursor is mostly declared among the data, and reads what its conditions name all the same.
    if (block.unit < 0 && block.language !== "SQL") continue;
    if (block.language === "SQL") sqlUses(buffer, program, names, block);
    else if (block.language === "CICS" || block.language === "DLI") commandUses(buffer, program, names, block);
  }
}

function sqlUses(buffer: TokenBuffer, program: Program, names: ItemNames, block: ExecBlock): void {
  const sql = readSql(buffer, block);
  const { unit } = block;
  for (const row of sql.using) use(buffer, program, names, { unit, row, how: HOW.SQL, access: READ });
  for (const row of sql.into) use(buffer, program, names, { unit, row, how: HOW.SQL, access: WRITTEN });
  if (sql.label >= 0 && block.unit >= 0)
    handle(program, block, { verb: "WHENEVER", target: sql.label, note: sql.condition });
}

function commandUses(buffer: TokenBuffer, program: Program, names: ItemNames, block: ExecBlock): void {
  const { command, options } = readCics(buffer, block);
  const isHandle = command === "HANDLE" && block.language === "CICS";
  for (const { name, from, to } of options) {
    if (isHandle && to === from + 1 && name !== "PROGRAM")
      handle(program, block, { verb: "HANDLE", target: from, note: name });
    const first = optionAccess(block.language, command, name);
    for (let row = from; row < to; row += 1) {
      // LENGTH OF X and ADDRESS OF X, subscripts, and what stands behind an operator are read.
      const access = row === from ? first : READ;
      use(buffer, program, names, { unit: block.unit, row, how: HOW.EXEC, access });
    }
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
  names: ItemNames,
  { unit, row, how, access }: { unit: number; row: number; how: number; access: number },
): void {
  if (buffer.kind[row] !== T.WORD) return;
  const before = buffer.word[row - 1];
  if (before === W.OF || before === W.IN) return;
  const item = names.findWord(buffer.word[row] as number, groupWord(buffer, row));
  if (item >= 0) program.mentions.push(unit, row, item, access, how);
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
