import type {
  Command,
  CommandArgument,
  CommandNode,
  ParsedScript,
  Redirection as RedirectionNode,
  SyntaxNode,
  Word,
} from "unbash";
import type { AssignedNames } from "../assigned-names.ts";
import type { Assignment, Input, LineScope, Part, Problem } from "../part.ts";
import type { Folders } from "../places.ts";
import { isLiteral, literalWord, namedPiece, type ShellWord } from "../words.ts";
import { cutAtSeparator } from "./braces.ts";
import { expandToOne, expandWord, type WordScope } from "./expanded-words.ts";
import { namesDashed, optionFound, withFound } from "./found-names.ts";
import { HeldValues } from "./held-values.ts";
import { printedWords } from "./made-text.ts";
import type { KnownFunctions } from "./standing/called-functions.ts";
import { movesFolders, type Standing } from "./standing/where-it-stands.ts";
import { printedWord, substitutionsBelow, WalkedScripts, writtenText } from "./substitutions.ts";
import {
  arrayText,
  collectTest,
  elementsOf,
  evaluatedIn,
  INDEXED,
  INHERITED,
  type RedirectionsRead,
  readRedirection,
} from "./walk-facts.ts";

const substituted = (inner: string): Problem => ({
  text: `what $(${namedPiece(inner)}) prints is not known before it runs (run it by itself, then write what it printed)`,
  blocks: "automatic",
  isOfValue: true,
});

/** The words of a simple command, expanded. */
interface CommandWords {
  readonly argv: readonly ShellWord[];
  readonly assignments: readonly Assignment[];
  readonly problems: Problem[];
}

/** Where a walk begins. */
export type WalkBase = Pick<
  LineRecord,
  "line" | "scope" | "assigned" | "around" | "hasMoved" | "goesByItself" | "known"
>;

/** What a line has come to so far: its parts and the values that it has set. Reads the words of its commands. */
export class LineRecord {
  readonly parts: Part[] = [];
  /** A syntax error inside a substitution, which the outer tree does not report. */
  error: string | undefined;
  /** What the last pipeline prints, where the line holds no other that may. */
  printed: Input | undefined;
  /** What stands around commands gives them to read. */
  around: Input;
  /** Something before may have moved, deleted or exchanged a folder. */
  hasMoved: boolean;
  /** The shell may go elsewhere by itself, or otherwise than it is told. */
  goesByItself: boolean;
  readonly known: KnownFunctions;
  readonly held: HeldValues;
  readonly line: string;
  readonly scope: LineScope;
  readonly assigned: AssignedNames;
  private readonly insides = new WalkedScripts<LineRecord>();
  private readonly walkOver: (script: ParsedScript, folders: Folders) => LineRecord;

  /** @param walkOver  walks a script in a substitution, with what is set here */
  constructor(
    { line, scope, assigned, around, hasMoved, goesByItself, known }: WalkBase,
    values: Map<string, ShellWord>,
    walkOver: (script: ParsedScript, folders: Folders) => LineRecord,
  ) {
    this.around = around;
    this.hasMoved = hasMoved;
    this.known = known;
    this.goesByItself = goesByItself;
    this.line = line;
    this.scope = scope;
    this.assigned = assigned;
    this.held = new HeldValues(assigned, values);
    this.walkOver = walkOver;
  }

  inBackground(walk: () => void): void {
    const first = this.parts.length;
    walk();
    for (const part of this.parts.splice(first)) this.parts.push({ ...part, isBackground: true });
  }

  words(node: Command, standing: Standing): CommandWords {
    const scope = this.wordScope(standing);
    const isCat = !this.assigned.functions.has("cat") && !this.assigned.isOpen;
    const told: WordScope = isCat ? { ...scope, writtenIn: writtenText } : scope;
    const problems: Problem[] = [];
    const assignments = node.prefix.flatMap((item) =>
      item.type === "Assignment" ? this.assignment(item, scope, problems, standing) : [],
    );
    const program = node.name ? this.argument(node.name, scope, problems, standing) : [];
    // Braces that make the program's name are there to hide it.
    const named: readonly ShellWord[] =
      program.length > 1 ? program.map((word) => ({ ...word, certainty: "variable", isAssembled: "made" })) : program;
    const argv = [
      ...named,
      ...node.args.flatMap((word) => this.spelledOut(word, standing) ?? this.argument(word, told, problems, standing)),
    ];
    return { argv, assignments, problems };
  }

  private assignment(
    node: CommandArgument & { type: "Assignment" },
    scope: WordScope,
    problems: Problem[],
    standing: Standing,
  ): Assignment[] {
    if (node.index) problems.push(INDEXED);
    problems.push(...this.nested(node, standing, false));
    const value =
      node.value.type === "ArrayValue" ? arrayText(node.value) : expandToOne(node.value, { ...scope, isWhole: true });
    if (value.certainty === "evaluated") problems.push(evaluatedIn(value.text));
    // An array or an appended value is never looked up by its name alone.
    const isWhole = node.value.type !== "ArrayValue" && !node.append && !node.index;
    const whole: ShellWord = isWhole ? value : { ...value, certainty: "variable" };
    return [{ name: node.name, value: whole, ...(node.append || node.index ? {} : elementsOf(node.value, scope)) }];
  }

  private argument(
    node: CommandArgument,
    scope: WordScope,
    problems: Problem[],
    standing: Standing,
  ): readonly ShellWord[] {
    if (node.type === "Assignment") {
      const [assignment] = this.assignment(node, scope, problems, standing);
      if (!assignment) return [];
      return [{ ...assignment.value, text: `${node.name}=${assignment.value.text}` }];
    }
    const inner = this.nested(node, standing, false);
    const words = expandWord(node, scope).map((word) => withFound(word, node.text, standing.folders, this.before()));
    // What the line tells whole is no question, wherever it is put in.
    if (words.length === 0 || !words.every(isLiteral)) problems.push(...inner);
    if (words.some((word) => word.certainty === "evaluated")) problems.push(evaluatedIn(node.text));
    problems.push(...words.flatMap((word) => optionFound(word, standing.folders, this.scope)));
    return this.assigned.counts.has("IFS") ? words : words.flatMap(cutAtSeparator);
  }

  /** A name with a dash in front, by a path or behind `--`, is a file that is made or moved. */
  private before() {
    const hasMade = this.hasMoved || this.parts.some(({ argv, redirections }) => namesDashed(argv, redirections));
    return { namesFound: this.scope.namesFound, hasMade };
  }

  redirections(nodes: readonly RedirectionNode[], standing: Standing, before: Input): RedirectionsRead {
    const scope = this.wordScope(standing);
    const result: RedirectionsRead = { redirections: [], problems: [], input: before };
    for (const node of nodes) {
      result.problems.push(...this.nested(node, standing, false));
      readRedirection(node, scope, result);
    }
    return result;
  }

  /** Walks the scripts in substitutions below `node`; says that there are some. */
  nested(node: SyntaxNode, standing: Standing, shallow: boolean): Problem[] {
    return substitutionsBelow(node, shallow).map((script) => {
      if (script) this.script(script, standing);
      const inner = script && (script.source ?? this.line).slice(script.pos, script.end);
      return substituted(inner ?? "…");
    });
  }

  private script(script: ParsedScript, standing: Standing): void {
    if (script.errors?.length) this.error ??= script.errors[0]?.message ?? "syntax error";
    const inside = this.inside(script, standing);
    this.parts.push(...inside.parts);
    this.error ??= inside.error;
    if (inside.hasMoved) this.countMoved();
  }

  /** What was read before may stand elsewhere now. */
  private countMoved(): void {
    if (!this.hasMoved) this.held.version++;
    this.hasMoved = true;
  }

  private inside(script: ParsedScript, { folders }: Standing): LineRecord {
    return this.insides.get(script, folders, this.held.version, () => this.walkOver(script, folders));
  }

  /** The words that a loop goes over. */
  items(words: readonly Word[], standing: Standing): readonly ShellWord[] {
    const scope = this.wordScope(standing);
    const first = words[0];
    const last = words.at(-1);
    const spelled = new Map(words.map((word) => [word, this.spelledOut(word, standing)]));
    const unclear = words.filter((word) => spelled.get(word) === undefined);
    if (first && last) this.addWords({ ...first, end: last.end }, standing, unclear);
    return words.flatMap((word) => spelled.get(word) ?? expandWord(word, scope));
  }

  /**
   * The words that `$(seq 1 3)` or `$(echo a b)` becomes where it stands by itself: one command prints them that does nothing else,
   * and no shell would make of them anything but words.
   */
  private spelledOut(node: CommandArgument, standing: Standing): readonly ShellWord[] | undefined {
    if (node.type !== "Word" || this.assigned.isOpen || this.assigned.counts.has("IFS")) return undefined;
    const [part, ...others] = node.parts ?? [];
    if (part?.type !== "CommandExpansion" || part.script === undefined || others.length > 0) return undefined;
    const [command, ...more] = this.inside(part.script, standing).parts;
    if (command === undefined || more.length > 0 || part.script.commands[0]?.command.type !== "Command")
      return undefined;
    const { argv, assignments, redirections, problems } = command;
    if (assignments.length + redirections.length + problems.length > 0 || !argv.every(isLiteral)) return undefined;
    const words = printedWords(argv.map(({ text }) => text));
    if (words === undefined) return undefined;
    this.script(part.script, standing);
    return words.map(literalWord);
  }

  addTest(node: CommandNode & { type: "TestCommand" }, standing: Standing): void {
    const words: Word[] = [];
    const problems: Problem[] = [];
    collectTest(node.expression, words, problems, this.assigned.isNumber);
    this.addWords(node, standing, words, problems);
  }

  /** Words of shell grammar (loops, cases, tests) become a part only when expanding them could do something. */
  addWords(node: SyntaxNode, standing: Standing, words: readonly Word[], more: readonly Problem[] = []): void {
    const scope = this.wordScope(standing);
    const problems: Problem[] = [...more];
    for (const word of words) {
      problems.push(...this.nested(word, standing, false));
      if (expandWord(word, scope).some((expanded) => expanded.certainty === "evaluated"))
        problems.push(evaluatedIn(word.text));
    }
    if (problems.length > 0) this.add(node, standing, { problems });
  }

  /** What the commands from one part to another print, the one behind them reads. */
  pipe(from: number, to: number): void {
    const pipedInto = this.parts[to]?.argv;
    if (pipedInto === undefined) return;
    for (let at = from; at < to; at++) this.parts[at] = { ...(this.parts[at] as Part), pipedInto };
  }

  textOf(node: SyntaxNode): string {
    return this.line.slice(node.pos, node.end).replace(/;\s*$/, "");
  }

  add(node: SyntaxNode, standing: Standing, facts: Partial<Part>): void {
    this.parts.push({
      source: this.line.slice(node.pos, node.end),
      at: node.pos,
      argv: [],
      assignments: [],
      redirections: [],
      input: INHERITED,
      folders: standing.folders,
      problems: [],
      ...facts,
    });
    if (movesFolders({ argv: facts.argv ?? [] })) this.countMoved();
  }

  wordScope(standing: Standing): WordScope {
    const home = this.assigned.counts.has("HOME") ? undefined : this.scope.home;
    const folder = standing.folders.length === 1 && !this.assigned.counts.has("PWD") ? standing.folders[0] : undefined;
    return {
      home,
      folder,
      values: this.held.values,
      originOf: this.assigned.originOf,
      isNumber: this.assigned.isNumber,
      printedBy: (script) => printedWord(this.inside(script, standing), this.assigned),
    };
  }
}
