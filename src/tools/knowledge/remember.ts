import { ToolFailure } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";

const NOTE_CHARS_MAX = 1_000;
const PATHS = { project: ".waymark/memory.md", user: "~/.config/waymark/memory.md" } as const;

export const remember = defineTool({
  name: "remember",
  description: "Keeps a lasting fact for later sessions.",
  schema: {
    type: "object",
    properties: {
      text: { type: "string", minLength: 3 },
      scope: { type: "string", enum: ["project", "user"], default: "project" },
    },
    required: ["text"],
  },
  isUseful: ({ memory }) => memory.isOffered(),
  acts: "changes",
  intent: ({ text, scope }) => ({
    accesses: [{ kind: "write", path: PATHS[scope] }],
    display: { kind: "text", text: `Remember (${scope}): ${text}` },
  }),
  async run({ text, scope }, { memory }) {
    if (text.length > NOTE_CHARS_MAX)
      throw new ToolFailure(`A note has ${NOTE_CHARS_MAX} characters at most: shorten it.`);
    const { kind, path } = memory.add(scope, text);
    const said = kind === "known" ? `It stands in ${path} already.` : `Noted in ${path}.`;
    return { text: said, display: { kind: "text", text: `${said} ${text}` } };
  },
});
