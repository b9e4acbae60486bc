import { type Phrase, phrase, type Words } from "./phrase.ts";

/**
 * The word of `known` that `word` was most likely meant to be: one slip of the pen away, two in a word of six letters or more.
 * A slip is a letter too many, too few, a wrong one, or two that changed places (optimal string alignment). Case does not count.
 */
export function nearWord(word: string, known: readonly string[]): string | undefined {
  const slipsMax = word.length < 3 ? 0 : word.length < 6 ? 1 : 2;
  let best: { readonly word: string; readonly slips: number } | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - word.length) > slipsMax) continue;
    const slips = slipsBetween(word.toLowerCase(), candidate.toLowerCase());
    if (slips <= slipsMax && slips < (best?.slips ?? Number.POSITIVE_INFINITY)) best = { word: candidate, slips };
  }
  return best?.word;
}

/** `did you mean X?` where a word is near. */
export function nearGuess(word: string, known: readonly string[], shown = (near: string) => near): Phrase | undefined {
  const near = nearWord(word, known);
  return near === undefined ? undefined : phrase`did you mean ${shown(near)}?`;
}

/** The same or nothing, to stand between what is wrong and what there is. */
export function didYouMean(...about: Parameters<typeof nearGuess>): Words {
  const guess = nearGuess(...about);
  return guess === undefined ? "" : phrase`${guess} `;
}

/** So many names are told whole; of more, those that are near. */
const LISTED_MAX = 8;
const NEAR_MAX = 4;
const NAME_CHARACTERS_MAX = 64;

/** What a model is told whose call has the name of no tool: those that it can have meant, and where all stand. */
export function noSuchTool(name: string, tools: readonly string[]): string {
  const shown = name.length > NAME_CHARACTERS_MAX ? `${name.slice(0, NAME_CHARACTERS_MAX)}…` : name;
  if (tools.length <= LISTED_MAX) return `There is no tool "${shown}"; there are: ${tools.join(", ")}.`;
  const near = nearTools(name, tools);
  const likely = near.length === 0 ? "" : ` Near it: ${near.join(", ")}.`;
  return `There is no tool "${shown}".${likely} All ${tools.length} stand in your list of tools, or in what one of them offers.`;
}

/** One a slip away, else those that share most words with it. */
function nearTools(name: string, tools: readonly string[]): readonly string[] {
  const slip = nearWord(name, tools);
  if (slip !== undefined) return [slip];
  const wanted = wordsOf(name);
  const sharedBy = (tool: string): number => wordsOf(tool).filter((word) => wanted.includes(word)).length;
  const most = Math.max(1, ...tools.map(sharedBy));
  return tools.filter((tool) => sharedBy(tool) === most).slice(0, NEAR_MAX);
}

/** The words that a name is put together of, each without its plural: `getFiles` and `get_file` have the same. */
function wordsOf(name: string): readonly string[] {
  const parts = name
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.filter((part) => part.length > 1).map((part) => part.replace(/(?<=..)s$/, ""));
}

function slipsBetween(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwap =
        row > 1 && column > 1 && left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] ?? 0;
}
