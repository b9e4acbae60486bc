import { expect, test } from "vitest";
import { createPassageRanking } from "./rank-passages.ts";
import { splitPassages } from "./split-passages.ts";

const NAMES = ["lantern", "harbour", "pebble", "walnut"] as const;

/** The first lines that are quoted for a question, of files by their paths. */
function firstQuoted(question: string, files: Readonly<Record<string, string>>): string {
  const ranking = createPassageRanking(question);
  for (const [path, text] of Object.entries(files)) ranking.add(splitPassages(path, text));
  const [best] = ranking.ranked(3);
  return best === undefined ? "" : best.lines.slice(...best.quote).join("\n");
}

const MODERN = (
  name: string,
): string => `/** Waits for a ${name}: the ${name} has a delay, and the delay of a ${name} may be set. */
export function ${name}Delay(${name}: string): string {
  return \`the delay of the ${name}: \${${name}}\`;
}

export function withDefaults(options: Options): Settings {
  return {
    color: options.color ?? 3,
    ${name}Delay: options.${name}Delay ?? 4_500,
    otherDelay: options.otherDelay ?? 12,
  };
}
`;

const COBOL = (name: string): string => {
  const upper = name.toUpperCase();
  return [
    `      * Keeps each ${name} some days.`,
    "       PROCEDURE DIVISION.",
    "       1000-INIT.",
    `           IF P-${upper}-DAYS IS NUMERIC`,
    `              MOVE P-${upper}-DAYS TO WS-${upper}-DAYS`,
    "           ELSE",
    `              MOVE 5 TO WS-${upper}-DAYS`,
    "           END-IF.",
    `       2000-${upper}.`,
    `           DISPLAY 'THE ${upper} IS KEPT'`,
    `           PERFORM 3000-${upper}-DELETE.`,
    "",
  ].join("\n");
};

test.each(NAMES)("the line that gives a %s its value is quoted before what only speaks of it", (name) => {
  expect(firstQuoted(`what is the default delay of a ${name}`, { "src/a.ts": MODERN(name) })).toContain(
    `${name}Delay ?? 4_500`,
  );
  expect(firstQuoted(`for how many days is a ${name} kept by default?`, { "cbl/A.cbl": COBOL(name) })).toContain(
    `MOVE 5 TO WS-${name.toUpperCase()}-DAYS`,
  );
});

test("who asks whether, why or which of many is given no number first", () => {
  const files = { "src/a.ts": MODERN("lantern") };
  for (const question of ["is a lantern retried by default?", "why does a lantern delay?", "which lanterns delay?"])
    expect(firstQuoted(question, files)).not.toMatch(/^\s*lanternDelay: .*4_500,$/);
});

test("a number of something else is none that was asked for", () => {
  const text = "export const MAX_WALNUTS = 7;\n\nexport function lantern(): string {\n  return 'the lantern';\n}\n";
  expect(firstQuoted("how long does a lantern burn?", { "src/a.ts": text })).not.toContain("MAX_WALNUTS = 7");
});
