import type { PathDecision, PermissionPolicy } from "./decide.ts";
import type { DecidedPath, Decision } from "./decision.ts";

/** What a policy said of paths, by what it was asked. */
export type PathLooks = Map<string, { readonly tool: string; readonly decision: PathDecision }>;

/** The policy, which looks at each path once: what is decided and what is done by it go by the same look. */
export function lookingOnce(policy: PermissionPolicy, looks: PathLooks, depth = 0): PermissionPolicy {
  const { within } = policy;
  return {
    ...policy,
    judgePath(tool, use, path) {
      const key = JSON.stringify([depth, tool, use, path]);
      const { decision } = looks.get(key) ?? { decision: policy.judgePath(tool, use, path) };
      looks.set(key, { tool, decision });
      return decision;
    },
    ...(within === undefined ? {} : { within: lookingOnce(within, looks, depth + 1) }),
  };
}

/** The paths of a tool's call as they were looked at. One that led to two places meanwhile is none. */
export function decidedPaths(looks: PathLooks, tool: string): readonly DecidedPath[] {
  const decided = [...looks.values()].flatMap((look) => (look.tool === tool ? (look.decision.paths ?? []) : []));
  const led = Map.groupBy(decided, ({ path, use }) => `${use} ${path}`);
  return [...led.values()].map(([first, ...others]) => {
    if (first === undefined) throw new Error("a group without a member");
    const isOne = others.every(({ realPath }) => realPath === first.realPath);
    const lifts = [...new Set([first, ...others].flatMap((one) => one.lifts))];
    return isOne ? { ...first, lifts } : { ...first, realPath: "", lifts: [] };
  });
}

/** What a call was permitted by. */
export interface Leave {
  readonly looks: PathLooks;
  /** What a person, or a hook for them, has answered; absent: nobody was asked. */
  readonly asked?: Decision;
}

/** Whether a call that was permitted is so still: by itself, or because it is what was asked about. */
export function isStillLet(tool: string, { looks, asked }: Leave, now: Decision, seen: PathLooks): boolean {
  if (now.verdict !== "ask") return now.verdict === "allow";
  const placed = (from: PathLooks): string => JSON.stringify(decidedPaths(from, tool));
  return asked?.verdict === "ask" && isSameQuestion(asked, now) && placed(looks) === placed(seen);
}

/** Whether a person was asked the same: for the same reason, shown the same places, and of files that hold the same. */
export const isSameQuestion = (one: Decision, other: Decision): boolean =>
  one.reason === other.reason &&
  JSON.stringify([one.details, one.starts]) === JSON.stringify([other.details, other.starts]);
