import { decide } from "../../permissions/decide.ts";
import { lookingOnce, type PathLooks } from "../../permissions/decided-paths.ts";
import type { AskedFor, TextReading } from "../../ports/model.ts";
import { askedFor } from "../../prompts/asks-for-change.ts";
import { type ReplyEnd, type ReplyPart, replyText, thinkingOf } from "../../protocol/event.ts";
import { ToolFailure } from "../../tool.ts";
import type { AgentParts } from "../agent-parts.ts";
import { prepareCall } from "../prepare-call.ts";
import { contextFor } from "../run-calls.ts";
import { shownIn } from "./shown-texts.ts";

/**
 * What a model with native calls means by a text without any. Some write their step out: it counts where it can be read without doubt.
 * Looked for once, as a text may be long.
 */
export async function readStep(content: readonly ReplyPart[], end: ReplyEnd, parts: AgentParts): Promise<TextReading> {
  const { model, textReader, tools, answerSchema } = parts;
  if (model.abilities.callsInText === false || content.some((part) => part.kind === "call")) return { kind: "answer" };
  // Half a step is none, and an answer of a form is whoever asked for it to judge.
  const isWhole = end !== "length" && answerSchema === undefined && tools.size > 0;
  const reading = await textReader.read(replyText(content), [...tools.values()], {
    edits: false,
    wasShown: shownIn(parts),
    ...(isWhole ? { asked: askedOf(parts), isOpen: isOpen(parts) } : {}),
    ...thinkingOf(content),
  });
  return reading.kind === "calls" && reading.isEdit ? readEdit(reading, parts) : reading;
}

/** In plan mode whatever changes something is told of, not done. */
function askedOf({ history, policy }: AgentParts): AskedFor {
  if (policy().mode === "plan") return "text";
  const prompt = history.findLast((event) => event.type === "prompt" && event.origin !== "engine");
  return prompt?.type === "prompt" ? askedFor(prompt.text) : "deed";
}

function isOpen({ history, ledger }: AgentParts): boolean {
  const last = history.findLast((event) => event.type === "call-end" || event.type === "run-start");
  return ledger.effectCount === 0 || (last?.type === "call-end" && last.result.failed);
}

/** An edit is held against the files: one that is there already, or that fits no more where something was changed, tells of the past. */
async function readEdit(reading: Extract<TextReading, { kind: "calls" }>, parts: AgentParts): Promise<TextReading> {
  const { effectCount, toldOfText } = parts.ledger;
  for (const call of reading.calls) {
    const trial = await tryEdit({ id: "", ...call }, parts);
    if (trial.kind === "fits" && (effectCount === 0 || trial.takesAway)) continue;
    if (trial.kind !== "misfit" || effectCount > 0) return { kind: "answer" };
    // Its result says why; the same again would say the same.
    if (toldOfText.has(trial.why)) return { kind: "broken", problems: [trial.why] };
    toldOfText.add(trial.why);
  }
  return reading;
}

type Trial =
  | { readonly kind: "fits"; readonly takesAway: boolean }
  | { readonly kind: "idle" }
  | { readonly kind: "misfit"; readonly why: string };

async function tryEdit(call: Parameters<typeof prepareCall>[0], parts: AgentParts): Promise<Trial> {
  const item = await prepareCall(call, parts);
  if (item.kind === "refused") return { kind: "misfit", why: item.result.text };
  const looks: PathLooks = new Map();
  const { verdict } = await decide(item.call.name, item.intent, lookingOnce(parts.policy(), looks));
  // What is refused is refused where all calls are, and not looked at before.
  if (verdict === "deny") return { kind: "fits", takesAway: true };
  try {
    const display = await item.tool.preview?.(item.input, contextFor(item, parts, { push: () => {} }, looks));
    if (display?.kind !== "diff") return { kind: "fits", takesAway: true };
    return display.patch === "" ? { kind: "idle" } : { kind: "fits", takesAway: /^-(?!-- )/m.test(display.patch) };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    return { kind: "misfit", why: error.message };
  }
}

/** Corrections without a call that succeeds between them; more is left to the person. */
const TOLD_MAX = 2;

/** What comes of a text that is meant as a step and is none: the model is told once for each cause, then the person. */
export function textFault(
  reading: TextReading,
  { ledger: { toldOfText } }: AgentParts,
): { readonly kind: "none" | "leave" } | { readonly kind: "tell"; readonly text: string } {
  if (reading.kind !== "broken" && reading.kind !== "unsure") return { kind: "none" };
  const text = reading.kind === "broken" ? reading.problems.join("\n") : NO_CALL;
  if (toldOfText.has(text) || toldOfText.size >= TOLD_MAX) return { kind: "leave" };
  toldOfText.add(text);
  return { kind: "tell", text };
}

const NO_CALL =
  "Nothing was done: your answer tells of a step and makes no call. Call the tool for it now, or give your final answer.";
