import type { TodoItem } from "../../core/protocol/display.ts";
import { defineTool } from "../define-tool.ts";

const MARKS: Readonly<Record<TodoItem["status"], string>> = { pending: "[ ]", in_progress: "[>]", completed: "[x]" };

export const todo = defineTool({
  name: "todo",
  description:
    "Replaces the list of things to do (shown to the person); without items, shows it. For work of several steps.",
  schema: {
    type: "object",
    properties: {
      items: {
        type: "array",
        maxItems: 100,
        items: {
          type: "object",
          properties: {
            text: { type: "string", maxLength: 500 },
            status: { type: "string", enum: ["pending", "in_progress", "completed"], default: "pending" },
          },
          required: ["text"],
        },
      },
    },
  },
  intent: () => ({ accesses: [], display: { kind: "text", text: "Update the list of things to do" } }),
  async run({ items }, { todos }) {
    if (items !== undefined) todos.replace(items.map((item, index) => ({ id: String(index + 1), ...item })));
    const list = todos.read();
    const text = list.map((item) => `${MARKS[item.status]} ${item.text}`).join("\n");
    return { text: text === "" ? "The list is empty." : text, display: { kind: "todo", items: list } };
  },
});
