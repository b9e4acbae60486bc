import { type OptionShape, shapesOf } from "./programs/option-shapes.ts";
import { isLiteral, isPrinted, isText, type ShellWord } from "./words.ts";

/** What a program's operands are. `paths` are read; `text` is data; `pattern` is one text, then paths. */
export type OperandKind = "paths" | "text" | "pattern" | "none";

/** The options of a program that only read, written the way its manual does.
 *
 *  `options` is a list of words: `-abc` (flags that may be clustered), `-n:` (needs a value), `-U?` (a value
 *  may be attached), `-#` (a number, as in `head -5`), `=-cols:` (one dash, several letters), `--color` (flag), `--lines=` (needs a value),
 *  `--arg==` (takes the next two words), `--color[=]` (may have one after `=`). A `@` after a value option says that the value is a path that is read.
 *  What is not listed is unknown; long options must be written in full. A word that looks like an option is never a value. */
export interface Grammar {
  readonly options: string;
  readonly operands: OperandKind;
  /** A word more may be one that is written, or set: options stand before all of them. */
  readonly operandsMax?: number;
  readonly operandsMin?: number;
  /** Options that stand in for the pattern, such as `-e`. */
  readonly patternOptions?: readonly string[];
  /** The program takes a file of that name for one, wherever it stands. */
  readonly patternMayBeFile?: true;
  /** A hostile file name could be read as an option that does harm: globs must not come first in a word. */
  readonly strictGlobs?: boolean;
  /** The first word says what is done: an option in front of it may mean another thing. */
  readonly verbFirst?: boolean;
  /** Options end at the first operand. */
  readonly stopsAtOperand?: boolean;
  /** No text is an option that does more than print: one that is told by the line may stand anywhere. */
  readonly anyText?: boolean;
  /** The last word: why this use is not proven to only read, or undefined. */
  readonly check?: (use: ParsedUse) => string | undefined;
  /** The program does not part words as getopt does: an option with a value stands alone in its word, before it. */
  readonly alone?: true;
  /** Which options take the next word differs between its commands and versions: it must be harmless as an operand, too. */
  readonly leavesValues?: true;
}

export interface ParsedUse {
  /** Option name → its values in order; a flag has "". */
  readonly options: ReadonlyMap<string, readonly ShellWord[]>;
  readonly operands: readonly ShellWord[];
  /** Words that name files to read. */
  readonly reads: readonly ShellWord[];
  /** Words that name files only if an option does not take the next word. */
  readonly mayRead?: readonly ShellWord[];
  /** Of those the files of which nothing but names, sizes and counts is told; absent: none. */
  readonly namesOnly?: ReadonlySet<ShellWord>;
}

export type GrammarResult =
  | { readonly kind: "known"; readonly use: ParsedUse }
  | {
      readonly kind: "unknown";
      readonly why: string;
      /** The word that is not known, when it is one. */
      readonly word: string;
      /** The program does other things by nature, so this grammar says nothing about them. */
      readonly isBeyondGrammar?: boolean;
    };

/** Reads `words` (without the program's name) by a grammar; refuses whatever the grammar does not list. */
export function readByGrammar(words: readonly ShellWord[], grammar: Grammar): GrammarResult {
  const [first] = words;
  if (grammar.verbFirst && first?.text.startsWith("-"))
    return { kind: "unknown", why: `${first.text} stands where a sub-command is known to only read`, word: first.text };
  const taken = readOnce(words, grammar);
  if (taken.kind === "unknown" || !grammar.leavesValues) return taken;
  const left = readOnce(words, grammar, { values: "left" });
  return left.kind === "unknown" ? left : { kind: "known", use: { ...taken.use, mayRead: left.use.reads } };
}

function readOnce(words: readonly ShellWord[], grammar: Grammar, how: HowRead = {}): GrammarResult {
  const reading = new Reading(words, grammar, how);
  const refused = reading.run();
  if (refused) return refused;
  const use = reading.finish();
  const why = operandProblem(use, grammar) ?? grammar.check?.(use);
  return why === undefined ? { kind: "known", use } : { kind: "unknown", why, word: "" };
}

function operandProblem(use: ParsedUse, grammar: Grammar): string | undefined {
  if (grammar.operands === "none" && use.operands.length > 0) return `unexpected operand ${use.operands[0]?.text}`;
  if (grammar.operandsMax !== undefined && use.operands.length > grammar.operandsMax)
    return "too many operands: one may be written to";
  if (grammar.operandsMin !== undefined && use.operands.length < grammar.operandsMin) return "an operand is missing";
  // A pattern stands for as many names as it finds, the first of them in its place.
  const counted = grammar.operandsMax === undefined ? use.operands.slice(0, textsOf(use, grammar)) : use.operands;
  const several = counted.find(({ glob, findsNothing }) => glob && !findsNothing);
  return several && `${several.text} may be several names`;
}

/** How many operands are no paths, but a text that says what is done. */
const textsOf = ({ options }: ParsedUse, { operands, patternOptions = [] }: Grammar): number =>
  operands === "pattern" && !patternOptions.some((name) => options.has(name)) ? 1 : 0;

interface HowRead {
  /** No option takes the next word; or each takes it that may, whatever it looks like. */
  readonly values?: "left" | "any";
}

/** One reading of words by a grammar. */
export class Reading {
  private readonly options = new Map<string, ShellWord[]>();
  private readonly operands: ShellWord[] = [];
  private readonly reads: ShellWord[] = [];
  private readonly mayRead: ShellWord[] = [];
  private index = 0;
  private readonly words: readonly ShellWord[];
  private readonly grammar: Grammar;
  private readonly shapes: ReadonlyMap<string, OptionShape>;
  private readonly how: HowRead;

  constructor(words: readonly ShellWord[], grammar: Grammar, how: HowRead = {}) {
    this.words = words;
    this.grammar = grammar;
    this.shapes = shapesOf(grammar.options);
    this.how = how;
  }

  /** Reads the options in front; where the first is that the grammar does not know, or undefined. */
  leading(): { readonly behind: number; readonly unknown: number | undefined } {
    for (; this.index < this.words.length; this.index++) {
      const { text = "" } = this.words[this.index] ?? {};
      const at = this.index;
      if (text === "--") return { behind: at + 1, unknown: undefined };
      if (!/^-./s.test(text)) return { behind: at, unknown: undefined };
      if (this.option(text) !== undefined) return { behind: at, unknown: at };
    }
    return { behind: this.index, unknown: undefined };
  }

  private option(text: string): string | undefined {
    return text.startsWith("--") ? this.long(text) : this.short(text);
  }

  run(): GrammarResult | undefined {
    let optionsEnded = false;
    for (; this.index < this.words.length; this.index++) {
      const word = this.words[this.index];
      if (!word) continue;
      if (!isLiteral(word) && !this.takesText(word, optionsEnded) && !this.takesPrinted(word))
        return { kind: "unknown", why: `${word.text} is not known before it runs`, word: word.text };
      if (optionsEnded || word.text === "-" || !word.text.startsWith("-")) {
        if (!optionsEnded && this.grammar.strictGlobs && word.glob && !word.findsNoOption && /^[*?[]/.test(word.text))
          return { kind: "unknown", why: `${word.text} may become an option`, word: word.text };
        this.operands.push(word);
        if (this.grammar.stopsAtOperand) optionsEnded = true;
        continue;
      }
      if (word.text === "--" && !this.isLate()) {
        optionsEnded = true;
        continue;
      }
      if (word.glob && !this.staysOption(word))
        return { kind: "unknown", why: `${word.text} may become another option`, word: word.text };
      const why = this.isLate() ? `options may end before ${word.text}` : this.option(word.text);
      if (why !== undefined) return { kind: "unknown", why, word: word.text };
    }
    return undefined;
  }

  /** Behind an operand many programs have no options any more, and a word more than they read may be one that they write. */
  private isLate(): boolean {
    return this.operands.length > 0 && this.grammar.operandsMax !== undefined;
  }

  /** `<(sort a)`, where a file is read. */
  private takesPrinted(word: ShellWord): boolean {
    const { operands, patternOptions = [] } = this.grammar;
    const isRead =
      operands === "paths" ||
      (operands === "pattern" && (this.operands.length > 0 || patternOptions.some((name) => this.options.has(name))));
    return isRead && isPrinted(word);
  }

  private takesText(word: ShellWord, optionsEnded: boolean): boolean {
    const { operands, anyText } = this.grammar;
    if (operands !== "text") return false;
    return word.certainty === "plain" || ((optionsEnded || anyText === true) && isText(word));
  }

  finish(): ParsedUse {
    const { options, operands, reads, mayRead } = this;
    const use = { options, operands, reads, mayRead };
    const { operands: kind } = this.grammar;
    const texts = textsOf(use, this.grammar);
    if (kind === "paths" || kind === "pattern") this.reads.push(...this.operands.slice(texts));
    if (this.grammar.patternMayBeFile) this.mayRead.push(...this.operands.slice(0, texts));
    return use;
  }

  /** `--include=*.ts`: whatever the pattern finds begins with the same option, and its value opens nothing. */
  private staysOption({ text }: ShellWord): boolean {
    const name = /^(--[\w-]+)=/.exec(text)?.[1] ?? "";
    return this.shapes.get(name)?.isPath === false;
  }

  private long(text: string): string | undefined {
    const equals = text.indexOf("=");
    const name = equals < 0 ? text : text.slice(0, equals);
    const shape = this.shapes.get(name);
    if (!shape) return `${name} is not an option known to only read`;
    if (equals >= 0)
      return /flag|pair/.test(shape.value) ? `${name} takes no value` : this.set(name, shape, text.slice(equals + 1));
    if (shape.value === "pair") return this.next(name, shape) ?? this.next(name, shape);
    if (shape.value !== "required") return this.set(name, shape, "");
    return this.next(name, shape);
  }

  private short(text: string): string | undefined {
    const whole = this.shapes.get(text);
    // Tools such as find and java have long options with one dash.
    if (whole && text.length > 2)
      return whole.value === "required" ? this.next(text, whole) : this.set(text, whole, "");
    if (/^-\d+$/.test(text) && this.shapes.has("-#"))
      return this.set("-#", { value: "flag", isPath: false }, text.slice(1));
    return this.letters(text);
  }

  private letters(text: string): string | undefined {
    for (let at = 1; at < text.length; at++) {
      const name = `-${text[at]}`;
      const shape = this.shapes.get(name);
      if (!shape) return `${name} is not an option known to only read`;
      const rest = text.slice(at + 1);
      if (shape.value === "flag") this.set(name, shape, "");
      else if (!this.mayTake(rest, at)) return `${text} may be several options`;
      else if (rest !== "" || shape.value === "optional") return this.set(name, shape, rest);
      else return this.next(name, shape);
    }
    return undefined;
  }

  /** Whether the option at a place of its word surely takes what stands behind it there, or, where that is nothing, the next word. */
  private mayTake(rest: string, at: number): boolean {
    if (this.how.values === "any") return true;
    if (this.grammar.alone) return at === 1 && /^\d*$/.test(rest);
    return at === 1 || /^(?![A-Za-z-])/.test(rest);
  }

  private next(name: string, shape: OptionShape): string | undefined {
    const value = this.words[this.index + 1];
    if (!value) return `${name} needs a value`;
    if (!isLiteral(value) || (value.glob && !value.findsNothing))
      return `the value of ${name} is not known before it runs`;
    const { operands } = this.grammar;
    const isPattern = this.takesPattern(name, shape);
    const isNumber = /^-?\d+$/.test(value.text);
    if (/^-./s.test(value.text) && !isNumber && !isPattern && this.how.values !== "any")
      return `${value.text} may be an option itself, and not the value of ${name}`;
    const isSure = isPattern || (isNumber && operands === "pattern");
    if (this.how.values === "left" && !isSure) return this.set(name, shape, "");
    this.index++;
    // One character parts fields, and is no file of anybody's.
    if (operands === "paths" && value.text.length > 1) this.mayRead.push(value);
    return this.set(name, shape, value.text);
  }

  private takesPattern(name: string, { isPath }: OptionShape): boolean {
    return !isPath && this.grammar.patternOptions?.includes(name) === true;
  }

  private set(name: string, shape: OptionShape, text: string): undefined {
    const value: ShellWord = { text, certainty: "literal", glob: false };
    this.options.set(name, [...(this.options.get(name) ?? []), value]);
    if (shape.isPath && text !== "") this.reads.push(value);
    return undefined;
  }
}
