import { afterEach, expect, test } from "vitest";
import { speakIn, spoken } from "../words/spoken.ts";
import { planNews } from "./plan-news.ts";

afterEach(() => speakIn("en"));

const UPDATES = [
  ["running", { step: { id: "a", status: "in_progress" }, text: "a: in_progress" }],
  ["running", { step: { id: "b", status: "failed", error: "it broke" }, text: "b: failed: it broke" }],
  ["completed", { plan: {}, text: "plan p1: completed: 2 of 2 steps completed." }],
  ["running", { revision: { action: "add", reason: "more to do" }, text: "plan p1: changed (add): more to do" }],
  ["running", undefined],
  ["strange", { text: "something else" }],
] as const;

test("in English an update says what its own text says", () => {
  for (const [status, detail] of UPDATES)
    expect(spoken(planNews("p1", status, detail))).toBe(detail?.text ?? `plan p1: ${status}`);
});

test("in another language how it stands is said in that language", async () => {
  await speakIn("pt");
  expect(UPDATES.map(([status, detail]) => spoken(planNews("p1", status, detail)))).toEqual([
    "a: em andamento",
    "b: falhou: it broke",
    "plano p1: concluído: 2 de 2 passos concluídos.",
    "plano p1: mudado (add): more to do",
    "plano p1: em execução",
    "something else",
  ]);
});
