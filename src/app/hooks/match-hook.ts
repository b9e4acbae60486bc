import { resolve } from "node:path";
import { isObject } from "../../base/is-object.ts";
import { writtenPaths } from "../../core/permissions/accesses.ts";
import type { Occasion } from "../../core/ports/hooks.ts";
import { asClaude, namesOfOthers } from "../../tools/habits/as-others.ts";
import type { ConfiguredHook } from "./configured-hooks.ts";

type Call = NonNullable<Occasion["call"]>;

/** Whether a hook is meant: by the tool, under any name that some agent has for it, or by the kind of the event. */
export function isMeant({ event, matcher }: ConfiguredHook, { event: happened, call, subject }: Occasion): boolean {
  if (event !== happened) return false;
  if (matcher === "" || matcher === "*") return true;
  if (call !== undefined) return namesOf(call).some((name) => fits(matcher, name));
  return subject === undefined || fits(matcher, subject);
}

/** Names that are exact, parted by `|`; anything else is a regular expression. */
function fits(matcher: string, name: string): boolean {
  if (/^[\w|,\s]+$/.test(matcher)) return matcher.split(/[|,]/).some((one) => one.trim() === name);
  return new RegExp(matcher).test(name);
}

/** Ours, those of others, and what guards of changes and commands listen to, by what the call would do. */
function namesOf({ name, accesses }: Call): readonly string[] {
  const kinds = new Set(accesses.map(({ kind }) => kind));
  return [
    name,
    ...namesOfOthers(name),
    ...(kinds.has("write") ? ["Edit", "Write", "MultiEdit"] : []),
    ...(kinds.has("run") ? ["Bash"] : []),
  ];
}

/** Whether a hook is told of calls as Claude Code writes them: where it names a tool so, or stands in a file of its. */
function isToldAsClaude({ matcher, speaksClaude }: ConfiguredHook, { name }: Call): boolean {
  if (matcher === "" || matcher === "*") return speaksClaude;
  return !fits(matcher, name);
}

/** A call as one hook is told of it. */
export interface ToldCall {
  readonly tool_name: string;
  readonly tool_input: unknown;
  /** What it says of `input` by the hook's answer, for us. */
  back(input: unknown): unknown;
}

/** One for each file that is changed, where the call names none by itself: a guard of files sees them all. */
export function toldCalls(hook: ConfiguredHook, call: Call, cwd: string): readonly ToldCall[] {
  if (!isToldAsClaude(hook, call)) return [{ tool_name: call.name, tool_input: call.input, back: (input) => input }];
  const { name, input } = asClaude(call);
  if (!isObject(input)) return [{ tool_name: name, tool_input: input, back: (changed) => changed }];
  const named = input["file_path"];
  if (typeof named === "string") return [told(name, input, { file_path: resolve(cwd, named) }, { file_path: named })];
  const written = writtenPaths(call.accesses);
  if (written.length === 0) return [told(name, input, {}, {})];
  return [...new Set(written)].map((path) => told(name, input, { file_path: resolve(cwd, path) }, {}));
}

/** @param shown  added to the arguments, or in their place @param meant  what was there before */
function told(
  name: string,
  input: Readonly<Record<string, unknown>>,
  shown: Readonly<Record<string, unknown>>,
  meant: Readonly<Record<string, unknown>>,
): ToldCall {
  return {
    tool_name: name,
    tool_input: { ...input, ...shown },
    back(changed) {
      if (!isObject(changed)) return changed;
      const kept = Object.entries(changed).filter(([key, value]) => !(key in shown) || value !== shown[key]);
      const before = Object.entries(meant).filter(([key]) => changed[key] === shown[key]);
      return Object.fromEntries([...kept, ...before]);
    },
  };
}
