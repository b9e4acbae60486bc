import type {
  ArrayValue,
  CommandNode,
  Redirection as RedirectionNode,
  Statement,
  SyntaxNode,
  TestExpression,
  Word,
} from "unbash";
import { normalizePath } from "../../paths/worked-folders.ts";
import type { Assignment, Input, LineScope, Part, Problem, Redirection } from "../part.ts";
import type { Folders } from "../places.ts";
import { assignmentIn, programName } from "../scan.ts";
import { belongsToLine } from "../starts/sensitive-names.ts";
import { isHarmless, isLiteral, literalWord, namedPiece, type ShellWord, someOf } from "../words.ts";
import { expandToOne, joinParts, type WordScope } from "./expanded-words.ts";
import { makesText, producedText } from "./made-text.ts";
import { namesOfSum } from "./numbers.ts";
import { picksNames } from "./picked-names.ts";
import { printedPaths } from "./printed-paths.ts";

/** What a command reads that nothing else is given to. */
export const INHERITED: Input = { kind: "inherited" };

/** What the redirections of one command add up to. */
export interface RedirectionsRead {
  readonly redirections: Redirection[];
  readonly problems: Problem[];
  input: Input;
}

/** Adds one redirection, here-document or here-string to `result`. */
export function readRedirection(node: RedirectionNode, scope: WordScope, result: RedirectionsRead): void {
  if (node.descriptor?.type === "FileDescriptorVariable")
    result.problems.push({
      text: "a redirection sets a variable",
      blocks: belongsToLine(node.descriptor.name) ? "automatic" : "always",
    });
  if (node.type === "HereDoc") {
    const body =
      node.body.parts && !node.delimiter?.quoted ? joinParts(node.body.parts, scope) : literalWord(node.body.text);
    addInput(body, result);
    return;
  }
  const target = node.target
    ? expandToOne(node.target, scope)
    : { text: "", certainty: "variable" as const, glob: false };
  if (node.type === "HereString") {
    addHereString(target, result);
    return;
  }
  if (target.certainty === "evaluated") result.problems.push(evaluatedIn(target.text));
  if (/^[<>]&$/.test(node.operator) && isLiteral(target) && /^(\d{1,3}-?|-)$/.test(target.text)) return;
  const kind = node.operator === "<" || node.operator === "<&" ? "read" : "write";
  if (kind === "read") result.input = inputFrom(target, scope.folder);
  result.redirections.push({ kind, target });
}

function inputFrom(target: ShellWord, folder: string | undefined): Input {
  if (isLiteral(target) && target.text === "/dev/null") return { kind: "text", text: "" };
  const from = isStream(target, [folder]) ? listsOf(target) : { files: [target] };
  return { kind: "unknown", isMade: target.isAssembled !== undefined, ...from };
}

const listsOf = ({ standsFor }: ShellWord): { readonly lists?: readonly ShellWord[] } =>
  standsFor === undefined ? {} : { lists: [standsFor] };

function addInput(text: ShellWord, result: RedirectionsRead): void {
  result.input = isLiteral(text)
    ? { kind: "text", text: text.text }
    : { kind: "unknown", isMade: text.isAssembled !== undefined, ...listsOf(text) };
  if (text.certainty === "evaluated") result.problems.push(evaluatedIn(text.text));
  else if (!isHarmless(text) && !text.isTold) result.problems.push(EXPANDED_INPUT);
}

/** Other than in a here-document, its names may be made of patterns. */
function addHereString(text: ShellWord, result: RedirectionsRead): void {
  addInput(text, result);
  if (!isLiteral(text) && text.glob) result.problems.push(EXPANDED_INPUT);
}

type IsNumber = (name: string) => boolean;

/** `((…))` computes; two names side by side are no sum, but commands to a shell that knows no arithmetic. */
export function arithmeticProblems(body: string, isNumber: IsNumber): Problem[] {
  if (/^[\s\d+*/%<>=!&|()?:-]*$/.test(body) || namesOfSum(body)?.every(isNumber)) return [];
  return [/[\w'")]\s+-{0,2}[A-Za-z_'"$]/.test(body) ? { ...ARITHMETIC, blocks: "always" } : ARITHMETIC];
}

/** Of the sums of a loop the first that is to be told. */
export function sumProblems(
  { initialize, test, update }: CommandNode & { type: "ArithmeticFor" },
  record: { textOf(node: SyntaxNode): string; readonly assigned: { readonly isNumber: IsNumber } },
): readonly Problem[] {
  const sums = [initialize, test, update].filter((sum) => sum !== undefined);
  return sums.flatMap((sum) => arithmeticProblems(record.textOf(sum), record.assigned.isNumber)).slice(0, 1);
}

/** @param piece  as it is written */
export const evaluatedIn = (piece: string): Problem => ({
  text: `${namedPiece(piece)} may run text as code or read another variable (write what it comes to; a sum takes names that this line gives numbers)`,
  blocks: "always",
  evaluates: true,
});
export const ARITHMETIC: Problem = {
  text: "arithmetic evaluates variables as code",
  blocks: "automatic",
  evaluates: true,
};
export const INDEXED: Problem = { text: "an array index is evaluated as code", blocks: "automatic", evaluates: true };
const EXPANDED_INPUT: Problem = {
  text: "the input text is expanded by the shell",
  blocks: "automatic",
  isOfInput: true,
};

export function functionProblem(name: string, body: string): Problem {
  const calls = body.split(/[\s;|&(){}]+/).filter((word) => word === name).length;
  const isBackground = /(?<![&>])&(?![&>])/.test(body);
  const callsItself = calls > 0 && (isBackground || (calls > 1 && /(?<!\|)\|(?!\|)/.test(body)));
  return callsItself
    ? { text: "a function starts itself again and again", blocks: "floor" }
    : { text: "a function changes what a later word means", blocks: "automatic" };
}

/** What is to be said of a loop by itself. */
export function loopProblem(clause: string, body: readonly Statement[]): Problem | undefined {
  if (startsWithoutEnd(clause, body)) return { text: "a loop starts processes without end", blocks: "floor" };
  if (body.some(({ background }) => background))
    return { text: "a loop starts processes and does not wait for them", blocks: "always" };
  // It ends with what it reads.
  return READS_ON.test(clause.trim()) ? undefined : { text: "a loop may not end", blocks: "automatic" };
}

/** Of a loop that counts only what starts processes without end is told: what it counts is judged by itself. */
export function forkProblems({ test, body }: CommandNode & { type: "ArithmeticFor" }): readonly Problem[] {
  const problem = loopProblem(test === undefined ? "" : "?", body.commands);
  return problem?.blocks === "floor" ? [problem] : [];
}

/** Of no characters, or without waiting, it succeeds again and again. */
const READS_ON = /^(?:IFS=\S{0,9} )?read(?: -[adeiprs]*(?:[nNt][1-9]\d*|u\d+)?| [a-zA-Z_]\w*)+$/;

/** A loop without end whose body starts processes, and stays nowhere. */
export const startsWithoutEnd = (clause: string, body: readonly Statement[]): boolean =>
  /^(?:|true|:|1|\[ 1 \]|\(\( *1 *\)\)|\/bin\/true|false)$/.test(clause.trim()) && startsMore(body);

const startsMore = (body: readonly Statement[]): boolean =>
  body.some(isLeftAlone) && body.every((each) => isLeftAlone(each) || !STAYS.test(nameIn(each)));

function isLeftAlone({ background, command }: Statement): boolean {
  const isGroup = command.type === "Subshell" || command.type === "BraceGroup";
  return background === true || (isGroup && startsMore(command.body.commands));
}

const nameIn = ({ command }: Statement): string => (command.type === "Command" ? (command.name?.text ?? "") : "wait");
const STAYS = /^(?:sleep|wait|read|break|exit|return)$/;

export const arrayText = (value: ArrayValue): ShellWord => ({
  text: value.elements.map((word) => word.text).join(" "),
  certainty: "variable",
  glob: false,
});

/** What stands in a list, where its words are all known and stay one each. */
export function elementsOf(value: ArrayValue | Word, scope: WordScope): Pick<Assignment, "elements"> {
  if (value.type !== "ArrayValue") return {};
  const elements = value.elements.map((word) => expandToOne(word, scope));
  return elements.every((word) => isLiteral(word) && !word.glob) ? { elements } : {};
}

/** What a pipeline's element sends on: the text itself where its words and its input tell it. */
export function outputOf(
  parts: readonly Part[],
  input: Input,
  { isThere }: LineScope,
): Input & { readonly kind: "text" | "unknown" } {
  const only = parts.length === 1 ? parts[0] : undefined;
  const text = only && printedText(only, input);
  if (text !== undefined) return { kind: "text", text };
  const files = only && filesHandedOn(only);
  if (files) return { kind: "unknown", isMade: false, files };
  if (only && picksNames(only.argv, input)) return { ...input, ...(input.lists && { lists: input.lists.map(someOf) }) };
  const lists =
    only && printedPaths(only.argv, input, only.folders.length === 1 ? only.folders[0] : undefined, isThere);
  const isMade =
    input.kind === "text" ||
    (input.kind === "unknown" && input.isMade) ||
    parts.some((part) => part.input.kind === "text" || makesWords(part.argv));
  return { kind: "unknown", isMade, ...(lists ? { lists } : {}) };
}

/** Whether a command makes another text of what it reads: picking whole lines leaves each what it was. */
function makesWords([program, ...words]: readonly ShellWord[]): boolean {
  if (program === undefined || !makesText(programName(program))) return false;
  const cuts = CUTS_LINES.get(programName(program));
  return cuts === undefined || words.some((word) => !isLiteral(word) || cuts.test(word.text));
}

/** Programs that pick and order lines, with the options by which they do more. */
const CUTS_LINES: ReadonlyMap<string, RegExp> = new Map([
  ...["head", "tail"].map((name) => [name, /^-[a-zA-Z]*[cz]|^--(?:bytes|zero)/] as const),
  ...["grep", "egrep", "fgrep", "rg"].map((name) => [name, /^-[a-zA-Z]*[ozr]|^--(?:only|null|replace)/] as const),
  ...["sort", "uniq"].map((name) => [name, /^-[a-zA-Z]*[cmz]|^--(?:count|merge|zero)/] as const),
]);

/** What a command with nothing but known words prints. */
function printedText({ argv, redirections, input: own }: Part, piped: Input): string | undefined {
  if (redirections.length > 0 || !argv.every((word) => isLiteral(word) && !word.glob)) return undefined;
  const read = own.kind === "inherited" ? piped : own;
  return producedText(
    argv.map((word) => word.text),
    read.kind === "text" ? read.text : undefined,
  );
}

/** What stands for a file and hands on what somebody says at this moment. */
export function isStream(word: ShellWord, folders: Folders): boolean {
  if (/^[<>]\(/.test(word.text)) return true;
  return folders.some((folder) => STREAM.test(joinFolder(folder, word.text) ?? word.text));
}

const STREAM = /^\/(?:dev|proc)(?:\/|$)|^-$/;

/** The files whose text `cat` hands on whole, and `head` and `tail` by lines; undefined for anything else. */
function filesHandedOn({ argv, input, folders, problems }: Part): readonly ShellWord[] | undefined {
  const [program, ...words] = argv;
  if (!program || !isLiteral(program) || !/^(?:cat|head|tail)$/.test(program.text) || problems.length > 0)
    return undefined;
  const lines = words.filter(({ text }, index) => LINES.test(text) || words[index - 1]?.text === "-n");
  const named = words.filter((word) => !lines.includes(word));
  if ((program.text === "cat" && lines.length > 0) || !named.every(isLiteral)) return undefined;
  if (named.length === 0) return input.kind === "unknown" ? input.files : undefined;
  return named.some((word) => word.glob || word.text.startsWith("-") || isStream(word, folders)) ? undefined : named;
}

/** How many lines, of `head` and `tail`. */
const LINES = /^-(?:q|n|\d+|n[+-]?\d+)$/;

/** What `export A=1 B` sets. */
export const exportsOf = (argv: readonly ShellWord[]): readonly Assignment[] =>
  /^(?:export|readonly)$/.test(argv[0]?.text ?? "") ? argv.flatMap(assignmentIn) : [];

function joinFolder(folder: string | undefined, target: string): string | undefined {
  if (target.startsWith("/")) return normalizePath(target);
  return folder === undefined ? undefined : normalizePath(`${folder}/${target}`);
}

/** A number, or a name that holds one. */
const isNumeric = (text: string, isNumber: IsNumber): boolean =>
  /^"?(?:[+-]?\d+|\$\{?\w+\}?)"?$/.test(text) && (namesOfSum(text.replaceAll('"', ""))?.every(isNumber) ?? false);

const NUMBER_OPERATORS = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

export function collectTest(expression: TestExpression, words: Word[], problems: Problem[], isNumber: IsNumber): void {
  switch (expression.type) {
    case "TestUnary":
      words.push(expression.operand);
      if (expression.operator === "-v" || expression.operator === "-R")
        problems.push({ text: "-v evaluates an index as code", blocks: "automatic", evaluates: true });
      return;
    case "TestBinary":
      words.push(expression.left, expression.right);
      if (
        NUMBER_OPERATORS.has(expression.operator) &&
        ![expression.left, expression.right].every(({ text }) => isNumeric(text, isNumber))
      )
        problems.push(ARITHMETIC);
      return;
    case "TestLogical":
      for (const operand of expression.operands) collectTest(operand, words, problems, isNumber);
      return;
    case "TestNot":
      collectTest(expression.operand, words, problems, isNumber);
      return;
    case "TestGroup":
      collectTest(expression.expression, words, problems, isNumber);
  }
}
