import { compare, type Line, type Lines } from "../answer.ts";
import type { Rule } from "./rule.ts";

interface FieldPlaces {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** Access, file and line of each rule as one number. */
  readonly rules: number[];
}

const ACCESSES = ["decides", "sets", "reads"] as const;
const LINES_MAX = 2 ** 24;

/** Which rules each field has, in the order of their text. */
export class FieldRules implements Lines {
  private readonly fields = new Map<string, FieldPlaces>();
  private readonly files: string[] = [];

  get length(): number {
    return this.fields.size;
  }

  add({ fields, file, decision }: Rule): void {
    if (this.files.at(-1) !== file) this.files.push(file);
    const place = ((this.files.length - 1) * LINES_MAX + decision.line) * ACCESSES.length;
    for (const { meaning, access } of fields) {
      const { id, name, file: declaredIn, line } = meaning;
      const known = this.fields.get(id) ?? { name, file: declaredIn, line, rules: [] };
      const rule = place + ACCESSES.indexOf(access);
      if (!isAmongLast(known.rules, rule)) known.rules.push(rule);
      this.fields.set(id, known);
    }
  }

  slice(from = 0, to = this.length): readonly Line[] {
    const named = Map.groupBy(this.fields.values(), ({ name }) => `${name}: `);
    const lines: Line[] = [];
    for (const name of [...named.keys()].sort(compare)) {
      if (lines.length >= to) break;
      const group = (named.get(name) ?? []).map((field) => this.line(field));
      for (const line of group.sort((left, right) => compare(left.text, right.text))) lines.push(line);
    }
    return lines.slice(from, to);
  }

  private line({ name, file, line, rules }: FieldPlaces): Line {
    const places = rules.map((rule) => {
      const place = Math.floor(rule / ACCESSES.length);
      return `${ACCESSES[rule % ACCESSES.length]} ${this.files[Math.floor(place / LINES_MAX)]}:${place % LINES_MAX}`;
    });
    return { text: `${name}: ${places.join(", ")}`, file, line };
  }
}

/** Rules of one line come together. */
function isAmongLast(rules: readonly number[], rule: number): boolean {
  const line = Math.floor(rule / ACCESSES.length);
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    const known = rules[at] as number;
    if (known === rule) return true;
    if (Math.floor(known / ACCESSES.length) < line) return false;
  }
  return false;
}
