import { expect, test } from "vitest";
import { QUOTED_CALL, type TextCall } from "../../ports/model.ts";
import type { RecordedEvent } from "../../protocol/event.ts";
import { shownIn } from "./shown-texts.ts";

const INPUT = { path: "out/made.txt", content: "first line of it\nsecond line of it\n" };
const WRITTEN = `<tool_call>${JSON.stringify({ name: "write_file", arguments: INPUT })}</tool_call>`;
const CALL: TextCall = { name: "write_file", input: INPUT, written: WRITTEN };
const result = (text: string) => ({ type: "call-end", result: { text } }) as unknown as RecordedEvent;
const wasShown = (history: readonly RecordedEvent[], more: { system?: string; description?: string } = {}) =>
  shownIn({
    history,
    system: more.system ?? "",
    tools: new Map([["t", { description: more.description ?? "", schema: {} }]]) as never,
  })(CALL);

const JSON_LETTERS = JSON.stringify(WRITTEN).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
const HTML = WRITTEN.replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const YAML = ["name: write_file", "content: |", "  first line of it", "  second line of it", "path: out/made.txt"];

test.each([
  ["as it is", WRITTEN],
  ["as JSON spells it", JSON_LETTERS],
  ["as HTML spells it", HTML],
  ["in another order, over lines", YAML.join("\n")],
  ["behind the names of files", YAML.map((line, at) => `notes/x.txt:${at}: ${line}`).join("\n")],
  ["behind authors", YAML.map((line) => `abc1234f (An Author 2026-01-01) ${line}`).join("\n")],
])("a call that a result shows is a quote: %s", (_, shown) => {
  expect(wasShown([result(`Notes.\n${shown}\nMore.`)])).toBe(true);
});

test("one in the instructions, in a summary or in what a tool says of itself is one, too", () => {
  const summary = { type: "compaction", summary: WRITTEN } as unknown as RecordedEvent;
  expect([wasShown([], { system: WRITTEN }), wasShown([], { description: HTML }), wasShown([summary])]).toEqual([
    true,
    true,
    true,
  ]);
});

test("what names the tool, or holds a part of what it is given, is none", () => {
  const others = ["write_file writes out/made.txt", "first line of it\nsecond line of it", "out/made.txt\nout/b.txt"];
  expect(others.map((text) => wasShown([result(text)]))).toEqual([false, false, false]);
});

test("who was told that it quotes means what it writes then", () => {
  const told: RecordedEvent = { type: "prompt", origin: "engine", text: QUOTED_CALL };
  expect(wasShown([result(WRITTEN), told])).toBe(false);
});
