import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { FoundPassage } from "../../result-text.ts";
import { isPackage, ownCode } from "../packages/own-code.ts";
import { sharesLines } from "../quoting/quoted-passage.ts";
import { type RankedDoer, rankedDoers } from "./rank-doers.ts";

/** By so much the logarithm of a passage's score grows where it lies in the likeliest function; learnt on two packages, tried on two others. */
const DOER_WEIGHT = 0.5;
/** What is so much less likely than the likeliest function gains nothing. */
const BEHIND_MAX = 4;

/** Passages anew in their order, by how likely the function that each lies in does what is asked as well: words are near it in one, its name and what is said of it in the other. */
export function* byDoers(
  found: readonly FoundPassage[],
  question: string,
  folder: Folder,
): Looking<readonly FoundPassage[]> {
  if (found.length < 2 || !isPackage(folder)) return found;
  const { ranked } = rankedDoers(question, yield* ownCode(folder));
  const functions = ranked.filter(({ unit }) => unit.kind === "function");
  const best = ranked[0]?.score ?? 0;
  return found
    .map((one) => {
      const holding = functions.find((doer) => sharesLines(one, placeOf(doer)));
      const behind = holding === undefined ? BEHIND_MAX : Math.min(BEHIND_MAX, best - holding.score);
      return { ...one, score: one.score * Math.exp(DOER_WEIGHT * (1 - behind / BEHIND_MAX)) };
    })
    .toSorted((one, other) => other.score - one.score);
}

/** Where a function stands, with what is said of it. */
const placeOf = ({ file: { path }, unit: { at, end, said } }: RankedDoer) => ({
  path,
  from: Math.min(at + 1, ...said.map(({ line }) => line)),
  to: end + 1,
});
