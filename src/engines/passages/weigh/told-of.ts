import { isComment } from "../code-lines.ts";
import type { Candidate } from "../rarity.ts";
import type { Hit } from "../term-matcher.ts";

const NAME_CHARS_MIN = 4;
const ENDING = /(?<=.)\.\w+$/;
/** What no word of a language is written as. */
const AS_NAME = /\d|^[A-Z][A-Z\d]+$|[-_]|[a-z][A-Z]/;

export const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
export const stemOf = (path: string): string => nameOf(path).replace(ENDING, "");

/** Files by what a text would call them: their whole name, and that without its ending where it cannot be a word. */
export function namedFiles(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const named = new Map<string, string[]>();
  for (const path of paths) {
    const stem = stemOf(path);
    const isName = stem.length >= NAME_CHARS_MIN && AS_NAME.test(stem);
    for (const name of new Set([nameOf(path), ...(isName ? [stem] : [])])) {
      const key = name.toLowerCase();
      named.set(key, [...(named.get(key) ?? []), path]);
    }
  }
  return named;
}

/** A line that names more than a pair of files, as a job and its program are, tells them not apart. */
const NAMED_MAX = 2;
const JOB = /\.(?:jcl|prc|proc)$/i;

/** What a passage tells of other files: a line of a document or comment that names one, the comments of a step that runs it, the block that defines it. */
export function toldOfOthers(
  { passage, lineHits }: Candidate,
  named: ReadonlyMap<string, readonly string[]>,
): readonly (readonly [path: string, hits: readonly Hit[]])[] {
  const { path, kind, lines } = passage;
  if (kind === "outline") return [];
  const told = (text: string, hits: readonly Hit[]) =>
    hits.length === 0 ? [] : filesIn(text, path, named).map((other) => [other, hits] as const);
  const isRemark = (index: number): boolean => isComment(path, lines[index] ?? "");
  if (kind === "settings") return told(lines.join("\n"), lineHits.flat());
  if (JOB.test(path))
    return told(
      lines.join("\n"),
      lineHits.flatMap((hits, index) => (isRemark(index) ? hits : [])),
    );
  return lineHits.flatMap((hits, index) => (kind === "prose" || isRemark(index) ? told(lines[index] ?? "", hits) : []));
}

function filesIn(text: string, own: string, named: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const words = text.match(/[\w$#@.-]*\w/g) ?? [];
  const found = new Set(words.flatMap((word) => named.get(word.toLowerCase()) ?? []));
  found.delete(own);
  return found.size > NAMED_MAX ? [] : [...found];
}
