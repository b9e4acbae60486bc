import { kindsOf, nounOf } from "./nouns.ts";
import type { Named } from "./statement.ts";
import { TokenCursor, Unreadable } from "./token-cursor.ts";
import { verbForm } from "./verbs.ts";

/** Words before a name: what it is said to be, all of it. */
interface Said {
  readonly noun: string | undefined;
  readonly nouns: readonly string[];
  readonly traits: readonly string[];
}

/** Reads what names something of the estate, with what is said of it in passing. */
export class NameReader extends TokenCursor {
  /** Something with a name; `it` and `the program` are what the text is about. */
  named(): Named {
    if (this.word("it") && this.subject) return this.subject;
    const said = this.wordsBefore();
    const found = this.isName() ? this.nameAt(said.noun) : this.meant(said.noun);
    this.say(found, said);
    return found;
  }

  private wordsBefore(): Said {
    const traits: string[] = [];
    const nouns: string[] = [];
    let noun: string | undefined;
    for (let word = this.peekWord(); ; word = this.peekWord()) {
      const trait = this.trait();
      const kind = trait === undefined ? this.kindWord() : undefined;
      if (trait !== undefined) traits.push(trait);
      // A word for many speaks of more than what the text is about.
      else if (kind !== undefined) {
        nouns.push(kind);
        noun = word === kind || this.isName() ? kind : undefined;
      } else if (!this.emptyWord()) return { noun, nouns, traits };
    }
  }

  private say(of: Named, { nouns, traits }: Said): void {
    for (const trait of traits) this.statements.push({ kind: "trait", of, trait });
    for (const noun of nouns) this.statements.push({ kind: "exists", of: { ...of, noun } });
  }

  /** A word for a kind of things, in the singular. */
  private kindWord(): string | undefined {
    const word = this.peekWord();
    const noun = word === undefined ? undefined : nounOf(word);
    if (noun === undefined || kindsOf(noun) === undefined) return undefined;
    this.at += 1;
    return noun;
  }

  private isName(): boolean {
    const token = this.tokens[this.at];
    return token?.kind === "name" || (token?.kind === "quote" && /^\S+$/.test(token.text));
  }

  private meant(noun: string | undefined): Named {
    if (noun === undefined || !this.subject) throw new Unreadable(`"${this.rest()}" names nothing of the estate`);
    return { ...this.subject, noun };
  }

  private nameAt(noun: string | undefined): Named {
    const token = this.tokens[this.at];
    const name = token?.kind === "name" || token?.kind === "quote" ? token.text : "";
    this.at += 1;
    if (this.mark("'s")) {
      const part = this.named();
      return { ...part, owner: { name, ...(noun !== undefined && { noun }) } };
    }
    // `the FEE-FILE file`: unless the word is the verb of the sentence.
    const isVerb = verbForm(this.peekWord() ?? "") !== undefined;
    const after = noun ?? (isVerb || nounOf(this.peekWord() ?? "") !== this.peekWord() ? undefined : this.kindWord());
    const start = this.at;
    const own: Named = { name, ...(after !== undefined && { noun: after }) };
    if (this.word("of") && !this.sequence(["the estate", "this estate"])) return { ...own, owner: this.named() };
    this.at = start;
    this.inserted(own);
    return own;
  }

  /** `X, a COBOL program of 73 lines, …` */
  private inserted(of: Named): void {
    const isInserted = this.wouldRead(() => {
      if (!this.mark(",") || !this.isWord("a", "an", "the")) return false;
      this.apposition(of);
      return this.mark(",") || this.isEnd();
    });
    if (!isInserted) return;
    this.mark(",");
    this.apposition(of);
    this.mark(",");
  }

  /** `a COBOL program of 73 lines`, `a paragraph of FEEPOST`, `a file in FILE`. */
  apposition(of: Named): void {
    const before = this.wordsBefore();
    const { noun } = before;
    if (noun === undefined) throw new Unreadable(`"${this.rest()}" is no kind of thing that can be checked`);
    const said: Named = { ...of, noun };
    this.say(said, before);
    const word = this.word("of", "with", "in");
    if (word === "in") return this.lying(said);
    if (word === undefined) return;
    const isCounted = this.wouldRead(() => this.count() !== undefined);
    if (isCounted) return this.counted(said);
    if (word === "with") throw new Unreadable(`"${this.rest()}" is no number of something`);
    this.statements.push({ kind: "part", of: said, owner: this.named() });
  }

  private lying(of: Named): void {
    const file = this.path();
    if (file !== undefined) this.statements.push({ kind: "lies", of, file });
    else if (!this.sequence(["estate"])) this.statements.push({ kind: "part", of, owner: this.named() });
  }

  private counted(of: Named): void {
    do {
      const count = this.count();
      if (count) this.statements.push({ kind: "has-count", of, ...count });
    } while (this.wouldRead(() => this.connector() && this.count() !== undefined) && this.connector());
  }
}
