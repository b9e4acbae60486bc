import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { WIRES } from "./provider-servers/index.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

const SCHEMA = JSON.stringify({
  ...{ type: "object", properties: { lines: { type: "integer" } } },
  ...{ required: ["lines"], additionalProperties: false },
});
/** Servers that only follow OpenAI are not told of it while there are tools. */
const HELD = WIRES.filter(({ name }) => name !== "OpenAI chat");
const isHeld = (body: string | undefined): boolean => /"json_schema"|"responseJsonSchema"/.test(body ?? "");

test.each(HELD)(
  "over $name an answer is held to its schema, checked, and asked for again where it does not fit",
  async (wire) => {
    place = makePlace({ "a.txt": "one\ntwo\n" });
    server = await wire.start([
      { calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      { text: '{"lines":"two"}' },
      { text: '{"lines":2}' },
    ]);
    const run = await runWaymark(["-p", "count the lines", "-m", wire.model, "--json-schema", SCHEMA], {
      ...place,
      environment: wire.variables(server.url),
    });
    expect([run.code, run.stdout]).toEqual([0, '{"lines":2}\n']);
    expect(server.requests.map(({ body }) => isHeld(body))).toEqual([true, true, true]);
  },
);

test.each(HELD)("over $name a schema that the service refuses is checked here all the same", async (wire) => {
  place = makePlace();
  server = await wire.start(({ body }) =>
    isHeld(body)
      ? { fault: { kind: "status", status: 400, message: "this json schema is not supported" } }
      : { text: '```json\n{"lines":3}\n```' },
  );
  const run = await runWaymark(["-p", "count", "-m", wire.model, "--json-schema", SCHEMA], {
    ...place,
    environment: wire.variables(server.url),
  });
  expect([run.code, run.stdout]).toEqual([0, '{"lines":3}\n']);
  expect(run.stderr).toContain("cannot be held to this schema");
});

test.each([
  {
    name: "an answer that never fits",
    replies: [{ text: "two" }, { text: "two" }, { text: "two" }],
    flags: [],
    code: 1,
    told: "no answer of the schema",
  },
  {
    name: "a limit",
    replies: [{ calls: [{ name: "list_files", input: {} }] }, { text: '{"lines":2}' }],
    flags: ["--max-turns", "1"],
    code: 53,
    told: "limit",
  },
])("$name leaves nothing where a program looks for the answer", async ({ replies, flags, code, told }) => {
  for (const quiet of [[], ["--final-message-only"]]) {
    place?.remove();
    place = makePlace({ "script.json": JSON.stringify(replies) });
    const args = ["-p", "count", "-m", "scripted/script.json", "--json-schema", SCHEMA, "-o", "answer.json"];
    const run = await runWaymark([...args, ...flags, ...quiet], place);
    expect([run.code, run.stdout, readFileSync(join(place.cwd, "answer.json"), "utf8")]).toEqual([code, "", ""]);
    expect(run.stderr).toContain(told);
  }
});
