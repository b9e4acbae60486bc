import fc from "fast-check";
import { expect, test } from "vitest";
import { declarationIn } from "./declaration.ts";

const read = (path: string, text: string) =>
  declarationIn(text.split("\n").map((said, index) => ({ path, line: index + 1, text: said })));
const told = (path: string, text: string) =>
  read(path, text)?.members.map(({ line, kind, name, text: said, isOptional, isPrivate }) =>
    [line, kind, name, said, ...(isOptional ? ["optional"] : []), ...(isPrivate ? ["private"] : [])].join(" · "),
  );

test("an interface holds its methods and fields, over several lines too, and says which are optional", () => {
  const source = [
    "export interface Crane<Load> {",
    "  /** Lifts; { is no bracket here. */",
    "  lift(load: Load): Promise<void>;",
    "  lower?(",
    "    load: Load,",
    '    how: { slow: boolean; mark: "}" },',
    "  ): Promise<void>;",
    "  readonly reach: number;",
    "  name?: string;",
    "}",
    "export interface Other { x: 1 }",
  ];
  expect(told("a.ts", source.join("\n"))).toEqual([
    "3 · method · lift · lift(load: Load): Promise<void>",
    '4 · method · lower · lower?(load: Load, how: { slow: boolean; mark: "}" }): Promise<void> · optional',
    "8 · field · reach · readonly reach: number",
    "9 · field · name · name?: string · optional",
  ]);
  expect(read("a.ts", source.join("\n"))?.members[0]?.said).toBe("Lifts; { is no bracket here.");
});

test("a class holds what stands at its first level, and nothing of the bodies", () => {
  const source = [
    "export class Crane {",
    "  #load = 1;",
    "  static open(id: string): Crane {",
    "    const made = new Crane();",
    "    return made;",
    "  }",
    "  private drop = (): void => {",
    "    stop();",
    "  };",
    "}",
  ];
  expect(told("a.ts", source.join("\n"))).toEqual([
    "2 · field · #load · #load = 1 · private",
    "3 · method · open · static open(id: string): Crane",
    "7 · method · drop · private drop = (): void => · private",
  ]);
});

test("a class of Python holds its fields with their defaults and its methods, texts left aside", () => {
  const source = [
    "@dataclass",
    "class Crane(Machine):",
    '    """Lifts.',
    "",
    "    reach: no field",
    '    """',
    "    reach: int",
    "    name: str | None = None",
    '    """How it is called. More."""',
    "    loads: list[str] = field(",
    "        default_factory=list,",
    "    )",
    "",
    "    async def lift(",
    "        self, load: str, slow: bool = False",
    "    ) -> None:",
    "        x: int = 1",
    "    def _drop(self): ...",
    "other: int = 2",
  ];
  expect(told("a.py", source.slice(1).join("\n"))).toEqual([
    "6 · field · reach · reach: int",
    "7 · field · name · name: str | None = None · optional",
    "9 · field · loads · loads: list[str] = field(default_factory=list) · optional",
    "13 · method · lift · async def lift(self, load: str, slow: bool = False) -> None",
    "17 · method · _drop · def _drop(self): ... · private",
  ]);
  expect(read("a.py", source.slice(1).join("\n"))?.members[1]?.said).toBe("How it is called.");
});

test("a type of alternatives and a list hold their values", () => {
  const literal = ["Tide = (", '    Literal["high"]', '    | Literal["low", "slack"]', ")", 'OTHER = "x"'];
  expect(told("a.py", literal.join("\n"))?.map((row) => row.split(" · ")[2])).toEqual(["high", "low", "slack"]);
  const union = ["export type Tide =", '  | "high"', "  | LowTide", "  | 3;", "", 'const other = "x";'];
  expect(told("a.ts", union.join("\n"))?.map((row) => row.split(" · ")[2])).toEqual(["high", "LowTide", "3"]);
  const list = ["export const tides = ['high', 'low'] as const;", "const other = 'x';"];
  expect(told("a.ts", list.join("\n"))?.map((row) => row.split(" · ")[2])).toEqual(["high", "low"]);
});

test("how something is called is no list of values", () => {
  expect(told("a.py", "Lift = Callable[\n    [Load, Rope], Awaitable[None]\n]")).toBeUndefined();
  expect(told("a.ts", "export type Lift = (load: Load) => Rope | void;")).toBeUndefined();
});

test("an enumeration and a table of values hold their keys", () => {
  expect(told("a.ts", "const defaults: Options = {\n  limit: 2,\n  methods: ['get'],\n};")).toEqual([
    "2 · field · limit · limit: 2",
    "3 · field · methods · methods: ['get']",
  ]);
  expect(told("a.py", "class Tide(Enum):\n    HIGH = 1\n    LOW = 2")).toEqual([
    "2 · field · HIGH · HIGH = 1 · optional",
    "3 · field · LOW · LOW = 2 · optional",
  ]);
});

test("garbage throws nothing", () => {
  fc.assert(
    fc.property(
      fc.constantFrom("a.ts", "a.py"),
      fc.array(fc.string({ maxLength: 30 }), { maxLength: 8 }),
      (path, rows) => {
        read(path, ["class X {", ...rows].join("\n"));
        read(path, ["type X =", ...rows].join("\n"));
        return true;
      },
    ),
  );
});
