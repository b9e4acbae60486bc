import { expect, test } from "vitest";
import { createToolBench } from "../../../test/tool-context.ts";
import { readEdit } from "../../engines/edits/plan-edit.ts";
import { editFile } from "../../tools/files/edit-file.ts";
import { writeFile } from "../../tools/files/write-file.ts";
import { createOffThread } from "./off-thread.ts";

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, line) => `const value${line} = compute(${line});\n`).join("");
const EDITS = Array.from({ length: 40 }, (_, line) => ({
  old_string: `value${line} =`,
  new_string: `other${line} =`,
}));

/** How many threads a call starts. */
async function threadsOf(call: () => Promise<unknown>): Promise<number> {
  let started = 0;
  const count = (): void => void started++;
  process.on("worker", count);
  try {
    await call();
  } finally {
    process.off("worker", count);
  }
  return started;
}

test("what must be gone through often or is large is changed off the thread that waits for keys, and a small file on it", async () => {
  const bench = createToolBench({ "a.ts": numbered(400), "b.ts": numbered(20_000) });
  try {
    expect(await threadsOf(() => bench.run(editFile, { path: "a.ts", ...EDITS[0] }))).toBe(0);
    expect(await threadsOf(() => bench.run(editFile, { path: "a.ts", edits: EDITS.slice(1) }))).toBe(1);
    expect(await threadsOf(() => bench.run(editFile, { path: "b.ts", ...EDITS[0] }))).toBe(1);
    expect(await threadsOf(() => bench.run(writeFile, { path: "new.ts", content: numbered(20_000) }))).toBe(1);
  } finally {
    await bench.close();
  }
});

const request = async (old_string: string) =>
  readEdit({ format: "str_replace", input: { path: "a.ts", old_string, new_string: "x" } }, () => ({
    kind: "file",
    bytes: new TextEncoder().encode(numbered(20)),
  }));

test.each(["value3 =", "nowhere at all"])("an edit of %s comes to the same on either thread", async (old) => {
  const offThread = createOffThread();
  const [here, there] = [1, 1e9].map(async (chars) =>
    offThread("plan-edit", await request(old), { chars, signal: new AbortController().signal }),
  );
  expect(await there).toEqual(await here);
});

test("a job that nobody waits for any longer is ended, and the next is done", async () => {
  const offThread = createOffThread();
  const gone = offThread("plan-edit", await request("x"), { chars: 1e9, signal: AbortSignal.abort(new Error("gone")) });
  await expect(gone).rejects.toThrow("gone");
  const next = offThread("plan-edit", await request("value3 ="), { chars: 1e9, signal: new AbortController().signal });
  expect(await next).toMatchObject({ kind: "planned" });
});
