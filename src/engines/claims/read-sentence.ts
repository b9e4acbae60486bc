import { type ObjectUse, Phrases } from "./phrases.ts";
import type { Named, Reading, Statement, Where } from "./statement.ts";
import { Unreadable } from "./token-cursor.ts";
import type { Token } from "./tokens.ts";
import { type Verb, verbForm } from "./verbs.ts";

/** A sentence that is not understood to its last word claims what nobody has checked. */
export type ReadSentence =
  | { readonly kind: "read"; readonly reading: Reading; readonly subject: Named | undefined }
  | { readonly kind: "unreadable"; readonly why: string };

/**
 * What a sentence claims: every word of it belongs to a statement, or says nothing.
 * @param subject  what `it` means
 */
export function readSentence(tokens: readonly Token[], subject: Named | undefined): ReadSentence {
  const reader = new SentenceReader(tokens, subject);
  try {
    return { kind: "read", reading: reader.read(), subject: reader.subject };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: "unreadable", why: error.message };
    throw error;
  }
}

const SAYS = new Set(["says", "states", "notes", "reads", "describes", "described", "named", "titled"]);
const HAS = new Set(["has", "have", "contains", "contain", "spans", "comprises", "holds", "counts", "covers"]);
const BEGINS = new Set(["starts", "begins", "start", "begin"]);
const BE = new Set(["is", "are"]);

class SentenceReader {
  private readonly phrases: Phrases;
  private readonly statements: Statement[];
  private lead: Where = {};
  private subjects: readonly Named[] = [];
  private objects: readonly Named[] = [];
  subject: Named | undefined;

  constructor(tokens: readonly Token[], subject: Named | undefined) {
    this.subject = subject;
    this.phrases = new Phrases(tokens, subject);
    this.statements = this.phrases.statements;
  }

  read(): Reading {
    const { phrases } = this;
    if (phrases.isWord("in", "at", "on", "within")) {
      this.lead = phrases.where();
      phrases.mark(",");
    }
    this.subjects = this.subjectList();
    this.subject = this.subjects.length === 1 ? this.subjects[0] : undefined;
    phrases.subject = this.subject;
    this.predicate();
    while (!phrases.isEnd()) this.next();
    const isPlaced = ({ kind }: Statement): boolean => kind === "does" || kind === "exists" || kind === "trait";
    if (Object.keys(this.lead).length > 0 && !this.statements.every(isPlaced))
      throw new Unreadable("it says where something is that is nowhere done");
    if (this.statements.length === 0) throw new Unreadable("it claims nothing that facts could show");
    return { statements: this.statements, places: phrases.places };
  }

  /** What follows a predicate: of the same subject, of what was just named, or of another. */
  private next(): void {
    const { phrases } = this;
    if (phrases.citation()) return;
    const isLinked = phrases.connector();
    const isMeans = phrases.word("by") !== undefined && verbForm(phrases.peekWord() ?? "")?.isProgressive === true;
    if (!isLinked && !isMeans) throw new Unreadable(`"${phrases.rest()}" is no part of a claim that can be checked`);
    if (phrases.word("which", "that")) this.subjects = this.objects;
    else if (!this.startsPredicate()) this.subjects = this.subjectList();
    this.predicate();
  }

  private startsPredicate(): boolean {
    const word = this.phrases.peekWord();
    if (word === undefined) return false;
    return BE.has(word) || HAS.has(word) || verbForm(word) !== undefined || BEGINS.has(word) || SAYS.has(word);
  }

  private subjectList(): readonly Named[] {
    const found = [this.phrases.named()];
    while (this.phrases.isListed()) {
      this.phrases.connector();
      found.push(this.phrases.named());
    }
    return found;
  }

  private predicate(): void {
    const { phrases } = this;
    if (this.subjects.length === 0) throw new Unreadable("it does not say of what it speaks");
    while (phrases.word("also"));
    if (phrases.word(...BE)) return this.being();
    if (this.beginning() || this.saying() || this.having()) return;
    const verbs = [this.verb()];
    for (;;) {
      const mark = phrases.at;
      if (!phrases.connector() || !this.isVerbWord()) {
        phrases.at = mark;
        break;
      }
      // `reads and updates X` has one object; `reads X and updates Y` has two.
      verbs.push(this.verb());
    }
    this.doing(verbs);
  }

  private isVerbWord(): boolean {
    const word = this.phrases.peekWord();
    return word !== undefined && verbForm(word) !== undefined;
  }

  private verb(): Verb {
    const word = this.phrases.anyWord();
    const form = verbForm(word);
    if (!form || !(form.isFinite || form.isProgressive))
      throw new Unreadable(`"${word}" is no verb of a claim that can be checked`);
    const hasParticle = this.phrases.sequence(form.verb.particles);
    if (form.verb.needs && !hasParticle) throw new Unreadable(`"${word}" lacks ${form.verb.particles.join(" or ")}`);
    return form.verb;
  }

  private doing(verbs: readonly Verb[]): void {
    const { subjects, lead } = this;
    this.objects = this.phrases.objects({
      add: (to, where) => {
        for (const from of subjects)
          for (const verb of verbs) this.statements.push({ kind: "does", from, verb, to, where: both(lead, where) });
      },
      addCount: this.counter(verbs, "to"),
    });
  }

  private counter(verbs: readonly Verb[], direction: "to" | "by"): ObjectUse["addCount"] {
    return (noun, value) => {
      for (const of of this.subjects)
        for (const verb of verbs) this.statements.push({ kind: "does-count", of, verb, direction, noun, value });
    };
  }

  /** `is called by X`, `is a program`, `is defined in FILE`, `is 73 lines long`, `is part of X`. */
  private being(): void {
    const { phrases, subjects } = this;
    const start = phrases.at;
    if (phrases.sequence(["defined in", "located in", "written in", "found in", "declared in"]) && this.lying()) return;
    phrases.at = start;
    if (phrases.sequence(["described as", "described in its comment as", "described in the comment as"]))
      return this.quoting();
    if (phrases.sequence(["part of", "a part of", "contained in", "owned by"])) {
      const owner = phrases.named();
      for (const of of subjects) this.statements.push({ kind: "part", of, owner });
      return;
    }
    const word = phrases.peekWord();
    const form = word === undefined ? undefined : verbForm(word);
    if (form?.isParticiple) return this.passive();
    const count = phrases.count();
    if (count) {
      if (count.noun !== "line" && count.noun !== "byte") throw new Unreadable("nothing is a number of things");
      phrases.word("long");
      for (const of of subjects) this.statements.push({ kind: "has-count", of, ...count });
      return;
    }
    const mark = phrases.at;
    for (const of of subjects) {
      phrases.at = mark;
      phrases.apposition(of);
    }
  }

  private passive(): void {
    const { phrases, subjects, lead } = this;
    const found: Verb[] = [];
    do {
      const form = verbForm(phrases.anyWord());
      if (!form?.isParticiple) throw new Unreadable("it says of something what nobody can check");
      found.push(form.verb);
    } while (phrases.connector());
    const before = phrases.peekWord();
    if (before === undefined || !found.every(({ by }) => by.includes(before)))
      throw new Unreadable(`it does not say by what it is ${found.map(({ base }) => base).join(" and ")}`);
    phrases.anyWord();
    this.objects = phrases.objects({
      add: (from, where) => {
        for (const to of subjects)
          for (const verb of found) this.statements.push({ kind: "does", from, verb, to, where: both(lead, where) });
      },
      addCount: this.counter(found, "by"),
      before: [before],
    });
  }

  private beginning(): boolean {
    const { phrases } = this;
    const mark = phrases.at;
    const isEnd = phrases.word("ends", "end");
    if (!isEnd && !phrases.word(...BEGINS)) return false;
    const isPlaced = phrases.isWord("at", "on", "in");
    const [line, ...more] = isPlaced ? phrases.onlyLines() : [];
    if (line === undefined || more.length > 0) {
      phrases.at = mark;
      return false;
    }
    for (const of of this.subjects)
      this.statements.push({ kind: "lies", of, ...(isEnd ? { end: line } : { start: line }) });
    return true;
  }

  private lying(): boolean {
    const { phrases } = this;
    const file = phrases.path();
    if (file === undefined) {
      const language = phrases.trait();
      if (language === undefined) return false;
      for (const of of this.subjects) this.statements.push({ kind: "trait", of, trait: language });
      return true;
    }
    const lines = phrases.isWord("at", "on", "from", "line", "lines") ? phrases.onlyLines() : [];
    const [start, end] = [lines[0], lines.at(-1)];
    const extent = { ...(start !== undefined && { start }), ...(lines.length > 1 && end !== undefined && { end }) };
    for (const of of this.subjects) this.statements.push({ kind: "lies", of, file, ...extent });
    return true;
  }

  private saying(): boolean {
    const { phrases } = this;
    const mark = phrases.at;
    const word = phrases.word(...SAYS);
    if (word !== undefined) {
      phrases.sequence(["itself as", "as"]);
      if (phrases.isQuote()) {
        this.quoting();
        return true;
      }
    }
    phrases.at = mark;
    return false;
  }

  private quoting(): void {
    const quote = this.phrases.quote();
    for (const of of this.subjects) this.statements.push({ kind: "says", of, quote });
  }

  /** `has 73 lines and 9 paragraphs`, `contains paragraph X`, `spans lines 30 to 36`. */
  private having(): boolean {
    const { phrases, subjects } = this;
    if (!phrases.word(...HAS) && !phrases.sequence(["consists of", "consist of", "is made of"])) return false;
    if (phrases.isWord("lines", "line")) {
      const lines = phrases.onlyLines();
      const [start, end] = [lines[0], lines.at(-1)];
      if (start === undefined || end === undefined) throw new Unreadable("it does not say which lines");
      for (const of of subjects) this.statements.push({ kind: "lies", of, start, end });
      return true;
    }
    this.objects = phrases.objects({
      add: (of, where) => {
        if (Object.keys(where).length > 0) throw new Unreadable("it says where something is contained");
        for (const owner of subjects) this.statements.push({ kind: "part", of, owner });
      },
      addCount: (noun, value) => {
        for (const of of subjects) this.statements.push({ kind: "has-count", of, noun, value });
      },
    });
    return true;
  }
}

/** What the beginning of a sentence and its end say of one place. */
function both(lead: Where, where: Where): Where {
  if (Object.keys(lead).some((key) => key in where)) throw new Unreadable("it says twice where something is done");
  return { ...lead, ...where };
}
