/** How much a model thinks before it answers, from not at all to as much as it can. */
export const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] as const;
export type Effort = (typeof EFFORTS)[number];

export function isEffort(text: string): text is Effort {
  return (EFFORTS as readonly string[]).includes(text);
}

/**
 * The effort of `offered` that comes nearest to what is wanted: the most that is not more, else the least. Thinking is switched off only where
 * that is wanted and can be had.
 * @param offered  in any order
 * @returns        undefined where nothing is offered
 */
export function nearestEffort(wanted: Effort, offered: readonly Effort[]): Effort | undefined {
  const rank = (effort: Effort): number => EFFORTS.indexOf(effort);
  if (offered.includes(wanted)) return wanted;
  const thinking = offered.filter((effort) => effort !== "none").toSorted((left, right) => rank(left) - rank(right));
  return thinking.findLast((effort) => rank(effort) <= rank(wanted)) ?? thinking[0];
}
