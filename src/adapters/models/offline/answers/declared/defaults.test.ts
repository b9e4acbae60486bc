import { expect, test } from "vitest";
import { defaultIn, defaultsOfComments, defaultsOfHead } from "./defaults.ts";

const told = (path: string, text: string) => {
  const found = defaultIn({ path, line: 1, text });
  return found && `${found.name} = ${found.value}`;
};

test("a field, a parameter among others, an option and a fallback have a default", () => {
  expect(told("a.py", "    reach: int | None = None")).toBe("reach = None");
  expect(told("a.py", "    timeout: Timeout = DEFAULT_TIMEOUT,")).toBe("timeout = DEFAULT_TIMEOUT");
  expect(told("a.py", '    parser.add_argument("--reach", type=int, default=3)')).toBe("reach = 3");
  expect(told("a.py", "_DEFAULT_REACH = 12")).toBe("_DEFAULT_REACH = 12");
  expect(told("a.ts", "      reach = 3,")).toBe("reach = 3");
  expect(told("a.ts", "    timeout: options.timeout ?? 10_000,")).toBe("timeout = 10_000");
});

test("what a function sets is no default", () => {
  expect(told("a.py", "    reach = 3")).toBeUndefined();
  expect(told("a.ts", "    const reach = 3;")).toBeUndefined();
  expect(told("a.ts", "    this.reach = 3;")).toBeUndefined();
});

test("a head on one line gives each of its parameters its own", () => {
  const line = { path: "a.py", line: 1, text: 'def lift(load: str, slow: bool = False, how: str = "up") -> None:' };
  expect(defaultsOfHead(line).map(({ name, value }) => [name, value])).toEqual([
    ["slow", "False"],
    ["how", '"up"'],
  ]);
});

test("a comment names the default of what stands below it", () => {
  const lines = ["\t/**", "\tHow often it is tried.", "", "\t@default 2", "\t*/", "\tlimit?: number;"];
  const found = defaultsOfComments(lines.map((text, index) => ({ path: "a.ts", line: index + 1, text })));
  expect(found).toEqual([
    {
      path: "a.ts",
      line: 6,
      text: "limit?: number  (default 2)  # How often it is tried.",
      name: "limit",
      value: "2",
      said: "How often it is tried.",
    },
  ]);
});
