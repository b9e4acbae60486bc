import { expect, test } from "vitest";
import { ENVIRONMENT_LINES, variablesIn } from "./environment.ts";

const said = (path: string, source: readonly string[]) =>
  variablesIn(source.map((text, index) => ({ path, line: index + 1, text }))).map(
    ({ name, use, line }) => `${use} ${name} ${line.line}`,
  );

test("what is read, set and taken away is told apart, whatever holds it", () => {
  expect(
    said("ship.py", [
      'mast = os.environ.get("MAST_HEIGHT", "3")',
      'sail_env = {k: v for k, v in os.environ.items() if k != "OLD_SAIL"}',
      "ship_env = {",
      "    **sail_env,",
      '    "SHIP_NAME": name,',
      "}",
      'ship_env["SHIP_LOG"] = "on"',
      'keel = opt_env.get("KEEL_DEPTH")',
      '# os.environ["IN_A_REMARK"]',
    ]),
  ).toEqual(["read MAST_HEIGHT 1", "removed OLD_SAIL 2", "set SHIP_NAME 5", "set SHIP_LOG 7", "read KEEL_DEPTH 8"]);
});

test("a name that a constant stands for is that name, and each language has its own way", () => {
  expect(
    said("ship.ts", [
      'const ANCHOR_VARIABLE = "ANCHOR_WEIGHT";',
      "const weight = process.env[ANCHOR_VARIABLE];",
      "const port = process.env.HOME_PORT ?? 'x';",
      "process.env.FLAG_COLOUR = 'red';",
      "delete process.env.OLD_FLAG;",
    ]),
  ).toEqual(["read ANCHOR_WEIGHT 2", "read HOME_PORT 3", "set FLAG_COLOUR 4", "removed OLD_FLAG 5"]);
  expect(said("ship.go", ['home := os.Getenv("HARBOUR")', 'os.Setenv("BERTH", b)'])).toEqual([
    "read HARBOUR 1",
    "set BERTH 2",
  ]);
});

test("the search finds the lines of each language", () => {
  const found = ['os.Getenv("X")', 'os.getenv("X")', "process.env.X", 'os.environ["X"]', 'System.getenv("X")'];
  expect(found.filter((line) => !new RegExp(ENVIRONMENT_LINES).test(line))).toEqual([]);
});

test("what only looks like one is none", () => {
  expect(said("ship.py", ["environ = {", '    "REQUEST": 1,', "}", 'x = {"KEY": 1}'])).toEqual([]);
});
