/**
 * Writes an estate of sources that somebody made to keep an index busy: shapes of `growth-shapes.ts`, taken evenly from all of them, and
 * some that only several files together make.
 *
 *     node scripts/hostile-estate.ts FOLDER [MEGABYTES]    46 of them in 67 files when not given
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SHAPES, type Shape } from "./growth-shapes.ts";

const FILES = 67;
const MEGABYTE = 1024 * 1024;
/** Languages of which an estate has most. */
const COMMON = /^(A\.cbl|A\.jcl|A\.ts|a\.py|A\.java) /;

const [folder, megabytes = "46"] = process.argv.slice(2);
if (folder === undefined) throw new Error("a folder to write into must be named");

const COBOL = "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. A.\n       PROCEDURE DIVISION.\n       MAIN.\n";
const copy = (name: string): string => `           COPY ${name} REPLACING ==A== BY ==A A A A==.\n`;
const times = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join("");

const together: Readonly<Record<string, string>> = {
  "copied/A.cbl": COBOL + copy("C0"),
  ...Object.fromEntries(
    Array.from({ length: 22 }, (_, at) => [`copied/C${at}.cpy`, `${copy(`C${at + 1}`).repeat(2)}           A A A A\n`]),
  ),
  "jobs/J.jcl": `//J JOB\n// SET A0=X\n${times(60, (at) => `// SET A${at + 1}=&A${at}.&A${at}\n`)}//S EXEC PGM=&A60\n`,
  "jobs/K.jcl": `//K JOB\n${"//S EXEC P0\n".repeat(40)}`,
  ...Object.fromEntries(
    Array.from({ length: 14 }, (_, at) => [`jobs/P${at}.prc`, `//P${at} PROC\n${`//S EXEC P${at + 1}\n`.repeat(40)}`]),
  ),
};

const bytesEach = (Number(megabytes) * MEGABYTE) / FILES;
const chosen = [
  ...evenly(
    SHAPES.filter(({ name }) => COMMON.test(name)),
    (FILES * 2) / 3,
  ),
  ...evenly(
    SHAPES.filter(({ name }) => !COMMON.test(name)),
    FILES / 3,
  ),
];
for (const [at, { path, text }] of chosen.entries()) write(`s${at}/${path}`, text(bytesEach));
for (const [path, text] of Object.entries(together)) write(path, text);

function evenly(shapes: readonly Shape[], count: number): readonly Shape[] {
  const step = shapes.length / Math.ceil(count);
  return Array.from({ length: Math.ceil(count) }, (_, at) => shapes[Math.floor(at * step)] as Shape);
}

function write(path: string, text: string): void {
  const absolute = join(folder as string, path);
  mkdirSync(dirname(absolute), { recursive: true });
  writeFileSync(absolute, text);
}
