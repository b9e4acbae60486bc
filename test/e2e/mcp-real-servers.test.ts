import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { conformanceRunner, runClientScenario, runServerScenario, serveProgram } from "../conformance/run-scenarios.ts";
import { programOf } from "../optional-programs.ts";
import { inTurn } from "../rounds.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace({ "notes.txt": "one\n" });
});
afterEach(() => place.remove());

/** What the calls gave back, by their ids, with this server alone. */
async function results(
  server: string,
  args: readonly string[],
  calls: readonly { readonly name: string; readonly input: object }[],
  prompt = "go",
): Promise<readonly string[]> {
  const script = join(place.home, "script.json");
  const steps = calls.map(({ name, input }, index) => ({
    calls: [{ id: `c${index}`, name: `mcp__s__${name}`, input }],
  }));
  writeFileSync(script, JSON.stringify([...steps, { text: "Done." }]));
  const s = {
    command: process.execPath,
    args: [server, ...args],
    env: { MEMORY_FILE_PATH: join(place.home, "m.jsonl") },
  };
  expect((await runWaymark(["mcp", "add-json", "s", JSON.stringify(s)], place)).code).toBe(0);
  const flags = ["-m", `scripted/${script}`, "--allowedTools", "mcp__s", "--output-format", "stream-json"];
  const { stdout } = await runWaymark(["-p", prompt, ...flags], place);
  const parts = jsonLines(stdout).flatMap(
    ({ message }) => (message as { content?: object[] } | undefined)?.content ?? [],
  );
  return parts.flatMap((part) => ("tool_use_id" in part && "content" in part ? JSON.stringify(part.content) : []));
}

const everything = programOf("@modelcontextprotocol/server-everything");
test.skipIf(everything === undefined)("server-everything: tools, structured answers, pictures, progress", async () => {
  const found = await results(
    everything ?? "",
    ["stdio"],
    [
      { name: "echo", input: { message: "hello" } },
      { name: "get-sum", input: { a: 2, b: 40 } },
      { name: "get-structured-content", input: { location: "New York" } },
      { name: "get-tiny-image", input: {} },
      { name: "trigger-long-running-operation", input: { duration: 1, steps: 2 } },
    ],
  );
  expect(found[0]).toContain("Echo: hello");
  expect(found[1]).toContain("42");
  expect(found[2]).toContain("temperature");
  expect(found[3]).toContain("image/png");
  expect(found[4]).toMatch(/completed/i);
});

const filesystem = programOf("@modelcontextprotocol/server-filesystem");
test.skipIf(filesystem === undefined)("server-filesystem: reads the folder that it is told of", async () => {
  const found = await results(
    filesystem ?? "",
    [place.cwd],
    [
      { name: "list_directory", input: { path: place.cwd } },
      { name: "read_text_file", input: { path: join(place.cwd, "notes.txt") } },
      { name: "read_text_file", input: { path: join(place.home, "none.txt") } },
    ],
  );
  expect(found[0]).toContain("notes.txt");
  expect(found[1]).toContain("one");
  expect(found[2]).toMatch(/denied|outside/i);
});

const memory = programOf("@modelcontextprotocol/server-memory");
test.skipIf(memory === undefined)("server-memory: keeps from one session to the next", async () => {
  const entities = [{ name: "Ann", entityType: "person", observations: ["likes tea"] }];
  await results(memory ?? "", [], [{ name: "create_entities", input: { entities } }]);
  expect((await results(memory ?? "", [], [{ name: "read_graph", input: {} }]))[0]).toContain("likes tea");
});

const runner = conformanceRunner();
describe.skipIf(runner === undefined)("conformance (a few of the scenarios; `npm run conformance` plays all)", () => {
  const scenarios = [
    ...["tools_call", "elicitation-sep1034-client-defaults", "sse-retry"],
    ...["auth/metadata-default", "auth/scope-step-up", "auth/client-credentials-jwt"],
  ];
  test.each(inTurn(2, scenarios))("client: %s", async (scenario) => {
    const { passed, failures } = await runClientScenario(runner ?? "", scenario);
    expect(failures).toEqual([]);
    expect(passed).toBeGreaterThan(0);
  });

  test("server: initialize, lists, and no page of a browser gets in", async () => {
    const served = await serveProgram();
    try {
      for (const scenario of ["server-initialize", "tools-list", "dns-rebinding-protection"])
        expect((await runServerScenario(runner ?? "", scenario, served.url)).failures).toEqual([]);
    } finally {
      await served.close();
    }
  });
});
