import { escapeRegExp } from "../../../base/glob.ts";
import type { Passage } from "../passage.ts";
import type { Question } from "../question.ts";
import type { Hit } from "../term-matcher.ts";
import { stemOf } from "./told-of.ts";

/** What is run by a job or a transaction is behind its name, though not in a file of that name. */
const BEHIND = 0.8;
const NAME_CHARS_MIN = 4;

/**
 * Where a name that a question says is at home: files of that name, what a manifest or a definition says is run by it, and what jobs of that
 * name execute. All that stands there speaks of it without repeating it.
 * @param passages  all that were read
 * @returns         for each path the hits of the words that the name is made of
 */
export function homesOf(
  { written, terms }: Question,
  passages: readonly Passage[],
): ReadonlyMap<string, readonly Hit[]> {
  const names = written.filter(({ name }) => name.length >= NAME_CHARS_MIN);
  const homes = new Map<string, readonly Hit[]>();
  if (names.length === 0) return homes;
  const paths = [...new Set(passages.map(({ path }) => path))];
  const byStem = Map.groupBy(paths, (path) => stemOf(path).toLowerCase());
  for (const { name, said } of names) {
    const own = byStem.get(stemOf(name).toLowerCase()) ?? [];
    const behind = [...aliasesOf(name, passages), ...executedBy(own, passages)].flatMap((other) =>
      filesOf(other, paths),
    );
    for (const [path, strength] of [
      ...behind.map((one) => [one, BEHIND] as const),
      ...own.map((one) => [one, 1] as const),
    ])
      homes.set(path, [
        ...(homes.get(path) ?? []),
        ...terms.flatMap((term, index) => (said.includes(term.said) ? [{ term: index, strength, isOwn: true }] : [])),
      ]);
  }
  return homes;
}

/** What a manifest or a definition of resources gives a name to: `tool = "package.module:main"`, `TRANSACTION(T) … PROGRAM(P)`. */
function aliasesOf(name: string, passages: readonly Passage[]): readonly string[] {
  const given = new RegExp(`^\\s*["']?${escapeRegExp(name)}["']?\\s*[=:]\\s*["']([\\w./-]+)`);
  const defined = new RegExp(`\\bTRANSACTION\\(${escapeRegExp(name)}\\)`, "i");
  return passages
    .filter(({ kind }) => kind === "settings")
    .flatMap(({ lines }) => {
      const programs = lines.some((line) => defined.test(line)) ? lines.flatMap((line) => namesIn(line, PROGRAM)) : [];
      return [...lines.flatMap((line) => namesIn(line, given)), ...programs];
    });
}

const PROGRAM = /\bPROGRAM\((\w+)\)/i;
const EXECUTED = /\bPGM=(\w+)/i;

const executedBy = (paths: readonly string[], passages: readonly Passage[]): readonly string[] =>
  passages
    .filter(({ path }) => paths.includes(path) && /\.(?:jcl|prc|proc)$/i.test(path))
    .flatMap(({ lines }) => lines.flatMap((line) => namesIn(line, EXECUTED)));

const namesIn = (line: string, pattern: RegExp): readonly string[] => {
  const found = pattern.exec(line)?.[1];
  return found === undefined ? [] : [found];
};

/** Files that a value names by their path, by dots instead of it, or by their name alone. */
function filesOf(value: string, paths: readonly string[]): readonly string[] {
  const wanted = value.replace(/^\.\//, "").replace(/\.(?:[cm]?[jt]s|py)$/, "");
  const ends = [wanted, wanted.replaceAll(".", "/")].map((one) => `/${one}`.toLowerCase());
  return paths.filter((path) => ends.some((end) => `/${path.replace(/\.\w+$/, "")}`.toLowerCase().endsWith(end)));
}
