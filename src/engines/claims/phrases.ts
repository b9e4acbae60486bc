import { NameReader } from "./name-reader.ts";
import { nounOf, numberOf } from "./nouns.ts";
import type { Named, Where } from "./statement.ts";
import { Unreadable } from "./token-cursor.ts";
import { verbForm } from "./verbs.ts";

const BE_OR_HAVE = new Set(["is", "are", "was", "were", "has", "have", "contains", "ends", "begins", "consists"]);
const ESTATE = ["in the estate", "of the estate", "in this estate", "of this estate"];
/** What something is done in, also where it is said to be done `from` there. */
const UNITS = new Set(["paragraph", "section", "step", "function", "method"]);

/** What is done with names and numbers behind a verb. */
export interface ObjectUse {
  add(of: Named, where: Where): void;
  addCount(noun: string, value: number): void;
  /** Words that may stand before each of a list. */
  readonly before?: readonly string[];
}

/** Reads lists of what something is done with, and where. */
export class Phrases extends NameReader {
  /** Whether a list goes on here: what follows is named, and does nothing itself. */
  isListed(): boolean {
    return this.wouldRead(() => {
      if (!this.connector()) return false;
      this.named();
      return true;
    });
  }

  /** Names and numbers behind a verb; where something is done holds for all names before it that say nothing else. */
  objects(use: ObjectUse): Named[] {
    const { before = [] } = use;
    const all: Named[] = [];
    let open: Named[] = [];
    for (;;) {
      if (this.takeCount(use)) {
        // `calls two programs: A and B`
        if (this.mark(":")) continue;
      } else {
        const of = this.named();
        all.push(of);
        open.push(of);
      }
      const where = this.where();
      if (Object.keys(where).length > 0) {
        // Nobody counts what is done in one place only.
        if (open.length === 0) throw new Unreadable("it says of a number where it holds");
        for (const each of open) use.add(each, where);
        open = [];
      }
      if (!this.goesOn(before)) break;
      this.connector();
      this.word(...before);
    }
    for (const of of open) use.add(of, {});
    return all;
  }

  private takeCount({ addCount }: ObjectUse): boolean {
    const count = this.count();
    if (count) addCount(count.noun, count.value);
    return count !== undefined;
  }

  /** The list goes on, and what follows is no sentence of its own. */
  private goesOn(before: readonly string[]): boolean {
    return this.wouldRead(() => {
      if (!this.connector()) return false;
      this.word(...before);
      if (this.count()) return true;
      if (this.isWord("which", "that", "it")) return false;
      this.named();
      const word = this.peekWord() ?? "";
      return !BE_OR_HAVE.has(word) && verbForm(word)?.isFinite !== true;
    });
  }

  /** `in paragraph X`, `at line 55`, `in FILE`, `(FILE:LINE)`. */
  where(): Where {
    let where: Where = {};
    for (;;) {
      if (this.citation() || this.sequence(ESTATE)) continue;
      const more = this.lines() ?? this.inside();
      if (!more) return where;
      if (Object.keys(more).some((key) => key in where)) throw new Unreadable("it says twice where something is done");
      where = { ...where, ...more };
    }
  }

  /** A place that is told by nothing but lines. */
  onlyLines(): readonly number[] {
    const { lines, inside, file } = this.where();
    if (inside || file !== undefined) throw new Unreadable("it says of lines where they are");
    return lines ?? [];
  }

  private lines(): Where | undefined {
    const start = this.at;
    this.word("at", "on", "in", "from");
    if (!this.word("line", "lines")) {
      this.at = start;
      return undefined;
    }
    const lines = [this.lineNumber()];
    while (this.wouldRead(() => this.nextLine() && this.isLineNumber())) {
      this.nextLine();
      lines.push(this.lineNumber());
    }
    return { lines };
  }

  private nextLine(): boolean {
    return this.connector() || this.word("to", "through") !== undefined || this.mark("-");
  }

  /** `at line 5 and 3 programs`: a number of something is no line. */
  private isLineNumber(): boolean {
    return numberOf(this.peekWord() ?? "") !== undefined && nounOf(this.peekWord(1) ?? "") === undefined;
  }

  private lineNumber(): number {
    const value = numberOf(this.peekWord() ?? "");
    if (value === undefined) throw new Unreadable("it names no line");
    this.at += 1;
    return value;
  }

  private inside(): Where | undefined {
    const word = this.word("in", "within", "inside", "from");
    if (word === undefined) return undefined;
    const mark = this.at;
    const file = word === "from" ? undefined : this.path();
    if (file !== undefined) return { file };
    this.at = mark;
    const inside = this.named();
    // What is read from a file is not done in it.
    if (word !== "from" || UNITS.has(inside.noun ?? "")) return { inside };
    throw new Unreadable(`"from ${inside.name}" can be understood in more than one way`);
  }
}
