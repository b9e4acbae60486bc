import { phrase } from "../../base/phrase.ts";
import { plainName } from "../../base/plain-name.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { isCommand } from "./slip.ts";

/** The flags of a run whose value is a list of tools or of rules about them, by their names without case and dashes. */
const LISTS: ReadonlySet<string> = new Set(["allowedtools", "disallowedtools", "tools", "allowtool", "denytool"]);

/**
 * The words of a run with `--allowedTools A B` as `--allowedTools A,B`: other agents part such lists by blanks, too. Only what names a
 * tool belongs to a list.
 * @throws {UserError} where a word may as well be the beginning of the prompt
 */
export async function withJoinedLists(argv: readonly string[]): Promise<readonly string[]> {
  if (isCommand(argv[0] ?? "")) return argv;
  const words: string[] = [];
  for (let index = 0; index < argv.length; ) {
    const word = argv[index] ?? "";
    if (word === "--") return [...words, ...argv.slice(index)];
    const length = listLength(word, argv[index + 1]);
    words.push(...argv.slice(index, index + Math.max(1, length)));
    index += Math.max(1, length);
    if (length === 0 || !isPlain(argv[index])) continue;
    const more = await namesIn(argv.slice(index), word);
    if (more.length > 0) words.push([words.pop(), ...more].join(","));
    index += more.length;
  }
  return words;
}

/** How many words the flag of a list is, with its value; nought for any other word. */
function listLength(word: string, next: string | undefined): number {
  const [flag = "", inlined] = word.split("=", 2);
  if (!flag.startsWith("--") || !LISTS.has(plainName(flag))) return 0;
  if (inlined !== undefined) return 1;
  return isPlain(next) ? 2 : 0;
}

const isPlain = (word: string | undefined): word is string => word !== undefined && !word.startsWith("-");

/** The words at the beginning that name tools. */
async function namesIn(words: readonly string[], flag: string): Promise<readonly string[]> {
  const { isNearTool, namesTool } = await import("../../app/settings/rule-names.ts");
  const end = words.findIndex((word) => !isPlain(word));
  const plain = end === -1 ? words : words.slice(0, end);
  const other = plain.findIndex((word) => !namesTool(word));
  const names = other === -1 ? plain : plain.slice(0, other);
  const rest = plain.slice(names.length);
  const [first = "", ...others] = rest;
  const isWord = first !== "" && !/\s/.test(first);
  const hasPromptBehind = others.some((word) => /\s/.test(word)) || hasPrompt(words.slice(plain.length));
  const isSlip = isWord && isNearTool(first);
  if (isWord && (names.length > 0 || hasPromptBehind || isSlip)) throw unclear(names.at(-1) ?? first, flag);
  return names;
}

/** Whether a prompt of its own stands behind `-p`. */
const hasPrompt = ([flag, prompt]: readonly string[]): boolean =>
  (flag === "-p" || flag === "--print") && isPlain(prompt);

function unclear(word: string, flag: string): UserError {
  return new UserError(
    phrase`"${word}" behind ${flag} may be one more tool or the beginning of the prompt; part tools with commas, and put the prompt behind --.`,
    EXIT.usage,
  );
}
