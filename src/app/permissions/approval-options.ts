import { splitRules } from "../../core/permissions/rule.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../core/ports/person.ts";

/** One way to say yes to a call that policy asks about. Texts are as they came: who shows them cleans them. */
export interface ApprovalOption {
  readonly key: "y" | "a" | "p" | "s";
  /** What would be allowed from then on: a rule, or things of a kind; empty where it is this call alone. */
  readonly grants: string;
  readonly answer: ApprovalAnswer;
  /** A rule to be written into the person's own settings besides. */
  readonly forGood?: string;
}

/** The commands, word for word, that rules name and that alone; undefined where one is another kind of rule. */
export function wholeCommands(rules: string): readonly string[] | undefined {
  const commands = splitRules(rules).map((rule) => /^\w+\((.+) \$\)$/s.exec(rule)?.[1]);
  return commands.every((command) => command !== undefined) ? commands : undefined;
}

/** Every yes that may be said to it, the narrowest first; the same at each face. */
export function approvalOptions({ decision: { proposal, session } }: ApprovalRequest): readonly ApprovalOption[] {
  const options: ApprovalOption[] = [{ key: "y", grants: "", answer: { allowed: true } }];
  if (proposal !== undefined) {
    const answer = { allowed: true, remember: proposal } as const;
    options.push(
      { key: "a", grants: proposal, answer },
      { key: "p", grants: proposal, answer: { ...answer, isKept: true }, forGood: proposal },
    );
  }
  if (session !== undefined)
    options.push({ key: "s", grants: session.grants, answer: { allowed: true, remember: session.rules } });
  return options;
}

/** @param text  what the person said with it; may be empty */
export function saidNo(text: string): ApprovalAnswer {
  return { allowed: false, why: text === "" ? "the user said no" : `the user said no, and: ${text}`, said: text };
}

/** Sentences about facts, in the words of a face. */
export interface FactWords {
  rule(rule: string): string;
  sandbox(sandbox: string): string;
}

/** What a person must see beside the call: what each part touches, where links lead, and what holds it; nothing that the reason has said already, and nothing twice. */
export function approvalFacts({ decision, display }: ApprovalRequest, said: FactWords): readonly string[] {
  const { details = [], rule, reason } = decision;
  const facts = [
    ...details,
    ...(rule === undefined ? [] : [said.rule(rule)]),
    ...(display.kind === "command" && display.sandbox !== undefined ? [said.sandbox(display.sandbox)] : []),
  ];
  // A detail may carry the mark of its verdict before the words that the reason has said.
  return [...new Set(facts)].filter((fact) => !reason.includes(fact.replace(/^[!?-] /, "")));
}
