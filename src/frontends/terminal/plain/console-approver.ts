import { saidNo } from "../../../app/permissions/approval-options.ts";
import { say } from "../../../app/report/standard-streams.ts";
import { spokenRecorded } from "../../../app/words/recorded.ts";
import type { ApprovalRequest, Approver } from "../../../core/ports/person.ts";
import type { Display } from "../../../core/protocol/display.ts";
import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import {
  type ApprovalChoice,
  type ApprovalOption,
  approvalDetails,
  approvalLine,
  approvalOptions,
  optionAt,
} from "../dialogs/approval-options.ts";
import { type ApprovalReach, asksForEdits, settleApproval } from "../settle-approval.ts";
import { words } from "../words/words.ts";
import type { PromptInput } from "./prompt-input.ts";

/** Shows exactly what would be done and asks; the default is no. */
export function consoleApprover(input: PromptInput, reach: ApprovalReach): Approver {
  return {
    async approve(request, signal) {
      const { call, display, decision } = request;
      const options = plainOptions(request, reach);
      const details = approvalDetails(request).map((line) => `  ${line}\n`);
      const choices = options.map(({ key, label }, index) => `${index + 1}. ${label} (${key})\n`);
      const head = `\n${call.name}: ${approvalLine(spokenRecorded(decision.reason))}`;
      say(`${head}${shownText(display)}\n${[...details, ...choices].join("")}`);
      return settleApproval(await readChoice(input, options, signal), reach);
    },
  };
}

interface PlainOption extends ApprovalOption {
  readonly choice: Decided;
}
type Decided = Extract<ApprovalChoice, { kind: "answer" }>;

/** Words are typed in place of a number, and a change is taken as a whole. */
function plainOptions(request: ApprovalRequest, reach: ApprovalReach): readonly PlainOption[] {
  const options = approvalOptions(request, { canReview: false, asksForEdits: asksForEdits(reach) });
  return options.flatMap(({ choice, ...option }) => (choice.kind === "answer" ? [{ ...option, choice }] : []));
}

/** A number that stands for nothing is asked about again: it is no refusal, and no word for the model. */
async function readChoice(input: PromptInput, options: readonly PlainOption[], signal: AbortSignal): Promise<Decided> {
  for (;;) {
    const typed = (await input.ask(words("approval.plain"), signal))?.trim() ?? "";
    const option = optionAt(options, SPELT[typed.toLowerCase()] ?? typed);
    if (option) return option.choice;
    if (!/^\d+$/.test(typed)) return { kind: "answer", answer: saidNo(typed) };
    say(`${words("approval.notThere", { number: typed })}\n`);
  }
}

/** Answers that are written out. */
const SPELT: Readonly<Record<string, string>> = { yes: "y", always: "a", no: "n" };

/** A diff is set off as a whole, its first line too. */
function shownText(display: Display): string {
  if (display.kind === "diff") return sanitizeTerminal(`\n${display.patch}`, { context: "source" });
  return `\n${sanitizeTerminal(approvalText(display), { context: "approval" })}`;
}

function approvalText(display: Exclude<Display, { kind: "diff" }>): string {
  switch (display.kind) {
    case "command":
      return `$ ${display.command}${display.cwd ? `   ${words("approval.in", { folder: display.cwd })}` : ""}`;
    case "text":
    case "file":
      return display.text;
    case "todo":
      return display.items.map((item) => `- ${item.text}`).join("\n");
  }
}
