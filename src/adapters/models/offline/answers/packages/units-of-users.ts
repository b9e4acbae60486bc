import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { fullName } from "../facts/units.ts";
import { type Declared, declaredUnits } from "../outlines/declared-units.ts";
import { ownCode } from "./own-code.ts";
import { quotedLines } from "./quoted-lines.ts";

const SAID_MAX = 9;
const BODY_MAX = 10;

/** What is declared in the code that users of a package run. */
export function* unitsOfUsers(folder: Folder): Looking<readonly Declared[]> {
  const own = new Set((yield* ownCode(folder)).map(({ path }) => path));
  return (yield* declaredUnits(folder)).filter(({ place }) => own.has(place.path));
}

/** What is said of it, its head, and what it does where that is short. */
export function quotedUnit(unit: Declared): string {
  const { lines, said, headEnd, at, kind } = unit;
  const head = lines.slice(0, headEnd - at + 1);
  const isSaid = (line: number): boolean => said.some((one) => one.line === line);
  const body = lines.slice(headEnd - at + 1).filter(({ line, text }) => text.trim() !== "" && !isSaid(line));
  const isShort = kind === "function" && body.length <= BODY_MAX;
  const shown = [...said.slice(0, SAID_MAX), ...head, ...(isShort ? body : [])];
  return quotedLines(
    shown.toSorted((one, other) => one.line - other.line),
    fullName(unit),
  );
}
