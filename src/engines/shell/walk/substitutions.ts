import { forEachChild, type ParsedScript, type SyntaxNode } from "unbash";
import type { AssignedNames } from "../assigned-names.ts";
import type { Input, Part } from "../part.ts";
import type { Folders } from "../places.ts";
import { literalWord, type ShellWord } from "../words.ts";
import { oneOf, printsSurely } from "./printed-paths.ts";

/** What a walk over a script came to. */
export interface WalkedScript {
  /** What its last pipeline prints, where it holds no other that may. */
  readonly printed: Input | undefined;
  readonly parts: readonly Part[];
}

/**
 * The scripts in the substitutions below a node, in their order; undefined where one has none that can be read.
 * @param isShallow  leaves out those in lists of commands, which are walked by themselves
 */
export function substitutionsBelow(node: SyntaxNode, isShallow: boolean): readonly (ParsedScript | undefined)[] {
  const found: (ParsedScript | undefined)[] = [];
  const visit = (child: SyntaxNode): void => {
    if (child.type === "CompoundList" && isShallow) return;
    if (
      child.type === "CommandExpansion" ||
      child.type === "ProcessSubstitution" ||
      child.type === "ArithmeticCommandExpansion"
    )
      found.push(child.script);
    else forEachChild(child, visit);
  };
  forEachChild(node, visit);
  return found;
}

/** What the lines that a script prints are one of; filled where it surely prints one. */
export function printedWord(
  { printed, parts }: WalkedScript,
  { counts }: Pick<AssignedNames, "counts">,
): ShellWord | undefined {
  if (printed?.kind === "text")
    return /\n./.test(printed.text)
      ? undefined
      : { ...literalWord(printed.text.trimEnd()), ...filledIf(/\S/.test(printed.text)) };
  const word = printed?.kind === "unknown" ? oneOf(printed.lists) : undefined;
  const [only] = parts;
  const isSure = only !== undefined && parts.length === 1 && !counts.has("TMPDIR") && printsSurely(only);
  return word && { ...word, ...filledIf(isSure) };
}

const filledIf = (isSure: boolean): Pick<ShellWord, "isFilled"> => (isSure ? { isFilled: true } : {});

/**
 * The text of a here-document in quotes that `cat` alone prints, as `$(…)` puts it in: it stands in the line like any other text.
 * Undefined where an old shell, which looks for the end of the substitution in the text, too, could find another one.
 */
export function writtenText({ commands, errors }: ParsedScript): string | undefined {
  const [statement, ...more] = commands;
  const command = statement?.command;
  if (more.length > 0 || errors?.length || statement?.background || command?.type !== "Command") return undefined;
  const [document, ...others] = command.redirects;
  if (command.name?.text !== "cat" || command.prefix.length + command.args.length + others.length > 0) return undefined;
  if (document?.type !== "HereDoc" || document.operator !== "<<" || document.descriptor) return undefined;
  const { text } = document.body;
  const isTold = document.delimiter?.quoted === true && !text.includes("\0") && isBalanced(text);
  return isTold ? text.replace(/\n+$/, "") : undefined;
}

function isBalanced(text: string): boolean {
  if (["'", '"', "`"].some((quote) => text.split(quote).length % 2 === 0)) return false;
  let depth = 0;
  for (const character of text) {
    if (character === "(") depth++;
    else if (character === ")" && depth-- === 0) return false;
  }
  return depth === 0;
}

/** The walk over a script in a substitution: the same for as long as nothing is set and the folder stays. */
export class WalkedScripts<Walked extends WalkedScript> {
  private readonly known = new Map<ParsedScript, { walk: Walked; folders: Folders; version: number }>();

  /** @param version  of the values that are set */
  get(script: ParsedScript, folders: Folders, version: number, walkOver: () => Walked): Walked {
    const before = this.known.get(script);
    if (before?.folders === folders && before.version === version) return before.walk;
    const walk = walkOver();
    this.known.set(script, { walk, folders, version });
    return walk;
  }
}
