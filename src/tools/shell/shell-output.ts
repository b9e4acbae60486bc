import type { BackgroundProcess } from "../../core/ports/processes.ts";
import type { OutputStore } from "../../core/ports/session.ts";
import { ToolFailure } from "../../core/tool.ts";
import { plainText } from "../../engines/terminal-text/plain-text.ts";
import { defineTool } from "../define-tool.ts";
import { withoutKeyRows } from "./key-rows.ts";

/** One page, whatever limit is asked for: it is shown whole. */
const PAGE_CHARACTERS_MAX = 50_000;

export const shellOutput = defineTool({
  name: "shell_output",
  description: "Pages a kept output by its handle; without one, lists background processes.",
  schema: {
    type: "object",
    properties: {
      handle: { type: "string" },
      offset: { type: "integer", default: 1, description: "-20: the last 20 lines" },
      limit: { type: "integer", minimum: 1, default: 200 },
    },
  },
  intent: ({ handle }) => ({
    accesses: [],
    display: { kind: "text", text: handle === undefined ? "List background processes" : `Show output ${handle}` },
  }),
  async run({ handle: wanted, offset, limit }, context) {
    const { processes, outputs, resultCharsMax = PAGE_CHARACTERS_MAX } = context;
    const running = processes.list();
    if (wanted === undefined) {
      const text = running.length === 0 ? "No background processes." : running.map(describe).join("\n");
      return { text, display: { kind: "text", text } };
    }
    const process = running.find((one) => one.id === wanted || one.handle === wanted);
    const handle = process?.handle ?? wanted;
    const first = offset > 0 ? offset : await lineFromEnd(outputs, handle, offset);
    const page = await outputs.page(handle, { offset: first, limit });
    if (page === undefined)
      throw new ToolFailure(`There is no output ${wanted}. Without handle the background ones are listed.`);
    const { totalLines } = page;
    const lines = onePage(page.lines.map(plainText), Math.min(resultCharsMax, PAGE_CHARACTERS_MAX));
    const range = lines.length === 0 ? "" : `shown ${first}-${first + lines.length - 1} of `;
    const note = `(${range}${totalLines} lines)`;
    const state = process === undefined ? [] : [describe(process)];
    const text = [...lines, note, ...state].join("\n");
    return {
      text: await withoutKeyRows({ output: text, command: process?.command ?? "" }, context),
      kind: "source",
      display: { kind: "text", text: `${handle} ${note}` },
      ...(process?.state === "exited" && { background: { id: process.id, state: process.state } }),
    };
  },
});

/** Lines as far as a page reaches, one at least. */
function onePage(lines: readonly string[], charactersMax: number): readonly string[] {
  let characters = 0;
  const past = lines.findIndex((line, index) => {
    characters += line.length + 1;
    return index > 0 && characters > charactersMax;
  });
  return past < 0 ? lines : lines.slice(0, past);
}

async function lineFromEnd(outputs: OutputStore, handle: string, offset: number): Promise<number> {
  const page = await outputs.page(handle, { offset: 1, limit: 1 });
  return Math.max(1, (page?.totalLines ?? 0) + offset + 1);
}

function describe({ id, command, state, exitCode, handle }: BackgroundProcess): string {
  const end =
    state === "running" ? "running" : `ended${exitCode === undefined ? " by a signal" : `, exit code ${exitCode}`}`;
  return `${id} (${end}, handle ${handle}): ${command}`;
}
