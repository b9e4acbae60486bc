import type { Statement } from "unbash";
import type { Problem } from "../../part.ts";
import { isLiteral, type ShellWord } from "../../words.ts";

const ITEMS_MAX = 100;
/** A pattern below a named folder: what it finds is a path there, and no option. */
const PLACED_GLOB = /^(?:[\w.][\w. -]*)?\/[^{}]*$/;

/** Whether a loop's words are so few and so plain that each turn can be followed by itself. */
export const isFollowed = (words: readonly ShellWord[]): boolean =>
  words.length <= ITEMS_MAX && words.every((word) => isLiteral(word) && (!word.glob || PLACED_GLOB.test(word.text)));

/**
 * What is to be said of words that are not followed one by one: any of them that leads out of the folder, is all of it or an option, and all
 * of them where the body makes an option of each, or a place elsewhere: `-$o`, `/dev/$d`.
 */
export function strayWord(words: readonly ShellWord[], name: string, body: string): Problem | undefined {
  const isPut = new RegExp(`(?:^|[\\s"'=;(])[-/~][^\\s;]*\\$\\{?${name}\\b`).test(body);
  const stray = words.find((word) => isLiteral(word) && (isPut ? !/^\d+$/.test(word.text) : LEADS_OUT.test(word.text)));
  return (
    stray && {
      text: `the loop has more turns than are followed, one of them for ${stray.text} (run it in parts)`,
      blocks: "floor",
    }
  );
}

const LEADS_OUT = /^[/~]|(?:^|\/)\.\.(?:\/|$)|^-.|^(?:\.\/*)+$/;

/** What a loop does with what it goes over: its body may choose, or does the same with each. */
export const takenBy = (body: readonly Statement[]): Pick<ShellWord, "takes"> => ({
  takes: body.every(({ command }) => isSameEachTurn(command)) ? "each" : "some",
});

/** The words of a loop, with that. */
export function goneOver(words: readonly ShellWord[], body: readonly Statement[]): readonly ShellWord[] {
  const takes = takenBy(body);
  return words.map((word) => {
    const { standsFor } = word;
    if (standsFor?.takes === "each") return { ...word, standsFor: { ...standsFor, ...takes } };
    return isLiteral(word) && word.glob ? { ...word, ...takes } : word;
  });
}

const CHOOSES = /^(?:test|\[|break|continue|return|exit)$/;

function isSameEachTurn(node: Statement["command"]): boolean {
  if (node.type === "Redirected") return isSameEachTurn(node.command);
  if (node.type === "Pipeline") return node.commands.every(isSameEachTurn);
  return node.type === "Command" && !CHOOSES.test(node.name?.text ?? "");
}
