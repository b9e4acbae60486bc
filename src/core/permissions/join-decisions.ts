import type { Decision, Verdict } from "./decision.ts";

export const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Verdict, number>;

/** One of both, or one question for both. */
export function stricter(left: Decision, right: Decision): Decision {
  if (left.verdict === "ask" && right.verdict === "ask") return bothAsked(left, right);
  return STRICTNESS[right.verdict] > STRICTNESS[left.verdict] || left.reason === "touches nothing" ? right : left;
}

/** One question for both; a rule or a grant is offered only where it would answer the whole of it. */
function bothAsked(left: Decision, right: Decision): Decision {
  const details = [...(left.details ?? []), ...(right.details ?? [])];
  const starts = [...(left.starts ?? []), ...(right.starts ?? [])];
  return {
    verdict: "ask",
    reason: left.reason === right.reason ? left.reason : `${left.reason}; ${right.reason}`,
    ...(left.proposal && right.proposal ? { proposal: joined(left.proposal, right.proposal) } : {}),
    ...(left.session && right.session
      ? {
          session: {
            rules: joined(left.session.rules, right.session.rules),
            grants: joined(left.session.grants, right.session.grants),
          },
        }
      : {}),
    ...(details.length > 0 ? { details } : {}),
    ...(starts.length > 0 ? { starts } : {}),
    ...(left.wouldAllow && right.wouldAllow ? { wouldAllow: joined(left.wouldAllow, right.wouldAllow) } : {}),
    ...((left.instead ?? right.instead) ? { instead: left.instead ?? right.instead } : {}),
  };
}

const joined = (left: string, right: string): string =>
  [...new Set([...left.split(", "), ...right.split(", ")])].join(", ");

/** No rule is offered where none would help. */
export function withoutRules({
  proposal: _proposal,
  wouldAllow: _wouldAllow,
  session: _session,
  ...decision
}: Decision): Decision {
  return { ...decision, isAskedByRule: true };
}
