import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runCalls } from "../src/core/loop/run-calls.ts";
import { RunLedger } from "../src/core/loop/run-ledger.ts";
import type { PermissionPolicy } from "../src/core/permissions/decide.ts";
import { declaredProcesses } from "../src/core/permissions/declared-processes.ts";
import type { CommandRequest } from "../src/core/ports/processes.ts";
import type { JsonSchema, Tool } from "../src/core/tool.ts";
import { TOOLS } from "../src/tools/index.ts";
import { createToolBench, type ToolBench } from "./tool-context.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({
    "a.txt": "one\n",
    "package.json": JSON.stringify({ scripts: { test: "true", lint: "true", build: "true" } }),
  });
  mkdirSync(join(bench.root, "keep"));
});
afterEach(() => bench.close());

/** Texts that a careless tool would hand to a shell. */
const HOSTILE = [
  "a.txt",
  "; git push; rm -rf keep",
  "$(rm -rf keep)",
  "`rm -rf keep`",
  "' ; rm -rf keep #",
  "-- & rm -rf keep",
];

/** One input for each hostile text: in every field that takes a text, and each choice of those that have some. */
function* inputsOf({ schema }: Tool): Generator<Record<string, unknown>> {
  const properties = Object.entries(schema.properties ?? {});
  const choices = properties.flatMap(([name, { enum: values }]) => (values ?? []).map((value) => ({ [name]: value })));
  for (const text of HOSTILE)
    for (const chosen of [{}, ...choices])
      yield {
        ...Object.fromEntries(properties.map(([name, property]) => [name, exampleOf(property, text)])),
        ...("path" in (schema.properties ?? {}) ? { path: "." } : {}),
        ...("cwd" in (schema.properties ?? {}) ? { cwd: "." } : {}),
        ...("sandbox" in (schema.properties ?? {}) ? { sandbox: "default" } : {}),
        ...chosen,
      };
}

function exampleOf(property: JsonSchema, text: string): unknown {
  if (property.enum) return property.enum[0];
  if (property.type === "string") return text;
  if (property.type === "integer" || property.type === "number") return Math.max(1, property.minimum ?? 1);
  if (property.type === "boolean") return false;
  if (property.type === "array") return property.items ? [exampleOf(property.items, text)] : [];
  return Object.fromEntries(
    Object.entries(property.properties ?? {}).map(([name, inner]) => [name, exampleOf(inner, text)]),
  );
}

test("whatever a model writes, each command that starts was declared and decided in this very form", async () => {
  const spawned: string[] = [];
  const decided = new Set<string>();
  const declared = new Set<string>();
  const note = ({ command, cwd = "." }: Pick<CommandRequest, "command" | "cwd">): string => `${cwd}: ${command}`;
  const RESULT = { exitCode: 0, timedOut: false, cancelled: false, output: "", outputBytes: 0, durationMs: 0 };
  const policy: PermissionPolicy = {
    mode: "default",
    rules: { allow: [], ask: [], deny: [] },
    async judgeCommand(_tool, command, cwd) {
      decided.add(note({ command, ...(cwd === undefined ? {} : { cwd }) }));
      return { verdict: "allow", reason: "", readsOnly: false };
    },
    judgePath: () => ({ verdict: "allow", reason: "", isFloor: false }),
  };
  const ports = {
    ...bench.context,
    processes: {
      ...bench.context.processes,
      // Nothing really starts: what would is written down at the port.
      run: async (request: CommandRequest) => {
        spawned.push(note(request));
        return RESULT;
      },
      start: async (request: CommandRequest) => {
        spawned.push(note(request));
        return { id: "bg-1", command: request.command, state: "running", handle: "out-1" } as const;
      },
    },
  };
  const parts = {
    tools: new Map(TOOLS.map((tool) => [tool.name, tool])),
    ports,
    outputs: ports.outputs,
    policy: () => policy,
    approver: { approve: async () => ({ allowed: false, why: "nobody" }) as const },
    clock: { now: () => 0, random: () => 0.5, id: () => "id", sleep: async () => {} },
    textReader: { repairArguments: async () => undefined } as never,
    ledger: new RunLedger(0),
    signal: new AbortController().signal,
  };
  const starters = new Set<string>();
  for (const tool of TOOLS)
    for (const input of inputsOf(tool)) {
      const before = spawned.length;
      for await (const event of runCalls([{ id: "call-1", name: tool.name, input }], parts))
        if (event.type === "call-start")
          for (const access of event.accesses) if (access.kind === "run") declared.add(note(access));
      if (spawned.length > before) starters.add(tool.name);
    }
  expect([...starters].sort()).toEqual(["python", "run_checks", "shell"]);
  expect(spawned.length).toBeGreaterThan(30);
  expect(spawned.filter((command) => !declared.has(command))).toEqual([]);
  expect(spawned.filter((command) => !decided.has(command))).toEqual([]);
});

test("the port starts nothing else: another text, another folder, or a way out of the sandbox", async () => {
  const processes = declaredProcesses(bench.context.processes, [{ kind: "run", command: "echo hi" }]);
  const { signal } = new AbortController();
  const request = { command: "echo hi", timeoutMs: 10_000 };
  expect((await processes.run(request, signal)).output).toBe("hi\n");
  for (const other of [{ command: "echo hi; id" }, { cwd: "keep" }, { exception: "outside" as const }]) {
    await expect(processes.run({ ...request, ...other }, signal)).rejects.toThrow("did not declare");
    await expect(processes.start({ ...request, ...other })).rejects.toThrow("did not declare");
  }
});
