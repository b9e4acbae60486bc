import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { foldersIn } from "../../file-names.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import { git, quote } from "../../query/git.ts";
import { formsOf, holdsWord } from "../../reading/word-forms.ts";
import { search } from "../answer.ts";
import { type Commit, firstOfFiles, hashOf } from "./found-commits.ts";
import { type HistoryQuestion, tellingWords } from "./said-of-history.ts";

/** The commit that brought the first files of a part of the project, and what is said of it. */
interface Brought {
  readonly commit: Commit;
  readonly said: readonly string[];
}

/** A folder that words describe. */
export interface DescribedFolder {
  readonly path: string;
  /** Words that stand in its path. */
  readonly held: readonly string[];
  readonly others: readonly string[];
}

/**
 * "When did the pending payments come in": of the one folder whose path holds most of the words, and whose files hold the
 * others, the oldest commit that added files; undefined where there is no such folder, or it is one of several.
 */
export function* broughtPart({ deed, words }: HistoryQuestion, { paths }: Folder): Looking<Brought | undefined> {
  const folder = deed === "added" ? folderDescribed(tellingWords(words), paths) : undefined;
  if (!folder) return undefined;
  const { path, held, others } = folder;
  for (const word of others) {
    const { lines } = yield* search(formsOf(word), { path, limit: 1 });
    if (!lines.some(({ text }) => holdsWord(text, word))) return undefined;
  }
  const commit = yield* firstOfFiles([path]);
  if (commit === undefined) return undefined;
  const added = yield* git(`git show --format= --name-only --diff-filter=A ${hashOf(commit)} -- ${quote(path)}`);
  const count = added?.length ?? 0;
  const inside = others.length === 0 ? "" : `, and ${quoted(others)} stands in lines of files below it`;
  const title = `The first commit that added files to ${path}, ${count === 1 ? "one" : count} of them (git log --diff-filter=A):`;
  return {
    commit,
    said: [`I took it as the folder ${path}: its path says ${quoted(held)}${inside}.`, title, `- ${commit}`],
  };
}

const quoted = (words: readonly string[]): string => words.map((word) => `"${word}"`).join(" and ");

/** The one folder whose path holds most of the words, at least one of them in its own name. */
export function folderDescribed(words: readonly string[], paths: readonly string[]): DescribedFolder | undefined {
  const scored = foldersIn(paths).flatMap((path) => {
    const name = wordParts(path.slice(path.lastIndexOf("/") + 1)).join(" ");
    const whole = wordParts(path).join(" ");
    const held = words.filter((word) => holdsWord(whole, word));
    return held.some((word) => holdsWord(name, word)) ? [{ path, held }] : [];
  });
  const most = Math.max(0, ...scored.map(({ held }) => held.length));
  const [best, ...rivals] = scored.filter(({ held }) => held.length === most);
  // What is said of it besides may be what it is not: half of the words at least must name it.
  if (!best || rivals.length > 0 || most * 2 < words.length) return undefined;
  return { ...best, others: words.filter((word) => !best.held.includes(word)) };
}
