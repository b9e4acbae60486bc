import { mayHarm } from "../dangers/index.ts";
import { isDiskFormatter } from "../floor/effects.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { INTERPRETERS, SHELL_NAMES } from "../programs/interpreters.ts";
import { programName } from "../scan.ts";
import { literalWord } from "../words.ts";

/** So many lines of a text that may be of any kind are each read as commands. */
const READ_ALL_MAX = 60;
const RUNS = new Set([...SHELL_NAMES, ...INTERPRETERS, "eval", "source", ".", "exec", "alias", "trap", "sudo", "doas"]);

/** Of the lines of a text that nobody is known to run: of many those alone in which a word names what harms, or what a rule denies. */
export function meantInProse(texts: readonly string[], { rules }: CommandPolicyOptions): readonly string[] {
  const all = [...new Set(texts)];
  if (all.length <= READ_ALL_MAX) return all;
  const denied = (rules?.deny ?? []).map((rule) => (rule.includes("@") ? [] : wordsOf(rule.replace(/^\w+\(/, ""))));
  // A kind of work, or what is denied by no word of it, may be any command.
  if (denied.some((words) => words.length === 0)) return all;
  const isDenied = new Set(denied.flat());
  return all.filter((text) => {
    const words = text.replace(/['"\\]/g, "").split(/[\s;&|<>(){},]+/);
    return (
      words.some(mayBeRun) ||
      PUTS_TOGETHER.test(text) ||
      /[*?[]/.test(words[0] ?? "") ||
      wordsOf(text).some((word) => isDenied.has(word))
    );
  });
}

/** Signs by which a shell writes, or makes words of what does not stand there. */
const PUTS_TOGETHER = /[$`>~]|\(\s*\)|\\x/;

/** Also as a pattern that is a path. */
function mayBeRun(word: string): boolean {
  const name = programName(literalWord(word.replace(/^\W+|[;|&)]+$/g, "")));
  return mayHarm(name) || isDiskFormatter(name) || RUNS.has(name) || /\/[^*?[]*[*?[]/.test(word);
}

const wordsOf = (text: string): readonly string[] => text.match(/[\w+-]{2,}/g) ?? [];
