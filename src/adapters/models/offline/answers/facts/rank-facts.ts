import { type WeighedTold, weighTold } from "../../../../../engines/passages/weigh-told.ts";
import type { Fact } from "./code-facts.ts";

export interface RankedFact extends WeighedTold {
  readonly fact: Fact;
  readonly score: number;
}

/** What builds the project, or was generated, is seldom what is asked of. */
const APART_COST = 0.08;
const APART = /(?:^|\/)(?:scripts?|tools|build)\/|\.gen\.\w+$|(?:^|\/)generated\/|^[^/]+\.config\.\w+$/;
const NAME_WORTH = 0.25;

/** Facts by how well they say what the words ask, the best first. */
export function rankedFacts(words: readonly string[], facts: readonly Fact[]): readonly RankedFact[] {
  const weighed = weighTold(words, facts);
  return facts
    .flatMap((fact, index): readonly RankedFact[] => {
      const told = weighed[index];
      if (!told) return [];
      const score = told.coverage + NAME_WORTH * told.named - (APART.test(fact.path) ? APART_COST : 0);
      return [{ ...told, fact, score }];
    })
    .toSorted((one, other) => other.score - one.score);
}
