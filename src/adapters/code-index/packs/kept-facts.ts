import { familyOf } from "../../../engines/citadel/graph/module-paths.ts";
import type { FileFacts } from "../../../engines/citadel/model.ts";
import type { Part } from "./fact-parts.ts";
import { type FactsHead, readData, readOtherSymbols, readReferences } from "./facts-text.ts";

/** What is wanted of facts. */
export interface FactsWanted {
  /** Data items and data flow, which are half of them. */
  readonly withData: boolean;
  /** Where control goes inside programs. */
  readonly withJumps: boolean;
  /** The statements that references stand in; not without jumps. */
  readonly withLines: boolean;
  /**
   * Each list is asked for once or twice and then let go: the lists of millions of lines do not fit beside what is made
   * from them.
   */
  readonly isPassing: boolean;
}

/** The facts of one file, of which each list is made when it is asked for. */
export class KeptFacts implements FileFacts {
  readonly path: string;
  readonly language: string;
  readonly lines: number;
  readonly parse: FileFacts["parse"];
  readonly problems: FileFacts["problems"];
  readonly members: readonly string[];
  readonly scope: FileFacts["scope"];
  readonly patterns: FileFacts["patterns"];
  private readonly textOf: (part: Part) => string;
  private readonly wanted: FactsWanted;
  private readonly isLasting: boolean;
  private data: Pick<FileFacts, "symbols" | "dataFlow"> | undefined;
  private uses: FileFacts["references"] | undefined;

  /** @param textOf  the text of a part @throws when it is lost */
  constructor(head: FactsHead, textOf: (part: Part) => string, wanted: FactsWanted) {
    this.path = head.path;
    this.language = head.language;
    this.lines = head.lines;
    this.parse = head.parse;
    this.problems = head.problems;
    this.members = head.members;
    this.scope = head.scope;
    this.patterns = head.patterns;
    this.textOf = textOf;
    this.wanted = wanted;
    // What a modern file defines and uses is looked up from others, again and again.
    this.isLasting = !wanted.isPassing || familyOf(head.language) !== undefined;
  }

  /** Makes all that is kept. @throws when a part is lost */
  complete(): this {
    if (this.isLasting) {
      this.items();
      this.uses = this.references;
    }
    return this;
  }

  get symbols(): FileFacts["symbols"] {
    return this.items().symbols;
  }

  get dataFlow(): FileFacts["dataFlow"] {
    return this.wanted.withData ? this.items().dataFlow : undefined;
  }

  get references(): FileFacts["references"] {
    if (this.uses) return this.uses;
    const { withJumps, withLines } = this.wanted;
    const uses = readReferences({
      uses: this.textOf("uses"),
      jumps: withJumps ? this.textOf("jumps") : "",
      lines: withJumps && withLines ? this.textOf("lines") : "",
    });
    if (this.isLasting) this.uses = uses;
    return uses;
  }

  private items(): Pick<FileFacts, "symbols" | "dataFlow"> {
    if (this.data) return this.data;
    const others = readOtherSymbols(this.textOf("symbols"));
    const data = this.wanted.withData ? readData(this.path, this.textOf("data"), others) : { symbols: others };
    // With their data, facts come one after the other.
    if (this.isLasting || this.wanted.withData) this.data = data;
    return data;
  }
}
