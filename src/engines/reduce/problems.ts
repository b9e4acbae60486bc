import { parseProblems } from "../checks/parse-problems.ts";
import { linesWithin, type Reducer } from "./reduction.ts";

const PROBLEMS_MIN = 5;
/** What the reader of problems stops at. */
const PROBLEMS_READ_MAX = 200;
const TAIL_LINES = 5;

/** What a compiler or linter says: each problem once, by file, with how often the same message occurs, and the last lines. */
export const reduceProblems: Reducer = (text, charsMax) => {
  const problems = parseProblems(text);
  if (problems.length < PROBLEMS_MIN) return undefined;
  const byFile = new Map<string, string[]>();
  const counts = new Map<string, number>();
  for (const { file, line, column, message } of problems) {
    counts.set(message, (counts.get(message) ?? 0) + 1);
    const own = byFile.get(file) ?? [];
    own.push(`  ${line}${column === undefined ? "" : `:${column}`} ${message}`);
    byFile.set(file, own);
  }
  const frequent = [...counts].filter(([, count]) => count > 2).sort((left, right) => right[1] - left[1]);
  const isAll = problems.length < PROBLEMS_READ_MAX;
  const shown = [
    isAll
      ? `${problems.length} problems in ${byFile.size} files`
      : `${problems.length} problems or more in ${byFile.size} files or more; of the first ${problems.length}:`,
    ...frequent.slice(0, 10).map(([message, count]) => `${count} × ${message}`),
    ...linesWithin(
      [...byFile].flatMap(([file, own]) => [file, ...own]),
      charsMax * 0.8,
      "lines of problems",
    ),
    ...text.trimEnd().split("\n").slice(-TAIL_LINES),
  ];
  return { kind: "problems of a compiler or linter", text: shown.join("\n") };
};
