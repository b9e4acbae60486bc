import { type Judgement, judge } from "../engines/schema/judge.ts";
import { within } from "./bounded-time.ts";

const JUDGE_MS = 200;

/**
 * The verdict on a value by a schema that somebody else wrote: one that would be judged by for longer than anybody notices says
 * nothing, so that whoever wrote it keeps nobody waiting.
 */
export function judgeForeign(schema: unknown, value: unknown): Judgement {
  return within(JUDGE_MS, () => judge(schema, value)) ?? { kind: "valid", value, coercions: [] };
}
