import type { Approver } from "../../core/ports/person.ts";

/** Nobody is there to be asked: says no, and which rule would say yes. */
export const policyApprover: Approver = {
  async approve({ decision }) {
    const rule = decision.proposal
      ? ` Whoever starts the run can allow it with --allowedTools '${decision.proposal}'.`
      : "";
    return { allowed: false, why: `nobody is there to be asked (${decision.reason}).${rule}` };
  },
};
