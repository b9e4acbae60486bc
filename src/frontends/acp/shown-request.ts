import type { ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";
import { approvalFacts, wholeCommands } from "../../app/permissions/approval-options.ts";
import { mapStrings } from "../../core/plan/references.ts";
import type { ApprovalRequest } from "../../core/ports/person.ts";
import type { Display } from "../../core/protocol/display.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import { fenced } from "../../engines/text/fenced.ts";
import { contentOf, spelled, textContent, titleOf } from "./updates.ts";

/** A question as a client is sent it: what would be done, what each part of it touches, and why it is asked; every byte of it can be seen. */
export function shownRequest(request: ApprovalRequest): ToolCallUpdate {
  const { call, display, decision, agent } = request;
  const facts = approvalFacts(request, FACT_WORDS).map((fact) => `- ${decided(fact)}`);
  const reason = `Asked because: ${decided(decision.reason)}`;
  const asker = agent === undefined ? [] : [`Asked by the sub-agent ${decided(agent)}.`];
  return {
    toolCallId: call.id,
    name: call.name,
    title: titleOf(display),
    status: "pending",
    rawInput: mapStrings(call.input, spelled),
    content: [...wholeContent(display), ...[...asker, ...facts, reason].map(textContent)],
  };
}

/** What a yes for the session allows, as exactly as the rule that is kept. */
export function nameOfAlways(rules: string): string {
  const commands = wholeCommands(rules)?.map((command) => `\`${command}\``);
  return `Allow ${spelled(commands === undefined ? rules : `${commands.join(", ")}, word for word,`)} in this session`;
}

/** Commands and words, of which the first of each may be the name of a program. */
const decided = (text: string): string =>
  text
    .split("\n")
    .map((line) => sanitizeTerminal(line, { context: "approval" }))
    .join("\n");

const FACT_WORDS = {
  rule: (rule: string): string => `The rule is ${rule}.`,
  sandbox: (sandbox: string): string => `It runs in: ${sandbox}.`,
};

/** Also what a title says already: clients cut titles. */
function wholeContent(display: Display): ToolCallContent[] {
  switch (display.kind) {
    case "diff":
    case "file":
      return contentOf(display);
    case "command": {
      const { command, cwd } = display;
      return [
        textContent(fenced(decided(command), "sh")),
        ...(cwd === undefined ? [] : [textContent(`In ${decided(cwd)}`)]),
      ];
    }
    case "text":
      return [textContent(fenced(decided(display.text)))];
    case "todo":
      return display.items.map(({ text }) => textContent(`- ${decided(text)}`));
  }
}
