import type { Random } from "../random.ts";
import type { Encoding } from "./file-bytes.ts";

/** A kind of file that is hard to edit. */
export interface Kind {
  readonly path: string;
  /** What its files may be written in; UTF-8 where nothing is said. */
  readonly encodings?: readonly Encoding[];
  /** What a line is moved in by. */
  readonly indent: string;
  lines(random: Random): string[];
  altered(line: string, random: Random): string;
}

const WORDS = ["total", "count", "name", "value", "item", "index", "result", "price", "order", "state"];
const word = (random: Random): string => random.pick(WORDS);
const times = (count: number, make: (index: number) => readonly string[]): string[] =>
  Array.from({ length: count }, (_, index) => make(index)).flat();
const otherWord = (line: string, random: Random): string =>
  /\w{3,}/.test(line) ? line.replace(/\w{3,}/, `${word(random)}${random.below(90)}`) : `${line}x${random.below(9)}`;

export const KINDS: readonly Kind[] = [
  {
    path: "src/shop.ts",
    indent: "  ",
    altered: otherWord,
    lines: (random) =>
      times(4 + random.below(8), (index) => [
        `export function ${word(random)}${index % 5}(${word(random)}: number): number {`,
        `  if (${word(random)} > ${random.below(4)}) {`,
        `    return ${word(random)};`,
        "  }",
        "",
        `  return ${word(random)} + 1;`,
        "}",
        "",
      ]),
  },
  {
    path: "shop.py",
    indent: "    ",
    altered: otherWord,
    lines: (random) =>
      times(3 + random.below(6), () => [
        `class ${word(random)}:`,
        `    def ${word(random)}(self):`,
        `        if self.${word(random)}:`,
        `            return ${random.below(3)}`,
        "        return None",
        "",
      ]),
  },
  {
    path: "Makefile",
    indent: "\t",
    altered: otherWord,
    lines: (random) =>
      times(5 + random.below(6), () => [
        `${word(random)}: ${word(random)}`,
        `\tcc -o ${word(random)}`,
        "\t@echo done",
        "",
      ]),
  },
  {
    path: "PAYROLL.cbl",
    indent: "",
    encodings: ["utf-8", "utf-8", "latin1", "ebcdic-records", "ebcdic-lines"],
    altered: (line, random) =>
      `${line.slice(0, 12)}${`MOVE ${word(random).toUpperCase()}-${random.below(90)} TO WS-A.`.padEnd(60)}${line.slice(72)}`,
    lines: (random) =>
      [
        "IDENTIFICATION DIVISION.",
        "PROGRAM-ID. PAYROLL.",
        "PROCEDURE DIVISION.",
        ...times(6 + random.below(8), (index) => [
          `PARA-${index}.`,
          `    ADD 1 TO ${word(random).toUpperCase()}.`,
          "    PERFORM CHECK-IT.",
          "    EXIT.",
        ]),
      ].map((code, index) => `${String(index * 10 + 10).padStart(6, "0")} ${code.padEnd(65)}PAYR0001`),
  },
  {
    path: "README.md",
    indent: "  ",
    altered: otherWord,
    lines: (random) =>
      times(3 + random.below(5), () => [
        `## The ${word(random)}`,
        "",
        `- a ${word(random)}`,
        `- the ${word(random)}`,
        "",
        "```diff",
        "--- a/old.txt",
        "+++ b/old.txt",
        "@@ -1,2 +1,2 @@",
        `-${word(random)}`,
        `+${word(random)}`,
        "```",
        "",
        "---",
        "",
      ]),
  },
  {
    path: "docs/forms.md",
    indent: "  ",
    altered: otherWord,
    lines: (random) =>
      times(2 + random.below(4), () => [
        "*** Begin Patch",
        `*** Update File: ${word(random)}.ts`,
        "@@",
        `-${word(random)}`,
        "*** End Patch",
        "",
        "<<<<<<< SEARCH",
        word(random),
        "=======",
        `${word(random)}`,
        ">>>>>>> REPLACE",
        "~~~",
        "",
      ]),
  },
  {
    path: "schema.sql",
    indent: "  ",
    altered: otherWord,
    lines: (random) =>
      times(4 + random.below(6), () => [
        `-- the ${word(random)}`,
        `CREATE TABLE ${word(random)} (`,
        "  id INT,",
        "-- note",
        `  ${word(random)} TEXT`,
        ");",
        "",
      ]),
  },
  {
    path: "list.yaml",
    indent: "  ",
    altered: otherWord,
    lines: (random) =>
      times(4 + random.below(8), () => [
        `- name: ${word(random)}`,
        `  run: ${word(random)}`,
        "  with:",
        "  - one",
        "+ two",
      ]),
  },
  {
    path: "src/engine/report.ts",
    indent: "  ",
    altered: otherWord,
    lines: (random) => [
      `import { ${word(random)} } from "./${word(random)}.ts";`,
      "",
      ...times(2 + random.below(6), (index) => [
        "/**",
        ` * The ${word(random)} of a ${word(random)}.`,
        " */",
        `export async function ${word(random)}${index}(${word(random)}: Map<string, number>): Promise<void> {`,
        ...statements(random, 1, 2 + random.below(5)),
        "}",
        "",
      ]),
    ],
  },
  {
    path: "src/Invoice.java",
    indent: "\t",
    encodings: ["utf-8", "utf-8-mark", "utf-16le-mark", "latin1"],
    altered: otherWord,
    lines: (random) => [
      "// Prüft die Beträge für Größe und Währung.",
      "public class Invoice {",
      ...times(3 + random.below(7), () => [
        "\t/* été */",
        `\tprivate int ${word(random)}(int ${word(random)}) {`,
        `\t\tif (${word(random)} == ${random.below(3)})\treturn ${random.below(9)};`,
        `\t\tthis.${word(random)} = "${word(random)}";`,
        "\t\treturn 0;",
        "\t}",
        "",
      ]),
      "}",
    ],
  },
  {
    path: "data/rows.csv",
    indent: "  ",
    encodings: ["utf-8", "utf-8-mark", "latin1"],
    altered: otherWord,
    lines: (random) =>
      times(6 + random.below(60), () => [
        `${word(random)};${random.below(4)};"café"; ${word(random)} ,${random.below(3)}`,
      ]),
  },
  {
    path: "NOTES",
    indent: "  ",
    altered: otherWord,
    lines: (random) => times(1 + random.below(3), () => [`${word(random)} ${word(random)}`]),
  },
];

/** Nested statements as programs have them, in which the same few lines come again at every depth. */
function statements(random: Random, depth: number, count: number): string[] {
  const indent = "  ".repeat(depth);
  return times(count, () => {
    const how = depth < 4 ? random.below(6) : random.below(3);
    if (how < 3)
      return [
        [
          `const ${word(random)} = ${word(random)}.get("${word(random)}") ?? 0;`,
          `${word(random)}.push(${word(random)});`,
          "count++;",
        ][how] as string,
      ].map((line) => indent + line);
    const head =
      [`if (${word(random)} === undefined) {`, `for (const ${word(random)} of ${word(random)}) {`, "try {"][how - 3] ??
      "";
    const tail = how === 5 ? [`${indent}} catch (error) {`, `${indent}  throw error;`, `${indent}}`] : [`${indent}}`];
    const blank = random.chance(0.3) ? [""] : [];
    return [indent + head, ...statements(random, depth + 1, 1 + random.below(3)), ...tail, ...blank];
  });
}
