// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan refers to an output.
import fc from "fast-check";
import { expect, test } from "vitest";
import { findReferences, renameReferences, substitute } from "./references.ts";

const outputs = (id: string): string | undefined =>
  ({ a: "text", j: '{"n": 3, "list": [{"x": "y"}]}', r: "${steps.a.output}" })[id];

test("an output takes the place of its reference, whole or inside a text", () => {
  expect(substitute({ path: "${steps.a.output}", list: ["x ${steps.a.output} y"] }, outputs)).toEqual({
    kind: "value",
    value: { path: "text", list: ["x text y"] },
  });
});

test("a field of a JSON output keeps its type where it stands alone", () => {
  expect(
    substitute({ n: "${steps.j.output.n}", t: "n=${steps.j.output.n}", x: "${steps.j.output.list.0.x}" }, outputs),
  ).toEqual({
    kind: "value",
    value: { n: 3, t: "n=3", x: "y" },
  });
});

test("what comes out of an output is never read for references", () => {
  expect(substitute("${steps.r.output}", outputs)).toEqual({ kind: "value", value: "${steps.a.output}" });
});

test.each([
  ["${steps.none.output}", "step none has no output"],
  ["${steps.a.output.field}", "is no JSON"],
  ["${steps.j.output.m}", "has no field m"],
  ["${steps.j.output.constructor}", "has no field constructor"],
])("%s is told to be wrong, not left standing", (text, message) => {
  const result = substitute(text, outputs);
  expect(result.kind === "missing" && result.message).toContain(message);
});

test("what only looks like a reference is found", () => {
  expect(findReferences({ a: "${steps.a.outptu}", b: "${steps.a.output}", c: "${HOME}" })).toEqual({
    references: [{ step: "a", fields: [], source: "${steps.a.output}" }],
    malformed: ["${steps.a.outptu}"],
  });
});

test("references are renamed with their fields", () => {
  expect(renameReferences(["${steps.a.output.x} ${steps.b.output}"], "a", "c")).toEqual([
    "${steps.c.output.x} ${steps.b.output}",
  ]);
});

test("a value without references comes back as it is", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes("${steps."));
      expect(substitute(value, outputs)).toEqual({ kind: "value", value });
    }),
  );
});
