import { firstNames } from "../../cut-lists.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { KINDS } from "../../query/kinds.ts";
import type { Row } from "../../query/shape.ts";
import { meaningsOf } from "../../query/words.ts";
import { plain } from "../../reading/tokens.ts";
import { answered, listedInOrder } from "../answer.ts";

const FILES_MAX = 8;

/** "Which file has most of them", "which file has the most functions": of rows each with a path. */
const MOST =
  /^\W*(?:(?:and|e|so) )?(?:in )?(?:which|what|que|qual|em que) (?:of the )?(?:(?:test|source|python|typescript|javascript) )?(?:files?|modules?|ficheiros?|arquivos?|modulos?)(?: of tests?| de testes?)? (?:has|have|had|holds?|contains?|declares?|defines?|tem|contem|with) (?:the |o )?(?:most|mais|largest number|highest number|maior numero|greatest number)(?: (?:of|de)\b)?(?: (?:the|os|as)\b)? ?(.*?)\W*$/;
const OF_BEFORE = /^(?:|them|those|these|it|tests? of them|deles|delas|esses|essas)$/;

/** How many of what was spoken of, or of a kind, each file has, the most first. */
export function* answerMostOfThem(part: string, context: Context): Looking<QueryAnswer | undefined> {
  const match = MOST.exec(plain(part));
  if (!match) return undefined;
  const rows = yield* meantRows(match[1] ?? "", context);
  if (!rows || rows.length === 0) return undefined;
  const counted = countsOf(rows.map(({ path }) => path));
  const [first] = counted;
  if (!first) return undefined;
  const said = counted.map(([path, count]) => `${path}: ${count}`);
  const most = counted.filter(([, count]) => count === first[1]).map(([path]) => path);
  const title =
    most.length === 1
      ? `Most are in ${first[0]}, ${first[1]} of ${rows.length}`
      : `${most.length} files share the first place with ${first[1]} of ${rows.length} each`;
  return {
    answer: { ...answered(listedInOrder(title, said, said.length, FILES_MAX)), obeyed: "all" },
    groups: [
      { kind: "file", rows: most.map((path) => ({ kind: "file", name: path, path, line: 1 })) },
      ...context.before,
    ],
  };
}

/** What was spoken of before, where the words point at it; else all of the kind that they name. */
function* meantRows(noun: string, { before, folder }: Context): Looking<readonly Row[] | undefined> {
  if (OF_BEFORE.test(noun)) return before[0]?.rows.filter(({ path }) => path !== "");
  const [kind] = meaningsOf(noun).flatMap((meaning) => (meaning.is === "noun" ? meaning.kinds : []));
  const rows = kind === undefined ? undefined : KINDS[kind].rows?.(folder, {});
  const found = rows && (yield* rows);
  return found?.isWhole === true ? found.rows : undefined;
}

const countsOf = (paths: readonly string[]): readonly (readonly [path: string, count: number])[] => {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
};

/** How many each file has, where there are several. */
export function byFile(paths: readonly string[]): string {
  const counts = countsOf(paths);
  if (counts.length < 2) return "";
  const said = counts.map(([path, count]) => `${path} ${count}`);
  return `${paths.length} in ${counts.length} files: ${firstNames(said, FILES_MAX, { noun: "files" })}.`;
}
