/** No tool takes values this deep, and what walks them (checks, the log, the next request) has a stack. */
export const JSON_DEPTH_MAX = 500;

/** Goes level by level, so that no depth can overflow the stack. */
export function nestsTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > JSON_DEPTH_MAX) return true;
    const next: unknown[] = [];
    for (const item of level)
      if (typeof item === "object" && item !== null) for (const member of Object.values(item)) next.push(member);
    level = next;
  }
  return false;
}
