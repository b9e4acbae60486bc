import { createInterface } from "node:readline";
import { PassThrough } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { PromptInput } from "./prompt-input.ts";

const typing = new PassThrough();
const lines = createInterface({ input: typing, output: new PassThrough() });
afterEach(() => lines.close());

test("a question that was taken back before it stood there, or while it did, is answered by nobody; the next one is", async () => {
  const input = new PromptInput(lines);
  expect(await input.ask("one? ", AbortSignal.abort())).toBeUndefined();
  const abort = new AbortController();
  const second = input.ask("two? ", abort.signal);
  abort.abort();
  expect([await second, input.isAsking]).toEqual([undefined, false]);
  const third = input.ask("three? ", new AbortController().signal);
  typing.write("yes\n");
  expect(await third).toBe("yes");
});
