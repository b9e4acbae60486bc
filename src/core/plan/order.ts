import type { PlanStep } from "../protocol/plan.ts";

type Node = Pick<PlanStep, "id" | "needs">;

/** For each step the ids of those that need it, in plan order. Linear in steps and needs. */
export function dependentsOf(steps: readonly Node[]): ReadonlyMap<string, readonly string[]> {
  const dependents = new Map<string, string[]>(steps.map(({ id }) => [id, []]));
  for (const { id, needs } of steps) for (const need of new Set(needs)) dependents.get(need)?.push(id);
  return dependents;
}

/** Steps so that each comes after its needs (Kahn 1962), and those that never can because they need each other. */
export function orderSteps(steps: readonly Node[]): {
  readonly order: readonly string[];
  readonly cyclic: readonly string[];
} {
  const dependents = dependentsOf(steps);
  const unmet = new Map(
    steps.map(({ id, needs }) => [id, [...new Set(needs)].filter((need) => dependents.has(need)).length]),
  );
  const order = steps.flatMap(({ id }) => (unmet.get(id) === 0 ? [id] : []));
  for (let index = 0; index < order.length; index++) {
    for (const dependent of dependents.get(order[index] ?? "") ?? []) {
      const left = (unmet.get(dependent) ?? 0) - 1;
      unmet.set(dependent, left);
      if (left === 0) order.push(dependent);
    }
  }
  const ordered = new Set(order);
  return { order, cyclic: steps.flatMap(({ id }) => (ordered.has(id) ? [] : [id])) };
}

/** One circle of needs as `a → b → a`, when there is one. */
export function findCircle(steps: readonly Node[]): readonly string[] | undefined {
  const cyclic = new Set(orderSteps(steps).cyclic);
  const needs = new Map(steps.map((step) => [step.id, step.needs]));
  let current = [...cyclic][0];
  const path: string[] = [];
  while (current !== undefined) {
    const seen = path.indexOf(current);
    if (seen >= 0) return [...path.slice(seen), current];
    path.push(current);
    // Every step left over needs another one left over, so this walk must come back to itself.
    current = needs.get(current)?.find((need) => cyclic.has(need));
  }
  return undefined;
}

/** All steps that a step needs, directly or through others. */
export function allNeedsOf(id: string, needs: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...(needs.get(id) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(needs.get(next) ?? []));
  }
  return found;
}
