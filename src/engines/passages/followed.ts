import type { RankedPassage } from "./passage.ts";
import type { Question } from "./question.ts";

/** Of the score of the passage that leads to it. */
const FOLLOWED_SHARE = 0.95;
const PERFORMED = /\bPERFORM\s+([A-Z0-9][A-Z0-9-]*)/gi;
const CALLED = /([\w$]+)\(/g;

/**
 * What the best passage performs or calls is a part of what it does: of the passages of its file that it leads to, the one that says most
 * of what it leaves out itself follows it.
 */
export function withFollowed(found: readonly RankedPassage[], { wish }: Question): readonly RankedPassage[] {
  const [best] = found;
  if (best === undefined || best.kind !== "code" || wish === "way" || wish === "reason") return found;
  const names = namesIn(best);
  const leadsTo = (one: RankedPassage): boolean =>
    one !== best && one.path === best.path && one.kind === "code" && names.has(one.titles.at(-1) ?? "");
  const next = found
    .filter((one) => leadsTo(one) && one.held.some((word) => !best.held.includes(word)))
    .sort((one, other) => newIn(other, best) - newIn(one, best) || other.score - one.score)[0];
  if (next === undefined) return found;
  const rest = found.filter((one) => one !== best && one !== next);
  return [best, { ...next, score: Math.max(next.score, best.score * FOLLOWED_SHARE) }, ...rest];
}

function namesIn({ lines, quote, path }: RankedPassage): ReadonlySet<string> {
  const pattern = /\.(?:cbl|cob|cobol|cpy)$/i.test(path) ? PERFORMED : CALLED;
  return new Set(lines.slice(...quote).flatMap((line) => [...line.matchAll(pattern)].map(([, name = ""]) => name)));
}

/** How many words of the question it says that another does not. */
const newIn = (one: RankedPassage, other: RankedPassage): number =>
  one.held.filter((word) => !other.held.includes(word)).length;
