import { isObject } from "../../base/is-object.ts";
import { plainName } from "../../base/plain-name.ts";
import type { MeantCall } from "../../core/loop/agent-parts.ts";
import { ARGUMENTS_MAX, type ToolCall } from "../../core/protocol/event.ts";
import type { Tool } from "../../core/tool.ts";
import { ARGUMENT_NAMES, TEXT_IS, TOOL_BY_ID, TOOL_NAMES } from "./habit-names.ts";
import { ARGUMENT_SHAPES } from "./habit-shapes.ts";

const TOOLS_BY_NAME = new Map(
  Object.entries(TOOL_NAMES).flatMap(([tool, names]) =>
    [tool, ...names].map((name) => [plainName(name), tool] as const),
  ),
);

/**
 * A call under another agent's names of tools and arguments as ours, where that leaves no doubt: never two arguments for
 * one of ours, never one over another. What no table knows stays, for the schema to refuse.
 *
 * @throws never
 */
export function asMeant(asked: ToolCall, tools: ReadonlyMap<string, Tool>): MeantCall {
  const named = toolName(asked.name, tools);
  const name = idTells(named, asked.input) ?? named;
  const tool = tools.get(name);
  if (tool === undefined) return { call: asked, told: [] };
  const { input, told } = argumentsAsMeant(asked.input, tool);
  const renamed = name === asked.name ? [] : [`${asked.name} is ${name} here`];
  if (renamed.length === 0 && input === asked.input) return { call: asked, told: [] };
  return { call: { ...asked, name, input }, told: [...renamed, ...told] };
}

/** Our name of a tool that another agent's may stand for; what no table knows stays. */
export function ourToolName(asked: string): string {
  return TOOLS_BY_NAME.get(plainName(asked)) ?? asked;
}

function toolName(asked: string, tools: ReadonlyMap<string, Tool>): string {
  if (tools.has(asked)) return asked;
  const wanted = plainName(asked);
  return [...tools.keys()].find((name) => plainName(name) === wanted) ?? ourToolName(asked);
}

/** Others have one tool for what was given to agents and for commands in the background: whose id it is tells. */
function idTells(name: string, input: unknown): string | undefined {
  const meant = TOOL_BY_ID[name];
  const isMeant = isObject(input) && Object.values(input).some((value) => meant?.id.test(String(value)));
  return isMeant ? meant?.tool : undefined;
}

function argumentsAsMeant(given: unknown, tool: Tool): { readonly input: unknown; readonly told: readonly string[] } {
  const text = TEXT_IS[tool.name];
  if (typeof given === "string" && text !== undefined) return { input: { [text]: given }, told: [] };
  if (!isObject(given) || Object.keys(given).length > ARGUMENTS_MAX) return { input: given, told: [] };
  const own = Object.keys(tool.schema.properties ?? {});
  const input: Record<string, unknown> = {};
  const told: string[] = [];
  let isRenamed = false;
  // What is ours already comes first: nothing is laid over it.
  const entries = Object.entries(given).sort(
    ([left], [right]) => Number(own.includes(right)) - Number(own.includes(left)),
  );
  for (const [key, value] of entries) {
    const meant = argumentAsMeant({ key, value, given, own, tool: tool.name });
    const isTaken = Object.entries(meant ?? {}).some(([name, other]) => isInTheWay(input, name, other));
    if (meant === undefined || isTaken) {
      input[key] = value;
      continue;
    }
    isRenamed = true;
    Object.assign(input, meant);
    told.push(...newsOf(key, value, meant, tool));
  }
  return isRenamed ? { input, told } : { input: given, told: [] };
}

/** What the model learns of an argument of another name; a number that is another as ours, such as the last line of a file, is not the same. */
function newsOf(key: string, value: unknown, meant: Readonly<Record<string, unknown>>, tool: Tool): readonly string[] {
  const [ours] = Object.keys(meant);
  const cut = cutShort(value, meant, tool);
  if (ours === undefined || plainName(ours) === plainName(key)) return cut;
  const isOther = cut.length === 0 && typeof value === "number" && meant[ours] !== value;
  return [isOther ? `${ours} is counted from ${key}` : `${key} is ${ours}`, ...cut];
}

/** A number that was more than may be asked for: without a word, what is left out would count as not there. */
function cutShort(value: unknown, meant: Readonly<Record<string, unknown>>, tool: Tool): readonly string[] {
  return Object.entries(meant).flatMap(([name, most]) => {
    const { maximum, description } = tool.schema.properties?.[name] ?? {};
    // Others count milliseconds: there a smaller number is the same time.
    return most === maximum && Number(value) > Number(maximum) && description !== "seconds"
      ? [`${name} is at most ${maximum}`]
      : [];
  });
}

function isInTheWay(input: Readonly<Record<string, unknown>>, name: string, value: unknown): boolean {
  return Object.hasOwn(input, name) && JSON.stringify(input[name]) !== JSON.stringify(value);
}

interface GivenArgument {
  readonly key: string;
  readonly value: unknown;
  readonly given: Readonly<Record<string, unknown>>;
  /** The arguments of the tool. */
  readonly own: readonly string[];
  readonly tool: string;
}

/** The same argument by our names; undefined where it is ours already, or nobody knows it. */
function argumentAsMeant({
  key,
  value,
  given,
  own,
  tool,
}: GivenArgument): Readonly<Record<string, unknown>> | undefined {
  const wanted = plainName(key);
  const shape = Object.entries(ARGUMENT_SHAPES[tool] ?? {}).find(([name]) => plainName(name) === wanted)?.[1];
  const shaped = shape?.(value, given);
  if (shaped !== undefined) return shaped;
  if (own.some((name) => plainName(name) === wanted)) return undefined;
  const [ours, ...others] = own.filter((name) => ARGUMENT_NAMES[name]?.some((other) => plainName(other) === wanted));
  if (ours === undefined || others.length > 0) return undefined;
  return ARGUMENT_SHAPES[tool]?.[ours]?.(value, given) ?? { [ours]: value };
}
