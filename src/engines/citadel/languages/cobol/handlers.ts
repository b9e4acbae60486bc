import { readSql } from "./embedded-sql.ts";
import { readCics } from "./exec.ts";
import type { Jump, JumpVerb, Program } from "./program.ts";
import type { TokenBuffer } from "./tokens.ts";

/** HANDLE CONDITION, AID and ABEND labels and SQL WHENEVER … GO TO, as jumps that reach their labels. Kept apart: they have references of their own. */
export function handlerJumps(buffer: TokenBuffer, program: Program): void {
  for (const block of program.execs) {
    if (block.unit < 0) continue;
    const add = (verb: JumpVerb, target: number, note: string): void => {
      const jump: Jump = {
        verb,
        unit: block.unit,
        row: block.row,
        target,
        section: -1,
        thru: -1,
        thruSection: -1,
        note,
      };
      program.handlers.push(jump);
    };
    if (block.language === "SQL") {
      const sql = readSql(buffer, block);
      if (sql.label >= 0) add("WHENEVER", sql.label, sql.condition);
    } else if (block.language === "CICS") {
      const { command, options } = readCics(buffer, block);
      if (command !== "HANDLE") continue;
      for (const option of options)
        if (option.to === option.from + 1 && option.name !== "PROGRAM") add("HANDLE", option.from, option.name);
    }
  }
}
