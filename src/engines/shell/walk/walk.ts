import type {
  AndOr,
  Command,
  CommandArgument,
  CommandNode,
  ParsedScript,
  PipelineNode,
  Redirection as RedirectionNode,
  Statement,
  SyntaxNode,
  Word,
} from "unbash";
import type { AssignedNames } from "../assigned-names.ts";
import type { Assignment, Input, LineScope, Part, Problem } from "../part.ts";
import type { Folders } from "../places.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { cutAtSeparator, expandToOne, expandWord, type WordScope } from "./expanded-words.ts";
import { HeldValues } from "./held-values.ts";
import { known, oneOf } from "./printed-paths.ts";
import { printedWord, substitutionsBelow, WalkedScripts } from "./substitutions.ts";
import {
  ARITHMETIC,
  arithmeticProblems,
  arrayText,
  collectTest,
  EVALUATED,
  elementsOf,
  exportsOf,
  FOLDERS_MAX,
  foldersAfter,
  functionProblem,
  INDEXED,
  loopProblem,
  outputOf,
  type RedirectionsRead,
  readRedirection,
  surelyThere,
  union,
} from "./walk-facts.ts";

const LOOP_ITEMS_MAX = 8;
/** A pattern below a named folder: what it finds is a path there, and no option. */
const PLACED_GLOB = /^(?:[\w.][\w. -]*)?\/[^{}]*$/;
/** More parts than this are not read, and what is not read is asked about in every mode. */
const PARTS_MAX = 400;
/** Loop bodies read again, so that nesting cannot multiply without bound. */
const REPEATS_MAX = 12;
const INHERITED: Input = { kind: "inherited" };
const SUBSTITUTED: Problem = { text: "a substitution puts the output of a command here", blocks: "automatic" };
/** Commands that print nothing. */
const SETS = /^(?:cd|export|set|unset|trap|mkdir|:|true)$/;

/** Where control stands: the folders it may be in, and whether it surely gets here exactly once. */
export interface Standing {
  folders: Folders;
  readonly isCertain: boolean;
}

/** Turns the grammar's tree into parts. Holds what the line has set so far. */
export class Walk {
  readonly parts: Part[] = [];
  /** A syntax error inside a substitution, which the outer tree does not report. */
  error: string | undefined;
  /** What the last pipeline prints, where the line holds no other that may. */
  printed: Input | undefined;
  private readonly held: HeldValues;
  private readonly insides = new WalkedScripts<Walk>();
  /** What stands around the commands of a loop or a group gives them to read. */
  private around: Input = INHERITED;
  private repeats = 0;
  private readonly line: string;
  private readonly scope: LineScope;
  private readonly assigned: AssignedNames;

  constructor(line: string, scope: LineScope, assigned: AssignedNames, values = new Map<string, ShellWord>()) {
    this.held = new HeldValues(assigned, values);
    this.line = line;
    this.scope = scope;
    this.assigned = assigned;
  }

  statements(list: readonly Statement[], standing: Standing): void {
    for (const statement of list) {
      const { command } = statement;
      if (statement.background)
        this.pipelineOrList(command, { folders: standing.folders, isCertain: false }, INHERITED);
      else this.pipelineOrList(command, standing, INHERITED);
    }
  }

  private pipelineOrList(node: PipelineNode | AndOr, standing: Standing, input: Input): void {
    const before = standing.folders;
    if (node.type !== "AndOr") {
      this.pipeline(node, standing, input);
      // The next command runs even if `cd` failed.
      if (!surelyThere(standing.folders, this.scope)) standing.folders = union(before, standing.folders);
      return;
    }
    let now: Standing = standing;
    node.commands.forEach((command, index) => {
      const operator = node.operators[index - 1];
      // After `cd x &&` the folder is x for sure; after `||` both may be.
      if (operator === "||") now = { folders: union(before, now.folders), isCertain: false };
      else if (index > 0) now = { folders: now.folders, isCertain: false };
      else now = { folders: now.folders, isCertain: standing.isCertain };
      this.pipeline(command, now, input);
    });
    standing.folders = union(before, now.folders);
  }

  private pipeline(node: PipelineNode, standing: Standing, input: Input): void {
    const commands = node.type === "Pipeline" ? node.commands : [node];
    const first = this.parts.length;
    let piped = input;
    for (const command of commands) {
      const before = this.parts.length;
      const there = commands.length === 1 ? standing : { folders: standing.folders, isCertain: false };
      this.command(command, there, piped);
      piped = outputOf(this.parts.slice(before), piped);
    }
    // What sets something prints nothing; what two print stands one behind the other.
    if (this.parts.slice(first).every(({ argv: [program] }) => program === undefined || SETS.test(program.text)))
      return;
    this.printed = this.printed === undefined ? piped : INHERITED;
  }

  private command(node: CommandNode, standing: Standing, input: Input): void {
    if (this.parts.length > PARTS_MAX) {
      this.error ??= `more than ${PARTS_MAX} commands`;
      return;
    }
    switch (node.type) {
      case "Command":
        this.simple(node, standing, input);
        return;
      case "Redirected": {
        const redirected = this.redirections(node.redirects, standing, input);
        if (redirected.redirections.length > 0 || redirected.problems.length > 0)
          this.add(node, standing, { redirections: redirected.redirections, problems: redirected.problems });
        this.command(node.command, standing, redirected.input);
        return;
      }
      case "Function":
        this.add(node, standing, {
          problems: [functionProblem(node.name.value, this.line.slice(node.name.end, node.end))],
        });
        this.functionBody(node.body, standing);
        return;
      case "Coproc":
        this.add(node, standing, { problems: [{ text: "a co-process runs unseen", blocks: "automatic" }] });
        if (node.body.type === "CompoundList") this.loose(node.body.commands, standing);
        else this.command(node.body, { folders: standing.folders, isCertain: false }, INHERITED);
        return;
      case "While":
      case "BraceGroup":
      case "Subshell": {
        const before = this.around;
        if (input.kind !== "inherited") this.around = input;
        this.group(node, standing);
        this.around = before;
        return;
      }
      default:
        this.compound(node, standing);
    }
  }

  /** A call of it, or another one, may leave the line in any folder that its body goes to. */
  private functionBody(body: (CommandNode & { type: "Function" })["body"], standing: Standing): void {
    const inner: Standing = { folders: standing.folders, isCertain: false };
    if (body.type === "CompoundList") this.statements(body.commands, inner);
    else this.command(body, inner, INHERITED);
    if (inner.folders.some((folder) => !standing.folders.includes(folder)))
      standing.folders = union(union(standing.folders, inner.folders), [undefined]);
  }

  private group(node: CommandNode & { type: "While" | "BraceGroup" | "Subshell" }, standing: Standing): void {
    if (node.type === "While") this.compound(node, standing);
    else
      this.statements(
        node.body.commands,
        node.type === "BraceGroup" ? standing : { folders: standing.folders, isCertain: false },
      );
  }

  private compound(node: Exclude<CommandNode, Command>, standing: Standing): void {
    switch (node.type) {
      case "If":
        this.loose(node.clause.commands, standing);
        this.loose(node.then.commands, standing);
        for (const branch of node.elif) {
          this.loose(branch.clause.commands, standing);
          this.loose(branch.then.commands, standing);
        }
        this.loose(node.else?.commands ?? [], standing);
        return;
      case "While":
        this.add(node, standing, {
          problems: [loopProblem(this.textOf(node.clause), node.body.commands)],
        });
        this.twice(() => {
          this.loose(node.clause.commands, standing);
          this.loose(node.body.commands, standing);
        }, standing);
        return;
      case "For":
      case "Select":
        this.loop(node.name.value, node.wordlist, node.body.commands, standing);
        return;
      case "ArithmeticFor":
        this.add(node, standing, {
          problems: [
            ...[loopProblem(node.test === undefined ? "" : "?", node.body.commands)].filter(isFloorProblem),
            ARITHMETIC,
            ...this.nested(node, standing, true),
          ],
        });
        this.twice(() => this.loose(node.body.commands, standing), standing);
        return;
      case "Case": {
        const words = [node.word, ...node.items.flatMap((item) => item.pattern)];
        this.addWords(node, standing, words);
        for (const item of node.items) this.loose(item.body.commands, standing);
        return;
      }
      case "TestCommand":
        this.test(node.expression, node, standing);
        return;
      case "ArithmeticCommand": {
        this.add(node, standing, {
          problems: [...arithmeticProblems(node.body), ...this.nested(node, standing, false)],
        });
        return;
      }
      default:
        this.command(node, standing, INHERITED);
    }
  }

  private loop(name: string, items: readonly Word[] | undefined, body: readonly Statement[], standing: Standing): void {
    const scope = this.wordScope(standing);
    const words = items?.flatMap((item) => expandWord(item, scope));
    this.addItems(items ?? [], standing);
    const unroll =
      ++this.repeats <= REPEATS_MAX &&
      words !== undefined &&
      words.length <= LOOP_ITEMS_MAX &&
      words.every((word) => isLiteral(word) && (!word.glob || PLACED_GLOB.test(word.text))) &&
      this.held.isSetOnce(name);
    if (!unroll) {
      const patterns = words?.flatMap((word) => known(word) ?? []) ?? [];
      const isOne = patterns.length === words?.length && this.held.isSetOnce(name);
      this.held.setOneOf(name, isOne ? oneOf(patterns) : undefined);
      this.twice(() => this.loose(body, standing), standing);
      this.held.set(name, undefined);
      return;
    }
    const before = standing.folders;
    for (const word of words) {
      this.held.set(name, word);
      this.loose(body, standing);
      standing.folders = union(before, standing.folders);
    }
    this.held.set(name, undefined);
  }

  /** A body that may run again starts its second turn where the first ended. */
  private twice(body: () => void, standing: Standing): void {
    const before = standing.folders;
    const first = this.parts.length;
    body();
    if (standing.folders.every((folder) => before.includes(folder))) return;
    if (++this.repeats > REPEATS_MAX) {
      this.error ??= "too many loops that change the folder";
      return;
    }
    this.parts.length = first;
    standing.folders = [...standing.folders, undefined].slice(-FOLDERS_MAX);
    body();
  }

  /** Statements that may or may not run: the folder afterwards is either. */
  private loose(list: readonly Statement[], standing: Standing): void {
    const inner: Standing = { folders: standing.folders, isCertain: false };
    this.statements(list, inner);
    standing.folders = union(standing.folders, inner.folders);
  }

  private simple(node: Command, standing: Standing, input: Input): void {
    const scope = this.wordScope(standing);
    const redirected = this.redirections(node.redirects, standing, input);
    const problems: Problem[] = [...redirected.problems];
    const assignments = node.prefix.flatMap((item) =>
      item.type === "Assignment" ? this.assignment(item, scope, problems, standing) : [],
    );
    const program = node.name ? this.argument(node.name, scope, problems, standing) : [];
    // Braces that make the program's name are there to hide it.
    const named: readonly ShellWord[] =
      program.length > 1 ? program.map((word) => ({ ...word, certainty: "variable", isAssembled: "made" })) : program;
    const argv = [...named, ...node.args.flatMap((word) => this.argument(word, scope, problems, standing))];
    const name = argv[0];
    this.held.remember(name === undefined ? assignments : exportsOf(argv), standing.isCertain);
    if (name && isLiteral(name) && this.assigned.functions.has(name.text))
      problems.push({ text: `${name.text} is a function of this line`, blocks: "automatic" });
    this.parts.push({
      source: this.line.slice(node.pos, node.end),
      argv,
      assignments,
      redirections: redirected.redirections,
      input: redirected.input,
      folders: standing.folders,
      problems,
    });
    this.held.fill(argv, redirected.input.kind === "inherited" ? this.around : redirected.input);
    // With CDPATH a plain name may be a folder anywhere.
    const isElsewhere = this.assigned.counts.has("CDPATH") && /^(?:cd|pushd)$/.test(name?.text ?? "");
    standing.folders = isElsewhere ? [undefined] : foldersAfter(argv, standing.folders, this.scope.home);
  }

  private assignment(
    node: CommandArgument & { type: "Assignment" },
    scope: WordScope,
    problems: Problem[],
    standing: Standing,
  ): Assignment[] {
    if (node.index) problems.push(INDEXED);
    problems.push(...this.nested(node, standing, false));
    const value = node.value.type === "ArrayValue" ? arrayText(node.value) : expandToOne(node.value, scope);
    if (value.certainty === "evaluated") problems.push(EVALUATED);
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
    problems.push(...this.nested(node, standing, false));
    const words = expandWord(node, scope);
    if (words.some((word) => word.certainty === "evaluated")) problems.push(EVALUATED);
    return this.assigned.counts.has("IFS") ? words : words.flatMap(cutAtSeparator);
  }

  private redirections(nodes: readonly RedirectionNode[], standing: Standing, before: Input): RedirectionsRead {
    const scope = this.wordScope(standing);
    const result: RedirectionsRead = { redirections: [], problems: [], input: before };
    for (const node of nodes) {
      result.problems.push(...this.nested(node, standing, false));
      readRedirection(node, scope, result);
    }
    return result;
  }

  /** Walks the scripts in substitutions below `node`; says that there are some. */
  private nested(node: SyntaxNode, standing: Standing, shallow: boolean): Problem[] {
    return substitutionsBelow(node, shallow).map((script) => {
      if (script) this.script(script, standing);
      return SUBSTITUTED;
    });
  }

  private script(script: ParsedScript, standing: Standing): void {
    if (script.errors?.length) this.error ??= script.errors[0]?.message ?? "syntax error";
    const walk = this.inside(script, standing);
    this.parts.push(...walk.parts);
    this.error ??= walk.error;
  }

  private inside(script: ParsedScript, { folders }: Standing): Walk {
    const { values, version } = this.held;
    return this.insides.get(script, folders, version, () => {
      const walk = new Walk(script.source ?? this.line, this.scope, this.assigned, values);
      walk.statements(script.commands, { folders, isCertain: false });
      return walk;
    });
  }

  private test(expression: Parameters<typeof collectTest>[0], node: SyntaxNode, standing: Standing): void {
    const words: Word[] = [];
    const problems: Problem[] = [];
    collectTest(expression, words, problems);
    this.addWords(node, standing, words, problems);
  }

  private addItems(words: readonly Word[], standing: Standing): void {
    const first = words[0];
    const last = words.at(-1);
    if (first && last) this.addWords({ ...first, end: last.end }, standing, words);
  }

  /** Words of shell grammar (loops, cases, tests) become a part only when expanding them could do something. */
  private addWords(node: SyntaxNode, standing: Standing, words: readonly Word[], more: readonly Problem[] = []): void {
    const scope = this.wordScope(standing);
    const problems: Problem[] = [...more];
    for (const word of words) {
      problems.push(...this.nested(word, standing, false));
      if (expandWord(word, scope).some((expanded) => expanded.certainty === "evaluated")) problems.push(EVALUATED);
    }
    if (problems.length > 0) this.add(node, standing, { problems });
  }

  private textOf(node: SyntaxNode): string {
    return this.line.slice(node.pos, node.end).replace(/;\s*$/, "");
  }

  private add(node: SyntaxNode, standing: Standing, facts: Partial<Part>): void {
    const source = this.line.slice(node.pos, node.end);
    this.parts.push({
      source,
      argv: [],
      assignments: [],
      redirections: [],
      input: INHERITED,
      folders: standing.folders,
      problems: [],
      ...facts,
    });
  }

  private wordScope(standing: Standing): WordScope {
    const home = this.assigned.counts.has("HOME") ? undefined : this.scope.home;
    const folder = standing.folders.length === 1 && !this.assigned.counts.has("PWD") ? standing.folders[0] : undefined;
    return {
      home,
      folder,
      values: this.held.values,
      originOf: this.assigned.originOf,
      printedBy: (script) => printedWord(this.inside(script, standing)),
    };
  }
}

const isFloorProblem = ({ blocks }: Problem): boolean => blocks === "floor";
