import type { Command } from "commander";
import type { Agent } from "../../../app/agent.ts";
import { GUIDE_ID } from "../../../app/models/guide-id.ts";
import { NOBODY } from "../../../app/permissions/faces.ts";
import { unwrittenPrompt, writtenPrompt } from "../../../app/prompt-text.ts";
import { typedLines } from "../../../app/report/standard-streams.ts";
import { draftFromFile, draftFromTodos } from "../../../app/session/plan-drafts.ts";
import type { PlanFiles } from "../../../app/session/plans.ts";
import type { AgentWork } from "../../../app/session/start-agent.ts";
import { spokenRecorded } from "../../../app/words/recorded.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { planToMermaid, renderPlan } from "../../../core/plan/render-plan.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import type { Plan } from "../../../core/protocol/plan.ts";
import { eventLines } from "../../headless/event-json.ts";
import { exitCodeOf } from "../../headless/exit-codes.ts";
import { toTheEnd } from "../../headless/to-the-end.ts";
import { type OutputFormat, writeEvents } from "../../headless/write-events.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, openHouseFor } from "../in-house.ts";
import { agentChoice } from "../run/run.ts";
import { configFlags, outputFormat } from "../run/run-options.ts";
import { watchSignals } from "../run/watch-signals.ts";
import { type PlanFlags, withExecuteFlags, withRunFlags } from "./plan-options.ts";

/** `waymark plan new|from-todos|list|show|edit|approve|run|resume`: plans that the engine executes. */
export function define(command: Command, context: CommandContext): void {
  withRunFlags(command.command("new [goal...]"))
    .description("writes a draft: for a goal by the model, or from a file without one")
    .option("--file <plan.json>", "take this plan; - reads standard input")
    .option("--json", "print the plan as JSON")
    .action((goal: readonly string[], flags: PlanFlags) => newPlan(goal.join(" "), flags, context));
  command
    .command("from-todos [session]")
    .description("writes a draft from the list of things to do of a session, the last one by default")
    .option("-C, --cd <folder>", "the working folder")
    .option("--json", "print the plan as JSON")
    .action(async (session: string | undefined, flags: PlanFlags) => {
      print(await inHouse(context, flags, (house) => draftFromTodos(house, session)), flags, context);
    });
  command
    .command("list")
    .description("the plans of this folder, the newest first")
    .option("-C, --cd <folder>", "the working folder")
    .action(async (flags: PlanFlags) => {
      const plans = await plansOf(flags, context);
      const lines = await listPlans(plans);
      context.out(
        lines.length === 0 ? phrase`No plans; \`waymark plan new "GOAL"\` makes one.\n` : `${lines.join("\n")}\n`,
      );
    });
  command
    .command("show [plan]")
    .description("a plan as a list, as JSON or as a diagram")
    .option("-C, --cd <folder>", "the working folder")
    .option("--json", "the whole plan as JSON")
    .option("--mermaid", "a Mermaid flowchart")
    .action(async (name: string | undefined, flags: PlanFlags) => {
      const plans = await plansOf(flags, context);
      print(await plans.read(plans.find(name)), flags, context);
    });
  command
    .command("edit [plan]")
    .description("opens a plan in your editor, then says what keeps it from being run")
    .option("-C, --cd <folder>", "the working folder")
    .action(async (name: string | undefined, flags: PlanFlags) => {
      const { editPlan } = await import("./plan-edit.ts");
      return editPlan(name, flags, context);
    });
  command
    .command("approve [plan]")
    .description("agrees to a plan as it is now; changed later it has to be agreed to again")
    .option("-C, --cd <folder>", "the working folder")
    .action((name: string | undefined, flags: PlanFlags) => approve(name, flags, context));
  withExecuteFlags(command.command("run [plan]"))
    .description("executes a plan")
    .action((name: string | undefined, flags: PlanFlags) => execute(name, flags, context));
  withExecuteFlags(command.command("resume [plan]"))
    .description("goes on with a plan after a crash, a failure or a cancel")
    .action((name: string | undefined, flags: PlanFlags) => execute(name, flags, context));
}

const plansOf = (flags: PlanFlags, context: CommandContext): Promise<PlanFiles> =>
  inHouse(context, flags, (house) => house.plans());

/** A plan that was broken by hand says so in its line. */
async function listPlans(plans: PlanFiles): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const id of plans.ids()) {
    try {
      const { status, goal } = await plans.read(id);
      lines.push(`${id}  ${spokenRecorded(status)}  ${goal.replace(/\s+/g, " ").slice(0, 80)}`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      lines.push(`${id}  unreadable  ${error.message}`);
    }
  }
  return lines;
}

function print(plan: Plan, flags: PlanFlags, { out, json }: CommandContext): void {
  if (flags.json) return json(plan, { indent: 2 });
  out(flags.mermaid ? planToMermaid(plan) : renderPlan(plan, spokenRecorded));
}

async function newPlan(goal: string, flags: PlanFlags, context: CommandContext): Promise<void> {
  if (flags.file !== undefined) {
    const given = { file: flags.file, goal, from: context.cwd };
    const plan = await inHouse(context, flags, (house) => draftFromFile(house, given));
    print(plan, flags, context);
    if (!flags.json) context.error(phrase`waymark: a draft; \`waymark plan run ${plan.id}\` executes it.\n`);
    return;
  }
  if (goal.trim() === "")
    throw new UserError(
      phrase`There is no goal; give one: waymark plan new "rename the module", or --file.`,
      EXIT.usage,
    );
  const { planDrafter } = await import("../../../core/strategies/plan.ts");
  const work = { name: "plan", strategy: planDrafter(), isModelOptional: false };
  await withAgent(work, flags, context, async (agent) => {
    if (agent.modelId === GUIDE_ID)
      throw new UserError(
        phrase`Planning needs a language model; set a key, name one with -m, or give a plan with --file.`,
        EXIT.configuration,
      );
    const made: { id?: string } = {};
    const format = outputFormat(flags);
    const shown = flags.json ? silent(context) : context;
    await perform(noteId(agent.prompt(writtenPrompt(goal)), made), { agent, format, context: shown });
    if (!flags.json || made.id === undefined) return;
    print(await (await plansOf(flags, context)).read(made.id), flags, context);
  });
}

function silent(context: CommandContext): CommandContext {
  return { ...context, data: () => {}, json: () => {} };
}

async function* noteId(events: AsyncIterable<AgentEvent>, made: { id?: string }): AsyncGenerator<AgentEvent> {
  for await (const event of events) {
    if (event.type === "plan-update") made.id = event.planId;
    yield event;
  }
}

async function approve(name: string | undefined, flags: PlanFlags, context: CommandContext): Promise<void> {
  const plans = await plansOf(flags, context);
  const id = plans.find(name);
  const { approvePlan } = await import("../../../app/session/plan-review.ts");
  await approvePlan(plans, id);
  context.out(phrase`Approved ${id}; \`waymark plan run ${id}\` executes it.\n`);
}

async function execute(name: string | undefined, flags: PlanFlags, context: CommandContext): Promise<void> {
  const plans = await plansOf(flags, context);
  const id = plans.find(name);
  const plan = await plans.read(id);
  const { demandModel, planWork } = await import("../../../app/session/plan-review.ts");
  const work = await planWork(plan, { replans: flags.replan !== false, done: flags.done, again: flags.again });
  await withAgent(work, flags, context, (agent) => {
    demandModel(plan, agent.modelId);
    return perform(agent.prompt(unwrittenPrompt(plan.goal)), { agent, format: outputFormat(flags), context });
  });
}

interface Performance {
  readonly agent: Agent;
  readonly format: OutputFormat;
  readonly context: CommandContext;
}

async function perform(events: AsyncIterable<AgentEvent>, { agent, format, context }: Performance): Promise<void> {
  const signals = watchSignals(agent);
  try {
    const frame = { sessionId: agent.sessionId, cwd: agent.cwd, includePartial: false };
    const outcome = await writeEvents(toTheEnd(events, agent), format, (event) => eventLines(event, frame), context);
    if (outcome?.kind === "model-failed") context.error(`waymark: ${outcome.failure.message}\n`);
    context.exit(signals.code() ?? (outcome ? exitCodeOf(outcome) : EXIT.failed));
  } finally {
    signals.release();
  }
}

/** With a terminal on both sides the person is asked; otherwise the rules decide. */
async function withAgent(
  work: AgentWork,
  flags: PlanFlags,
  context: CommandContext,
  use: (agent: Agent) => Promise<void>,
): Promise<void> {
  const isInteractive = process.stdin.isTTY && process.stdout.isTTY && outputFormat(flags) === "text";
  const people = isInteractive ? await atTheConsole(context) : { approver: NOBODY.approver, close: () => {} };
  const { close, ...askable } = people;
  const faces = { ...askable, isInteractive, showsProgress: true };
  try {
    const house = await openHouseFor(context, flags, { flags: configFlags(flags), faces, showsNotices: true });
    try {
      const { agent, notices } = await house.agent({ ...agentChoice(flags), work });
      for (const notice of notices) context.error(phrase`waymark: ${notice}\n`);
      await use(agent);
    } finally {
      await house.close();
    }
  } finally {
    close();
  }
}

async function atTheConsole({ environment, error }: CommandContext) {
  const { PromptInput } = await import("../../terminal/plain/prompt-input.ts");
  const { consoleApprover } = await import("../../terminal/plain/console-approver.ts");
  const { consoleAsker } = await import("../../terminal/plain/console-asker.ts");
  const lines = typedLines({ echoes: true });
  const input = new PromptInput(lines);
  const say = (text: string): void => error(`${text}\n`);
  const approver = consoleApprover(input, { environment, agent: () => undefined, say, warn: say });
  return { approver, asker: consoleAsker(input), close: () => lines.close() };
}
