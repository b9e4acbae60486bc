import { escapeRegExp } from "../../../base/glob.ts";
import { isComment, isTestPath, saidIn } from "../code-lines.ts";
import type { Definition, Passage } from "../passage.ts";
import type { Named } from "./named.ts";

/** How lines say what a name stands for, and which passages hold such lines. */
interface Declaring {
  line(name: string): RegExp;
  isIn(passage: Passage, name: string, from: string): boolean;
}

const DECLARING: Readonly<Record<Exclude<Named["kind"], "value" | "done">, Declaring>> = {
  // What an error tells, and the code it ends with, by its class.
  error: {
    line: () => /\bsuper\(\s*["'`]|\bmessage\s*=\s*["'`f]|\breturn\s+f?["'`(]|\bexit_?code\s*=/i,
    isIn: ({ path, titles }, name) => titles.includes(name) && !isTestPath(path),
  },
  file: {
    line: (name) => new RegExp(`\\bSELECT\\s+(?:OPTIONAL\\s+)?${name}(?![\\w-])`, "i"),
    isIn: ({ path }, _, from) => path === from,
  },
  script: {
    line: (name) => new RegExp(`^\\s*"${escapeRegExp(name)}"\\s*:\\s*"|^${escapeRegExp(name)}\\s*:`),
    isIn: ({ path }) => /(?:^|\/)(?:package\.json|(?:GNU)?makefile)$/i.test(path),
  },
  procedure: {
    line: () => /\bEXEC\s+PGM=/i,
    isIn: ({ path }, name) => new RegExp(`(?:^|/)${escapeRegExp(name)}\\.\\w+$`, "i").test(path),
  },
};

const LINES_MAX = 3;

/** Lines elsewhere that say what a name stands for by their form alone. */
export function declaredLines(
  { name, kind }: Named,
  from: string,
  passages: readonly Passage[],
): readonly Definition[] {
  if (kind === "value" || kind === "done") return [];
  const { line: formOf, isIn } = DECLARING[kind];
  const form = formOf(name);
  const lines = passages
    .filter((one) => isIn(one, name, from))
    .flatMap(({ path, lines: own, numbers }) =>
      own.map((line, index) => ({ path, line, number: numbers[index] ?? 0 })),
    );
  return lines
    .filter(({ path, line }) => form.test(line) && !isComment(path, line))
    .slice(0, LINES_MAX)
    .map(({ path, line, number }) => ({ name, path, line: number, text: saidIn(path, line) }));
}
