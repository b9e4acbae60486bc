import type { Dd, DdEntry, JclStep } from "./jcl-model.ts";

/**
 * Lays the DDs that follow an EXEC of a procedure over the steps of that procedure. `STEP.DD` goes to its step; a name
 * without a step goes where the one before it went, at first to the first step.
 */
export function applyOverrides(steps: readonly JclStep[], overrides: readonly Dd[]): readonly JclStep[] {
  if (steps.length === 0 || overrides.length === 0) return steps;
  const changed = steps.map((step) => ({ ...step, dds: [...step.dds] }));
  const first = changed.find((step) => step.program) ?? changed[0];
  let target = first;
  for (const override of overrides) {
    const dot = override.name.lastIndexOf(".");
    if (dot > 0) target = changed.find((step) => step.name === override.name.slice(0, dot)) ?? target;
    if (!target) continue;
    const name = override.name.slice(dot + 1);
    const at = target.dds.findIndex((dd) => dd.name === name);
    const existing = target.dds[at];
    if (existing) target.dds[at] = { name, entries: merged(existing.entries, override.entries) };
    else target.dds.push({ name, entries: override.entries.map((entry) => ({ ...entry, isOverride: true })) });
  }
  return changed;
}

/** Entry by entry: what the override says wins, what it does not say stays; entries beyond the override stay. */
function merged(originals: readonly DdEntry[], overrides: readonly DdEntry[]): DdEntry[] {
  const entries: DdEntry[] = [];
  for (let index = 0; index < Math.max(originals.length, overrides.length); index++) {
    const original = originals[index];
    const override = overrides[index];
    if (!override) {
      if (original) entries.push(original);
      continue;
    }
    const isReplaced = override.data !== undefined || override.parameters.has("") || override.parameters.has("SYSOUT");
    const kept = isReplaced ? [] : [...(original?.parameters ?? [])];
    const data = override.data ?? (override.parameters.has("DSN") || isReplaced ? undefined : original?.data);
    entries.push({
      ...override,
      isOverride: true,
      parameters: new Map([...kept, ...override.parameters]),
      ...(data && { data }),
    });
  }
  return entries;
}
