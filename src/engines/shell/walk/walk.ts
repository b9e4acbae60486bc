import {
  type AndOr,
  type Command,
  type CommandArgument,
  type CommandNode,
  forEachChild,
  type ParsedScript,
  type PipelineNode,
  type Redirection as RedirectionNode,
  type Statement,
  type SyntaxNode,
  type Word,
} from "unbash";
import type { AssignedNames } from "../assigned-names.ts";
import type { Assignment, Input, LineScope, Part, Problem } from "../part.ts";
import type { Folders } from "../places.ts";
import { expandToOne, expandWord, isLiteral, type ShellWord, type WordScope } from "../words.ts";
import {
  ARITHMETIC,
  arithmeticProblems,
  arrayText,
  collectTest,
  EVALUATED,
  exportsOf,
  FOLDERS_MAX,
  foldersAfter,
  functionProblem,
  outputOf,
  type RedirectionsRead,
  readRedirection,
  surelyThere,
  union,
} from "./walk-facts.ts";

const LOOP_ITEMS_MAX = 8;
/** A pattern below a named folder: what it finds is a path there, and no option. */
const PLACED_GLOB = /^(?:[\w.][\w. -]*)?\/[^{}]*$/;
/** More parts than this are never approved, so reading on only matters for what is refused. */
const PARTS_MAX = 400;
/** Loop bodies read again, so that nesting cannot multiply without bound. */
const REPEATS_MAX = 12;
const INHERITED: Input = { kind: "inherited" };

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
  private readonly values = new Map<string, ShellWord>();
  private repeats = 0;
  private readonly line: string;
  private readonly scope: LineScope;
  private readonly assigned: AssignedNames;

  constructor(line: string, scope: LineScope, assigned: AssignedNames) {
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
    if (node.type !== "Pipeline") {
      this.command(node, standing, input);
      return;
    }
    if (node.commands.length === 1 && node.commands[0]) {
      this.command(node.commands[0], standing, input);
      return;
    }
    let piped = input;
    for (const command of node.commands) {
      const first = this.parts.length;
      this.command(command, { folders: standing.folders, isCertain: false }, piped);
      piped = outputOf(this.parts.slice(first), piped);
    }
  }

  private command(node: CommandNode, standing: Standing, input: Input): void {
    if (this.parts.length > PARTS_MAX) return;
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
        this.loose(node.body.type === "CompoundList" ? node.body.commands : [], standing);
        if (node.body.type !== "CompoundList")
          this.command(node.body, { folders: standing.folders, isCertain: false }, INHERITED);
        return;
      case "Coproc":
        this.add(node, standing, { problems: [{ text: "a co-process runs unseen", blocks: "automatic" }] });
        if (node.body.type === "CompoundList") this.loose(node.body.commands, standing);
        else this.command(node.body, { folders: standing.folders, isCertain: false }, INHERITED);
        return;
      case "Subshell":
        this.statements(node.body.commands, { folders: standing.folders, isCertain: false });
        return;
      case "BraceGroup":
        this.statements(node.body.commands, standing);
        return;
      default:
        this.compound(node, standing);
    }
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
          problems: [
            node.body.commands.some((statement) => statement.background)
              ? { text: "a loop starts processes and does not wait for them", blocks: "always" }
              : { text: "a loop may not end", blocks: "automatic" },
          ],
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
        this.add(node, standing, { problems: [ARITHMETIC, ...this.nested(node, standing, true)] });
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
      this.isSetOnce(name);
    if (!unroll) {
      this.twice(() => this.loose(body, standing), standing);
      return;
    }
    const before = standing.folders;
    for (const word of words) {
      this.values.set(name, word);
      this.loose(body, standing);
      standing.folders = union(before, standing.folders);
    }
    this.values.delete(name);
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
    if (standing.isCertain) this.remember(name === undefined ? assignments : exportsOf(argv));
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
    standing.folders = foldersAfter(argv, standing.folders, this.scope.home);
  }

  private remember(assignments: readonly Assignment[]): void {
    for (const { name, value } of assignments)
      if (isLiteral(value) && !value.glob && this.isSetOnce(name)) this.values.set(name, value);
  }

  private isSetOnce(name: string): boolean {
    return !this.assigned.isOpen && this.assigned.counts.get(name) === 1;
  }

  private assignment(
    node: CommandArgument & { type: "Assignment" },
    scope: WordScope,
    problems: Problem[],
    standing: Standing,
  ): Assignment[] {
    if (node.index) problems.push({ text: "an array index is evaluated as code", blocks: "automatic" });
    problems.push(...this.nested(node, standing, false));
    const value = node.value.type === "ArrayValue" ? arrayText(node.value) : expandToOne(node.value, scope);
    if (value.certainty === "evaluated") problems.push(EVALUATED);
    // An array or an appended value is never looked up by its name alone.
    const isWhole = node.value.type !== "ArrayValue" && !node.append && !node.index;
    return [{ name: node.name, value: isWhole ? value : { ...value, certainty: "variable" } }];
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
    return words;
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
    const problems: Problem[] = [];
    const visit = (child: SyntaxNode): void => {
      if (child.type === "CompoundList" && shallow) return;
      if (
        child.type === "CommandExpansion" ||
        child.type === "ProcessSubstitution" ||
        child.type === "ArithmeticCommandExpansion"
      ) {
        problems.push({ text: "a substitution puts the output of a command here", blocks: "automatic" });
        if (child.script) this.script(child.script, standing);
        return;
      }
      forEachChild(child, visit);
    };
    forEachChild(node, visit);
    return problems;
  }

  private script(script: ParsedScript, standing: Standing): void {
    if (script.errors?.length) this.error ??= script.errors[0]?.message ?? "syntax error";
    const inner = script.source === undefined ? this : new Walk(script.source, this.scope, this.assigned);
    inner.statements(script.commands, { folders: standing.folders, isCertain: false });
    if (inner !== this) this.parts.push(...inner.parts);
    this.error ??= inner.error;
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
    return { home, folder, values: this.values, assembled: this.assigned.assembled };
  }
}
