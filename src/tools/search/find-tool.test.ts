import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { TOOLS } from "../index.ts";
import { notOffered, offeredSpecs } from "../offered.ts";
import { findTool } from "./find-tool.ts";

let bench: ToolBench;
beforeEach(() => {
  bench = createToolBench();
});
afterEach(() => bench.close());

const names = notOffered(TOOLS);
const find = async (query: string) => {
  const tool = findTool(names);
  return tool.run(tool.parse({ query }), { ...bench.context, catalogue: () => TOOLS });
};

test("a tool is found by its words, and offered from then on", async () => {
  const { text, found } = await find("unified diff over several files");
  expect(found?.[0]).toBe("apply_diff");
  expect(text).toMatch(/^Offered from now on:\n- apply_diff: Applies edits/);
});

test("one that is named is found alone", async () => {
  expect((await find("citadel_jobs")).found).toEqual(["citadel_jobs"]);
  expect((await find("I want python and run_checks")).found?.toSorted()).toEqual(["python", "run_checks"]);
});

test("where nothing fits, what there is is named", async () => {
  const { text, found } = await find("zzz");
  expect([found, text]).toEqual([[], expect.stringMatching(/^No tool for zzz\. There are: apply_diff, /)]);
});

test("an agent with fewer tools is not told of those that it cannot have", async () => {
  const tool = findTool([...names, "mcp__a__x", "mcp__b__x"], [...names, "mcp__a__*", "mcp__b__*"]);
  const catalogue = () => TOOLS.slice(0, 1).map((one) => ({ ...one, name: "mcp__b__x" }));
  const { text } = await tool.run(tool.parse({ query: "apply_diff" }), { ...bench.context, catalogue });
  expect(text).toBe("No tool for apply_diff. There are: mcp__b__*.");
});

test("every tool is offered or found, and none both", () => {
  const offered = offeredSpecs(TOOLS, "core", { isAttended: false, hasAgents: false }).map(({ name }) => name);
  expect([...offered, ...names].toSorted()).toEqual(TOOLS.map(({ name }) => name).toSorted());
});

test("its description has every name, those that begin alike written once", () => {
  expect(findTool(["apply_diff", "a_b", "a_c", "a_d", "todo"]).description).toMatch(
    /There are: apply_diff, a_\{b,c,d\}, todo\.$/,
  );
  const { description } = findTool(names);
  expect(names.filter((name) => !description.includes(name.slice(name.indexOf("_") + 1)))).toEqual([]);
});

test("a small set has eight tools in short words, with arguments that the tools have", () => {
  const small = offeredSpecs(TOOLS, "small", { isAttended: true, hasAgents: false });
  expect(small).toHaveLength(8);
  expect(JSON.stringify(small).length).toBeLessThan(1600);
  for (const { name, schema } of small) {
    const whole = TOOLS.find((tool) => tool.name === name)?.schema;
    expect(Object.keys(whole?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(schema.properties ?? {})));
    expect(Object.keys(schema.properties ?? {})).toEqual(expect.arrayContaining([...(schema.required ?? [])]));
  }
});

test("a query has a bound", () => {
  const { query } = findTool(names).schema["properties"] as { query: { maxLength: number } };
  expect(query.maxLength).toBe(2_000);
});
