import { afterEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { runChecks } from "./run-checks.ts";

let bench: ToolBench;

afterEach(() => bench.close());

const MAKEFILE = `lint:
\t@echo 'src/a.c:3:5: warning: unused x'; exit 1
test: build
\t@echo ok
build:
\t@echo built
`;

test("CL-38: the project's own checks run, failures with file and line", async () => {
  bench = createToolBench({ Makefile: MAKEFILE });
  const { text, failed } = await bench.run(runChecks);
  expect(failed).toBe(true);
  expect(text).toContain("1 of 2 checks passed.");
  expect(text).toMatch(/lint: make lint: failed \(exit code 2\) in [\d.]+ s\n {2}src\/a\.c:3:5: warning: unused x/);
  expect(text).toMatch(/test: make test: passed in/);
});

test("one kind runs alone, and list runs none", async () => {
  bench = createToolBench({ Makefile: MAKEFILE });
  expect((await bench.run(runChecks, { kind: "test" })).text).toMatch(
    /^1 of 1 checks passed\.\ntest: make test: passed/,
  );
  expect((await bench.run(runChecks, { kind: "list" })).text).toBe(
    "lint: make lint (Makefile)\ntest: make test (Makefile)",
  );
});

test("CL-39: a real test run of another ecosystem gives the failing line", async () => {
  bench = createToolBench({
    "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
    "sum.test.mjs":
      'import test from "node:test";\nimport assert from "node:assert";\ntest("adds", () => {\n  assert.equal(1 + 1, 3);\n});\n',
  });
  const { text } = await bench.run(runChecks, { kind: "test" });
  expect(text).toContain("test: npm test: failed (exit code 1)");
  expect(text).toMatch(/ {2}\S*sum\.test\.mjs:4:10: /);
});

test("a project without checks, and a kind it lacks, are explained", async () => {
  bench = createToolBench({ Makefile: MAKEFILE, "sub/readme.txt": "" });
  await expect(bench.run(runChecks, { path: "sub" })).rejects.toThrow("No checks found in sub");
  await expect(bench.run(runChecks, { kind: "types" })).rejects.toThrow(
    "The project has no types check. It has: lint, test.",
  );
});

test("it tells how many tests ran, and that none did proves nothing", async () => {
  bench = createToolBench({
    "package.json": JSON.stringify({ scripts: { test: "node --test" } }),
    "a.test.mjs": 'import test from "node:test";\ntest("one", () => {});\ntest("two", () => {});\n',
  });
  expect((await bench.run(runChecks, { kind: "test" })).text).toMatch(/npm test: passed in [\d.]+ s \(2 tests\)$/);
  await bench.close();
  bench = createToolBench({ "package.json": JSON.stringify({ scripts: { test: "echo '# tests 0'" } }) });
  expect(await bench.run(runChecks, { kind: "test" })).toMatchObject({
    text: "0 of 1 checks passed.\ntest: npm test: no test ran, which proves nothing",
  });
});

test("a file as path is told to stand in args", async () => {
  bench = createToolBench({ Makefile: MAKEFILE, "a.test.ts": "" });
  await expect(bench.run(runChecks, { path: "a.test.ts" })).rejects.toThrow("a.test.ts is a file: give it in args");
});
