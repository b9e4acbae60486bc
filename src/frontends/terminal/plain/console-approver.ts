import { saidNo } from "../../../app/permissions/approval-options.ts";
import { say } from "../../../app/report/standard-streams.ts";
import { spokenRecorded } from "../../../app/words/recorded.ts";
import type { ApprovalRequest, Approver } from "../../../core/ports/person.ts";
import type { Display } from "../../../core/protocol/display.ts";
import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import { commandIn } from "../dialogs/approval.ts";
import {
  type ApprovalChoice,
  type ApprovalOption,
  approvalDetails,
  approvalLine,
  approvalOptions,
  optionAt,
} from "../dialogs/approval-options.ts";
import { columnsOf } from "../screen/tty.ts";
import { type ApprovalReach, asksForEdits, settleApproval } from "../settle-approval.ts";
import { wrapExactly } from "../text/wrap.ts";
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
      const text = `${head}${askedAbout(display)}\n${[...details, ...choices].join("")}`;
      const answers = { input, options, signal };
      const early = display.kind === "diff" ? say(text) : await showInPages(text, answers);
      return settleApproval(early ?? (await readChoice(answers)), reach);
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

interface Answers {
  readonly input: PromptInput;
  readonly options: readonly PlainOption[];
  readonly signal: AbortSignal;
}

/**
 * Shows what is longer than the window page by page, as a yes counts only for what was on the screen to its end; a change of files is bounded,
 * and can be taken back. @returns what was decided before the last page
 */
async function showInPages(text: string, answers: Answers): Promise<Decided | undefined> {
  const lines = text.split("\n").flatMap((line) => wrapExactly(line, columnsOf(process.stdout.columns)));
  const pageRows = Math.max(1, (process.stdout.rows || 24) - QUESTION_ROWS);
  let from = 0;
  for (; lines.length - from > pageRows; from += pageRows) {
    const to = from + pageRows;
    say(`${lines.slice(from, to).join("\n")}\n`);
    const refusal = await readRefusal(words("approval.plainMore", { from: from + 1, to, all: lines.length }), answers);
    if (refusal) return refusal;
  }
  say(from === 0 ? text : lines.slice(from).join("\n"));
  return undefined;
}

/** What the question below a page takes, wrapped. */
const QUESTION_ROWS = 3;

/** Undefined where the rest is to be shown; a yes before it is asked for again. */
async function readRefusal(question: string, { input, options, signal }: Answers): Promise<Decided | undefined> {
  for (;;) {
    const typed = await input.ask(question, signal);
    if (typed?.trim() === "") return undefined;
    const { choice } = optionNamed(options, typed ?? "") ?? {};
    if (choice === undefined) return { kind: "answer", answer: saidNo(typed?.trim() ?? "") };
    if (!choice.answer.allowed) return choice;
  }
}

/** A number that stands for nothing is asked about again: it is no refusal, and no word for the model. */
async function readChoice({ input, options, signal }: Answers): Promise<Decided> {
  for (;;) {
    const typed = (await input.ask(words("approval.plain"), signal))?.trim() ?? "";
    const option = optionNamed(options, typed);
    if (option) return option.choice;
    const command = commandIn(typed);
    if (command !== undefined) {
      say(`${words("approval.isCommand", { command: sanitizeTerminal(command, { context: "approval" }) })}\n`);
      continue;
    }
    if (!/^\d+$/.test(typed)) return { kind: "answer", answer: saidNo(typed) };
    say(`${words("approval.notThere", { number: typed })}\n`);
  }
}

const optionNamed = (options: readonly PlainOption[], typed: string): PlainOption | undefined =>
  optionAt(options, SPELT[typed.trim().toLowerCase()] ?? typed.trim());

/** Answers that are written out. */
const SPELT: Readonly<Record<string, string>> = { yes: "y", always: "a", no: "n" };

/** A diff is set off as a whole, its first line too. */
function askedAbout(display: Display): string {
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
