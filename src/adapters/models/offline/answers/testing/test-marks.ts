import type { Looking } from "../../looking.ts";
import { plain } from "../../reading/tokens.ts";
import { isTestFile } from "../../test-files.ts";
import { type Answer, type Asked, answered, cited, listed, narrowed, search, verdict } from "../answer.ts";

interface Mark {
  /** How a question speaks of it. */
  readonly said: RegExp;
  readonly means: string;
  /** How it is written in tests, in most languages. */
  readonly pattern: string;
}

const CALLED = String.raw`\b(?:test|it|describe|suite|context)(?:\.\w+)*\.`;
const MARKS: readonly Mark[] = [
  {
    said: /\b(?:expect\w*|known|supposed|allowed|marked|meant|esperad\w+)\b.*\b(?:fail\w*|falh\w+)\b|\bxfail\w*|\bfailing\b/,
    means: "expected to fail",
    pattern: String.raw`${CALLED}(?:failing|fails)\b|\bxfail\b|expectedFailure|should_panic`,
  },
  {
    said: /\b(?:skip\w*|ignored?|disabled|switched off|turned off|saltad\w+|ignorad\w+|desativad\w+|desligad\w+)\b/,
    means: "skipped",
    pattern: String.raw`${CALLED}(?:skip|skipIf|runIf)\b|\bx(?:it|test|describe)\(|\bskip(?:if|unless|test)?\b *\(|mark\.skip|@(?:Disabled|Ignore)\b|#\[ignore|\bt\.Skip`,
  },
  {
    said: /\b(?:todo|to be written|por escrever)\b/,
    means: "still to be written",
    pattern: String.raw`${CALLED}todo\b`,
  },
  {
    said: /\b(?:serial\w*|one after (?:the )?other|in sequence)\b/,
    means: "run one after the other",
    pattern: String.raw`${CALLED}serial\b`,
  },
  {
    said: /\b(?:parametri[sz]ed|table[- ]driven|parametrizad\w+)\b/,
    means: "run with several parameters",
    pattern: String.raw`${CALLED}each\b|parametrize\b|@ParameterizedTest|@TestCase\b`,
  },
];

/** Tests that are marked as the question says; undefined where it speaks of no mark. */
export function* markedTests(asked: Asked): Looking<Answer | undefined> {
  const said = plain(asked.part);
  const mark = MARKS.find((one) => one.said.test(said));
  if (!mark) return undefined;
  const found = yield* search(mark.pattern);
  const all = found.lines.filter(({ path }) => isTestFile(path) || /(?:^|\/)conftest\.py$/.test(path));
  const restricting = asked.restricting.filter((word) => !mark.said.test(plain(word)));
  const { rows } = narrowed(all, { ...asked, restricting }, ({ text }) => text);
  const answer =
    rows.length === 0
      ? answered(`No line of a test here marks it as ${mark.means} (looked for \`${mark.pattern}\`).`)
      : answered(listed(`Tests marked as ${mark.means}`, rows.map(cited), rows.length, 30));
  return { ...verdict(rows.length > 0, answer), obeyed: "all" };
}
