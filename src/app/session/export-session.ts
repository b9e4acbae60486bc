import { summarizeDisplay } from "../../core/protocol/display.ts";
import type { RecordedEvent, ReplyPart } from "../../core/protocol/event.ts";

const RESULT_CHARS_MAX = 4_000;

/** A session as a Markdown document: what was asked, said and done, in order. */
export function exportMarkdown(events: readonly RecordedEvent[]): string {
  return `${events.flatMap(section).join("\n\n")}\n`;
}

function section(event: RecordedEvent): string[] {
  switch (event.type) {
    case "session-start":
      return [
        `# Session ${event.sessionId}`,
        `Folder: \`${event.cwd}\`${event.parentId ? `, forked from ${event.parentId}` : ""}`,
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
    case "call-start":
      return [`**${event.call.name}** ${inline(summarizeDisplay(event.display))}`];
    case "call-end":
      return [`${event.result.failed ? "Failed" : "Result"}:`, fenced(event.result.text)];
    case "approval":
      return [`_${event.allowed ? "Allowed" : "Not allowed"}: ${event.why}_`];
    case "compaction":
      return ["## What came before, in short", event.summary];
    case "plan-update":
      return [`_Plan ${event.planId}: ${event.status}_`];
    case "note":
      return [`_${event.text}_`];
    case "run-end":
      return event.outcome.kind === "done" ? [] : [`_Ended: ${event.outcome.kind}_`, event.outcome.text];
  }
}

function replySection(part: ReplyPart, isAside: boolean): string[] {
  if (part.kind === "call" || part.text === "") return [];
  if (part.kind === "text" && !isAside) return ["## Waymark", part.text];
  const title = part.kind === "text" ? "To the engine" : "Thinking";
  return [`<details><summary>${title}</summary>\n\n${isAside ? fenced(part.text) : part.text}\n\n</details>`];
}

function inline(text: string): string {
  return `\`${text.replaceAll("`", "'")}\``;
}

/** A fence longer than any in the text, so that nothing in it can end it. */
function fenced(text: string): string {
  const shown =
    text.length > RESULT_CHARS_MAX
      ? `${text.slice(0, RESULT_CHARS_MAX)}\n… ${text.length - RESULT_CHARS_MAX} more characters`
      : text;
  const longest = Math.max(2, ...(shown.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${shown}\n${fence}`;
}
