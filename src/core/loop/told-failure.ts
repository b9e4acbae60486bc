import { ToolFailure } from "../tool.ts";
import type { CallParts } from "./agent-parts.ts";
import type { ReadyCall } from "./prepare-call.ts";
import { failureText } from "./until-cancelled.ts";

const UNSEEN_MISFIT =
  "It does not fit what is there, which may not be shown without leave: read it first, or ask for it.";

/** What the model reads of a call that failed. Why a change does not fit tells what the file holds: to whom might read it without a question. */
export function toldFailure({ intent }: ReadyCall, error: unknown, parts: CallParts): string {
  const maySee = intent.accesses.every(
    (access) =>
      access.kind !== "write" || parts.policy().judgePath("read_file", "read", access.path).verdict === "allow",
  );
  return error instanceof ToolFailure && !maySee ? UNSEEN_MISFIT : failureText(error, parts);
}
