import { planText, rewritePlan } from "../../../app/session/plan-review.ts";
import { openPlans } from "../../../app/session/plans.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";
import type { PlanFlags } from "./plan-options.ts";

/** Opens a plan in the person's editor, and says at once what keeps it from being run. What was written is kept either way. */
export async function editPlan(name: string | undefined, flags: PlanFlags, context: CommandContext): Promise<void> {
  const { cwd, places, terminal } = await inHouse(context, flags, (house) => house);
  const plans = await openPlans({ cwd, places });
  const id = plans.find(name);
  const before = planText(cwd, plans, id);
  const { editExternally } = await import("../../terminal/screen/external-editor.ts");
  const end = await editExternally(before.trimEnd(), terminal, `${id}.json`);
  if (end.kind === "failed") throw new UserError(end.why, EXIT.badInput);
  if (end.text.trim() === before.trim()) return context.out(phrase`${id} is as it was.\n`);
  const problems = await inHouse(context, flags, (house) => rewritePlan(house, plans, id, end.text));
  if (problems.length > 0)
    throw new UserError(phrase`${plans.show(id)} cannot be run as it is now: ${problems.join(" ")}`, EXIT.badInput);
  context.out(
    phrase`${id} can be run; \`waymark plan run ${id}\` executes it. What has not changed is not run again.\n`,
  );
}
