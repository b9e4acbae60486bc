import { expect, test } from "vitest";
import { runToEnd } from "./agent-item.ts";

test("an item that was cancelled before its run began asks no model", async () => {
  const prompts: string[] = [];
  const agent = {
    interrupt: () => {},
    async *prompt(prompt: string | { readonly text: string }) {
      prompts.push(typeof prompt === "string" ? prompt : prompt.text);
      yield { type: "status", text: "begun" } as const;
    },
  };
  const reason = new Error("cancelled");
  await expect(runToEnd(agent, "work", AbortSignal.abort(reason))).rejects.toBe(reason);
  expect(prompts).toEqual([]);
  expect(await runToEnd(agent, "work", new AbortController().signal)).toBeUndefined();
  expect(prompts).toEqual(["work"]);
});
