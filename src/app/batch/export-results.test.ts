import { expect, test } from "vitest";
import type { QueueEntry } from "../../core/ports/queue.ts";
import { type ExportFormat, exported } from "./export-results.ts";

const ANSWER = '=1+1 | <img src="http://x.example/?a">\n![a](http://x.example) `b`';

async function textOf(format: ExportFormat): Promise<string> {
  const entry = {
    ...{ id: "a", state: "done", payload: { fields: {} }, result: { answer: { said: ANSWER }, by: "m", lane: 0 } },
    ...{ leases: 1, spent: { costUsd: 0, inputTokens: 0, outputTokens: 0 } },
  } as unknown as QueueEntry;
  const entries = (async function* () {
    yield entry;
  })();
  return (await Array.fromAsync(exported(entries, format))).join("");
}

test("an answer is text where it is given out: neither a formula, nor markup that asks for a picture", async () => {
  expect(await textOf("md")).toBe(
    [
      "| id | state | said | problem | by | cost\\_usd |",
      "| --- | --- | --- | --- | --- | --- |",
      '| a | done | =1+1 \\| &lt;img src="http://x.example/?a"&gt;<br>!\\[a\\](http://x.example) \\`b\\` |  | m | 0 |\n',
    ].join("\n"),
  );
  expect(await textOf("csv")).toContain("'=1+1 | <img");
});
