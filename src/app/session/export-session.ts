import { MADE_BY_LINE } from "../../base/made-by-waymark.ts";
import { summarizeDisplay } from "../../core/protocol/display.ts";
import {
  interruptedText,
  type RecordedEvent,
  type ReplyPart,
  type SettledEvent,
  settledEvents,
} from "../../core/protocol/event.ts";
import { endsInWords } from "../../core/protocol/outcome.ts";
import { fenced } from "../../engines/text/fenced.ts";

const RESULT_CHARS_MAX = 4_000;

/** A session as a Markdown document: what was asked, said and done, in order. */
export function exportMarkdown(events: readonly RecordedEvent[]): string {
  return `${settledEvents(events).flatMap(section).join("\n\n")}\n`;
}

function section(event: SettledEvent): string[] {
  switch (event.type) {
    case "session-start":
      return [
        `# Session ${event.sessionId}`,
        `Folder: \`${event.cwd}\`${event.parentId ? `, forked from ${event.parentId}` : ""}`,
        MADE_BY_LINE,
      ];
    case "run-start":
      return [`_Model ${event.model}, strategy ${event.strategy}, mode ${event.permissionMode}_`];
    case "prompt":
      return [
        event.origin === "user"
          ? "## You"
          : `## ${event.origin === "steer" ? "You, meanwhile" : "Waymark to the model"}`,
        event.text,
      ];
    case "reply":
      return event.content.flatMap((part) => replySection(part, event.aside ?? false));
    case "interruption":
      return ["## Waymark", interruptedText(event)];
    case "call-start":
      return [`**${event.call.name}** ${inline(summarizeDisplay(event.display))}`];
    case "call-end":
      return [`${event.result.failed ? "Failed" : "Result"}:`, fenced(shortened(event.result.text))];
    case "approval":
      return [`_${event.allowed ? "Allowed" : "Not allowed"}: ${event.why}_`];
    case "compaction":
      return ["## What came before, in short", event.summary];
    case "plan-update":
      return [`_Plan ${event.planId}: ${event.status}_`];
    case "note":
      return [event.text].filter((text) => text !== "").map((text) => `_${text}_`);
    case "run-end":
      return endsInWords(event.outcome) ? [] : [`_Ended: ${event.outcome.kind}_`, event.outcome.text];
  }
}

function replySection(part: ReplyPart, isAside: boolean): string[] {
  if (part.kind === "call" || part.text === "") return [];
  if (part.kind === "text" && !isAside) return ["## Waymark", part.text];
  const title = part.kind === "text" ? "To the engine" : "Thinking";
  return [
    `<details><summary>${title}</summary>\n\n${isAside ? fenced(shortened(part.text)) : part.text}\n\n</details>`,
  ];
}

function inline(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

function shortened(text: string): string {
  if (text.length <= RESULT_CHARS_MAX) return text;
  return `${text.slice(0, RESULT_CHARS_MAX)}\n… ${text.length - RESULT_CHARS_MAX} more characters`;
}
