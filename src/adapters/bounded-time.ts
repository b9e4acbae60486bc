import { createContext, Script } from "node:vm";
import { errorCode } from "../base/error-text.ts";
import { type Judgement, judge } from "../engines/schema/judge.ts";

const place = createContext({ work: undefined });
const script = new Script("work()");

/** What pure work gives, or undefined when it would hold up everybody else for longer: it is ended where it stands. */
export function within<T>(timeoutMs: number, work: () => T): T | undefined {
  place["work"] = work;
  try {
    return script.runInContext(place, { timeout: timeoutMs }) as T;
  } catch (error) {
    if (errorCode(error) === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    place["work"] = undefined;
  }
}

const JUDGE_MS = 200;

/**
 * The verdict on a value by a schema that somebody else wrote: one that would be judged by for longer than anybody notices says
 * nothing, so that whoever wrote it keeps nobody waiting.
 */
export function judgeForeign(schema: unknown, value: unknown): Judgement {
  return within(JUDGE_MS, () => judge(schema, value)) ?? { kind: "valid", value, coercions: [] };
}
