import type { FlowIndex, FlowStep } from "../flow-index.ts";
import type { Findings } from "./findings.ts";
import { type Form, moved, wholeOf } from "./held-value.ts";
import { literalLoss, lossOf } from "./loss-text.ts";
import type { Changed, TrialForms } from "./trial-forms.ts";

/** Tells what was moved into an item and is now too long for it, or can no longer fill it. */
export function tellReceived(flows: FlowIndex, forms: TrialForms, findings: Findings, changed: Changed): void {
  for (const step of flows.direct(changed.id, "into")) {
    const from = step.from === "" ? undefined : forms.grown.form(step.from);
    if (step.from !== "" && !from) continue;
    const between = { of: step.from, to: changed.id, depth: 0 };
    const loss = newLoss(changed, step, from);
    if (loss !== undefined) findings.tell(findings.broken, step, { ...between, loss });
    if (from && isSmaller(from, changed.form) && !(changed.before && isSmaller(from, changed.before)))
      findings.tell(findings.smaller, step, { ...between, loss: `brings at most ${from.shape.characters} characters` });
  }
}

/** What was lost already, and as much, is no matter of the change. */
function newLoss({ before, form }: Changed, step: FlowStep, from: Form | undefined): string | undefined {
  const lossIn = (to: Form): string | undefined =>
    from ? lossOf(moved(wholeOf(from), from, to)) : literalLoss(step, to);
  const [was, loss] = [before && lossIn(before), lossIn(form)];
  const isNarrower = before !== undefined && lossOf(moved(wholeOf(before), before, form)) !== undefined;
  return was === undefined || (isNarrower && loss !== was) ? loss : undefined;
}

const isSmaller = (from: Form, to: Form): boolean => lossOf(moved(wholeOf(to), to, from)) !== undefined;
