import type { CommandNode, PipelineNode, Statement } from "unbash";

/** Tests that nothing passes that is empty. */
const PASSES_FILLED = /^-[nedfsrwxLh]$/;

/** The names that surely hold something where a command succeeds: `[ -n "$d" ]`, `[[ -d $d ]]`. */
export function namesFilledBy(node: PipelineNode | CommandNode | undefined): readonly string[] {
  if (node?.type === "TestCommand" && node.expression.type === "TestUnary")
    return PASSES_FILLED.test(node.expression.operator)
      ? nameIn(node.expression.operand.text, /^"?\$\{?(\w+)\}?"?$/)
      : [];
  if (node?.type !== "Command" || !/^(?:\[|test)$/.test(node.name?.text ?? "")) return [];
  const [operator, operand, end, ...more] = node.args.map(({ text }) => text);
  const isOne = more.length === 0 && (node.name?.text === "[" ? end === "]" : end === undefined);
  // Without quotes an empty one is no word, and the test is another.
  return isOne && PASSES_FILLED.test(operator ?? "") ? nameIn(operand ?? "", /^"\$\{?(\w+)\}?"$/) : [];
}

/** Of a list that is one command. */
export function namesFilledByAll([first, ...more]: readonly Statement[]): readonly string[] {
  const command = first?.command;
  return more.length === 0 && command !== undefined && command.type !== "AndOr" ? namesFilledBy(command) : [];
}

const nameIn = (text: string, form: RegExp): readonly string[] => form.exec(text)?.slice(1) ?? [];
