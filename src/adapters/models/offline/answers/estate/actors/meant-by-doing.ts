import type { Looking } from "../../../looking.ts";
import { inEnglish } from "../../../portuguese/as-english.ts";
import type { Context } from "../../../query/draft.ts";
import { filesHolding } from "../../../query/rows/found.ts";
import { plain } from "../../../reading/tokens.ts";
import { writtenOut } from "../../../reading/written-out.ts";
import { actorsMeant, takenActor } from "./actor-meant.ts";

/** As `MeantPrograms`, which is found by this as well. */
interface MeantByDoing {
  readonly names: readonly string[];
  readonly paths: readonly string[];
  readonly steps: readonly string[];
  readonly taken: string;
}

/** The program that does what a question speaks of. */
export function* meantByDoing(
  own: string,
  does: string | undefined,
  { folder }: Context,
): Looking<MeantByDoing | undefined> {
  const said = writtenOut(plain(inEnglish(own)));
  const actors = yield* actorsMeant(said, folder);
  const paths = actors.map(({ program }) => program.path);
  const doing = does === undefined ? undefined : yield* filesHolding(does, paths);
  const [best] = actors;
  // Of several that are described alike, none is known to be meant.
  if (!best || actors.length > 1 || (doing !== undefined && paths.some((path) => !doing.has(path)))) return undefined;
  const taken = takenActor(said, best);
  return { names: [best.program.name], paths: [best.program.path], steps: [], taken };
}
