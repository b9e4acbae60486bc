import { escapeRegExp } from "../../../base/glob.ts";
import { isTestPath, saidIn } from "../code-lines.ts";
import type { Definition, Passage } from "../passage.ts";
import { isRemark, type Named } from "./named.ts";

/** How a line says what a name stands for, and which passages hold such lines. */
type Declaring = readonly [line: (name: string) => RegExp, isIn: (passage: Passage, name: string) => boolean];

const DECLARING: Readonly<Record<Exclude<Named["kind"], "value" | "done">, Declaring>> = {
  // What an error tells, and the code it ends with, by its class.
  error: [
    () => /\bsuper\(\s*["'`]|\bmessage\s*=\s*["'`f]|\breturn\s+f?["'`(]|\bexit_?code\s*=/i,
    ({ path, titles }, name) => titles.includes(name) && !isTestPath(path),
  ],
  script: [
    (name) => new RegExp(`^\\s*"${escapeRegExp(name)}"\\s*:\\s*"|^${escapeRegExp(name)}\\s*:`),
    ({ path }) => /(?:^|\/)(?:package\.json|(?:GNU)?makefile)$/i.test(path),
  ],
  procedure: [
    () => /\bEXEC\s+PGM=/i,
    ({ path }, name) => new RegExp(`(?:^|/)${escapeRegExp(name)}\\.\\w+$`, "i").test(path),
  ],
};

const LINES_MAX = 3;

/** Lines elsewhere that say what a name stands for by their form alone. */
export function declaredLines({ name, kind }: Named, passages: readonly Passage[]): readonly Definition[] {
  if (kind === "value" || kind === "done") return [];
  const [formOf, isIn] = DECLARING[kind];
  const form = formOf(name);
  const found = passages
    .filter((one) => isIn(one, name))
    .flatMap(({ path, lines, numbers }) => lines.map((line, index) => ({ path, line, number: numbers[index] ?? 0 })))
    .filter(({ path, line }) => form.test(line) && !isRemark(path, line));
  return found
    .slice(0, LINES_MAX)
    .map(({ path, line, number }) => ({ name, path, line: number, text: saidIn(path, line) }));
}
