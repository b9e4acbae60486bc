import { type RuleSet, splitRules } from "../../core/permissions/rule.ts";

/** The rules of a session: those of the settings, and what a person allows meanwhile. */
export class SessionRules {
  /** What the next session begins with. */
  #kept: RuleSet;
  #now: RuleSet;

  constructor(rules: RuleSet) {
    this.#kept = rules;
    this.#now = rules;
  }

  get now(): RuleSet {
    return this.#now;
  }

  /** Adds rules for the rest of the session. @returns what takes them away again */
  allow(rules: readonly string[]): () => void {
    const added = rules.filter((rule) => !this.#now.allow.includes(rule));
    this.#now = { ...this.#now, allow: [...this.#now.allow, ...added] };
    return () => {
      this.#now = { ...this.#now, allow: this.#now.allow.filter((rule) => !added.includes(rule)) };
    };
  }

  /** Rules that the settings do not have: a person allowed them meanwhile. */
  isOfSession(rule: string): boolean {
    return this.#now.allow.includes(rule) && !this.#kept.allow.includes(rule);
  }

  /** For the rest of the session. @returns false where it was not allowed */
  remove(rule: string): boolean {
    if (!this.#now.allow.includes(rule)) return false;
    this.#now = { ...this.#now, allow: this.#now.allow.filter((one) => one !== rule) };
    return true;
  }

  /** Adds rules as they are written; those that the settings have from now on are of the next session, too. */
  remember(written: string, { isKept }: { readonly isKept: boolean }): void {
    const rules = splitRules(written);
    this.allow(rules);
    if (isKept) this.#kept = { ...this.#kept, allow: [...this.#kept.allow, ...rules] };
  }

  /** Another session begins: what was allowed for this one is over. */
  endSession(): void {
    this.#now = this.#kept;
  }
}
