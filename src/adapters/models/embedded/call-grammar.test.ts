import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../test/rounds.ts";
import { answerSoFar, callInstructions, callSchema, readBound } from "./call-grammar.ts";

const READ = {
  name: "read_file",
  description: "Reads a file. Long explanation follows.",
  schema: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      offset: { type: "integer", minimum: 1 },
      mode: { enum: ["text", "hex"] },
      tags: { type: "array", items: { type: "string" } },
    },
    required: ["path"],
  },
} as const;

test("the grammar admits a call of a listed tool or an answer; what is optional may be null", () => {
  const orNull = (schema: object) => ({ oneOf: [schema, { type: "null" }] });
  expect(callSchema([READ])).toEqual({
    oneOf: [
      {
        type: "object",
        properties: {
          tool: { const: "read_file" },
          arguments: {
            type: "object",
            properties: {
              path: { type: "string" },
              offset: orNull({ type: "integer" }),
              mode: orNull({ enum: ["text", "hex"] }),
              tags: orNull({ type: "array", items: { type: "string" } }),
            },
          },
        },
      },
      { type: "object", properties: { answer: { type: "string" } } },
    ],
  });
  expect(callInstructions([READ])).toContain("- read_file: Reads a file. (path, offset?, mode?, tags?)");
});

test("a reply is a call without its nulls, an answer, or an answer that was cut", () => {
  expect(readBound('{"tool":"read_file","arguments":{"path":"a","offset":null,"tags":[{"x":null}]}}')).toEqual({
    kind: "call",
    call: { name: "read_file", input: { path: "a", tags: [{}] } },
  });
  expect(readBound('{ "answer": "yes" }')).toEqual({ kind: "answer", text: "yes" });
  expect(readBound('{"answer":"half of i')).toEqual({ kind: "cut", text: "half of i" });
  expect(readBound('{"tool":"read_fi')).toEqual({ kind: "cut", text: "" });
});

test("an answer that streams only ever grows, up to all of it", async () => {
  await fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const whole = `{ "answer": ${JSON.stringify(text)} }`;
      let shown = "";
      for (let end = 0; end <= whole.length; end++) {
        const now = answerSoFar(whole.slice(0, end));
        expect(now.startsWith(shown)).toBe(true);
        shown = now;
      }
      expect(shown).toBe(text);
    }),
    { numRuns: rounds(60) },
  );
});
