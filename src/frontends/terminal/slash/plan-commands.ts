import { unwrittenPrompt, writtenPrompt } from "../../../app/prompt-text.ts";
import type { PlanFiles } from "../../../app/session/plans.ts";
import { spokenRecorded } from "../../../app/words/recorded.ts";
import { planToMermaid, renderPlan } from "../../../core/plan/render-plan.ts";
import { asksModel, type Plan } from "../../../core/protocol/plan.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand, SlashContext } from "./slash-command.ts";

const ACTIONS = ["list", "show", "new", "edit", "approve", "run", "resume", "diagram", "todos"] as const;
type PlanAction = (typeof ACTIONS)[number];

/** `/plan`: alone the mode that only looks; with one of its words the plans that the engine executes. */
export const PLAN_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "plan",
    argument: "[ACTION|PROMPT] [ID|GOAL]",
    whileRunning: (argument) => /^(?:list|show|diagram)(?: +\S+)?$/.test(argument),
    async complete(typed, { house }) {
      const action = /^(\S+) /.exec(typed)?.[1];
      if (action === undefined) return ACTIONS;
      if (!isAction(action) || WITHOUT_PLAN.has(action)) return [];
      return (await house.plans()).ids().map((id) => `${action} ${id}`);
    },
    async run(argument, context) {
      const [, word = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/.exec(argument) ?? [];
      if (isAction(word) && (word === "new" || isOneWord(rest))) return act(word, rest.trim(), context);
      context.agent.permissionMode = "plan";
      if (argument === "") return context.say(words("plan.mode"));
      context.prompt(argument);
    },
  },
];

function isAction(word: string): word is PlanAction {
  return ACTIONS.some((action) => action === word);
}

const WITHOUT_PLAN: ReadonlySet<PlanAction> = new Set(["new", "list", "todos"]);

/** `/plan run the tests first` is a prompt: the name of a plan is one word. */
function isOneWord(rest: string): boolean {
  return !/\s/.test(rest.trim());
}

async function act(action: PlanAction, rest: string, context: SlashContext): Promise<void> {
  if (action === "new") return draft(rest, context);
  const plans = await context.house.plans();
  if (action === "list") return list(plans, context);
  if (action === "todos") return fromTodos(context);
  const plan = await plans.read(plans.find(rest === "" ? undefined : rest));
  await WITH_PLAN[action](plan, context, plans);
}

/** What is done with one plan. */
const WITH_PLAN: Readonly<
  Record<
    Exclude<PlanAction, "new" | "list" | "todos">,
    (plan: Plan, context: SlashContext, plans: PlanFiles) => void | Promise<void>
  >
> = {
  show: sayPlan,
  diagram: (plan, { sayCode }) => sayCode(planToMermaid(plan).trimEnd(), "mermaid"),
  async edit({ id }, context, plans) {
    if ((await context.lendTerminal(["plan", "edit", id])) === 0) sayPlan(await plans.read(id), context);
  },
  async approve({ id }, { say }, plans) {
    const { approvePlan } = await import("../../../app/session/plan-review.ts");
    await approvePlan(plans, id);
    say(words("plan.approved", { id }));
  },
  run: execute,
  resume: execute,
};

async function execute(plan: Plan, { agent, warn, work, wayOf }: SlashContext): Promise<void> {
  if (plan.steps.some(asksModel) && agent.modelId.startsWith("offline/"))
    return warn(words("plan.needsModel", { id: plan.id, model: wayOf("model") }));
  const { planRunner } = await import("../../../core/strategies/plan.ts");
  const asked = { prompt: unwrittenPrompt(plan.goal), command: `/plan run ${plan.id}` };
  work({ name: "plan", strategy: planRunner(plan.id, {}), ...asked, plan });
}

async function list(plans: PlanFiles, { say, sayLines }: SlashContext): Promise<void> {
  if (plans.ids().length === 0) return say(words("plan.none"));
  const lines: string[] = [];
  for (const id of plans.ids()) {
    const { status, goal } = await plans.read(id);
    lines.push(`- ${id} ${spokenRecorded(status)}: ${goal.replace(/\s+/g, " ").slice(0, 80)}`);
  }
  sayLines(lines);
}

/** Drafts, shows the list and asks: run it, keep it, or what should be different. */
async function draft(goal: string, { agent, warn, work, wayOf }: SlashContext): Promise<void> {
  if (goal === "") return warn(words("plan.usage"));
  if (agent.modelId.startsWith("offline/")) return warn(words("plan.noModel", { model: wayOf("model") }));
  const { plan } = await import("../../../core/strategies/plan.ts");
  work({ name: "plan", strategy: plan, prompt: writtenPrompt(goal), command: `/plan new ${goal}` });
}

async function fromTodos(context: SlashContext): Promise<void> {
  const { draftFromHistory } = await import("../../../app/session/plan-drafts.ts");
  sayPlan(await draftFromHistory(context.house, context.agent.history), context);
  context.say(words("plan.draft"));
}

function sayPlan(plan: Plan, { sayLines }: SlashContext): void {
  sayLines(renderPlan(plan, spokenRecorded).trimEnd().split("\n"));
}
