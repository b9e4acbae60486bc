import { expect, test } from "vitest";
import { detectChecks } from "./detect-checks.ts";
import { parseProblems } from "./parse-problems.ts";

function detect(files: Record<string, string>): string[] {
  const texts = new Map(Object.entries(files));
  return detectChecks({ texts, names: [...texts.keys()] }).map((check) => `${check.kind}: ${check.argv.join(" ")}`);
}

test.each([
  [
    "npm scripts, with what the packages imply",
    {
      "package.json":
        '{"scripts":{"test":"vitest run","lint":"eslint ."},"devDependencies":{"typescript":"7","prettier":"3"}}',
      "tsconfig.json": "{}",
    },
    ["lint: npm run lint", "format: npx prettier --check .", "types: npx tsc --noEmit", "test: npm test"],
  ],
  ["pnpm", { "package.json": '{"scripts":{"test":"x"}}', "pnpm-lock.yaml": "" }, ["test: pnpm test"]],
  [
    "npm's placeholder is no test",
    { "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    [],
  ],
  ["a broken manifest", { "package.json": "{" }, []],
  [
    "pyproject",
    { "pyproject.toml": "[tool.ruff]\n[tool.mypy]\n[tool.pytest.ini_options]" },
    [
      "lint: python3 -m ruff check .",
      "format: python3 -m ruff format --check .",
      "types: python3 -m mypy .",
      "test: python3 -m pytest -q",
    ],
  ],
  ["plain Python tests", { "test_a.py": "" }, ["test: python3 -m unittest"]],
  [
    "a make target wins over what an ecosystem has",
    { Makefile: "test:\n\tgo test\n", "go.mod": "" },
    [
      "lint: go vet ./...",
      'format: sh -c test -z "$(gofmt -l . | tee /dev/stderr)"',
      "test: make test",
      "build: go build ./...",
    ],
  ],
  [
    "Maven with its wrapper",
    { "pom.xml": "", mvnw: "" },
    ["test: ./mvnw -q test", "build: ./mvnw -q -DskipTests package"],
  ],
  ["nothing", { "a.txt": "" }, []],
] as const)("checks of a project: %s", (_, files, expected) => {
  expect(detect(files)).toEqual(expected);
});

test.each([
  ["TypeScript", "src/a.ts(3,5): error TS2322: Type 'x'.", ["src/a.ts:3:5: error TS2322: Type 'x'."]],
  ["a linter's line", "a.py:3:1: F401 unused", ["a.py:3:1: F401 unused"]],
  ["mypy", 'a.py:7: error: Name "x"', ['a.py:7: error: Name "x"']],
  [
    "ESLint",
    "/p/a.js\n  3:5  error  'x' is unused  no-unused-vars\n\n✖ 1 problem",
    ["/p/a.js:3:5: error  'x' is unused  no-unused-vars"],
  ],
  [
    "Rust",
    "error[E0308]: mismatched types\n --> src/main.rs:4:5\n",
    ["src/main.rs:4:5: error[E0308]: mismatched types"],
  ],
  ["Go's tests", "--- FAIL: TestAdd (0.00s)\n    add_test.go:9: got 3", ["add_test.go:9: got 3"]],
  ["Maven", "[ERROR] /p/App.java:[12,8] cannot find symbol", ["/p/App.java:12:8: cannot find symbol"]],
  ["a Python trace", 'Traceback:\n  File "t/test_a.py", line 4, in test\nAssertionError: 1', ["t/test_a.py:4: "]],
  ["pytest", "test_a.py:4: AssertionError", ["test_a.py:4: AssertionError"]],
  [
    "a Node trace",
    "AssertionError: 2 == 3\n    at Context.<anonymous> (/p/a.test.js:4:10)\n    at run (/p/node_modules/m/x.js:1:1)",
    ["/p/a.test.js:4:10: AssertionError: 2 == 3"],
  ],
  [
    "vitest, in colours",
    "\u001b[31mAssertionError: no\u001b[39m\n ❯ src/a.test.ts:7:19",
    ["src/a.test.ts:7:19: AssertionError: no"],
  ],
  ["a clock is no place", "Started at 12:30:11 on host:8080", []],
])("problems of %s", (_, output, expected) => {
  const shown = parseProblems(output).map(
    ({ file, line, column, message }) => `${file}:${line}${column === undefined ? "" : `:${column}`}: ${message}`,
  );
  expect(shown).toEqual(expected);
});

const CLASSED = "import unittest\n\n\nclass T(unittest.TestCase):\n    def test_a(self):\n        pass\n";
const PLAIN = "from ledger import due\n\n\ndef test_due():\n    assert due()\n";

test.each([
  ["a package of classes", { "tests/__init__.py": "", "tests/test_a.py": CLASSED }, "python3 -m unittest"],
  ["a folder of classes", { "tests/test_a.py": CLASSED }, "python3 -m unittest discover -s tests"],
  ["classes that use pytest", { "tests/test_a.py": `import pytest\n${CLASSED}` }, "python3 -m pytest -q"],
  ["functions, which only pytest finds", { "test/due_test.py": PLAIN }, "python3 -m pytest -q"],
  ["a conftest.py beside them", { "tests/conftest.py": "", "tests/test_a.py": CLASSED }, "python3 -m pytest -q"],
  ["at the top", { "test_a.py": CLASSED }, "python3 -m unittest"],
])("what runs Python tests without settings is what they import: %s", (_, tests, command) => {
  const pythonTests = new Map(Object.entries(tests));
  const names = [...new Set([...pythonTests.keys()].map((path) => path.split("/")[0] ?? ""))];
  const made = detectChecks({ texts: new Map(), names, pythonTests });
  const source = Object.keys(tests).find((path) => /(?:test_a|due_test)\.py$/.test(path));
  expect(made).toEqual([{ kind: "test", argv: command.split(" "), source }]);
});
