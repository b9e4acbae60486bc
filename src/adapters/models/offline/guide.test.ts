import { expect, test } from "vitest";
import type { ModelMessage, ModelPart } from "../../../core/ports/model.ts";
import { createGuide } from "./guide.ts";

const FILES: Readonly<Record<string, string>> = {
  "README.md": "1\t# Scales\n2\t\n3\tWeighs boats in the harbour.",
};

/** Plays the guide against a folder of one README, as the loop would. */
async function play(prompt: string): Promise<{ text: string; steps: number; unanswered: unknown }> {
  const messages: ModelMessage[] = [{ role: "user", text: prompt }];
  const tools = ["find_files", "read_file", "search_code"].map((name) => ({ name, description: "", schema: {} }));
  for (let steps = 1; ; steps++) {
    const parts: ModelPart[] = [];
    const request = { system: "", messages, tools, sessionId: "s" };
    for await (const part of createGuide().step(request, new AbortController().signal)) parts.push(part);
    const end = parts.at(-1);
    if (end?.type !== "end") throw new Error("no end");
    const calls = end.content.flatMap((part) => (part.kind === "call" ? [part.call] : []));
    const text = end.content.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");
    if (calls.length === 0) return { text, steps, unanswered: end.unanswered };
    const results = calls.map(({ id, name, input }) => {
      const path = (input as { path?: string }).path ?? "";
      const found = name === "find_files" ? Object.keys(FILES).join("\n") : (FILES[path] ?? "No match.");
      return { callId: id, name, text: found, failed: name === "read_file" && FILES[path] === undefined };
    });
    messages.push({ role: "assistant", content: end.content }, { role: "tool", results });
  }
}

test("what it says rests on what the calls gave back, with the lines, and is said alike each time", async () => {
  const first = await play("what is this project?");
  expect(first.text).toContain("Scales: Weighs boats in the harbour. (README.md:1-3)");
  expect(await play("what is this project?")).toEqual(first);
});

test("a name that is nowhere is said to be nowhere", async () => {
  const { text, unanswered } = await play("who calls zorp_mangle?");
  expect(text).toContain("Nothing in this folder is named zorp_mangle.");
  expect(unanswered).toBe("question");
});

test("a change is not made, and what else was asked is answered", async () => {
  expect((await play("rename total to sum")).unanswered).toBe("change");
  expect((await play("what is this project? who calls zorp_mangle?")).text).toMatch(/Scales[\s\S]*zorp_mangle/);
});
