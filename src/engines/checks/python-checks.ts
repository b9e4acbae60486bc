import type { Check, ProjectFiles } from "./check.ts";

/** Folders whose Python files may be tests. */
export const PYTHON_TEST_FOLDERS: readonly string[] = ["tests", "test"];
/** Names of Python files that say what runs the tests. */
export const PYTHON_TEST_FILE = /^(?:test_.*|.*_test|conftest|__init__)\.py$/;

const IS_TEST = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

/** The checks of a Python project, by what its files name and its tests import. */
export function fromPython({ texts, names, pythonTests = new Map() }: ProjectFiles): readonly Check[] {
  const project = texts.get("pyproject.toml") ?? "";
  const all = [
    project,
    ...["setup.cfg", "tox.ini", "requirements.txt", "requirements-dev.txt"].map((name) => texts.get(name) ?? ""),
  ].join("\n");
  const isPython =
    project !== "" ||
    names.some((name) => ["setup.py", "setup.cfg", "requirements.txt", "pytest.ini", "tox.ini"].includes(name));
  const tests = [...pythonTests.keys(), ...names].filter((path) => IS_TEST.test(path));
  if (!isPython && tests.length === 0) return [];
  const source =
    project === ""
      ? (names.find((name) => /^(?:setup|requirements|pytest|tox)/.test(name)) ?? tests[0] ?? "*.py")
      : "pyproject.toml";
  const run = names.includes("uv.lock") ? "uv run " : names.includes("poetry.lock") ? "poetry run " : "python3 -m ";
  const has: HasTool = (word, ...files) =>
    new RegExp(`(?:^|[^\\w-])${word}(?![\\w-])`, "m").test(all) || files.some((file) => names.includes(file));
  const hasTests = tests.length > 0 || PYTHON_TEST_FOLDERS.some((folder) => names.includes(folder));
  const isPytest = has("pytest", "pytest.ini", "conftest.py");
  const testing = isPytest ? "pytest -q" : hasTests ? testCommand(pythonTests) : undefined;
  const runTests: readonly ToolCheck[] = testing === undefined ? [] : [["test", testing]];
  const checks = [...pythonLint(has), ...pythonTypes(has), ...runTests];
  return checks.map(([kind, command]) => ({
    kind,
    argv: (command.startsWith("python3 ") ? command : `${run}${command}`).split(" "),
    source,
  }));
}

/** Whether a tool is named in the project's files, or has a file of its own. */
type HasTool = (word: string, ...files: readonly string[]) => boolean;
type ToolCheck = readonly [kind: Check["kind"], command: string];

function pythonLint(has: HasTool): readonly ToolCheck[] {
  const black: readonly ToolCheck[] = has("black") ? [["format", "black --check ."]] : [];
  if (!has("ruff", "ruff.toml")) return has("flake8") ? [["lint", "flake8"], ...black] : black;
  const format: readonly ToolCheck[] = black.length > 0 ? black : [["format", "ruff format --check ."]];
  return [["lint", "ruff check ."], ...format];
}

function pythonTypes(has: HasTool): readonly ToolCheck[] {
  if (has("mypy", "mypy.ini")) return [["types", "mypy ."]];
  return has("pyright") ? [["types", "pyright"]] : [];
}

/** What runs tests of which no setting tells: pytest where one names it or only it would find them; else what Python brings. */
function testCommand(tests: ReadonlyMap<string, string>): string {
  const texts = [...tests.values()];
  const isNamed = [...tests.keys()].some((path) => /conftest\.py$/.test(path));
  const isImported = texts.some((text) => /^[ \t]*(?:import|from)[ \t]+pytest\b/m.test(text));
  const isPlain = texts.some((text) => /^(?:async )?def test_/m.test(text));
  const isClassed = texts.some((text) => /^[ \t]*(?:import|from)[ \t]+unittest\b/m.test(text));
  if (isNamed || isImported || (isPlain && !isClassed)) return "pytest -q";
  const [folder = ""] = [...tests.keys()].map((path) => path.split("/").slice(0, -1).join("/"));
  // From the folder above, only the tests of a package are found.
  const isApart = folder !== "" && !tests.has(`${folder}/__init__.py`);
  return isApart ? `python3 -m unittest discover -s ${folder}` : "python3 -m unittest";
}
