import type { CitedLine } from "../../result-text.ts";
import type { Unit } from "../facts/units.ts";
import type { OwnCode } from "../packages/own-code.ts";
import { type Part, partsOf } from "./word-likeness.ts";

/** A function or class of the code with the words that tell what it does. */
export interface Doer {
  readonly file: OwnCode;
  readonly unit: Unit;
  readonly name: readonly Part[];
  readonly owner: readonly Part[];
  readonly path: readonly Part[];
  readonly head: readonly Part[];
  /** The first lines that are said of it, and all. */
  readonly sentence: readonly Part[];
  readonly said: readonly Part[];
  readonly body: readonly Part[];
  /** Its own lines, without head and what is said of it; none of a class. */
  readonly lines: readonly CitedLine[];
  /** Whether it raises or catches anything. */
  readonly fails: boolean;
}

const SENTENCE_LINES = 3;
/** A line by which it fails, or by which it goes on where something does. */
export const FAILS_HERE = /^\s*(?:\}\s*)?(?:raise\b|throw\b|except\b|catch\b|reject\()|\bthrow new\b|\.catch\(/;
const FAILS = /\b(?:raise|throw|except|catch|reject)\b/;
const known = new WeakMap<OwnCode, readonly Doer[]>();

/** What a file declares that does something. */
export function doersOf(file: OwnCode): readonly Doer[] {
  const doers = known.get(file) ?? file.units.filter(({ kind }) => kind !== "field").map((unit) => doerOf(file, unit));
  known.set(file, doers);
  return doers;
}

function doerOf(file: OwnCode, unit: Unit): Doer {
  const told = unit.said.map(({ text }) => text);
  const said = new Set(unit.said.map(({ line }) => line));
  const below = unit.kind === "class" ? [] : file.lines.slice(unit.headEnd + 1, unit.end + 1);
  const lines = below.filter(({ line, text }) => !said.has(line) && text.trim() !== "");
  const body = textOf(lines);
  return {
    file,
    unit,
    name: partsOf(unit.name),
    owner: partsOf(unit.owner),
    path: partsOf(file.path.split("/").slice(-2).join(" ")),
    head: partsOf(textOf(file.lines.slice(unit.at, unit.headEnd + 1))),
    sentence: partsOf(told.slice(0, SENTENCE_LINES).join(" ")),
    said: partsOf(told.join(" ")),
    body: partsOf(body),
    lines,
    fails: FAILS.test(body),
  };
}

const textOf = (lines: readonly CitedLine[]): string => lines.map(({ text }) => text).join("\n");
