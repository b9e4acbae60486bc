import { ToolFailure } from "../core/tool.ts";
import { decodeFile } from "../engines/text/file-text.ts";
import { defineTool } from "./define-tool.ts";

/** A file below both is shown whole (CL-40). */
const WHOLE_LINES_MAX = 1_000;
const WHOLE_BYTES_MAX = 50 * 1024;

export const summarizeCode = defineTool({
  name: "summarize_code",
  description: "A small source file whole, a large one as its outline with line numbers.",
  schema: { type: "object", properties: { file_path: { type: "string" } }, required: ["file_path"] },
  isUseful: ({ code }) => code.isUseful(),
  intent: ({ file_path: path }) => ({
    accesses: [{ kind: "read", path }],
    display: { kind: "text", text: `Summarize ${path}` },
  }),
  async run({ file_path: path }, { workspace, code, signal }) {
    const bytes = await workspace.readBytes(path);
    const decoded = decodeFile(bytes);
    if (decoded.kind === "binary") throw new ToolFailure(`${workspace.show(path)} is binary; it has no outline.`);
    const lines = decoded.text.split("\n");
    const isShort = lines.length < WHOLE_LINES_MAX && bytes.length < WHOLE_BYTES_MAX;
    const text = isShort
      ? lines.map((line, index) => `${index + 1}\t${line}`).join("\n")
      : await code.query("summary", { path: workspace.show(path) }, signal);
    return { text, display: { kind: "text", text: `${workspace.show(path)}: ${lines.length} lines` } };
  },
});
