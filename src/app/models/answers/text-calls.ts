import { inTurns } from "../../../base/in-turns.ts";
import { EDITING_TOOL, type ReadTextOptions, type TextCall, type TextReading } from "../../../core/ports/model.ts";
import type { ToolSpec } from "../../../core/tool.ts";
import type { PlacedExtraction, ToolDefinition } from "../../../engines/calls/model.ts";
import { ARGUMENT_NAMES, TOOL_NAMES } from "../../../tools/habits/habit-names.ts";

interface Search extends Pick<ReadTextOptions, "thinking"> {
  /** What is looked for: calls of our tools, and where some call is meant and is none of them, or in any case, of `others`' names. */
  readonly names: "ours" | "others";
}

/** What was meant as a call and is of no tool of ours may be one under another agent's name, which is read where the call is run. */
export async function extracted(
  text: string,
  tools: readonly ToolSpec[],
  { names, ...thinking }: Search,
): Promise<PlacedExtraction> {
  const { extractingToolCalls } = await import("../../../engines/calls/extract.ts");
  const search = (known: readonly ToolDefinition[]): Promise<PlacedExtraction> =>
    inTurns(extractingToolCalls(text, { tools: known, dropsUnlisted: false, ...thinking }));
  const own = definitions(tools);
  const withOthers = (): Promise<PlacedExtraction> => search([...own, ...tools.flatMap(underOtherNames)]);
  if (names === "others") return withOthers();
  const found = await search(own);
  if (!found.rejected?.length) return found;
  const meant = await withOthers();
  if (meant.calls.length <= found.calls.length) return found;
  // Why one is none is told as to our tools: the model need not learn the other names.
  const { rejected } = found;
  return { ...meant, rejected: (meant.rejected ?? []).map((one) => rejected.find(({ at }) => at === one.at) ?? one) };
}

/** A tool as others call it and its arguments; what they are worth is judged where the call is run. */
function underOtherNames({ name: ours, schema }: ToolSpec): readonly ToolDefinition[] {
  const own = Object.keys(schema.properties ?? {});
  const keys = [...own, ...own.flatMap((key) => ARGUMENT_NAMES[key] ?? [])];
  const parameters = { type: "object", properties: Object.fromEntries(keys.map((key) => [key, {}])) };
  return (TOOL_NAMES[ours] ?? []).map((name) => ({ name, parameters }));
}

export function definitions(tools: readonly ToolSpec[]): ToolDefinition[] {
  return tools.map(({ name, description, schema }) => ({ name, description, parameters: schema }));
}

/** Calls that were found, as the loop takes them. */
export function readCalls({
  calls,
  content,
  places,
  written,
}: PlacedExtraction): Extract<TextReading, { kind: "calls" }> & { calls: TextCall[] } {
  const lastWords = content.trimEnd().length;
  const found: TextCall[] = calls.map(({ name, arguments: input, repairs }, index) => {
    const at = places[index] ?? lastWords;
    const asWritten = written[index] ?? "";
    return {
      name,
      input,
      written: asWritten,
      ...(repairs?.length ? { repairs } : {}),
      ...(at < lastWords ? { at } : {}),
    };
  });
  const how = `${found.length} ${found.length === 1 ? "call" : "calls"} (${found.map((call) => call.name).join(", ")})`;
  return { kind: "calls", content, calls: found, how };
}

/** What was meant as a call beside those that can be read; what stands in thinking was only thought of. */
export function callsLeftOut(text: string, { content, rejected = [] }: PlacedExtraction): readonly string[] {
  const meant = rejected.filter(({ at, end }) => content.includes(text.slice(at, end)));
  return meant.map(({ reason }) => `Beside the calls that were made one was not: ${reason}`);
}

/** The edits of a text as one call of the tool that makes them. */
export async function readEdit(text: string, tools: readonly ToolSpec[]): Promise<TextReading | undefined> {
  if (!tools.some((tool) => tool.name === EDITING_TOOL)) return undefined;
  const { recogniseForm } = await import("../../../engines/edits/forms/parse-edit.ts");
  const form = recogniseForm(text);
  if (!form) return undefined;
  const calls = [{ name: EDITING_TOOL, input: { diff: text } }];
  const leftOut = shellLeftOut(text);
  const how = `an edit in the form ${form}`;
  return { kind: "calls", content: text, calls, how, isEdit: true, ...(leftOut.length > 0 ? { leftOut } : {}) };
}

/** What the fence of a block for a shell says. */
export const SHELL_LABEL = /^(?:(?:ba|z|)sh|shell|console)\s*$/;
/** A line of its own in front of a fence: within a diff it would stand behind a mark. */
const SHELL_BLOCK = /^```(?:ba|z|)sh[^\S\n]*\n|^```(?:shell|console)[^\S\n]*\n/m;
const SHELL_LEFT_OUT = "The block for a shell was not run, only what stands beside it: call shell for it.";

export const shellLeftOut = (text: string): readonly string[] => (SHELL_BLOCK.test(text) ? [SHELL_LEFT_OUT] : []);
