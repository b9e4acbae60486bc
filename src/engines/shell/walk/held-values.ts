import type { AssignedNames } from "../assigned-names.ts";
import type { Assignment, Input } from "../part.ts";
import { isLiteral, type ShellWord, someOf } from "../words.ts";
import { oneOf } from "./printed-paths.ts";

/** What the names of a line are known to hold where a walk stands. */
export class HeldValues {
  readonly values: Map<string, ShellWord>;
  /** Raised with each change: what was read before may mean something else now. */
  version = 0;
  private readonly assigned: AssignedNames;
  private readonly read = new Set<string>();

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
  setOneOf(name: string, pattern: ShellWord | undefined, isFilled = false): void {
    const filled = isFilled && !this.assigned.counts.has("IFS") ? ({ isFilled: true } as const) : {};
    this.set(name, pattern && { text: `$${name}`, certainty: "variable", glob: false, standsFor: pattern, ...filled });
  }

  /** What held a line that was read holds nothing once there is none left. */
  emptyRead(): void {
    for (const name of this.read) this.setOneOf(name, this.values.get(name)?.standsFor);
    this.read.clear();
  }

  /** Does something where such names are known to hold something. */
  whileFilled(names: readonly string[], work: () => void): void {
    const before = names.flatMap((name) => {
      const value = this.values.get(name);
      return value?.standsFor === undefined || value.isFilled ? [] : [[name, value] as const];
    });
    for (const [name, value] of before) this.set(name, { ...value, isFilled: true });
    work();
    for (const [name, value] of before) this.set(name, value);
  }

  isSetOnce(name: string): boolean {
    return !this.assigned.isOpen && this.assigned.counts.get(name) === 1;
  }

  /** What is one of a pattern is so wherever it was set; a text is there only for what surely comes after it. */
  remember(assignments: readonly Assignment[], isCertain: boolean): void {
    for (const { name, value, elements = [] } of assignments) {
      if (!this.isSetOnce(name)) continue;
      for (const [index, each] of elements.entries())
        this.setOneOf(`${name}[${index}]`, each, isCertain && each.text !== "");
      const isTold = isLiteral(value) ? isCertain && !value.glob : value.standsFor !== undefined;
      const { isFilled: _isFilled, ...perhaps } = value;
      if (isTold) this.set(name, isCertain ? value : perhaps);
    }
  }

  /** What `read` gives its names. @param turns  it goes on only where there is a line: the first name holds a word of it, with which a loop does that */
  fill([program, ...words]: readonly ShellWord[], input: Input, turns: Pick<ShellWord, "takes"> | undefined): void {
    if (!/^(?:read|mapfile|readarray)$/.test(program?.text ?? "")) return;
    const listed = input.kind === "unknown" ? oneOf(input.lists) : undefined;
    if (listed === undefined) return;
    const names = words.map(({ text }) => text).filter((text) => this.isSetOnce(text));
    const isEach = listed.takes === "each" && names.length === 1;
    const each: ShellWord = { ...someOf(listed), ...(isEach ? turns : {}) };
    // A line that is read as it is stays one.
    const isWhole = program?.text !== "read" || (names.length === 1 && words.some(({ text }) => /^-\w*r/.test(text)));
    const held: ShellWord = isWhole ? each : { ...each, isParted: true };
    for (const name of names) this.setOneOf(name, held, turns !== undefined && name === names[0]);
    if (turns !== undefined) this.read.add(names[0] ?? "");
  }
}
