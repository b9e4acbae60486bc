import type { ArrayValue, Redirection as RedirectionNode, TestExpression, Word } from "unbash";
import type { Assignment, Input, LineScope, Part, Problem, Redirection } from "../part.ts";
import { type Folders, normalizePath } from "../places.ts";
import { assignmentIn, programName } from "../scan.ts";
import { expandToOne, isLiteral, joinParts, literalWord, type ShellWord, type WordScope } from "../words.ts";
import { makesText, producedText } from "./made-text.ts";

/** More folders than this are as good as any folder. */
export const FOLDERS_MAX = 6;

/** What the redirections of one command add up to. */
export interface RedirectionsRead {
  readonly redirections: Redirection[];
  readonly problems: Problem[];
  input: Input;
}

/** Adds one redirection, here-document or here-string to `result`. */
export function readRedirection(node: RedirectionNode, scope: WordScope, result: RedirectionsRead): void {
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
    addInput(target, result);
    return;
  }
  if (target.certainty === "evaluated") result.problems.push(EVALUATED);
  if (node.descriptor?.type === "FileDescriptorVariable")
    result.problems.push({ text: "a redirection sets a variable", blocks: "automatic" });
  if (/^[<>]&$/.test(node.operator) && isLiteral(target) && /^(\d{1,3}-?|-)$/.test(target.text)) return;
  const kind = node.operator === "<" || node.operator === "<&" ? "read" : "write";
  if (kind === "read") result.input = { kind: "unknown", from: "file", isMade: target.isAssembled !== undefined };
  result.redirections.push({ kind, target });
}

function addInput(text: ShellWord, result: RedirectionsRead): void {
  result.input = isLiteral(text)
    ? { kind: "text", text: text.text }
    : { kind: "unknown", from: "pipe", isMade: text.isAssembled !== undefined };
  if (!isLiteral(text)) result.problems.push(text.certainty === "evaluated" ? EVALUATED : EXPANDED_INPUT);
}

/** `((…))` computes; two names side by side are no sum, but commands to a shell that knows no arithmetic. */
export function arithmeticProblems(body: string): Problem[] {
  if (/^[\s\d+*/%<>=!&|()?:-]*$/.test(body)) return [];
  return [/[\w'")]\s+-{0,2}[A-Za-z_'"$]/.test(body) ? { ...ARITHMETIC, blocks: "always" } : ARITHMETIC];
}

export const EVALUATED: Problem = {
  text: "an expansion runs text as code or reads another variable",
  blocks: "always",
};
export const ARITHMETIC: Problem = { text: "arithmetic evaluates variables as code", blocks: "automatic" };
const EXPANDED_INPUT: Problem = { text: "the input text is expanded by the shell", blocks: "automatic" };

export function functionProblem(name: string, body: string): Problem {
  const callsItself = /[|&]/.test(body) && body.split(/[\s;|&(){}]+/).includes(name);
  return callsItself
    ? { text: "a function starts itself again and again", blocks: "always" }
    : { text: "a function changes what a later word means", blocks: "automatic" };
}

export const arrayText = (value: ArrayValue): ShellWord => ({
  text: value.elements.map((word) => word.text).join(" "),
  certainty: "variable",
  glob: false,
});

/** What a pipeline's element sends on: the text itself where its words and its input tell it. */
export function outputOf(parts: readonly Part[], input: Input): Input {
  const [only, ...others] = parts;
  const given = input.kind === "text" ? input.text : undefined;
  if (
    only &&
    others.length === 0 &&
    only.argv.every((word) => isLiteral(word) && !word.glob) &&
    only.redirections.length === 0
  ) {
    const read = only.input.kind === "text" ? only.input.text : given;
    const text = producedText(
      only.argv.map((word) => word.text),
      read,
    );
    if (text !== undefined) return { kind: "text", text };
  }
  const isMade =
    input.kind === "text" ||
    (input.kind === "unknown" && input.isMade) ||
    parts.some(
      (part) => part.input.kind === "text" || (part.argv[0] !== undefined && makesText(programName(part.argv[0]))),
    );
  const passesOn = only?.argv[0] !== undefined && FILTERS.has(programName(only.argv[0]));
  const producer = others.length > 0 ? undefined : passesOn && input.kind === "unknown" ? input.producer : only?.argv;
  return { kind: "unknown", from: "pipe", isMade, ...(producer ? { producer } : {}) };
}

/** Programs that send on what they read, in whole or in part. */
const FILTERS = new Set("sort tac uniq tr cut rev cat shuf nl head tail tee pv".split(" "));

/** Whether `cd` into any of them cannot fail. */
export const surelyThere = (folders: Folders, { isFolder }: LineScope): boolean =>
  folders.every((folder) => folder !== undefined && isFolder?.(folder) === true);

/** What `export A=1 B` sets. */
export const exportsOf = (argv: readonly ShellWord[]): readonly Assignment[] =>
  /^(?:export|readonly)$/.test(argv[0]?.text ?? "") ? argv.flatMap(assignmentIn) : [];

export function union(left: Folders, right: Folders): Folders {
  if (left === right) return left;
  const all = [...new Set([...left, ...right])];
  return all.length > FOLDERS_MAX ? [...all.slice(0, FOLDERS_MAX), undefined] : all;
}

function joinFolder(folder: string | undefined, target: string): string | undefined {
  if (target.startsWith("/")) return normalizePath(target);
  return folder === undefined ? undefined : normalizePath(`${folder}/${target}`);
}

const NUMBER_OPERATORS = new Set(["-eq", "-ne", "-lt", "-le", "-gt", "-ge"]);

export function collectTest(expression: TestExpression, words: Word[], problems: Problem[]): void {
  switch (expression.type) {
    case "TestUnary":
      words.push(expression.operand);
      if (expression.operator === "-v" || expression.operator === "-R")
        problems.push({ text: "-v evaluates an index as code", blocks: "automatic" });
      return;
    case "TestBinary":
      words.push(expression.left, expression.right);
      if (
        NUMBER_OPERATORS.has(expression.operator) &&
        ![expression.left, expression.right].every((word) => /^[+-]?\d+$/.test(word.text))
      )
        problems.push(ARITHMETIC);
      return;
    case "TestLogical":
      for (const operand of expression.operands) collectTest(operand, words, problems);
      return;
    case "TestNot":
      collectTest(expression.operand, words, problems);
      return;
    case "TestGroup":
      collectTest(expression.expression, words, problems);
  }
}

/** The folders after a command that may be `cd`; unknown when its target is. */
export function foldersAfter(argv: readonly ShellWord[], folders: Folders, home: string | undefined): Folders {
  const words = argv[0]?.text === "command" || argv[0]?.text === "builtin" ? argv.slice(1) : argv;
  const name = words[0]?.text;
  if (name !== "cd" && name !== "pushd" && name !== "popd") return folders;
  const operands = words.slice(1).filter((word) => !/^-[LPe@]+$/.test(word.text) && word.text !== "--");
  const target = operands[0] ?? (name === "cd" && home !== undefined ? literalWord(home) : undefined);
  const isKnown =
    target !== undefined &&
    isLiteral(target) &&
    !target.glob &&
    operands.length <= 1 &&
    !/^[-+]/.test(target.text) &&
    // By links rather than by names, which only the kernel knows.
    !words.some((word) => /^-\w*P/.test(word.text));
  return folders.map((folder) => (isKnown ? joinFolder(folder, target.text) : undefined)).slice(0, FOLDERS_MAX);
}
