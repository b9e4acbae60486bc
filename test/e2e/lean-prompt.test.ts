import { afterEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { WIRES } from "./provider-servers/index.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

/** A README as many projects have it: badges, a long story, many sections. */
const README = [
  "# Total",
  ...Array.from(
    { length: 20 },
    (_, index) => `[![badge ${index}](https://img.example/${index}.svg)](https://ci.example/${index})`,
  ),
  "\nAdds numbers. ".repeat(40),
  ...Array.from({ length: 30 }, (_, index) => `## Section ${index}\n\n${"More of it. ".repeat(50)}`),
].join("\n");

const FOLDERS = {
  plain: { sizeMax: 5 * 1024, files: { "notes.txt": "hello\n" } },
  node: {
    sizeMax: 7 * 1024,
    files: { "package.json": '{"name":"total"}', "src/total.js": "export const a = 1;\n", "README.md": README },
  },
  python: {
    sizeMax: 7 * 1024,
    files: { "pyproject.toml": '[project]\nname = "total"\n', "total/sum.py": "def f(): pass\n", "README.md": README },
  },
  cobol: {
    sizeMax: 7 * 1024,
    files: {
      "cbl/A.cbl": "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. A.\n",
      "jcl/J.jcl": "//J JOB\n",
      "README.md": README,
    },
  },
} as const;

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

describe.each(WIRES)("over $name", ({ name, start, model, variables }) => {
  const at = WIRES.findIndex((wire) => wire.name === name);
  test.each(inTurn(2, Object.entries(FOLDERS), at))(
    "the first request in a %s folder is small",
    async (_, { files, sizeMax }) => {
      place = makePlace(files);
      server = await start([{ text: "done" }]);
      const run = await runWaymark(["-p", "hello", "-m", model], { ...place, environment: variables(server.url) });
      expect(run.code).toBe(0);
      expect(server.requests).toHaveLength(1);
      expect(Buffer.byteLength(server.requests[0]?.body ?? "")).toBeLessThanOrEqual(sizeMax);
    },
  );

  test("a found tool stands behind those that were there, and stays; one that is not offered runs all the same", async () => {
    place = makePlace({ "total.py": "def f(): pass\n" });
    server = await start([
      { calls: [{ name: "todo", input: { items: [{ text: "look" }] } }] },
      { calls: [{ name: "find_tool", input: { query: "apply_diff" } }] },
      { calls: [{ name: "Read", input: { file_path: "total.py" } }] },
      { text: "done" },
    ]);
    const run = await runWaymark(["-p", "hello", "-m", model], { ...place, environment: variables(server.url) });
    expect(run.code).toBe(0);
    const bodies = server.requests.map(({ body }) => body);
    const offered = bodies.map((body) => toolNames(JSON.parse(body)));
    expect(offered[0]).not.toContain("apply_diff");
    expect(offered[1]).toEqual(offered[0]);
    expect(offered[2]).toEqual([...(offered[0] ?? []), "apply_diff"]);
    expect(offered[3]).toEqual(offered[2]);
    expect(bodies[1]).toContain("[ ] look");
    expect(bodies[3]).toContain("Read is read_file here; file_path is path");
    expect(bodies[3]).toContain("def f(): pass");
  });
});

/** In any of the wires. */
function toolNames(body: { readonly tools?: readonly Tool[] }): readonly string[] {
  const listed = (body.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? [tool.function ?? tool]);
  return listed.map(({ name }) => name ?? "");
}

interface Tool {
  readonly name?: string;
  readonly function?: Tool;
  readonly functionDeclarations?: readonly Tool[];
}
