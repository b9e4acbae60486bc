import { remarkLines } from "../../../../../engines/passages/code-lines.ts";
import type { CitedLine } from "../../result-text.ts";
import { linesAround, type SourceFile } from "./source-files.ts";
import { fullName, indentOf, type Unit, unitAt, unitsOf } from "./units.ts";

/** `offer`: what users call, set or extend; `inner`: what a function does; `shown`: a section or an example that shows how something is done; `amount`: a number or text that the code is given; the others as they are called. */
export type FactKind = "offer" | "inner" | "shown" | "amount" | "environment" | "raise" | "handler";

/** Something that a line of the code tells for certain, with the words that say what it is of. */
export interface Fact extends CitedLine {
  readonly kind: FactKind;
  readonly name: string;
  /** The function or class that it stands in; for an offer the class that holds it. */
  readonly unit: string;
  /** What it says itself, and what stands around it. */
  readonly own: string;
  readonly around: string;
  readonly shown: readonly CitedLine[];
  /** Of a function all that it does. */
  readonly body?: readonly CitedLine[];
}

const ENVIRONMENT = /\benviron\b|\bgetenv\b|process\.env\b|\bimport\.meta\.env\b|\bDeno\.env\b/;
const RAISES = /^\s*(?:\}?\s*else\s*)?(?:raise\b|throw\b)|\breturn new \w*Error\(|\breject\(new /;
const HANDLES = /^\s*(?:\}\s*)?(?:except\b|catch\b)|\.catch\(/;
const CONSTANT =
  /^\s*(?:(?:export|const|final|static|readonly|public|private|protected|let|var)\s+)*(_{0,2}[A-Z][A-Z0-9_]{2,}|__\w+__|#?[a-z]\w*)\s*(?::\s*[^=]+)?=\s*(.+?),?;?\s*$/;
const NUMBER = /(?<![\w.$"'-])-?(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?)(?![\w"'])/i;
const TEXT_VALUE = /^[rbuf]?(?:"[^"]*"|'[^']*'|`[^`]*`)$/;
const AROUND_LINES = 3;
const SHOWN_LINES_MAX = 9;
/** What a handler does for each error is told to its end. */
const HANDLER_LINES_MAX = 30;
const SAID_CHARS = 500;

const known = new WeakMap<SourceFile, readonly Fact[]>();

/** All that the lines of a file tell. */
export function factsOf(file: SourceFile): readonly Fact[] {
  const facts = known.get(file) ?? readFacts(file);
  known.set(file, facts);
  return facts;
}

function readFacts({ path, lines }: SourceFile): readonly Fact[] {
  const units = unitsOf(lines);
  const commented = new Set(units.flatMap(({ said }) => said.map(({ line }) => line)));
  const remarks = remarkLines(
    path,
    lines.map(({ text }) => text),
  );
  const facts: Fact[] = units.flatMap((unit) => [...offerOf(unit, lines, path), ...innerOf(unit, lines, path)]);
  for (const [at, line] of lines.entries()) {
    if (commented.has(line.line) || remarks.has(at) || IS_REMARK.test(line.text)) continue;
    const unit = unitAt(units, at);
    const found = toldAt(lines, at, unit);
    if (found)
      facts.push({
        ...line,
        ...found,
        unit: unit ? fullName(unit) : "",
        around: [path, unit ? `${unit.owner} ${unit.name} ${beginningOf(unit)}` : "", found.around].join("\n"),
      });
  }
  return facts;
}

const IS_REMARK = /^\s*(?:#(?!\w+\s*[:=])|\/\/|\*|\/\*|""|$)/;

function toldAt(lines: readonly CitedLine[], at: number, unit: Unit | undefined): Found | undefined {
  const text = lines[at]?.text ?? "";
  if (ENVIRONMENT.test(text)) return environmentOf(lines, at);
  if (RAISES.test(text)) return raiseOf(lines, at);
  return HANDLES.test(text) ? handlerOf(lines, at) : amountOf(lines, at, unit);
}

type Found = Pick<Fact, "kind" | "name" | "own" | "around" | "shown">;

const textOf = (lines: readonly CitedLine[]): string => lines.map(({ text }) => text).join("\n");
const beginningOf = ({ said }: Unit): string => textOf(said).slice(0, SAID_CHARS);
function offerOf(unit: Unit, lines: readonly CitedLine[], path: string): readonly Fact[] {
  const line = lines[unit.at];
  if (!line || /^(?:#|__)/.test(unit.name)) return [];
  const paragraph = unit.said.slice(0, 6);
  const head = lines.slice(unit.at, unit.headEnd + 1);
  return [
    {
      ...line,
      kind: "offer",
      name: unit.name,
      unit: unit.owner,
      own: `${unit.name} ${textOf(paragraph.slice(0, 2))}`,
      around: `${path} ${unit.owner} ${textOf(head)} ${textOf(unit.said).slice(0, SAID_CHARS)}`,
      shown: inOrder([...head.slice(0, SHOWN_LINES_MAX), ...paragraph]),
    },
  ];
}

/** What a function does, as its name, its comments and its lines say. */
function innerOf(unit: Unit, lines: readonly CitedLine[], path: string): readonly Fact[] {
  const line = lines[unit.at];
  if (!line || unit.kind !== "function" || unit.end - unit.headEnd < 2) return [];
  const said = new Set(unit.said.map((one) => one.line));
  const body = lines
    .slice(unit.headEnd + 1, unit.end + 1)
    .filter((one) => !said.has(one.line) && /\w/.test(one.text) && !/^\s*(?:#|\/\/|\*)/.test(one.text));
  return [
    {
      ...line,
      kind: "inner",
      name: unit.name,
      unit: unit.owner,
      own: `${unit.name} ${textOf(unit.said.slice(0, 3))}`,
      around: `${unit.owner} ${path} ${textOf(unit.said).slice(0, SAID_CHARS)} ${textOf(body.slice(0, BODY_LINES_MAX))}`,
      shown: inOrder([line, ...unit.said.slice(0, 2)]),
      body,
    },
  ];
}

const BODY_LINES_MAX = 40;

const inOrder = (lines: readonly CitedLine[]): readonly CitedLine[] =>
  lines.toSorted((one, other) => one.line - other.line);

function environmentOf(lines: readonly CitedLine[], at: number): Found {
  const around = linesAround(lines, at, AROUND_LINES);
  const name = /["'.]([A-Z][A-Z0-9_]{2,})\b/.exec(textOf(lines.slice(at, at + 3)))?.[1] ?? "";
  return {
    kind: "environment",
    name,
    own: textOf(lines.slice(at, at + 3)),
    around: textOf(around),
    shown: linesAround(lines, at, 2),
  };
}

/** The condition that it stands under, and what it says, to the end of its call. */
function raiseOf(lines: readonly CitedLine[], at: number): Found {
  const indent = indentOf(lines[at]?.text ?? "");
  const end = endOfStatement(lines, at);
  const head = lines.findLastIndex(
    ({ text }, index) => index < at && index >= at - SHOWN_LINES_MAX && text.trim() !== "" && indentOf(text) < indent,
  );
  const shown = lines.slice(head < 0 ? at : head, Math.min(end, at + SHOWN_LINES_MAX) + 1);
  const name = /(?:raise|throw(?: new)?|return new|reject\(new)\s+([\w.]+)/.exec(lines[at]?.text ?? "")?.[1] ?? "";
  return {
    kind: "raise",
    name,
    own: textOf(shown),
    around: textOf(linesAround(lines, head < 0 ? at : head, AROUND_LINES)),
    shown,
  };
}

/** What is done where something fails, behind what may fail. */
function handlerOf(lines: readonly CitedLine[], at: number): Found {
  const indent = indentOf(lines[at]?.text ?? "");
  const end = lines.findIndex(
    ({ text }, index) =>
      index > at && text.trim() !== "" && indentOf(text) <= indent && !/^\s*[)\]}]+[);,]*\s*$/.test(text),
  );
  const shown = lines.slice(at, Math.min(end < 0 ? lines.length : end, at + HANDLER_LINES_MAX));
  const from = lines.findLastIndex(
    ({ text }, index) => index < at && indentOf(text) === indent && /^\s*try\b/.test(text),
  );
  return {
    kind: "handler",
    name: /(?:except|catch)\W+([\w.]+)/.exec(lines[at]?.text ?? "")?.[1] ?? "",
    own: textOf(shown),
    around: from < 0 ? "" : textOf(lines.slice(from, at)),
    shown,
  };
}

/** A number that the line gives, or a text that a constant stands for. */
function amountOf(lines: readonly CitedLine[], at: number, unit: Unit | undefined): Found | undefined {
  const text = lines[at]?.text ?? "";
  const bare = text.replace(/\s(?:#|\/\/)\s.*$/, "");
  const [, name = "", value = ""] = CONSTANT.exec(bare) ?? [];
  const isConstant = /^_*[A-Z][A-Z0-9_]+$|^__\w+__$/.test(name);
  const isText = isConstant && unit === undefined && TEXT_VALUE.test(value);
  const number = NUMBER.exec(bare.replace(/"[^"]*"|'[^']*'|\[\s*-?\d+\s*:?\s*\]/g, ""))?.[0];
  const isPlain = number === undefined || /^-?[01]$/.test(number);
  if (!isText && isPlain && !(number !== undefined && (isConstant || name.startsWith("#")))) return undefined;
  const above = lines
    .slice(Math.max(0, at - AROUND_LINES), at)
    .filter(({ text: said }) => /^\s*(?:#|\/\/|\*)/.test(said));
  const below = /^\s*(?:"""|''')/.test(lines[at + 1]?.text ?? "") ? lines.slice(at + 1, at + 3) : [];
  return {
    kind: "amount",
    name: isConstant || name.startsWith("#") ? name : "",
    own: textOf([...above, ...lines.slice(at, at + 1), ...below]),
    around: textOf(linesAround(lines, at, AROUND_LINES)),
    shown: inOrder([...above, ...lines.slice(at, at + 1), ...below]),
  };
}

/** The line that closes all brackets which a line opens; the line itself where none of so many does. */
export function endOfStatement(lines: readonly CitedLine[], at: number, linesMax = 20): number {
  let depth = 0;
  for (let index = at; index < Math.min(lines.length, at + linesMax); index++) {
    for (const sign of (lines[index]?.text ?? "").replace(/"[^"]*"|'[^']*'/g, ""))
      depth += /[([{]/.test(sign) ? 1 : /[)\]}]/.test(sign) ? -1 : 0;
    if (depth <= 0) return index;
  }
  return at;
}
