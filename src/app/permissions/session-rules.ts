import type { RuleSet } from "../../core/permissions/rule.ts";

/** The rules of a session: those of the settings, and what a person allows meanwhile. */
export class SessionRules {
  #now: RuleSet;

  constructor(rules: RuleSet) {
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
}
