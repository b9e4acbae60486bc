import { expect, test } from "vitest";
import type { Folder } from "../../folder.ts";
import type { Wanted } from "../../looking.ts";
import { rootOf } from "./doings.ts";
import { withDoers } from "./with-doers.ts";

const FILES: Readonly<Record<string, readonly string[]>> = {
  "source/quay.ts": [
    "export class Quay {",
    "  /** Reads what the pilot wrote. */",
    "  decodeManifest(text: string) {",
    "    const rows = text.split('\\n');",
    "    const loads = [];",
    "    for (const row of rows) {",
    "      loads.push(JSON.parse(row));",
    "    }",
    "    return loads;",
    "  }",
    "  dispose() {",
    "    this.bell.ring();",
    "    this.ropes.clear();",
    "    clearTimeout(this.watch);",
    "    this.crane.kill();",
    "  }",
    "  moor(ship: Ship) {",
    "    this.ropes.set(ship.name, ship);",
    "    this.bell.ring();",
    "    return this.ropes.size;",
    "  }",
    "}",
  ],
  "source/harbour.ts": [
    "export function weigh(cargo: Cargo) {",
    "  const tons = cargo.load / 1000;",
    "  if (tons > LIMIT) {",
    "    throw new RangeError('too heavy');",
    "  }",
    "  return tons;",
    "}",
  ],
};

const folder: Folder = { paths: Object.keys(FILES), isWhole: true, tools: new Set(["read_file"]) };

function found({ input }: Wanted): string {
  const lines = FILES[String(input["path"])] ?? [];
  return [
    `(shown 1-${lines.length} of ${lines.length} lines)`,
    ...lines.map((text, index) => `${index + 1}\t${text}`),
  ].join("\n");
}

const NEAREST = "Nearest in this folder:\nREADME.md:1-1:\n  # Quay";

function said(question: string, text = NEAREST, shortQuote = ""): string {
  const near = { text, isAnswer: true, isOfPassages: true, shortQuote };
  const work = withDoers(near, question, folder);
  let state = work.next();
  while (!state.done) state = work.next(state.value.map((call) => ({ text: found(call), failed: false })));
  return state.value.text;
}

const first = (text: string): string => text.split("\n")[1] ?? "";

test("the function is found by what it does, whatever its name calls that", () => {
  expect(first(said("Where is the manifest of the pilot turned into loads?"))).toContain("Quay.decodeManifest");
  expect(first(said("how does the quay clean up the ropes and the watch?"))).toContain("Quay.dispose");
  expect(said("how does the quay clean up the ropes and the watch?")).toContain("this.crane.kill();");
  expect(first(said("what happens if the cargo fails because its tons are over the limit?"))).toContain("weigh");
});

test("behind the likeliest function the other places that are near stay, and its own is not shown twice", () => {
  const places = [1, 2, 3].map((at) => `docs/quay.md:${at}-${at}:\n  Ropes ${at}`);
  const own = 'source/quay.ts:11-12, "Quay.dispose":\n  dispose() {\n    this.bell.ring();';
  const text = said("how does the quay clean up the ropes and the watch?", [NEAREST, own, ...places].join("\n"));
  expect(text.match(/Ropes \d/g)).toEqual(["Ropes 1", "Ropes 2", "Ropes 3"]);
  expect(text.match(/dispose\(\)/g)).toHaveLength(1);
});

test("the likeliest function stands there whole with what is said of it, nothing left out within it", () => {
  const text = said("Where is the manifest of the pilot turned into loads?");
  expect(text).toContain("/** Reads what the pilot wrote. */");
  expect(text).toContain("loads.push(JSON.parse(row));\n    }\n    return loads;");
  expect(text).not.toContain("…");
});

test("behind a function what is nearest is short", () => {
  const block = (to: number): string => `docs/quay.md:1-${to}:\n${"  Ropes\n".repeat(to).trimEnd()}`;
  const question = "how does the quay clean up the ropes and the watch?";
  const text = said(question, `Nearest in this folder:\n${block(30)}`, block(5));
  expect(text.match(/ {2}Ropes/g)).toHaveLength(5);
  const others = `${block(30)}\n  … (line 50, "Bells")\n  Bells`;
  expect(said(question, `Nearest in this folder:\n${others}`)).not.toContain("Bells");
  expect(said(question, "Nearest in this folder:\nsource/quay.ts:11-12:\n  dispose() {")).not.toContain("Nearest");
});

test("what no function is likely to do stays what is nearest", () => {
  expect(said("who pays the pilots?")).toMatch(/^Nearest/);
});

test("what is asked of how the project is tested no function does", () => {
  expect(said("do the tests clean up the ropes and the watch?")).toMatch(/^Nearest/);
});

test("what can be done and that it can have one root", () => {
  expect(rootOf("capable")).toBe(rootOf("capabilities"));
  expect(rootOf("parser")).toBe(rootOf("parse"));
});
