import { losesWhatItNames } from "../floor/effects.ts";
import { assignmentIn, programName } from "../scan.ts";
import { isLiteral } from "../words.ts";
import type { Unit } from "./unit.ts";

/** Before these a variable stays set for the words of what follows; before another program it is only handed on. */
const KEEPS = /^(?:export|declare|typeset|local|readonly|eval|source|\.|command|builtin)$/;
const UNQUOTED = /(?:^|[\s;&|({])\$[\w{@*#]/;

/** `IFS=_; set -- rm_-rf_/home/ann; $1`: why words that the shell cuts at another character than a space cannot be read. */
export function cutElsewhere(units: readonly Unit[]): string | undefined {
  if (!units.some(setsOddSeparator)) return undefined;
  const isUnread = units.some(
    ({ part, words: [program] }) =>
      program !== undefined &&
      UNQUOTED.test(part.source) &&
      (!isLiteral(program) || /^\$/.test(part.source) || losesWhatItNames(programName(program))),
  );
  return isUnread ? "IFS cuts words where nobody reads them, and what they are then is run or deleted" : undefined;
}

function setsOddSeparator({ part, words }: Unit): boolean {
  const [program, ...rest] = words;
  const isKept = program === undefined || KEEPS.test(program.text);
  return (
    isKept &&
    [...part.assignments, ...rest.flatMap(assignmentIn)].some(
      ({ name, value }) => name === "IFS" && (isLiteral(value) ? /\S/.test(value.text) : value.isComputed === true),
    )
  );
}
