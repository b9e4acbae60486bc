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

const LEVELS: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

/** The same of a text that nobody has parsed yet: a parsed bracket takes a hundred times its byte. */
export function textNestsTooDeep(text: string): boolean {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "\\" && isQuoted) at++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted) depth += LEVELS[letter ?? ""] ?? 0;
    if (depth > JSON_DEPTH_MAX) return true;
  }
  return false;
}
