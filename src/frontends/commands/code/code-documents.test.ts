import { expect, test } from "vitest";
import type { GraphNode } from "../../../engines/citadel/model.ts";
import type { CommandContext } from "../command.ts";
import { writeGraph } from "./code-documents.ts";

const nodes = (count: number): GraphNode[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `a/P${at}.cbl#P${at}`,
    kind: "program",
    name: `P${at}`,
    file: `a/P${at}.cbl`,
    start: 1,
    end: 9,
  }));

/** A context that keeps what is written and counts how often the reader was waited for. */
function paper(taken: () => Promise<void>): { readonly context: CommandContext; readonly text: () => string } {
  const written: string[] = [];
  const silent = (): void => {};
  const context: CommandContext = {
    ...{ environment: {}, cwd: ".", version: "", out: silent, json: silent, error: silent, exit: silent, taken },
    data: (text) => void written.push(text),
  };
  return { context, text: () => written.join("") };
}

test("a graph is one JSON document, whatever its parts are", async () => {
  const all = nodes(5000);
  const { context, text } = paper(async () => {});
  async function* parts() {
    yield { list: "files", items: [] } as const;
    yield { list: "nodes", items: all.slice(0, 1) } as const;
    yield { list: "nodes", items: [] } as const;
    yield { list: "nodes", items: all.slice(1) } as const;
    yield { list: "edges", items: [] } as const;
    yield { list: "problems", items: [{ path: "b", message: "\u202e" }] } as const;
  }
  await writeGraph(parts(), true, context);
  expect(JSON.parse(text())).toEqual({
    files: [],
    nodes: all,
    edges: [],
    problems: [{ path: "b", message: "\u202e" }],
  });
  expect(text()).not.toContain("\u202e");
});

test("a graph goes no faster than its reader", async () => {
  let release = (): void => {};
  let asked = 0;
  const { context, text } = paper(() => {
    asked += 1;
    return asked === 1 ? new Promise((resolve) => (release = resolve)) : Promise.resolve();
  });
  let given = 0;
  async function* parts() {
    for (; given < 100; given += 1) yield { list: "nodes", items: nodes(1000) } as const;
  }
  const end = writeGraph(parts(), true, context);
  while (asked === 0) await new Promise((resolve) => setImmediate(resolve));
  // As often as one likes: nothing more comes while the reader has not taken it.
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(1);
  expect(given).toBeLessThan(5);
  release();
  await end;
  expect(JSON.parse(text()).nodes).toHaveLength(100_000);
});
