import { expect, test } from "vitest";
import { headAbove, wholeConstruct } from "./construct.ts";

const LINES_MAX = 25;

/** Numbers that look like chance and are the same each time. */
function* digits(seed: number): Generator<number> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

interface Made {
  readonly path: string;
  readonly lines: readonly string[];
  /** A line in a branch, and the lines of the whole construct around it. */
  readonly inside: number;
  readonly from: number;
  readonly end: number;
}

/** A paragraph or function with one construct of some branches between other statements. */
function made(seed: number): Made {
  const random = digits(seed);
  const next = (below: number): number => (random.next().value ?? 0) % below;
  const isCobol = next(2) === 0;
  const indent = isCobol ? " ".repeat(11) : "  ";
  const statement = (): string => (isCobol ? `MOVE ${next(99)} TO WS-A` : `a = ${next(99)};`);
  const some = (depth: string): readonly string[] =>
    Array.from({ length: 1 + next(3) }, () => `${indent}${depth}${statement()}`);
  const head = isCobol ? ["       1000-PART."] : ["function part() {"];
  const before = some("");
  const opens = isCobol ? [`${indent}IF WS-B = 1`] : [`${indent}if (b === 1) {`];
  const branches = Array.from({ length: 1 + next(3) }, () => [
    isCobol ? `${indent}ELSE` : `${indent}} else if (b === ${next(9)}) {`,
    ...some("    "),
  ]);
  const construct = [...opens, ...some("    "), ...branches.flat(), isCobol ? `${indent}END-IF` : `${indent}}`];
  const lines = [...head, ...before, ...construct, ...some(""), ...(isCobol ? [] : ["}"])];
  const from = head.length + before.length;
  const end = from + construct.length;
  return { path: isCobol ? "a.cbl" : "a.ts", lines, inside: from + 1 + next(construct.length - 2), from, end };
}

test.each(Array.from({ length: 60 }, (_, seed) => seed))(
  "from any line of a construct on all of its branches are quoted, and no more lines than may be (%i)",
  (seed) => {
    const { path, lines, inside, from, end } = made(seed);
    const [quotedFrom, quotedEnd] = wholeConstruct({ path, lines }, [inside, inside + 1], LINES_MAX);
    expect(quotedFrom).toBeLessThanOrEqual(from);
    expect(quotedEnd).toBeGreaterThanOrEqual(end);
    expect(quotedEnd - quotedFrom).toBeLessThanOrEqual(LINES_MAX);
  },
);

test("where the whole is too long the branch itself is quoted, to its end", () => {
  const steps = Array.from({ length: 40 }, (_, index) => `    step(${index});`);
  const lines = ["function part() {", ...steps, "  if (a) {", "    one();", "  } else {", "    two();", "  }", "}"];
  const [from, end] = wholeConstruct({ path: "a.ts", lines }, [42, 43], 6);
  expect(lines.slice(from, end)).toEqual(["  if (a) {", "    one();", "  } else {", "    two();", "  }"]);
});

test("a line stands under its condition, and under nothing at the outmost indent", () => {
  const lines = [
    "       1000-PART.",
    "           READ A-FILE",
    "               INVALID KEY",
    "                   MOVE 1 TO B.",
  ];
  expect(headAbove({ path: "a.cbl", lines }, 3)?.trim()).toBe("INVALID KEY");
  expect(headAbove({ path: "a.cbl", lines }, 1)).toBeUndefined();
});

test("garbage is quoted as it is", () => {
  for (const path of ["a.ts", "a.cbl"])
    for (const lines of [[""], ["", "", "x"], ["\t}", "  }", "}"], ["ELSE", "ELSE"]])
      expect(wholeConstruct({ path, lines }, [0, 1], 5)[0]).toBe(0);
});
