import { type KeyLevel, lineKey } from "./line-keys.ts";

/** Finds runs of lines. Its whole work is bounded by a multiple of the input, so no patch makes it more than linear. */
export interface LineFinder {
  readonly lines: readonly string[];
  /** Whether the file and what is searched for are small enough to be compared otherwise than to the letter. */
  readonly comparesLoosely: boolean;
  /**
   * Every index at which the needle stands, ascending.
   * @returns `exhausted` once the budget is spent
   */
  find(needle: readonly string[], level: KeyLevel): readonly number[] | "exhausted";
  /** Whether the needle stands at the index. */
  standsAt(needle: readonly string[], index: number, level: KeyLevel): boolean;
  /** Every line that begins with the text, indentation aside. */
  findPrefix(text: string): readonly number[] | "exhausted";
}

const WORK_PER_LINE = 400;
const WORK_MIN = 2_000_000;
/** Looking up by posting lists pays only when several runs are wanted. */
const SCANS_MAX = 4;

/** Above these characters of a file or of a patch each level would take seconds, and memory a hundredfold; what is right to the letter is found in any. */
const LOOSE_FILE_CHARS_MAX = 4_000_000;
const LOOSE_PATCH_CHARS_MAX = 200_000;

/** @param wanted  all lines that the patch searches for, which widen the budget */
export function createLineFinder(lines: readonly string[], wanted: readonly string[]): LineFinder {
  let budget = WORK_MIN + WORK_PER_LINE * (lines.length + wanted.length);
  const comparesLoosely = !isLonger(lines, LOOSE_FILE_CHARS_MAX) && !isLonger(wanted, LOOSE_PATCH_CHARS_MAX);
  const keyed = new Map<KeyLevel, readonly string[]>([["exact", lines]]);
  const postings = new Map<KeyLevel, ReadonlyMap<string, readonly number[]>>();
  const scans = new Map<KeyLevel, number>();

  const keysOf = (level: KeyLevel): readonly string[] => {
    let keys = keyed.get(level);
    if (keys === undefined) {
      keys = lines.map((line) => lineKey(line, level));
      keyed.set(level, keys);
    }
    return keys;
  };

  const postingsAt = (level: KeyLevel): ReadonlyMap<string, readonly number[]> | undefined => {
    const count = (scans.get(level) ?? 0) + 1;
    scans.set(level, count);
    if (count > SCANS_MAX && !postings.has(level)) postings.set(level, postingsOf(keysOf(level)));
    return postings.get(level);
  };

  const hitsOfRarest = (
    wanted: readonly string[],
    level: KeyLevel,
  ): { readonly hits: readonly number[]; readonly index: number } => {
    const counted = postingsAt(level);
    const { text, index } = pickPivot(wanted, counted);
    const hits = counted === undefined ? scan(keysOf(level), text) : (counted.get(text) ?? []);
    budget -= counted === undefined ? lines.length / 8 : hits.length;
    return { hits, index };
  };

  const find = (needle: readonly string[], asked: KeyLevel): readonly number[] | "exhausted" => {
    const level = comparesLoosely ? asked : "exact";
    if (needle.length === 0 || needle.length > lines.length) return [];
    const haystack = keysOf(level);
    const wanted = level === "exact" ? needle : needle.map((line) => lineKey(line, level));
    const { hits, index } = hitsOfRarest(wanted, level);
    const limit = 4 * (haystack.length + wanted.length);
    if (hits.length * wanted.length > limit) {
      budget -= limit / 4;
      return budget < 0 ? "exhausted" : findAll(haystack, wanted);
    }
    budget -= hits.length * wanted.length;
    if (budget < 0) return "exhausted";
    return hits.map((hit) => hit - index).filter((start) => matchesAt(haystack, wanted, start));
  };

  const standsAt = (needle: readonly string[], index: number, level: KeyLevel): boolean =>
    matchesAt(
      lines.slice(Math.max(index, 0), index + needle.length).map((line) => lineKey(line, level)),
      needle.map((line) => lineKey(line, level)),
      index < 0 ? -1 : 0,
    );

  const findPrefix = (text: string): readonly number[] | "exhausted" => {
    budget -= lines.length;
    if (budget < 0) return "exhausted";
    if (!comparesLoosely) return [];
    const wanted = lineKey(text, "indentation");
    const keys = keysOf("indentation");
    return [...keys.keys()].filter((index) => keys[index]?.startsWith(wanted));
  };

  return { lines, comparesLoosely, find, standsAt, findPrefix };
}

function isLonger(lines: readonly string[], charsMax: number): boolean {
  let chars = 0;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > charsMax) return true;
  }
  return false;
}

function postingsOf(keys: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, key] of keys.entries()) {
    const list = found.get(key);
    if (list === undefined) found.set(key, [index]);
    else list.push(index);
  }
  return found;
}

/** The rarest line of the needle, or the longest where nothing is counted yet. */
function pickPivot(
  needle: readonly string[],
  counted: ReadonlyMap<string, readonly number[]> | undefined,
): { readonly text: string; readonly index: number } {
  let best = { text: needle[0] ?? "", index: 0 };
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const [index, text] of needle.entries()) {
    const score = counted === undefined ? text.length : -(counted.get(text)?.length ?? 0);
    if (score > bestScore) {
      bestScore = score;
      best = { text, index };
    }
  }
  return best;
}

function scan(haystack: readonly string[], text: string): number[] {
  const hits: number[] = [];
  for (let at = haystack.indexOf(text); at !== -1; at = haystack.indexOf(text, at + 1)) hits.push(at);
  return hits;
}

function matchesAt(haystack: readonly string[], needle: readonly string[], start: number): boolean {
  if (start < 0 || start + needle.length > haystack.length) return false;
  for (let at = 0; at < needle.length; at++) if (haystack[start + at] !== needle[at]) return false;
  return true;
}

/** Knuth, Morris, Pratt (1977): every occurrence in one pass, also where all lines look alike. */
function findAll(haystack: readonly string[], needle: readonly string[]): number[] {
  const fallback = fallbackOf(needle);
  const starts: number[] = [];
  let matched = 0;
  for (let at = 0; at < haystack.length; ) {
    if (haystack[at] === needle[matched]) {
      at++;
      matched++;
      if (matched < needle.length) continue;
      starts.push(at - matched);
      matched = fallback[matched] ?? 0;
    } else if (matched > 0) matched = fallback[matched] ?? 0;
    else at++;
  }
  return starts;
}

/** After how many lines of the needle its beginning stands again, where a match of so many breaks off. */
function fallbackOf(needle: readonly string[]): Int32Array {
  const fallback = new Int32Array(needle.length + 1);
  fallback[0] = -1;
  for (let at = 1, matched = 0; at < needle.length; ) {
    if (needle[at] === needle[matched]) fallback[++at] = ++matched;
    else if (matched > 0) matched = fallback[matched] ?? 0;
    else fallback[++at] = 0;
  }
  return fallback;
}
