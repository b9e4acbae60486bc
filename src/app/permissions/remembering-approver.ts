import type { Approver } from "../../core/ports/person.ts";

/** What a person allows for good holds from the next decision on. */
export function remembering(approver: Approver, allow: (rules: string) => void): Approver {
  return {
    approve: async (request, signal) => {
      const answer = await approver.approve(request, signal);
      if (answer.allowed && answer.remember !== undefined) allow(answer.remember);
      return answer;
    },
  };
}
