import { stemOf } from "../../../file-names.ts";
import type { Folder } from "../../../folder.ts";
import type { Looking } from "../../../looking.ts";
import { keptPrograms, programRunBy, steps } from "../../../query/rows/estate.ts";
import { linesOf } from "../../../query/rows/found.ts";
import type { Row } from "../../../query/shape.ts";
import { type CitedLine, isComment } from "../../../result-text.ts";

/** A program with the lines that say what it does, as far as they say some words. */
export interface SaidOf {
  readonly program: Row;
  readonly lines: readonly CitedLine[];
}

/** A comment further below tells of a part. */
const HEAD_LINES = 45;
/** The name of a program stands so near behind its label in a menu. */
const LABEL_LINES = 4;

/**
 * What is said of each program: comments at its head, rows of documents that name it, labels of menus behind which it stands, titles of the map that
 * is called like it, comments of the job that runs it.
 * @param pairs  patterns of two words that a line must both say
 */
export function* saidOfPrograms(
  pairs: readonly (readonly [one: string, other: string])[],
  folder: Folder,
): Looking<readonly SaidOf[]> {
  const rows = yield* keptPrograms(folder);
  if (rows.length === 0 || pairs.length === 0) return [];
  const both = pairs.map(([one, other]) => `(?:${one}).*[^a-z](?:${other})|(?:${other}).*[^a-z](?:${one})`);
  const two = `(?:${both.join("|")})`;
  const { lines } = yield* linesOf([
    { pattern: `^.{0,7}\\*.*${two}`, glob: "*.{cbl,cob,CBL,COB}" },
    { pattern: `^\\s*\\|.*${two}`, glob: "*.{md,rst,adoc,txt}" },
    { pattern: `^.{6}[^*].*'.*${two}`, glob: "*.{cpy,CPY,copy}" },
    { pattern: `INITIAL='[^'=:]{0,15}${two}[^'=:]{0,15}'`, glob: "*.{bms,BMS}" },
    { pattern: `^//(?:\\*|\\S+ +JOB\\b).*${two}`, glob: "*.{jcl,JCL}" },
  ]);
  const { lines: divisions } = yield* linesOf([
    { pattern: "^.{6}[^*]*(?:ENVIRONMENT|DATA|PROCEDURE) +DIVISION", glob: "*.{cbl,cob,CBL,COB}" },
  ]);
  const bodies = new Map(divisions.toReversed().map(({ path, line }) => [path, line]));
  const isAbove = ({ path, line }: CitedLine): boolean =>
    !OF_HEAD.test(path) || (line <= HEAD_LINES && line < (bodies.get(path) ?? HEAD_LINES));
  const kept = lines.filter((line) => (folder.keeps?.(line.path) ?? true) && isAbove(line));
  const started = yield* startedBy(kept.filter(({ path }) => /\.(?:cpy|copy)$/i.test(path)));
  const running = yield* runBy(kept.filter(({ path }) => /\.jcl$/i.test(path)));
  return rows.flatMap((program): SaidOf[] => {
    const own = kept.filter((line) => isOf(line, program, [...started, ...running]));
    return own.length === 0 ? [] : [{ program, lines: own }];
  });
}

/** Of these files only the beginning says what the whole is for. */
const OF_HEAD = /\.(?:cbl|cob|jcl)$/i;

/** A line that says what a program of that name does. */
interface Started {
  readonly line: CitedLine;
  readonly name: string;
}

function isOf(line: CitedLine, { name, path }: Row, elsewhere: readonly Started[]): boolean {
  if (line.path === path) return isComment(path, line.text);
  if (/\.(?:md|rst|adoc|txt)$/i.test(line.path)) return namesIn(line.text).includes(name.toUpperCase());
  if (/\.bms$/i.test(line.path)) return name.toUpperCase().startsWith(stemOf(line.path).toUpperCase());
  return elsewhere.some((one) => one.line === line && one.name === name.toUpperCase());
}

const namesIn = (text: string): readonly string[] => text.toUpperCase().split(/[^A-Z0-9$#@-]+/);

/** Labels of menus with the program that stands behind each. */
function* startedBy(labels: readonly CitedLine[]): Looking<readonly Started[]> {
  const paths = [...new Set(labels.map(({ path }) => path))];
  const { lines } = yield* linesOf(
    paths.map((path) => ({ pattern: "'[A-Z][A-Z0-9$#@]{3,7} *'", path, ignore_case: false })),
  );
  return labels.flatMap((label) => {
    const named = lines.find(
      ({ path, line, text }) =>
        path === label.path && line > label.line && line - label.line <= LABEL_LINES && !isComment(path, text),
    );
    const name = named && /'([A-Z][A-Z0-9$#@]{3,7}) *'/.exec(named.text)?.[1];
    return name === undefined ? [] : [{ line: label, name }];
  });
}

/** Comments of jobs with the one program that each runs. */
function* runBy(comments: readonly CitedLine[]): Looking<readonly Started[]> {
  if (comments.length === 0) return [];
  const all = (yield* steps()).rows;
  return comments.flatMap((line) => {
    const run = new Set(all.filter(({ path }) => path === line.path).flatMap((row) => programRunBy(row) ?? []));
    return [...run].map((name) => ({ line, name }));
  });
}
