/** One figure of a benchmark. A `target` is what it must not exceed (`<=`) or must reach (`>=`), in its unit. */
export interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** Whether a figure keeps its target; undefined when it has none. */
export function keepsTarget({ value, target }: Measurement): boolean | undefined {
  const match = target === undefined ? undefined : /^(<=|>=|<|>)\s*([\d.,]+)/.exec(target);
  if (!match) return undefined;
  const bound = Number(match[2]?.replaceAll(",", ""));
  switch (match[1]) {
    case "<=":
      return value <= bound;
    case ">=":
      return value >= bound;
    case "<":
      return value < bound;
    default:
      return value > bound;
  }
}
