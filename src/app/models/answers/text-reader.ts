import {
  type AskedFor,
  EDITING_TOOL,
  QUOTED_CALL,
  type ReadTextOptions,
  type TextCall,
  type TextReader,
  type TextReading,
} from "../../../core/ports/model.ts";
import type { ToolSpec } from "../../../core/tool.ts";
import type { PlacedExtraction } from "../../../engines/calls/model.ts";
import { readStep } from "./read-step.ts";
import { callsLeftOut, definitions, extracted, readCalls, readEdit, shellLeftOut } from "./text-calls.ts";

/** Nothing that could be a call or an edit lacks all of these: then the engines need not be loaded at all. */
const MAY_HOLD_CALLS = /[<{[`(]|^[ \t]*(?:Action|Thought|---|\*\*\*|@@)/m;

/** Calls and edits out of plain text, by the engines; the local, deterministic half of the judge (BC-51). */
export const textReader: TextReader = {
  instructions,
  read,
  async filter(tools) {
    const { createCallExtractor } = await import("../../../engines/calls/stream.ts");
    const extractor = createCallExtractor({ tools: definitions(tools), dropsUnlisted: false });
    return { push: (chunk) => extractor.push(chunk).text, end: () => extractor.end().text };
  },
  async repairArguments(raw) {
    const { repairArguments } = await import("../../../engines/calls/repair-arguments.ts");
    const repaired = repairArguments(raw);
    if (repaired.ok) {
      const { value: input, repairs, isGuess } = repaired;
      return { kind: "read", input, repairs, isGuess };
    }
    return repaired.isCut ? { kind: "cut", problem: repaired.problem } : undefined;
  },
  async json(text) {
    const { tryLooseJson } = await import("../../../engines/json/loose-json.ts");
    const result = tryLooseJson(text);
    return result.ok ? result.value : undefined;
  },
};

/** A call that was shown to the model is a quote, unless the model says that it means it. */
async function read(text: string, tools: readonly ToolSpec[], options: ReadTextOptions): Promise<TextReading> {
  const reading = await readMeant(text, tools, options);
  const { wasShown, asked } = options;
  if (reading.kind !== "calls" || wasShown === undefined) return reading;
  if (!reading.calls.some((call) => call.written !== undefined && wasShown(call))) return reading;
  return asked === "answer" || asked === "text" ? { kind: "answer" } : { kind: "broken", problems: [QUOTED_CALL] };
}

async function readMeant(
  text: string,
  tools: readonly ToolSpec[],
  { edits, showsEdits = false, asked, isOpen = false, ...thinking }: ReadTextOptions,
): Promise<TextReading> {
  if (text.trim() === "") return { kind: "answer" };
  const words = (): Promise<TextReading> =>
    readWords(text, tools, { edits, asked, isOpen: isOpen && asked === "deed" });
  if (!edits && !MAY_HOLD_CALLS.test(text)) return words();
  const extraction = await extracted(text, tools, { names: "ours", ...thinking });
  const { content, rejected = [] } = extraction;
  const editing = tools.filter(({ name }) => !(showsEdits && name === EDITING_TOOL));
  if (extraction.calls.length > 0)
    return readFound(text, extraction, editing, { edits, ...(asked && { asked }), ...thinking });
  const edit = edits ? await readEdit(text, editing) : undefined;
  if (edit?.kind === "calls") return withLeftOut(edit, [...(edit.leftOut ?? []), ...callsLeftOut(text, extraction)]);
  const step = asked === undefined ? undefined : await readStep(content, tools, asked);
  if (step) return step;
  if (rejected.length > 0) return { kind: "broken", problems: rejected.map(({ reason }) => reason) };
  return words();
}

/** A text with calls, and what stands beside them. */
async function readFound(
  text: string,
  extraction: PlacedExtraction,
  editing: readonly ToolSpec[],
  { edits, asked, ...thinking }: ReadTextOptions,
): Promise<TextReading> {
  const { content, rejected = [] } = extraction;
  const reading = readCalls(extraction);
  if (!edits) {
    const meant = rejected.map(({ at, end }) => text.slice(at, end));
    if (wordsBehind(reading, meant))
      return asked === "deed" ? { kind: "broken", problems: [WORDS_BEHIND] } : { kind: "answer" };
    if (asked !== "deed") return reading;
  }
  const ofBlock = await addBlock(reading.calls, { text, content }, editing, thinking);
  return withLeftOut(reading, [...ofBlock, ...callsLeftOut(text, extraction), ...shellLeftOut(content)]);
}

function withLeftOut(reading: Extract<TextReading, { kind: "calls" }>, leftOut: readonly string[]): TextReading {
  return leftOut.length > 0 ? { ...reading, leftOut } : reading;
}

/** Who has tools and writes a call as text stops behind it, as does whoever makes one; what is spoken of after it is shown. */
function wordsBehind({ calls, content }: ReturnType<typeof readCalls>, meant: readonly string[]): boolean {
  const rest = content.slice(calls.at(-1)?.at ?? content.length);
  return /[\p{L}\p{N}]/u.test(meant.reduce((left, one) => left.replace(one, () => ""), rest));
}

const WORDS_BEHIND =
  "The call in your answer was not made, because words stand behind it. If you mean it, call the tool itself; if you only show it, give your answer again.";

const DIFF_LEFT_OUT =
  "The diff beside the calls was not applied, as it may tell of what was done already. If it is to be made, send it without calls.";

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
  const before = await extracted(text.slice(0, text.indexOf(begin)), tools, { names: "ours", ...thinking });
  calls.splice(before.calls.length, 0, ...edit.calls);
  return [];
}

/** Text without a call that may mean one all the same. */
async function readWords(
  text: string,
  tools: readonly ToolSpec[],
  {
    edits,
    asked,
    isOpen,
  }: Pick<ReadTextOptions, "edits"> & {
    readonly asked: AskedFor | undefined;
    readonly isOpen: boolean;
  },
): Promise<TextReading> {
  if (!edits && asked === undefined) return { kind: "answer" };
  const { detectSpeculation, endsInAnnouncement, isNarratedCall } = await import(
    "../../../engines/answers/speculation.ts"
  );
  const { paths } = edits ? detectSpeculation(text) : { paths: [] };
  if (paths.length > 0) return { kind: "speculation", paths };
  const names = tools.map((tool) => tool.name);
  const tells =
    (asked !== "text" && isNarratedCall(text, names)) || (asked !== undefined && endsInAnnouncement(text, { isOpen }));
  return tells ? { kind: "unsure", why: "it tells of a call without making one" } : { kind: "answer" };
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

const EDITS_IN_TEXT = `To change files you may also write one complete unified diff, or blocks of this form:
${EDIT_BLOCK}
Read a file before you change it. Without a call or an edit your text is the final answer.`;

function instructions(tools: readonly ToolSpec[], { edits }: { readonly edits: boolean }): string {
  const list = tools.map(
    ({ name, description, schema }) =>
      `- ${name}: ${description}\n  ${JSON.stringify(schema.properties ?? {})}${schema.required?.length ? ` required: ${schema.required.join(", ")}` : ""}`,
  );
  return `# Tools
You have no built-in tool calling: write a call as text, exactly so, and stop after it; the result comes with the next message.
<tool_call>
{"name": "read_file", "arguments": {"path": "src/app.ts"}}
</tool_call>
Several calls may follow each other. ${edits ? EDITS_IN_TEXT : "Without a call your text is the final answer."}

${list.join("\n")}`;
}
