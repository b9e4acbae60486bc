import { globSync, readFileSync } from "node:fs";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

/** What Node 22 refuses when it comes to the expression, and later ones take: one name in two groups, and flags of a part. */
const problemOf = (pattern: string): string | undefined => {
  const names = [...pattern.matchAll(/(?<!\\)\(\?<(?<name>[\w$]+)>/g)].map(({ groups }) => groups?.["name"]);
  if (new Set(names).size < names.length) return "names two groups alike";
  return /(?<!\\)\(\?[ims-]+:/.test(pattern) ? "sets flags of a part" : undefined;
};

test("every regular expression is one that the oldest Node named in the manifest reads", () => {
  expect(problemOf("(?<a>x)|(?<a>y)")).toBeDefined();
  expect(problemOf("(?i:x)")).toBeDefined();
  const problems: string[] = [];
  let count = 0;
  for (const path of globSync("src/**/*.ts")) {
    const text = readFileSync(path, "utf8");
    if (!/\(\?(?:<\w|[ims-]+:)/.test(text)) continue;
    const visitor = new Visitor({
      Literal: (node) => {
        if (!("regex" in node)) return;
        count += 1;
        const problem = problemOf(node.regex.pattern);
        if (problem !== undefined) problems.push(`${path}: /${node.regex.pattern}/ ${problem}`);
      },
    });
    visitor.visit(parseSync(path, text).program);
  }
  expect(count).toBeGreaterThan(50);
  expect(problems).toEqual([]);
});
