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

/** Of a file that a folder has: what people keep in one has far fewer, and each takes fifty times its bytes. */
const JSON_VALUES_MAX = 250_000;

/** The same of a text that nobody has parsed yet: a parsed bracket takes a hundred times its byte. */
export const textNestsTooDeep = (text: string): boolean => sizeOf(text).depth > JSON_DEPTH_MAX;

/**
 * The value of a JSON text that a folder brings, counted before it is parsed.
 * @throws {SyntaxError} when it is none, nests too deep or has too many values
 */
export function parseFolderJson(text: string): unknown {
  const { depth, values } = sizeOf(text);
  if (depth > JSON_DEPTH_MAX) throw new SyntaxError(`it nests deeper than ${JSON_DEPTH_MAX} levels`);
  if (values > JSON_VALUES_MAX) throw new SyntaxError(`it has more than ${JSON_VALUES_MAX} values`);
  return JSON.parse(text);
}

const LEVELS: Readonly<Record<string, number>> = { "[": 1, "{": 1, "]": -1, "}": -1 };

/** How deep it nests and how many values its brackets and commas begin, counted until it nests too deep. */
function sizeOf(text: string): { readonly depth: number; readonly values: number } {
  let level = 0;
  let depth = 0;
  let values = 1;
  let isQuoted = false;
  for (let at = 0; at < text.length && depth <= JSON_DEPTH_MAX; at++) {
    const letter = text[at] ?? "";
    if (letter === "\\" && isQuoted) at++;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted) {
      const step = LEVELS[letter] ?? 0;
      level += step;
      depth = Math.max(depth, level);
      if (step > 0 || letter === ",") values++;
    }
  }
  return { depth, values };
}
