import { noSuchTool } from "../../../base/near-word.ts";
import type { AskedFor, TextReading } from "../../../core/ports/model.ts";
import type { ToolSpec } from "../../../core/tool.ts";
import type { StepForm } from "../../../engines/answers/step-form.ts";
import { ourToolName } from "../../../tools/habits/as-meant.ts";
import { extracted, readCalls, readEdit, SHELL_LABEL } from "./text-calls.ts";

/**
 * What a model means by an answer without a call where it could have made one. The form tells: what ends with its last block, with a
 * few words in front that only lead to it, is a step, which is made where it can be read, and told of where it cannot. Everything else is
 * for the person, and so is a step that the prompt wants to see: an edit in reply to a question, a block for a shell in reply to "how do
 * I", a call in reply to "show me an example".
 */
export async function readStep(
  text: string,
  tools: readonly ToolSpec[],
  asked: AskedFor,
): Promise<TextReading | undefined> {
  const { stepForm } = await import("../../../engines/answers/step-form.ts");
  const form = stepForm(text);
  return form === undefined ? undefined : readForm(form, text, tools, asked);
}

async function readForm(
  form: StepForm,
  text: string,
  tools: readonly ToolSpec[],
  asked: AskedFor,
): Promise<TextReading | undefined> {
  const edit = asked === "deed" ? await editOf(form, text, tools) : undefined;
  if (edit !== undefined) return edit.kind === "calls" ? { ...edit, content: form.lead } : edit;
  const found = await extracted(text, tools, { names: "others", thinking: "closed" });
  if (found.calls.length > 0) return readCalls(found);
  const broken = await brokenOf(form, tools, asked);
  if (broken !== undefined) return broken;
  const isForShell = form.labels.every((label) => SHELL_LABEL.test(label));
  return isForShell && asked !== "text" ? { kind: "broken", problems: [FOR_SHELL] } : undefined;
}

const FOR_SHELL = "The block for a shell was not run, and nothing was done: call shell for it.";
const NAMES_FILE = /"(?:path|file_?path|file|filename)"\s*:/i;
const NO_EDIT =
  "The diff could not be read, and nothing was changed. Call edit_file, or begin the diff with --- a/PATH and +++ b/PATH, and each hunk with @@.";

/** An edit, where every block but those for a shell is one. */
async function editOf(
  { bodies, labels }: StepForm,
  text: string,
  tools: readonly ToolSpec[],
): Promise<TextReading | undefined> {
  const { recogniseForm } = await import("../../../engines/edits/forms/parse-edit.ts");
  const blocks = bodies.map((body, at) => ({ body, label: labels[at] ?? "" }));
  const changes = blocks.filter(({ label }) => !SHELL_LABEL.test(label));
  const forms = changes.map(({ body }) => recogniseForm(body));
  const isJson = (at: number): boolean => forms[at] === "str_replace" || forms[at] === "whole";
  const areEdits = changes.every(({ body }, at) => forms[at] !== undefined && (!isJson(at) || NAMES_FILE.test(body)));
  if (changes.length > 0 && areEdits) return readEdit(text, tools);
  const isDiff = changes.length > 0 && changes.every(({ label }) => /^(?:diff|patch)\b/i.test(label));
  return isDiff ? { kind: "broken", problems: [NO_EDIT] } : undefined;
}

const NOT_READ = "The call in your answer could not be read, and nothing was done. ";
const AS_TOOL = " Call the tool itself, with one JSON object in which every quote within a text is escaped.";

/** A block that calls something and is no call. A name that no tool has is one only where something is to be done. */
async function brokenOf(
  { bodies }: StepForm,
  tools: readonly ToolSpec[],
  asked: AskedFor,
): Promise<TextReading | undefined> {
  const { calledName } = await import("../../../engines/answers/step-form.ts");
  const named = bodies.map((body) => ({ body, name: calledName(body) }));
  const last = named.find(({ name }) => name !== undefined);
  if (last?.name === undefined) return undefined;
  const isKnown = tools.some(({ name }) => name === ourToolName(last.name ?? ""));
  const isData = last.body.trimStart().startsWith("<");
  if (!isKnown && (isData || asked !== "deed")) return undefined;
  const { rejected = [] } = await extracted(last.body, tools, { names: "others", thinking: "closed" });
  const why = isKnown
    ? (rejected[0]?.reason ?? "")
    : noSuchTool(
        last.name,
        tools.map((tool) => tool.name),
      );
  return { kind: "broken", problems: [`${NOT_READ}${why}${AS_TOOL}`] };
}
