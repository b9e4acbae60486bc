import type { Decision } from "../../core/permissions/decision.ts";

/** A rule as a person wrote it, and where. */
export interface WrittenRule {
  readonly text: string;
  /** `flag --allowedTools`, or a file. */
  readonly from: string;
}

/** By the form in which the rule is held against calls. */
export type WrittenRules = ReadonlyMap<string, WrittenRule>;

/** A decision that speaks of rules as they were written, with where they stand: nobody finds `shell(npm test)` where `Bash(npm test:*)` stands. */
export function asWritten({ reason, rule, ...decision }: Decision, rules: WrittenRules): Decision {
  const [head = "", ...tails] = reason.split("rule ");
  const from = new Set<string>();
  const told = tails.map((tail) => {
    const form = longestAtStart(tail, rules);
    const written = form === undefined ? undefined : rules.get(form);
    if (form === undefined || written === undefined) return tail;
    from.add(written.from);
    return written.text + tail.slice(form.length);
  });
  const where = from.size === 0 ? "" : ` (${[...from].join(", ")})`;
  return {
    ...decision,
    reason: [head, ...told].join("rule ") + where,
    ...(rule === undefined ? {} : { rule: rules.get(rule)?.text ?? rule }),
  };
}

/** A rule of a whole tool begins like one of a thing. */
function longestAtStart(text: string, rules: WrittenRules): string | undefined {
  let longest: string | undefined;
  for (const form of rules.keys())
    if (text.startsWith(form) && /^[\s,.;:)]?$/.test(text.charAt(form.length)) && form.length > (longest?.length ?? 0))
      longest = form;
  return longest;
}
