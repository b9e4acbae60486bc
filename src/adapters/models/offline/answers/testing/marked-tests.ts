import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { tests } from "../../query/rows/tests.ts";
import { pathsNamed } from "../../query/scopes.ts";
import type { Row } from "../../query/shape.ts";
import { plain, readTokens } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import type { CitedLine } from "../../result-text.ts";
import { isTestFile } from "../../test-files.ts";
import { type Answer, answered, cited, listedInOrder, notNarrowed, search, verdict } from "../answer.ts";
import { type DeclaredMark, declaredMark, OF_ASKING } from "./declared-marks.ts";
import { byFile } from "./most-of-them.ts";
import { MARKS } from "./test-marks.ts";

const OF_TESTS = /\b(?:tests?|testes?|test cases?)\b/;
const ASKS =
  /^\W*(?:(?:and|e) )?(?:how many|which|what|list|show|are there|is there|is any|are any|do any|does any|quant[oa]s|quais|que|ha|existem?|liste|mostre)\b/;
/** What stands behind a mark before the test that it marks. */
const NAME_WITHIN_LINES = 12;

/** Tests that are marked as the question says, with how many each file has; undefined where it speaks of no mark. */
export function* answerMarkedTests(part: string, context: Context): Looking<QueryAnswer | undefined> {
  const said = plain(part);
  if (!OF_TESTS.test(said) || !ASKS.test(said) || !context.folder.paths.some(isTestFile)) return undefined;
  const known = MARKS.find((one) => one.said.test(said));
  const own = known ? undefined : yield* declaredMark(part);
  if (!known && !own) return undefined;
  const { means, pattern } = known ?? { means: own?.name ?? "", pattern: own?.pattern ?? "" };
  const found = yield* search(pattern, { limit: 1000, ...(own ? { ignore_case: false } : {}) });
  const all = found.lines.filter(({ path }) => isTestFile(path) || /(?:^|\/)conftest\.py$/.test(path));
  const { rows, unread } = restricted(all, part, known ? known.said : undefined, context);
  const declared = yield* tests(context.folder, {});
  const answer = markedText({ means, pattern, told: own ? toldOf(own) : "", rows, unread, declared: declared.rows });
  const group = rows.map((row): Row => ({ kind: "test", name: row.text.trim(), path: row.path, line: row.line }));
  return {
    answer: { ...verdict(rows.length > 0, answer), obeyed: "all" },
    groups: [{ kind: "test", rows: group, isMany: true }, ...context.before],
  };
}

const toldOf = ({ name, text, place }: DeclaredMark): string =>
  text === "" ? "" : `"${name}" is declared as: ${text.trim()} (${place}).`;

/** Those in a file that is named, and those whose lines say what else the question names. */
function restricted(
  all: readonly CitedLine[],
  part: string,
  said: RegExp | undefined,
  { folder }: Context,
): { readonly rows: readonly CitedLine[]; readonly unread: readonly string[] } {
  const names = readTokens(part).flatMap(({ kind, text }) => (kind === "name" ? [text] : []));
  const paths = pathsNamed(
    names.filter((name) => /[/.]/.test(name)),
    folder,
  );
  const placed = paths.length === 0 ? all : all.filter(({ path }) => paths.some((one) => path.startsWith(one)));
  const words =
    said === undefined
      ? []
      : readTokens(part).flatMap(({ kind, text, word }) =>
          kind === "other" && !OF_MARKS.test(word) && !OF_ASKING.test(word) && !said.test(word) ? [text] : [],
        );
  const obeyed = words.filter((word) => placed.some(({ text }) => holdsWord(text, word)));
  return {
    rows: placed.filter(({ text }) => obeyed.every((word) => holdsWord(text, word))),
    unread: words.filter((word) => !obeyed.includes(word)),
  };
}

/** What a question says of marks besides. */
const OF_MARKS =
  /^(?:expect\w*|known|supposed|allowed|marked|meant|esperad\w+|fail\w*|falh\w+|currently|still|actually|by|default|why|reason|turned|switched|off|out|running|run|after|other|sequence|alone|temporarily|permanently)$/;

function markedText(found: {
  readonly means: string;
  readonly pattern: string;
  readonly told: string;
  readonly rows: readonly CitedLine[];
  readonly unread: readonly string[];
  readonly declared: readonly Row[];
}): Answer {
  const { means, pattern, told, rows, unread, declared } = found;
  const narrowed = notNarrowed(unread);
  if (rows.length === 0)
    return answered(narrowed, told, `No line of a test here marks it as ${means} (looked for \`${pattern}\`).`);
  const listed = rows.map((row) => {
    const test = declared.find(
      ({ path, line }) => path === row.path && line > row.line && line - row.line < NAME_WITHIN_LINES,
    );
    const isNamed = /\(\s*['"`]/.test(row.text) || test === undefined;
    return `${cited(row)}${isNamed ? "" : ` — ${test.name}`}`;
  });
  return answered(
    narrowed,
    told,
    byFile(rows.map(({ path }) => path)),
    listedInOrder(`Tests marked as ${means}`, listed, listed.length, ROWS_MAX),
  );
}

const ROWS_MAX = 30;
