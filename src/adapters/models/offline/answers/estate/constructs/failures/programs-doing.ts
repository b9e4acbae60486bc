import type { Looking } from "../../../../looking.ts";
import type { Context } from "../../../../query/draft.ts";
import { keptPrograms } from "../../../../query/rows/estate.ts";
import type { MeantPrograms } from "../../dossiers/meant-programs.ts";
import { baseFirst } from "../../operations/modules.ts";
import { type ProgramText, pathsHolding, programTexts } from "../cobol-text.ts";
import { programMeant, type Which } from "../program-meant.ts";

interface Doing {
  /** The program that is meant, where one is. */
  readonly meant: MeantPrograms | undefined;
  /** Those of it, or of all, that do so, and the text of the first. */
  readonly paths: readonly string[];
  readonly texts: readonly ProgramText[];
}

const PROGRAMS_MAX = 16;

/** Who does what a pattern says, or the one that a question names or describes; a single word describes none. */
export function* programsDoing(own: string, { words, does }: Required<Which>, context: Context): Looking<Doing> {
  const meant = yield* programMeant(own, { words: words.length > 1 ? words : [], does }, context);
  const all = (yield* keptPrograms(context.folder)).map(({ path }) => path);
  const paths = yield* pathsHolding(does, meant?.paths ?? all);
  const base = baseFirst(
    paths.map((path) => ({ path })),
    context.folder,
  );
  return { meant, paths, texts: yield* programTexts(base.slice(0, PROGRAMS_MAX).map(({ path }) => path)) };
}
