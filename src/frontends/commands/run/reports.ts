import { findingsSchema, readFindings } from "../../../app/findings/answer.ts";
import {
  checkReports,
  findingsAsText,
  isGrave,
  type Level,
  levelNamed,
  writeReports,
} from "../../../app/findings/write-reports.ts";
import type { AnswerSchema } from "../../../app/settings/answer-schema.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import type { Outcome } from "../../../core/protocol/outcome.ts";
import type { OutputFormat } from "../../headless/write-events.ts";
import type { CommandContext } from "../command.ts";
import { type RunFlags, workedFolders } from "./run-options.ts";

/** The answer as findings, in files that a CI server reads. */
export interface Reports {
  schema(root: string): AnswerSchema;
  /** The events of a run whose answer is checked: people read findings line by line. */
  shown(events: AsyncIterable<AgentEvent>, format: OutputFormat): AsyncGenerator<AgentEvent, void>;
  /** Writes the files. @returns the outcome, which is a failure where a finding is too grave */
  end(outcome: Outcome | undefined): Outcome | undefined;
}

/** @throws {UserError} when the flags do not go together, before anything is spent */
export function reportsOf(flags: RunFlags, { cwd, version }: CommandContext): Reports {
  const { report: paths = [] } = flags;
  const folders = workedFolders(flags, cwd);
  if (flags.jsonSchema !== undefined)
    throw new UserError(phrase`--report asks for findings, --json-schema for another answer; drop one.`, EXIT.usage);
  checkReports(paths, folders);
  const failOn: Level | undefined = flags.failOn === undefined ? undefined : levelNamed("--fail-on", flags.failOn);
  let end: Extract<AgentEvent, { type: "run-end" }> | undefined;
  return {
    schema: findingsSchema,
    async *shown(events, format) {
      for await (const event of events) {
        if (event.type === "run-end") end = event;
        if (event.type !== "run-end" || format !== "text" || event.outcome.kind !== "done") yield event;
        else yield { ...event, outcome: { kind: "done", text: findingsAsText(readFindings(event.outcome.text)) } };
      }
    },
    end(outcome) {
      const answer = end?.outcome.kind === "done" ? readFindings(end.outcome.text) : undefined;
      const findings = answer?.findings ?? [];
      const { outcome: ended = outcome, durationMs = 0 } = end ?? {};
      writeReports(paths, folders, { outcome: ended, findings, durationMs, version });
      const isTooGrave = failOn !== undefined && findings.some(({ level }) => isGrave(level, failOn));
      return isTooGrave ? { kind: "failed", text: answer?.summary ?? "" } : outcome;
    },
  };
}
