import { PATH_CHARS_MAX } from "../../base/budget.ts";
import { isObject } from "../../base/is-object.ts";
import { nearWord, noSuchTool } from "../../base/near-word.ts";
import { touchedPaths } from "../permissions/accesses.ts";
import type { HookAnswer } from "../ports/hooks.ts";
import type { ReadArguments } from "../ports/model.ts";
import {
  ARGUMENTS_MAX,
  type CallResult,
  failedResult,
  REPLY_CALLS_MAX,
  type ToolCall,
  UNREADABLE_ARGUMENTS,
} from "../protocol/event.ts";
import { type Intent, type Tool, ToolFailure } from "../tool.ts";
import type { CallParts } from "./agent-parts.ts";
import { callsLeft, endForCalls } from "./budgets.ts";

/** A call that can be made, if it may. */
export interface ReadyCall {
  readonly kind: "ready";
  readonly call: ToolCall;
  readonly tool: Tool;
  readonly input: unknown;
  readonly intent: Intent;
  /** What the model is told above the result. */
  readonly told?: string;
  /** What a hook says of its permission; policy has the last word. */
  readonly hookVerdict?: NonNullable<HookAnswer["permission"]>;
}

export type PreparedCall =
  | ReadyCall
  | { readonly kind: "refused"; readonly call: ToolCall; readonly result: CallResult };

/** The calls of one reply, as far as one reply and the whole run may make any. */
export async function prepareCalls(calls: readonly ToolCall[], parts: CallParts): Promise<PreparedCall[]> {
  const left = callsLeft(parts);
  endForCalls(parts, calls.length);
  const prepared: PreparedCall[] = [];
  for (const [index, call] of calls.entries()) {
    if (index >= left) prepared.push(pastLimit(call));
    else prepared.push(index < REPLY_CALLS_MAX ? await prepareCall(call, parts) : tooMany(call));
  }
  return prepared;
}

function tooMany(call: ToolCall): PreparedCall {
  const text = `Not done: one reply may make ${REPLY_CALLS_MAX} calls. Send this one again with the next.`;
  return { kind: "refused", call, result: failedResult(call, text) };
}

function pastLimit(call: ToolCall): PreparedCall {
  return { kind: "refused", call, result: failedResult(call, "Not done: this run has made as many calls as it may.") };
}

/** Finds the tool, checks the arguments, asks for the intent; a failure tells the model what to do next. */
export async function prepareCall(asked: ToolCall, parts: CallParts): Promise<PreparedCall> {
  const read = await withReadableInput(asked, parts);
  if (read.kind === "cut")
    return { kind: "refused", call: asked, result: failedResult(asked, invalidText(asked, read.problem)) };
  if (isObject(read.call.input) && Object.keys(read.call.input).length > ARGUMENTS_MAX)
    return { kind: "refused", call: asked, result: failedResult(asked, invalidText(asked, TOO_MANY_ARGUMENTS)) };
  const { call, told } = parts.asMeant?.(read.call) ?? { call: read.call, told: [] };
  const tool = parts.tools.get(call.name);
  if (!tool)
    return { kind: "refused", call, result: failedResult(call, noSuchTool(call.name, [...parts.tools.keys()])) };
  await tool.load?.();
  let isParsed = false;
  try {
    const { input: asParsed, told: leftOut } = parsedBy(tool, call.input);
    isParsed = true;
    const input = tool.prepare === undefined ? asParsed : await tool.prepare(asParsed, parts.ports);
    const intent = tool.intent(input);
    if (touchedPaths(intent.accesses).some(({ length }) => length > PATH_CHARS_MAX))
      throw new ToolFailure(`A path is longer than ${PATH_CHARS_MAX} characters; give one that is there.`);
    if (needsConfirmation(call, intent, parts))
      return { kind: "refused", call, result: failedResult(call, repairedText(call)) };
    return {
      kind: "ready",
      call,
      tool,
      input,
      intent,
      ...toldOnce([...(acts(intent) ? read.told : []), ...told, ...leftOut], parts),
    };
  } catch (error) {
    if (!(error instanceof ToolFailure)) throw error;
    const text = isParsed ? error.message : invalidText(call, error.message);
    return { kind: "refused", call, result: failedResult(call, text) };
  }
}

/**
 * The arguments as the tool takes them: without remarks, sentences or empty values under names that it does not know and that are no slip of
 * a known one, where it takes the rest.
 * @throws {ToolFailure} why it takes them neither way
 */
function parsedBy(tool: Tool, given: unknown): { readonly input: unknown; readonly told: readonly string[] } {
  try {
    return { input: tool.parse(given), told: [] };
  } catch (error) {
    if (!(error instanceof ToolFailure) || !isObject(given)) throw error;
    const known = Object.keys(tool.schema.properties ?? {});
    const isRemark = (name: string): boolean =>
      !known.includes(name) && nearWord(name, known) === undefined && saysNothing(given[name]);
    const names = Object.keys(given).filter(isRemark);
    const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
    const input = names.length > 0 ? unlessFailed(() => tool.parse(rest)) : undefined;
    if (input === undefined) throw error;
    return { input, told: names.map((name) => `${name} is not known here and was left out`) };
  }
}

const saysNothing = (value: unknown): boolean => !value || (typeof value === "string" && /\S\s+\S/.test(value));

function unlessFailed<Value>(attempt: () => Value): Value | undefined {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

/** Whether a call may change something. */
const acts = ({ accesses }: Intent): boolean =>
  accesses.some(({ kind }) => kind === "write" || kind === "run" || kind === "foreign");

const TOO_MANY_ARGUMENTS = `more than ${ARGUMENTS_MAX} names were given; send only those that the tool takes.`;

const invalidText = ({ name }: ToolCall, why: string): string => `Invalid arguments for ${name}: ${why}`;

/** A model learns our names from its first results; it is not told again. */
function toldOnce(told: readonly string[], { ledger: { toldNames } }: CallParts): { readonly told?: string } {
  const news = told.filter((phrase) => !toldNames.has(phrase));
  for (const phrase of news) toldNames.add(phrase);
  return news.length === 0 ? {} : { told: `(${news.join("; ")})` };
}

type ReadCall = { readonly kind: "read"; readonly call: ToolCall; readonly told: readonly string[] };

/** Arguments that came as text were no JSON: what can be read is. Where nothing had to be guessed for it, the model is told, and no more. */
async function withReadableInput(
  call: ToolCall,
  { textReader }: CallParts,
): Promise<ReadCall | Extract<ReadArguments, { kind: "cut" }>> {
  const text = argumentText(call.input);
  const read = text === undefined ? undefined : await textReader.repairArguments(text);
  if (read === undefined) return { kind: "read", call, told: [] };
  if (read.kind === "cut") return read;
  const { input, repairs, isGuess } = read;
  if (isGuess) return { kind: "read", call: { ...call, input, repairs }, told: [] };
  const told = repairs.length > 0 ? [`the arguments were no valid JSON: ${repairs.join("; ")}`] : [];
  return { kind: "read", call: { ...call, input }, told };
}

/** Arguments that are text, also within the object that an earlier call of the model went back to it as. */
function argumentText(input: unknown): string | undefined {
  if (typeof input === "string") return input;
  const fields = isObject(input) ? Object.entries(input) : [];
  const [[name, value] = []] = fields;
  return fields.length === 1 && name === UNREADABLE_ARGUMENTS && typeof value === "string" ? value : undefined;
}

/** A command or change that was guessed waits until the model has sent the same one again: then it is what it means. */
function needsConfirmation(call: ToolCall, intent: Intent, { ledger }: CallParts): boolean {
  if (!call.repairs?.length) return false;
  if (!intent.accesses.some((access) => access.kind === "write" || access.kind === "run")) return false;
  const key = `${call.name} ${JSON.stringify(call.input)}`;
  if (ledger.repairedCalls.has(key)) return false;
  ledger.repairedCalls.add(key);
  return true;
}

/** A command or a change is never made on a guess: the model confirms what was read. */
function repairedText({ repairs = [], input }: ToolCall): string {
  return `The arguments were no valid JSON (${repairs.join("; ")}). Nothing was done. If this is what you mean, send the call again with exactly these arguments: ${JSON.stringify(input)}`;
}
