import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { askUser } from "./ask-user.ts";
import { taskComplete } from "./task-complete.ts";
import { todo } from "./todo.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({}, "blue");
});

afterEach(() => bench.close());

test("the list is replaced as a whole, and shown without items", async () => {
  expect((await bench.run(todo)).text).toBe("The list is empty.");
  const items = [{ text: "look", status: "completed" }, { text: "change", status: "in_progress" }, { text: "prove" }];
  expect(await bench.run(todo, { items })).toEqual({
    text: "[x] look\n[>] change\n[ ] prove",
    display: {
      kind: "todo",
      items: [
        { id: "1", text: "look", status: "completed" },
        { id: "2", text: "change", status: "in_progress" },
        { id: "3", text: "prove", status: "pending" },
      ],
    },
  });
  expect((await bench.run(todo)).text).toBe("[x] look\n[>] change\n[ ] prove");
  expect((await bench.run(todo, { items: [] })).text).toBe("The list is empty.");
});

test("a person's answer reaches the model; without a person it is told what to do", async () => {
  expect((await bench.run(askUser, { question: "Which?", options: ["red", "blue"] })).text).toBe("blue");
  const headless = createToolBench();
  expect((await headless.run(askUser, { question: "Which?" })).text).toMatch(
    /^There is nobody to ask\. Decide yourself/,
  );
  await headless.close();
});

test("completing the task ends the run with the summary", async () => {
  expect(await bench.run(taskComplete, { summary: "All done." })).toMatchObject({ finish: "All done." });
});

test("an item that is none is refused with what one has", () => {
  expect(() => todo.parse({ items: ["look"] })).toThrow(
    '`items[0]` must be an object with text (and status), got "look".',
  );
});
