import { spend } from "../meant/work.ts";
import type { CommandPolicyOptions, WorkspaceFacts } from "../policy-types.ts";

/** Of each set of facts that keeps what it was asked: how much more it may be asked. */
const keeping = new WeakMap<WorkspaceFacts, { left: number }>();
/** Work for a second or two in which nothing else is done. */
const QUESTIONS_MAX = 1_000;

export const isAskedOnce = (facts: WorkspaceFacts): boolean => keeping.has(facts);

/** Whether more of the files was asked than one verdict is worth: what was answered last says nothing. */
export const isAskedTooMuch = ({ facts }: CommandPolicyOptions): boolean =>
  facts !== undefined && (keeping.get(facts)?.left ?? 0) < 0;

/** One verdict is about one state of the files; a word is looked at for each command that it may be a word of. */
export function askedOnce(options: CommandPolicyOptions): CommandPolicyOptions {
  const { facts } = options;
  if (facts === undefined || isAskedOnce(facts)) return options;
  const budget = { left: QUESTIONS_MAX };
  const kept: WorkspaceFacts = Object.fromEntries(
    Object.entries(facts).map(([name, ask]) => [
      name,
      typeof ask === "function" ? once(ask, name in UNANSWERED ? budget : UNCOUNTED, UNANSWERED[name]) : ask,
    ]),
  );
  keeping.set(kept, budget);
  return { ...options, facts: kept };
}

/** What takes a look at files, with what stands for an answer once there was too much of it. */
const UNANSWERED: Readonly<Record<string, unknown>> = {
  ...{ realPath: undefined, isFolder: false, linksFound: [], linksBelow: [], namesFound: [], keptByGit: undefined },
  ...{ repositoryStartsPrograms: true, repositoryReadsElsewhere: undefined, gitAlias: undefined },
  ...{ readProblem: "too much was looked at", partsAway: "too much was looked at" },
};

/** Of questions about a name alone, or that no line asks often. */
const UNCOUNTED = { left: Number.POSITIVE_INFINITY };

type Ask = (...about: readonly unknown[]) => unknown;

function once(ask: Ask, budget: { left: number }, unanswered: unknown): Ask {
  const answers = new Map<string, unknown>();
  return (...about) => {
    const key = typeof about[0] === "string" && about.length === 1 ? about[0] : JSON.stringify(about);
    if (!answers.has(key)) answers.set(key, spend(costOf(key)) || budget.left-- <= 0 ? unanswered : ask(...about));
    return answers.get(key);
  };
}

/** A path is looked at from each folder on its way. */
function costOf(path: string): number {
  const names = path.split("/").length;
  return LOOK_STEPS + ((names * names) >> 4);
}

const LOOK_STEPS = 30;
