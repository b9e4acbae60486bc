import { describedRows } from "../../../described-rows.ts";
import type { Looking } from "../../../looking.ts";
import { readNames } from "../../../names.ts";
import type { Context } from "../../../query/draft.ts";
import { jobs, programRunBy, steps } from "../../../query/rows/estate.ts";
import type { Row } from "../../../query/shape.ts";
import { IT } from "../../../reading/pronoun.ts";
import { readTokens } from "../../../reading/tokens.ts";
import { describedPrograms } from "../dossiers/meant-programs.ts";
import { describedJob, scopeOf } from "../outcomes.ts";

/**
 * The jobs that a question names, by themselves or by a program that they run; that "it" stands for; or that words describe; else the only one.
 * @param words  that describe one; by none only what is named counts
 */
export function* jobsMeant(own: string, words: readonly string[], context: Context): Looking<readonly Row[]> {
  const { folder, before } = context;
  const known = (yield* jobs()).rows.filter(({ path }) => folder.keeps?.(path) ?? true);
  const called = (names: readonly string[]): readonly Row[] =>
    known.filter(({ name }) => names.some((one) => one.toUpperCase() === name.toUpperCase()));
  const { things } = yield* readNames(readTokens(own), folder, { alsoWords: false, isHowTo: false });
  const named = called(things.filter(({ kind }) => kind === "job").map(({ name }) => name));
  if (named.length > 0) return named;
  const { names, paths } = yield* scopeOf(own, folder);
  if (paths.length > 0) return called([...names, ...(yield* jobsRunning(names))]);
  const spoken = before.find(({ kind }) => kind === "job")?.rows ?? [];
  if (IT.test(own) && spoken.length === 1) return called(spoken.map(({ name }) => name));
  const described = called((yield* describedJob(own, folder)).map(({ name }) => name));
  if (described.length > 0) return described;
  if (known.length === 1) return known;
  const [best] = words.length === 0 ? [] : yield* describedRows({ kind: "job", noun: "job", words }, known, context);
  if (best) return [best.row];
  const programs = words.length < WORDS_MIN ? undefined : yield* describedPrograms({ words }, context);
  return programs ? called(yield* jobsRunning(programs.names)) : [];
}

/** One word alone is said of too much. */
const WORDS_MIN = 2;

/** The names of the jobs of which a step runs one of the programs. */
function* jobsRunning(names: readonly string[]): Looking<readonly string[]> {
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  return (yield* steps()).rows.flatMap((row) =>
    wanted.has(programRunBy(row) ?? "") ? [row.name.split("/")[0] ?? ""] : [],
  );
}
