/** `npm run soak` tries everything that there is to try; the run of every day a part of it, which is always the same. */
export const isSoak = (process.env["TEST_SOAK"] ?? "") !== "";
const SOAK_TIMES = 10;

/** How often something is tried with what is drawn at random: ten times as often by `npm run soak`. */
export const rounds = (everyDay: number): number => everyDay * (isSoak ? SOAK_TIMES : 1);

/** So many seeds, each for one round. */
export const seeds = (everyDay: number): readonly number[] =>
  Array.from({ length: rounds(everyDay) }, (_, index) => index + 1);

/**
 * One in so many of the cases that show the same; all of them by `npm run soak`.
 * @param at  the place of what the cases are tried with in a list of its own: with each next one it is the turn of other cases, so
 *            that each case is tried with some of them and each of them with some cases
 */
export const inTurn = <const T>(oneIn: number, cases: readonly T[], at = 0): readonly T[] =>
  isSoak ? cases : cases.filter((_, index) => (index + at) % oneIn === 0);
