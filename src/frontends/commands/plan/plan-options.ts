import type { Command } from "commander";
import { gather, withPlaceFlags } from "../in-house.ts";
import type { RunFlags } from "../run/run-options.ts";

/** Flags of `plan run` and `plan new` as commander gives them. */
export interface PlanFlags extends RunFlags {
  readonly file?: string;
  readonly json?: boolean;
  readonly mermaid?: boolean;
  readonly replan?: boolean;
  readonly done?: readonly string[];
  readonly again?: readonly string[];
}

/** What asks a model or touches files takes the same flags as a run. */
export function withRunFlags(command: Command): Command {
  return withPlaceFlags(command)
    .option("--output-format <format>", "text, json or stream-json", "text")
    .option("--max-turns <n>", "model steps at most; 0 is no limit")
    .option("--max-cost <usd>", "US dollars at most")
    .option("--max-wall-time <seconds>", "seconds at most")
    .option("--max-tokens <n>", "tokens at most, in and out")
    .option("--session-id <id>", "the id of the session that records the run")
    .option("--no-session-persistence", "keep nothing of the session on disk")
    .option("--record <file>", "write every model step to a file that --replay plays")
    .option("--replay <file>", "play recorded model steps");
}

export function withExecuteFlags(command: Command): Command {
  return withRunFlags(command)
    .option("--no-replan", "a step that fails stays failed; the plan is not changed")
    .option("--done <step>", "an interrupted step has been done; may be given again", gather)
    .option("--again <step>", "a step is to be done again, with all that need it; may be given again", gather);
}
