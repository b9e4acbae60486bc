import { isAside, isTest } from "../aside.ts";
import { type Looking, settled } from "../looking.ts";
import { isTestFile } from "../test-files.ts";
import { generationNames, sqlNames, vsamNames } from "./rows/data.ts";
import { filesHolding, isOfCode } from "./rows/found.ts";
import type { Kind, Row } from "./shape.ts";

export type Holds = (row: Row) => boolean;

const LANGUAGES: Readonly<Record<string, RegExp>> = {
  cobol: /\.(?:cbl|cob|cobol|cpy)$/i,
  typescript: /\.[cm]?tsx?$/i,
  javascript: /\.[cm]?jsx?$/i,
  python: /\.pyi?$/i,
  java: /\.java$/i,
  go: /\.go$/i,
  rust: /\.rs$/i,
  assembler: /\.(?:asm|hlasm)$/i,
};

/** What the use of a technology looks like in the line of a program. */
const TECHNOLOGIES: Readonly<Record<string, string>> = {
  online: "EXEC +CICS",
  batch: "EXEC +CICS",
  db2: "EXEC +SQL",
  ims: "EXEC +DLI|CBLTDLI|AIBTDLI|PLITDLI",
  mq: String.raw`CALL +['"]MQ\w+`,
  vsam: String.raw`ORGANIZATION +(?:IS +)?(?:INDEXED|RELATIVE)|EXEC +CICS +(?:READ|WRITE|REWRITE|STARTBR)|\b(?:DATASET|FILE) *\(`,
};

/** How a quality is said in an answer. */
export const SAID: Readonly<Record<string, string>> = {
  online: "with EXEC CICS, so online",
  batch: "without EXEC CICS, so batch",
  input: "that a user can type into",
  source: "of source without tests and examples",
  test: "of tests",
  error: "of errors",
  script: "that are scripts",
  installed: "that it installs",
};

/** Qualities that stand before a noun, as they are written. */
export const WRITTEN: Readonly<Record<string, string>> = {
  cobol: "COBOL",
  typescript: "TypeScript",
  javascript: "JavaScript",
  python: "Python",
  java: "Java",
  go: "Go",
  rust: "Rust",
  vsam: "VSAM",
  gdg: "GDG",
  db2: "DB2",
  ims: "IMS",
  mq: "MQ",
};

/**
 * Which rows have a quality; `a|b` is either of both, and `!` in front none.
 * @param rows  of which it is asked
 * @returns  undefined where no such quality is known of such a kind
 */
export function* holdsQuality(quality: string, kind: Kind, rows: readonly Row[]): Looking<Holds | undefined> {
  if (quality.startsWith("!")) {
    const holds = yield* holdsQuality(quality.slice(1), kind, rows);
    return holds && ((row) => !holds(row));
  }
  if (quality.includes("|")) {
    const [one = "", ...others] = quality.split("|");
    const holds = yield* holdsQuality(one, kind, rows);
    const rest = yield* holdsQuality(others.join("|"), kind, rows);
    return holds && rest && ((row) => holds(row) || rest(row));
  }
  const language = LANGUAGES[quality];
  if (language) return (row) => language.test(row.path);
  if (kind === "program") return yield* ofProgram(quality, rows);
  if (kind === "dataset" || kind === "table") return yield* ofData(quality, kind);
  return yield* settled(ofRow(quality, kind));
}

function ofRow(quality: string, kind: Kind): Holds | undefined {
  if ((kind === "transaction" && quality === "online") || (kind === "job" && quality === "batch")) return () => true;
  if (kind === "file" && quality === "test") return ({ path }) => isTestFile(path);
  if (kind === "file" && quality === "source")
    return ({ path }) => isOfCode(path) && !isTestFile(path) && !isAside(path);
  const known: Partial<Record<Kind, RegExp>> = {
    dependency: /^(?:runtime|development|optional|peer)$/,
    command: /^(?:script|installed)$/,
    class: /^(?:error|exported)$/,
    function: /^exported$/,
    field: /^input$/,
  };
  return known[kind]?.test(quality) ? (row) => row.qualities?.includes(quality) ?? false : undefined;
}

function* ofProgram(quality: string, rows: readonly Row[]): Looking<Holds | undefined> {
  const pattern = TECHNOLOGIES[quality];
  if (pattern === undefined) return undefined;
  const holding = yield* filesHolding(pattern, [...new Set(rows.map(({ path }) => path))]);
  if (!holding) return undefined;
  return quality === "batch" ? ({ path }) => !holding.has(path) : ({ path }) => holding.has(path);
}

function* ofData(quality: string, kind: Kind): Looking<Holds | undefined> {
  if (quality === "vsam" && kind === "dataset") {
    const isVsam = yield* vsamNames();
    return ({ name }) => isVsam(name);
  }
  if (quality === "gdg" && kind === "dataset") {
    const isOfGenerations = yield* generationNames();
    return ({ name }) => isOfGenerations(name);
  }
  if (kind !== "table" || !/^(?:db2|ims)$/.test(quality)) return undefined;
  const isOfSql = yield* sqlNames();
  return quality === "db2" ? ({ name }) => isOfSql(name) : ({ name }) => !isOfSql(name);
}

/** What a place is for by its path alone. */
export const isOfTests = (path: string): boolean => isTestFile(path) || isTest(path);
