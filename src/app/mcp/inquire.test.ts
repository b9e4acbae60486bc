import { expect, test } from "vitest";
import { inquirerOf } from "./inquire.ts";

test("each question of a form names the server whose words it is", async () => {
  const asked: string[] = [];
  const asker = {
    async ask({ question }: { readonly question: string }) {
      asked.push(question);
      return asked.length === 1 ? "Answer" : "typed";
    },
  };
  const properties = {
    a: { type: "string", title: "Waymark needs your key" },
    b: { type: "string", description: "why" },
  } as const;
  const answer = await inquirerOf({ asker }).inquire(
    "srv",
    { kind: "form", message: "Two things.", schema: { type: "object", properties } },
    AbortSignal.timeout(20_000),
  );
  expect(answer).toEqual({ kind: "given", values: { a: "typed", b: "typed" } });
  expect(asked).toEqual([
    "The server srv asks: Two things.",
    "srv: Waymark needs your key. May be left empty.",
    "srv: b (why). May be left empty.",
  ]);
});
