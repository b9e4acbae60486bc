import { defineTool } from "../define-tool.ts";

export const askUser = defineTool({
  name: "ask_user",
  description: "Asks the person one question and gives the answer. Only for what you cannot find out or decide.",
  schema: {
    type: "object",
    properties: {
      question: { type: "string" },
      options: { type: "array", items: { type: "string" } },
    },
    required: ["question"],
  },
  intent: ({ question }) => ({ accesses: [{ kind: "ask" }], display: { kind: "text", text: question } }),
  async run({ question, options = [] }, { asker, signal }) {
    const answer = await asker.ask({ question, options }, signal);
    if (answer !== undefined) return { text: answer, display: { kind: "text", text: `${question}\n${answer}` } };
    const text = "There is nobody to ask. Decide yourself and say what you assumed, or finish with your question.";
    return { text, display: { kind: "text", text: `${question}\n(nobody to ask)` } };
  },
});
