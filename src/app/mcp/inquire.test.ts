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

test("where a page is, and what nothing typed would send, stand in sight however much the server says", async () => {
  const asked: string[] = [];
  const asker = {
    async ask({ question }: { readonly question: string }) {
      asked.push(question);
      return "Answer";
    },
  };
  const inquire = (inquiry: Parameters<ReturnType<typeof inquirerOf>["inquire"]>[1]) =>
    inquirerOf({ asker }).inquire("srv", inquiry, AbortSignal.timeout(20_000));
  const message = "go to https://good.example ".repeat(200);
  await inquire({ kind: "page", url: "https://good.example@аpple.com/\u202ex", message });
  expect(asked[0]).toMatch(
    /^The server srv wants you to go to xn--pple-43d\.com:\nhttps:\/\/good\.example@xn--pple-43d\.com\/%E2%80%AEx\n/,
  );
  const a = { type: "string", title: "t".repeat(5000), default: "/home/me" } as const;
  await inquire({ kind: "form", message: "", schema: { type: "object", properties: { a } } });
  expect(asked.at(-1)).toMatch(/^srv: t{1000}\. Nothing: "\/home\/me"\.$/);
});
