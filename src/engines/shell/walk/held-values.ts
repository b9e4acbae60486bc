import type { AssignedNames } from "../assigned-names.ts";
import type { Assignment, Input } from "../part.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { oneOf } from "./printed-paths.ts";

/** What the names of a line are known to hold where a walk stands. */
export class HeldValues {
  readonly values: Map<string, ShellWord>;
  /** Raised with each change: what was read before may mean something else now. */
  version = 0;
  private readonly assigned: AssignedNames;

  constructor(assigned: AssignedNames, values: ReadonlyMap<string, ShellWord>) {
    this.assigned = assigned;
    this.values = new Map(values);
  }

  set(name: string, value: ShellWord | undefined): void {
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
    this.version++;
  }

  /** A name of which only one of what a pattern finds is known. */
  setOneOf(name: string, pattern: ShellWord | undefined): void {
    this.set(name, pattern && { text: `$${name}`, certainty: "variable", glob: false, standsFor: pattern });
  }

  isSetOnce(name: string): boolean {
    return !this.assigned.isOpen && this.assigned.counts.get(name) === 1;
  }

  /** What is one of a pattern is so wherever it was set; a text is there only for what surely comes after it. */
  remember(assignments: readonly Assignment[], isCertain: boolean): void {
    for (const { name, value, elements = [] } of assignments) {
      if (this.isSetOnce(name))
        for (const [index, each] of elements.entries()) this.setOneOf(`${name}[${index}]`, each);
      const isTold = isLiteral(value) ? isCertain && !value.glob : value.standsFor !== undefined;
      if (isTold && this.isSetOnce(name)) this.set(name, value);
    }
  }

  /** What `read` gives its names. */
  fill([program, ...words]: readonly ShellWord[], input: Input): void {
    if (!/^(?:read|mapfile|readarray)$/.test(program?.text ?? "")) return;
    const each = input.kind === "unknown" ? oneOf(input.lists) : undefined;
    if (each === undefined) return;
    for (const { text } of words) if (this.isSetOnce(text)) this.setOneOf(text, each);
  }
}
