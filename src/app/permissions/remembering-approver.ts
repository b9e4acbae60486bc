import type { Approver } from "../../core/ports/person.ts";

/** Takes rules in: of this session, or of the settings. */
export type Remember = (rules: string, how: { readonly isKept: boolean }) => void;

/** What a person allows from now on holds from the next decision on. */
export function remembering(approver: Approver, remember: Remember): Approver {
  return {
    approve: async (request, signal) => {
      const answer = await approver.approve(request, signal);
      if (answer.allowed && answer.remember !== undefined)
        remember(answer.remember, { isKept: answer.isKept ?? false });
      return answer;
    },
  };
}
