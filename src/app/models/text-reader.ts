import { inTurns } from "../../adapters/in-turns.ts";
import type { ReadTextOptions, TextCall, TextReader, TextReading } from "../../core/ports/model.ts";
import type { ToolSpec } from "../../core/tool.ts";
import type { Extraction, ToolDefinition } from "../../engines/calls/model.ts";
import { TOOL_NAMES } from "../../tools/habits/habit-names.ts";

/** Nothing that could be a call or an edit lacks all of these: then the engines need not be loaded at all. */
const MAY_HOLD_CALLS = /[<{[`(]|^[^\S\n]*(?:Action|Thought|---|\*\*\*|@@)/m;

/** Calls and edits out of plain text, by the engines; the local, deterministic half of the judge (BC-51). */
export const textReader: TextReader = {
  instructions,
  read,
  async filter(tools) {
    const { createCallExtractor } = await import("../../engines/calls/stream.ts");
    const extractor = createCallExtractor({ tools: definitions(tools), dropsUnlisted: false });
    return { push: (chunk) => extractor.push(chunk).text, end: () => extractor.end().text };
  },
  async repairArguments(raw) {
    const { repairArguments } = await import("../../engines/calls/repair-arguments.ts");
    const repaired = repairArguments(raw);
    if (repaired.ok) return { kind: "read", input: repaired.value, repairs: repaired.repairs };
    return repaired.isCut ? { kind: "cut", problem: repaired.problem } : undefined;
  },
  async json(text) {
    const { tryLooseJson } = await import("../../engines/json/loose-json.ts");
    const result = tryLooseJson(text);
    return result.ok ? result.value : undefined;
  },
};

async function read(
  text: string,
  tools: readonly ToolSpec[],
  { edits, ...thinking }: ReadTextOptions,
): Promise<TextReading> {
  if (text.trim() === "" || (!edits && !MAY_HOLD_CALLS.test(text))) return { kind: "answer" };
  const { calls, content, rejected = [] } = await extracted(text, tools, thinking);
  if (calls.length > 0) {
    const found: TextCall[] = calls.map(({ name, arguments: input, repairs }) => ({
      name,
      input,
      ...(repairs?.length ? { repairs } : {}),
    }));
    const leftOut = edits
      ? [...(await addBlock(found, { text, content }, tools, thinking)), ...shellLeftOut(content)]
      : [];
    return {
      kind: "calls",
      content,
      calls: found,
      ...(leftOut.length > 0 ? { leftOut } : {}),
      how: `${found.length} ${found.length === 1 ? "call" : "calls"} (${found.map((call) => call.name).join(", ")})`,
    };
  }
  const edit = edits ? await readEdit(text, tools) : undefined;
  if (edit) return edit;
  if (rejected.length > 0) return { kind: "broken", problems: rejected.map(({ reason }) => reason) };
  return edits ? readIntent(text, tools) : { kind: "answer" };
}

/** What was meant as a call of no tool of ours may be one under another agent's name, which is read where the call is run. */
async function extracted(
  text: string,
  tools: readonly ToolSpec[],
  thinking: Pick<ReadTextOptions, "thinking">,
): Promise<Extraction> {
  const { extractingToolCalls } = await import("../../engines/calls/extract.ts");
  const search = (known: readonly ToolDefinition[]): Promise<Extraction> =>
    inTurns(extractingToolCalls(text, { tools: known, dropsUnlisted: false, ...thinking }));
  const own = definitions(tools);
  const found = await search(own);
  if (found.calls.length > 0 || !found.rejected?.length) return found;
  const others = tools.flatMap(({ name }) => TOOL_NAMES[name] ?? []).map((name) => ({ name, parameters: OPEN }));
  const meant = await search([...own, ...others]);
  return meant.calls.length > 0 ? meant : found;
}

const OPEN = { type: "object" } as const;

async function readEdit(text: string, tools: readonly ToolSpec[]): Promise<TextReading | undefined> {
  if (!tools.some((tool) => tool.name === "apply_diff")) return undefined;
  const { recogniseForm } = await import("../../engines/edits/forms/parse-edit.ts");
  const form = recogniseForm(text);
  if (!form) return undefined;
  const calls = [{ name: "apply_diff", input: { diff: text } }];
  const leftOut = shellLeftOut(text);
  const how = `an edit in the form ${form}`;
  return { kind: "calls", content: text, calls, how, ...(leftOut.length > 0 ? { leftOut } : {}) };
}

/** A line of its own in front of a fence: within a diff it would stand behind a mark. */
const SHELL_BLOCK = /^```(?:ba|z|)sh[^\S\n]*\n|^```(?:shell|console)[^\S\n]*\n/m;
const SHELL_LEFT_OUT = "The block for a shell was not run, only what stands beside it: call shell for it.";
const DIFF_LEFT_OUT =
  "The diff beside the calls was not applied, as it may tell of what was done already. If it is to be made, send it without calls.";

const shellLeftOut = (text: string): readonly string[] => (SHELL_BLOCK.test(text) ? [SHELL_LEFT_OUT] : []);

const BLOCK_BEGIN = /^(?:<{5,9} ?SEARCH|\*\*\* Begin Patch)\b/m;

/**
 * Puts an edit that stands beside calls among them, in the order of the text. Only one in a form that nobody writes but to change a
 * file: a diff beside a call may tell of what was done already, which the model is asked.
 */
async function addBlock(
  calls: TextCall[],
  { text, content }: { readonly text: string; readonly content: string },
  tools: readonly ToolSpec[],
  thinking: Pick<ReadTextOptions, "thinking">,
): Promise<readonly string[]> {
  const edit = await readEdit(content, tools);
  if (edit?.kind !== "calls") return [];
  const begin = BLOCK_BEGIN.exec(content)?.[0];
  if (begin === undefined) return [DIFF_LEFT_OUT];
  const before = await extracted(text.slice(0, text.indexOf(begin)), tools, thinking);
  calls.splice(before.calls.length, 0, ...edit.calls);
  return [];
}

/** Text that makes no call and may mean one. */
async function readIntent(text: string, tools: readonly ToolSpec[]): Promise<TextReading> {
  const { detectSpeculation, isNarratedCall } = await import("../../engines/calls/speculation.ts");
  const { paths } = detectSpeculation(text);
  if (paths.length > 0) return { kind: "speculation", paths };
  const names = tools.map((tool) => tool.name);
  return isNarratedCall(text, names)
    ? { kind: "unsure", why: "it tells of a call without making one" }
    : { kind: "answer" };
}

function definitions(tools: readonly ToolSpec[]): ToolDefinition[] {
  return tools.map(({ name, description, schema }) => ({ name, description, parameters: schema }));
}

/** Written line by line: a line of a source file that begins like these marks is taken for a conflict of a merge. */
const EDIT_BLOCK = [
  "src/app.ts",
  "<<<<<<< SEARCH",
  "the lines as they are",
  "=======",
  "the lines as they should be",
  ">>>>>>> REPLACE",
].join("\n");

function instructions(tools: readonly ToolSpec[]): string {
  const list = tools.map(
    ({ name, description, schema }) =>
      `- ${name}: ${description}\n  ${JSON.stringify(schema.properties ?? {})}${schema.required?.length ? ` required: ${schema.required.join(", ")}` : ""}`,
  );
  return `# Tools
You have no built-in tool calling: write a call as text, exactly so, and stop after it; the result comes with the next message.
<tool_call>
{"name": "read_file", "arguments": {"path": "src/app.ts"}}
</tool_call>
Several calls may follow each other. To change files you may also write one complete unified diff, or blocks of this form:
${EDIT_BLOCK}
Read a file before you change it. Without a call or an edit your text is the final answer.

${list.join("\n")}`;
}
