import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { inquirerOf } from "../../../app/mcp/inquire.ts";
import type { ApprovalRequest } from "../../../core/ports/person.ts";
import type { Display } from "../../../core/protocol/display.ts";
import { createTheme } from "../theme.ts";
import { createApproval } from "./approval.ts";
import { askInWords } from "./ask-in-words.ts";
import { DialogStack } from "./dialog-stack.ts";
import { createHunkReview, splitHunks } from "./hunk-review.ts";

const patch = "--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-old\n+new\n@@ -9,1 +9,1 @@\n-old\n+new\n";
const DISPLAYS: readonly Display[] = [
  { kind: "diff", paths: ["a"], patch },
  { kind: "command", command: "make" },
  { kind: "text", text: "a" },
  { kind: "todo", items: [] },
];

const theme = createTheme("dark", "none") ?? expect.fail("no theme");
const silent = () => new DialogStack({ onChange: () => {}, onQuestion: () => {} });
const press = (stack: DialogStack, ...keys: readonly string[]): void => {
  for (const key of keys) {
    stack.render({ width: 80, rowsMax: 20, theme, changedWords: (_, text) => [{ text, isChanged: false }] });
    // A question is answered by whoever has had time to read it.
    vi.advanceTimersByTime(1000);
    stack.onInput({ kind: "key", key });
  }
};
beforeAll(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterAll(() => void vi.useRealTimers());

test.each(DISPLAYS)("Enter alone answers an approval of a $kind with no", (display) => {
  const decision = { verdict: "ask", reason: "why", proposal: "shell(make)" } as const;
  const request: ApprovalRequest = { call: { id: "1", name: "shell", input: {} }, display, decision };
  const chosen: unknown[] = [];
  const means = { canReview: true, asksForEdits: true };
  createApproval(request, means, (choice) => void chosen.push(choice)).onInput({ kind: "key", key: "enter" });
  expect(chosen).toEqual([{ kind: "answer", answer: expect.objectContaining({ allowed: false }) }]);
});

test("Enter alone takes no part of a change", () => {
  const ends: unknown[] = [];
  const review = createHunkReview(splitHunks(patch), (end) => void ends.push(end));
  review.onInput({ kind: "key", key: "enter" });
  review.onInput({ kind: "text", text: "a" });
  review.onInput({ kind: "key", key: "enter" });
  expect(ends).toEqual([]);
});

test("Enter alone answers no question, and keys that mean nothing mark nothing; what is marked or typed is the answer", async () => {
  const options = ["Run it", "Keep it as a draft"];
  const ask = async (...keys: readonly string[]) => {
    const stack = silent();
    let answer: unknown = "none yet";
    const done = askInWords(stack, { question: "Run this plan?", options }, {}).then((given) => {
      answer = given;
    });
    press(stack, ...keys);
    await Promise.resolve();
    if (!stack.isOpen) await done;
    return answer;
  };
  expect(await ask("enter", "left", "backspace", "ctrl+u", "enter")).toBe("none yet");
  expect([await ask("down", "enter"), await ask("tab", "down", "enter")]).toEqual(options);
});

test("where one answer is offered, Enter marks it, and a second one gives it", async () => {
  const stack = silent();
  let answer: unknown = "none yet";
  const question = { question: "Write it to which file?", options: ["session.md"] };
  const done = askInWords(stack, question, {}).then((given) => {
    answer = given;
  });
  press(stack, "enter");
  await Promise.resolve();
  expect([answer, stack.isOpen]).toEqual(["none yet", true]);
  press(stack, "enter");
  await done;
  expect(answer).toBe("session.md");
});

test("where the person called for the question, Enter takes the only proposal, and words are still an answer", async () => {
  const ask = (...keys: readonly string[]): Promise<string | undefined> => {
    const stack = silent();
    const answer = askInWords(stack, { question: "Which file?", options: ["session.md"] }, { isWanted: true });
    for (const text of keys) stack.onInput({ kind: "text", text });
    press(stack, "enter");
    return answer;
  };
  expect([await ask(), await ask("my", ".md")]).toEqual(["session.md", "my.md"]);
});

test("a server's page counts as visited only where that is said", async () => {
  const visit = async (answer: string) =>
    inquirerOf({ asker: { ask: async () => answer } }).inquire(
      "srv",
      { kind: "page", message: "Log in.", url: "https://a.example" },
      AbortSignal.timeout(20_000),
    );
  expect(await visit("I have been there")).toEqual({ kind: "given", values: {} });
  expect([await visit(""), await visit("what for?")]).toEqual([{ kind: "cancelled" }, { kind: "cancelled" }]);
});
