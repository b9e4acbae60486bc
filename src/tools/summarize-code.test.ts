import { expect, test } from "vitest";
import { createToolBench } from "../../test/tool-context.ts";
import { summarizeCode } from "./summarize-code.ts";

test("CL-40: below 1,000 lines and 50 KB the text itself, else what the parsers say of it", async () => {
  const bench = createToolBench({
    "a.cbl": "ONE\nTWO",
    "b.cbl": "LINE\n".repeat(1_000),
    "c.cbl": "x".repeat(51 * 1024),
  });
  const asked: unknown[] = [];
  const code = {
    isUseful: () => true,
    query: async (verb: string, input: unknown) => {
      asked.push([verb, input]);
      return "outline, b.cbl:1";
    },
  };
  const run = async (file_path: string) =>
    (await summarizeCode.run(summarizeCode.parse({ file_path }), { ...bench.context, code })).text;
  expect(await run("a.cbl")).toBe("1\tONE\n2\tTWO");
  expect(await run("b.cbl")).toBe("outline, b.cbl:1");
  expect(await run("c.cbl")).toBe("outline, b.cbl:1");
  expect(asked).toEqual([
    ["summary", { path: "b.cbl" }],
    ["summary", { path: "c.cbl" }],
  ]);
  await bench.close();
});
