import { styleText } from "node:util";
import { summarizeDisplay } from "../../../core/protocol/display.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";

const RESULT_LINES_MAX = 6;

/** A run as plain lines: the answer as it streams, a line for each call, nothing ever redrawn. */
export async function renderEvents(events: AsyncIterable<AgentEvent>, write: (text: string) => void): Promise<void> {
  let atLineStart = true;
  const say = (text: string): void => {
    if (text === "") return;
    write(text);
    atLineStart = text.endsWith("\n");
  };
  const line = (text: string): void => say(`${atLineStart ? "" : "\n"}${text}\n`);
  for await (const event of events) {
    switch (event.type) {
      case "text-delta":
        say(event.text);
        break;
      case "call-start":
        line(styleText("dim", `• ${event.call.name} ${summarizeDisplay(event.display)}`));
        break;
      case "call-end":
        line(
          styleText(
            event.result.failed ? "red" : "dim",
            indent(event.result.failed ? event.result.text : summarizeDisplay(event.result.display)),
          ),
        );
        break;
      case "retry":
        line(`${event.failure.message} Trying again in ${(event.delayMs / 1000).toFixed(1)} s.`);
        break;
      case "note":
      case "status":
        line(event.text);
        break;
      case "run-end":
        if (event.outcome.kind === "cancelled") line("Cancelled.");
        else if (event.outcome.kind !== "done") line(event.outcome.text);
        else if (!atLineStart) say("\n");
        break;
      default:
        break;
    }
  }
}

function indent(text: string): string {
  const lines = text.split("\n");
  const shown = lines.slice(0, RESULT_LINES_MAX).map((line) => `  ${line}`);
  if (lines.length > RESULT_LINES_MAX) shown.push(`  … ${lines.length - RESULT_LINES_MAX} more lines`);
  return shown.join("\n");
}
