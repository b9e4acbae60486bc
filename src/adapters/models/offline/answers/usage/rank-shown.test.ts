import { expect, test } from "vitest";
import { bestShown } from "./rank-shown.ts";
import type { ShownCode } from "./shown-code.ts";

const code = (title: string, said: string, texts: readonly string[], isOfDocument = true): ShownCode => ({
  path: "README.md",
  title,
  said,
  lines: texts.map((text, at) => ({ path: "README.md", line: at + 1, text })),
  isOfDocument,
});
const START = code("Quick Start", "Quick Start", ['print(ask("tide?"))']);
const PILOT = code("Custom pilots", "Pilots\nCustom pilots", ["class MyPilot(Pilot):", "    def steer(self): ..."]);
const CLIENT = code("Client", "Client", ["client.moor()"], false);
const ALL = [START, PILOT, CLIENT];

test("the code under the heading that says what is asked is shown", () => {
  expect(bestShown(["custom", "pilot"], ALL, false)?.code).toBe(PILOT);
});

test("who asks for the shortest way is shown what a document begins with, where it says any of it", () => {
  expect(bestShown(["ask", "lighthouse", "keeper"], ALL, true)?.code).toBe(START);
  expect(bestShown(["ask", "lighthouse", "keeper"], ALL, false)).toBeUndefined();
  expect(bestShown(["lighthouse"], ALL, true)).toBeUndefined();
});

test("a word that only begins like one of the title is not said by it", () => {
  expect(bestShown(["cli"], ALL, false)).toBeUndefined();
});

test("what is longer than a screen is shown by the stretch that says most", () => {
  const long = code("Mooring a ship", "Mooring a ship", [
    ...Array.from({ length: 30 }, (_, at) => `step${at}()`),
    "rope = moor(ship)",
  ]);
  expect(bestShown(["mooring", "ship"], [long], false)?.lines.at(-1)?.text).toBe("rope = moor(ship)");
});

test("of a long example the call is shown below its head, and not where its name and what it prints speak of it", () => {
  const own = [
    "def example_of_mooring():",
    '    """How mooring is done."""',
    '    print("mooring")',
    ...Array.from({ length: 30 }, (_, at) => `    step${at}()`),
    "    ship.moor()",
  ];
  const lines = bestShown(["moor"], [code("example_of_mooring", "example_of_mooring", own, false)], false)?.lines;
  expect(lines?.[0]?.text).toBe("def example_of_mooring():");
  expect(lines?.at(-1)?.text).toBe("    ship.moor()");
});

test("an example of something else is not shown for words that stand in lines which its reader does not see", () => {
  const apart = Array.from({ length: 60 }, (_, at) => `step${at}()`);
  apart[5] = "tug(1)";
  apart[30] = "pilot(2)";
  apart[55] = "crane(3)";
  const other = code("harbour_day", "harbour_day of a tug", apart, false);
  expect(bestShown(["tug", "pilot", "crane"], [other], false)).toBeUndefined();
});
