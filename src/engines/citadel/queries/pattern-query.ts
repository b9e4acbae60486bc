import type { Estate } from "../graph/estate.ts";
import { answer, type QueryResult } from "./answer.ts";
import { factsOf, isFailure } from "./look-up.ts";

const CATEGORIES: readonly (readonly [category: string, patterns: RegExp])[] = [
  ["error handling", /EXCEPTION|INVALID KEY|AT END|SIZE ERROR|OVERFLOW/],
  [
    "control flow",
    /^(?:IF|EVALUATE|WHEN|ELSE|PERFORM|GO|EXIT|STOP|GOBACK|CALL|CANCEL|ALTER|CONTINUE|NEXT|SEARCH|ENTRY)/,
  ],
  ["data flow", /^(?:MOVE|COMPUTE|SET|INITIALIZE|STRING|UNSTRING|ADD|SUBTRACT|MULTIPLY|DIVIDE|INSPECT|TRANSFORM)/],
  ["input and output", /^(?:OPEN|CLOSE|READ|WRITE|REWRITE|DELETE|START|RETURN|RELEASE|ACCEPT|DISPLAY|EXEC|SORT|MERGE)/],
];
/** The kinds of statement that a reader of COBOL looks for; coverage is the share of them that a file has. */
const LOOKED_FOR = [
  "MOVE",
  "MOVE CORRESPONDING",
  "COMPUTE",
  "SET",
  "INITIALIZE",
  "STRING",
  "UNSTRING",
  "ADD",
  "SUBTRACT",
  "MULTIPLY",
  "DIVIDE",
  "IF",
  "IF … PERFORM",
  "EVALUATE",
  "WHEN",
  "PERFORM UNTIL",
  "PERFORM VARYING",
  "PERFORM TIMES",
  "PERFORM THRU",
  "GO",
  "GO TO DEPENDING ON",
  "ON EXCEPTION",
  "NOT ON EXCEPTION",
  "INVALID KEY",
  "NOT INVALID KEY",
  "AT END",
  "NOT AT END",
  "ON SIZE ERROR",
  "NOT ON SIZE ERROR",
  "ON OVERFLOW",
  "NOT ON OVERFLOW",
];

/** How often each kind of statement occurs in a file, by category. */
export function analysisPatterns(estate: Estate, path: string): QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const patterns = Object.entries(facts.patterns ?? {});
  if (patterns.length === 0)
    return answer(`Patterns of ${facts.path}`, { notes: [`No patterns are counted for ${facts.language} files`] });
  const total = patterns.reduce((sum, [, count]) => sum + count, 0);
  const present = LOOKED_FOR.filter((name) => (facts.patterns?.[name] ?? 0) > 0).length;
  const rest = new Set(patterns.map(([name]) => name));
  const sections = CATEGORIES.map(([category, pattern]) => {
    const found = patterns
      .filter(([name]) => rest.has(name) && pattern.test(name))
      .sort((left, right) => right[1] - left[1]);
    for (const [name] of found) rest.delete(name);
    const matches = found.reduce((sum, [, count]) => sum + count, 0);
    return {
      heading: `${category}, ${matches} matches`,
      lines: found.map(([name, count]) => ({ text: `${name}: ${count}` })),
    };
  });
  const missing = LOOKED_FOR.filter((name) => (facts.patterns?.[name] ?? 0) === 0);
  return answer(`Patterns of ${facts.path}`, {
    values: [
      ["Language", facts.language],
      ["Total matches", total],
      ["Pattern coverage", `${Math.round((100 * present) / LOOKED_FOR.length)} %`],
    ],
    sections: sections.filter((section) => section.lines.length > 0),
    notes: missing.length > 0 ? [`Not used here: ${missing.join(", ")}`] : [],
  });
}
