import type { AndOr, Command, CommandNode, Coproc, PipelineNode, Statement } from "unbash";
import type { Input } from "../part.ts";
import type { Folders } from "../places.ts";
import { belongsToLine } from "../starts/sensitive-names.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import type { LineRecord } from "./line-record.ts";
import { known, oneOf } from "./printed-paths.ts";
import { CalledFunctions, type FunctionBody } from "./standing/called-functions.ts";
import { Chain } from "./standing/chain.ts";
import { goneOver, isFollowed, strayWord, takenBy } from "./standing/loop-words.ts";
import { namesFilledByAll } from "./standing/tested-names.ts";
import { goesByItself, goingBy, orAnywhere, type Standing, someFail, union } from "./standing/where-it-stands.ts";
import {
  arithmeticProblems,
  exportsOf,
  forkProblems,
  functionProblem,
  INHERITED,
  loopProblem,
  outputOf,
  sumProblems,
} from "./walk-facts.ts";

/** More parts than this are not read, and what is not read is asked about in every mode. */
const PARTS_MAX = 400;
const REPEATS_MAX = 12;
/** Of one loop: then its word is one of those that it stands for. */
const UNROLLED_MAX = 250;
/** Commands that print nothing. */
const SETS = /^(?:cd|export|set|unset|trap|mkdir|:|true)$/;

/** Turns the grammar's tree into parts. */
export class Walk {
  private readonly record: LineRecord;
  private readonly functions: CalledFunctions;
  private repeats = 0;
  /** It stands in what a loop asks before each turn: what its turns then do with a line that is read. */
  private asking: Pick<ShellWord, "takes"> | undefined;

  constructor(record: LineRecord) {
    this.record = record;
    this.functions = new CalledFunctions(record, (body, folders) => this.bodyOf(body, folders));
  }

  statements(list: readonly Statement[], standing: Standing): void {
    for (const statement of list) {
      const { command } = statement;
      if (statement.background)
        this.record.inBackground(() =>
          this.pipelineOrList(command, { folders: standing.folders, isCertain: false }, INHERITED),
        );
      else this.pipelineOrList(command, standing, INHERITED);
    }
  }

  private pipelineOrList(node: PipelineNode | AndOr, standing: Standing, input: Input): void {
    const { folders } = standing;
    if (node.type !== "AndOr") {
      // The next command runs even if this one failed, and the folder is as before.
      if (!this.pipeline(node, standing, input)) standing.folders = union(folders, standing.folders);
      return;
    }
    const chain = new Chain(folders);
    node.commands.forEach((command, index) => {
      chain.goOn(node.operators[index - 1]);
      const now: Standing = { folders: chain.folders, isCertain: index === 0 && standing.isCertain };
      this.record.held.whileFilled(chain.filled, () => this.pipeline(command, now, input));
      chain.end(command, now.folders);
    });
    standing.folders = chain.allFolders();
  }

  /** @returns whether it surely does all that `standing` then says */
  private pipeline(node: PipelineNode, standing: Standing, input: Input): boolean {
    const commands = node.type === "Pipeline" ? node.commands : [node];
    const first = this.record.parts.length;
    let [piped, from] = [input, first];
    let isSure = true;
    for (const command of commands) {
      const before = this.record.parts.length;
      const there = commands.length === 1 ? standing : { folders: standing.folders, isCertain: false };
      isSure = this.command(command, there, piped);
      this.record.pipe(from, before);
      from = before;
      if (this.record.goesByItself) standing.folders = union(standing.folders, there.folders);
      piped = outputOf(this.record.parts.slice(before), piped, this.record.scope);
    }
    // What sets something prints nothing; what two print stands one behind the other.
    if (
      !this.record.parts.slice(first).every(({ argv: [program] }) => program === undefined || SETS.test(program.text))
    )
      this.record.printed = this.record.printed === undefined ? piped : INHERITED;
    return isSure;
  }

  /** @returns whether it surely does all that `standing` then says */
  private command(node: CommandNode, standing: Standing, input: Input): boolean {
    if (this.record.parts.length > PARTS_MAX) {
      this.record.error ??= `more than ${PARTS_MAX} commands`;
      return true;
    }
    switch (node.type) {
      case "Command":
        return this.simple(node, standing, input);
      case "Redirected": {
        const redirected = this.record.redirections(node.redirects, standing, input);
        if (redirected.redirections.length > 0 || redirected.problems.length > 0)
          this.record.add(node, standing, { redirections: redirected.redirections, problems: redirected.problems });
        return this.command(node.command, standing, redirected.input) && !someFail(node.redirects, this.record);
      }
      case "Function":
        this.record.add(node, standing, {
          problems: [functionProblem(node.name.value, this.record.line.slice(node.name.end, node.end))],
        });
        this.functions.define(node, standing.folders);
        return true;
      case "Coproc":
        this.record.add(node, standing, { problems: [{ text: "a co-process runs unseen", blocks: "automatic" }] });
        this.bodyOf(node, standing.folders);
        return true;
      default: {
        const before = this.record.around;
        if (input.kind !== "inherited") this.record.around = input;
        if (node.type === "BraceGroup" || node.type === "Subshell") this.group(node, standing);
        else this.compound(node, standing);
        this.record.around = before;
        return true;
      }
    }
  }

  /** Where a function leaves the line that is called in such a folder. */
  private bodyOf({ body }: { readonly body: FunctionBody["body"] | Coproc["body"] }, folders: Folders): Folders {
    const inner: Standing = { folders, isCertain: false };
    this.again(() => {
      inner.folders = folders;
      if (body.type === "CompoundList") this.statements(body.commands, inner);
      else this.command(body, inner, INHERITED);
    });
    return inner.folders;
  }

  private group(node: CommandNode & { type: "BraceGroup" | "Subshell" }, standing: Standing): void {
    const inner = node.type === "BraceGroup" ? standing : { folders: standing.folders, isCertain: false };
    this.statements(node.body.commands, inner);
  }

  private compound(node: Exclude<CommandNode, Command>, standing: Standing): void {
    switch (node.type) {
      case "If":
        this.loose(node.clause.commands, standing);
        this.record.held.whileFilled(namesFilledByAll(node.clause.commands), () =>
          this.loose(node.then.commands, standing),
        );
        for (const branch of node.elif) {
          this.loose(branch.clause.commands, standing);
          this.loose(branch.then.commands, standing);
        }
        this.loose(node.else?.commands ?? [], standing);
        return;
      case "While": {
        const problem = loopProblem(this.record.textOf(node.clause), node.body.commands);
        if (problem) this.record.add(node, standing, { problems: [problem] });
        this.twice(() => {
          this.asking = takenBy(node.body.commands);
          this.loose(node.clause.commands, standing);
          this.asking = undefined;
          this.loose(node.body.commands, standing);
        }, standing);
        this.record.held.emptyRead();
        return;
      }
      case "For":
      case "Select":
        this.loop(node, standing);
        return;
      case "ArithmeticFor":
        this.record.add(node, standing, {
          problems: [
            ...forkProblems(node),
            ...sumProblems(node, this.record),
            ...this.record.nested(node, standing, true),
          ],
        });
        this.twice(() => this.loose(node.body.commands, standing), standing);
        return;
      case "Case": {
        const words = [node.word, ...node.items.flatMap((item) => item.pattern)];
        this.record.addWords(node, standing, words);
        for (const item of node.items) this.loose(item.body.commands, standing);
        return;
      }
      case "TestCommand":
        this.record.addTest(node, standing);
        return;
      case "ArithmeticCommand": {
        this.record.add(node, standing, {
          problems: [
            ...arithmeticProblems(node.body, this.record.assigned.isNumber),
            ...this.record.nested(node, standing, false),
          ],
        });
        return;
      }
      default:
        this.command(node, standing, INHERITED);
    }
  }

  private loop(node: CommandNode & { type: "For" | "Select" }, standing: Standing): void {
    const [name, body] = [node.name.value, node.body.commands];
    const words = node.wordlist && goneOver(this.record.items(node.wordlist, standing), body);
    if (!belongsToLine(name))
      this.record.add(node, standing, { assignments: [{ name, value: words?.[0] ?? literalWord("") }] });
    const isRead = words !== undefined && ++this.repeats <= REPEATS_MAX;
    const unroll = isRead && isFollowed(words) && this.record.held.isSetOnce(name);
    if (unroll && this.eachTurn(name, words, body, standing)) return;
    const stray = words && strayWord(words, name, this.record.textOf(node.body));
    if (stray) this.record.add(node, standing, { problems: [stray] });
    const patterns = words?.flatMap((word) => known(word) ?? []) ?? [];
    // What holds numbers alone is known to harm nobody, whichever it is.
    const isOne =
      patterns.length === words?.length && this.record.held.isSetOnce(name) && !this.record.assigned.isNumber(name);
    this.record.held.setOneOf(name, isOne ? oneOf(patterns) : undefined, true);
    this.twice(() => this.loose(body, standing), standing);
    this.record.held.set(name, undefined);
  }

  /** @returns false, with all as it was, where these would be more commands than one loop may become */
  private eachTurn(name: string, words: readonly ShellWord[], body: readonly Statement[], standing: Standing): boolean {
    const { folders } = standing;
    const first = this.record.parts.length;
    for (const word of words) {
      this.record.held.set(name, word);
      this.loose(body, standing);
      standing.folders = union(folders, standing.folders);
      if (this.record.parts.length - first <= UNROLLED_MAX) continue;
      this.record.parts.length = first;
      standing.folders = folders;
      return false;
    }
    this.record.held.set(name, undefined);
    return true;
  }

  /** A body that may run again starts its second turn where the first ended. */
  private twice(body: () => void, standing: Standing): void {
    const before = standing.folders;
    const first = this.record.parts.length;
    this.again(body);
    if (standing.folders.every((folder) => before.includes(folder))) return;
    if (++this.repeats > REPEATS_MAX) {
      this.record.error ??= "too many loops that change the folder";
      return;
    }
    this.record.parts.length = first;
    standing.folders = orAnywhere(standing.folders);
    body();
  }

  /** What a body moves it has moved before it runs again. */
  private again(body: () => void): void {
    const { hasMoved, goesByItself, parts } = this.record;
    const first = parts.length;
    body();
    if (hasMoved === this.record.hasMoved && goesByItself === this.record.goesByItself) return;
    parts.length = first;
    body();
  }

  /** Statements that may or may not run: the folder afterwards is either. */
  private loose(list: readonly Statement[], standing: Standing): void {
    const inner: Standing = { folders: standing.folders, isCertain: false };
    this.statements(list, inner);
    standing.folders = union(standing.folders, inner.folders);
  }

  private simple(node: Command, standing: Standing, input: Input): boolean {
    const redirected = this.record.redirections(node.redirects, standing, input);
    const read = redirected.input.kind === "inherited" ? this.record.around : redirected.input;
    const { assignments, argv, problems } = this.record.words(node, standing);
    const name = argv[0];
    this.record.held.remember(name === undefined ? assignments : exportsOf(argv), standing.isCertain);
    if (name && isLiteral(name) && this.record.assigned.functions.has(name.text))
      problems.push({ text: `${name.text} is a function of this line`, blocks: "automatic" });
    this.record.add(node, standing, {
      argv,
      assignments,
      redirections: redirected.redirections,
      input: read,
      problems: [...redirected.problems, ...problems],
    });
    this.record.held.fill(argv, read, this.asking);
    const going = goingBy(argv, node, standing.folders, this.record);
    standing.folders = going?.folders ?? this.functions.throughCalls(argv, standing.folders);
    this.record.goesByItself ||= goesByItself(argv);
    return going?.isSure ?? true;
  }
}
