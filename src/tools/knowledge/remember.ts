import { ToolFailure } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";

const NOTE_CHARS_MAX = 1_000;
const PROJECT_FILE = ".waymark/memory.md";

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
    // Where the person keeps theirs is no path of the folder's: it is asked about unless a rule names the tool.
    accesses: scope === "project" ? [{ kind: "write", path: PROJECT_FILE }] : [{ kind: "foreign" }],
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
