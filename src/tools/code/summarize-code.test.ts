import { expect, test } from "vitest";
import { createToolBench } from "../../../test/tool-context.ts";
import { ToolFailure } from "../../core/tool.ts";
import { summarizeCode } from "./summarize-code.ts";

test("CL-40: below 1,000 lines and 50 KB the text itself, else what the parsers say of it", async () => {
  const bench = createToolBench({
    "a.cbl": "ONE\nTWO",
    "b.cbl": "LINE\n".repeat(1_000),
    "c.cbl": "x".repeat(51 * 1024),
  });
  const asked: unknown[] = [];
  const code = {
    offer: () => "all" as const,
    query: async (verb: string, input: unknown) => {
      asked.push([verb, input]);
      return "outline, b.cbl:1";
    },
  };
  const run = async (path: string) =>
    (await summarizeCode.run(summarizeCode.parse({ path }), { ...bench.context, code })).text;
  expect(await run("a.cbl")).toBe("1\tONE\n2\tTWO");
  expect(await run("b.cbl")).toBe("outline, b.cbl:1");
  expect(await run("c.cbl")).toBe("outline, b.cbl:1");
  expect(asked).toEqual([
    ["summary", { path: "b.cbl" }],
    ["summary", { path: "c.cbl" }],
  ]);
  await bench.close();
});

test("CL-40: several files by a glob, large ones by their outline; a folder without one, secrets and no match are refused", async () => {
  const bench = createToolBench({
    "src/a.cbl": "ONE",
    "src/deep/b.cbl": "LINE\n".repeat(1_000),
    "src/c.txt": "no",
    ".env": "KEY=x",
  });
  const code = {
    offer: () => "all" as const,
    query: async (_: string, input: unknown) => `outline of ${JSON.stringify(input)}`,
  };
  const run = async (input: unknown) => summarizeCode.run(summarizeCode.parse(input), { ...bench.context, code });
  const { text, digest } = await run({ path: "src", glob: "**/*.cbl" });
  expect(text).toBe(
    '## src/a.cbl (1 lines)\n1\tONE\n\n## src/deep/b.cbl (1001 lines)\noutline of {"path":"src/deep/b.cbl"}',
  );
  expect(digest).toBeUndefined();
  const single = await run({ path: "src/deep/b.cbl", query: "what ends it?" });
  expect(single.digest).toMatchObject({ path: "src/deep/b.cbl", question: expect.stringContaining("what ends it?") });
  await expect(run({ path: "src" })).rejects.toThrow("glob");
  await expect(run({ path: ".env" })).rejects.toThrow("may hold secrets");
  await expect(run({ path: "src", glob: "*.pli" })).rejects.toThrow("No file matches");
  await expect(run({ path: "nothing.cbl" })).rejects.toThrow("no file");
  await bench.close();
});

test("of a long file that no parser reads its beginning is shown", async () => {
  const bench = createToolBench({ "notes.txt": "LINE\n".repeat(1_200) });
  const code = {
    offer: () => "none" as const,
    query: async () => {
      throw new ToolFailure("No analysed file notes.txt.");
    },
  };
  const { text } = await summarizeCode.run(summarizeCode.parse({ path: "notes.txt" }), { ...bench.context, code });
  expect(text).toMatch(/^1\tLINE\n[\s\S]*\n100\tLINE\n\(the beginning of 1201 lines; read_file shows the rest\)$/);
  await bench.close();
});
