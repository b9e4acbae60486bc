import { say } from "../../../app/report/standard-streams.ts";
import type { Approver } from "../../../core/ports/person.ts";
import type { Display } from "../../../core/protocol/display.ts";
import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import type { PromptInput } from "./prompt-input.ts";

/** Shows exactly what would be done and asks; the default is no. */
export function consoleApprover(input: PromptInput): Approver {
  return {
    async approve({ call, display, decision }, signal) {
      const safe = (text: string): string => sanitizeTerminal(text, { context: "approval" });
      const details = (decision.details ?? []).map((line) => `  ${safe(line)}\n`).join("");
      say(`\n${call.name}: ${safe(decision.reason)}\n${safe(approvalText(display))}\n${details}`);
      const remember = decision.session?.rules ?? decision.proposal;
      const grants = decision.session?.grants ?? remember;
      const always = remember ? `, a = always in this session (${grants})` : "";
      const answer =
        (await input.ask(`Allow? y = once${always}, n = no, or say what to do instead: `, signal))?.trim() ?? "n";
      if (/^y(es)?$/i.test(answer)) return { allowed: true };
      if (/^a(lways)?$/i.test(answer) && remember) return { allowed: true, remember };
      if (answer === "" || /^no?$/i.test(answer)) return { allowed: false, why: "the user said no" };
      return { allowed: false, why: `the user said no, and: ${answer}` };
    },
  };
}

function approvalText(display: Display): string {
  switch (display.kind) {
    case "diff":
      return display.patch;
    case "command":
      return `$ ${display.command}${display.cwd ? `   (in ${display.cwd})` : ""}${display.sandbox ? `\nsandbox: ${display.sandbox}` : ""}`;
    case "text":
    case "file":
      return display.text;
    case "todo":
      return display.items.map((item) => `- ${item.text}`).join("\n");
  }
}
