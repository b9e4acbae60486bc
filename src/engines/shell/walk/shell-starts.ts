import { LOSERS } from "../floor/effects.ts";
import type { Input } from "../part.ts";
import { SHELL_NAMES } from "../programs/interpreters.ts";
import { behindIn } from "../scan.ts";
import { isAnything, isLiteral, type ShellWord } from "../words.ts";

/** What a command starts in its turn. */
export type Inner =
  | { readonly kind: "words"; readonly words: readonly ShellWord[]; readonly folder?: ShellWord }
  | { readonly kind: "script"; readonly text: string }
  | { readonly kind: "unseen"; readonly why: string; readonly isHidden?: boolean };

const SHELLS = new Set(SHELL_NAMES);
export const isShell = (program: string): boolean => SHELLS.has(program);

/**
 * The ways in which a text may be read by the shell that runs it. Bash knows quotes and redirections that others take apart:
 * `$'a\\'; touch m #'` is one word to it, and two commands to dash.
 */
export function readingsOf(text: string): readonly string[] {
  const plain = text.replace(/\$(?=["'])/g, "\\$").replaceAll("&>", "& >");
  return plain === text ? [text] : [text, plain];
}

/** What a shell runs by its words or by what it reads. Options may stand in bundles, `-rc`, `-euo NAME`, `+xc`, and behind the one that asks for a script. */
export function shellStarts(rest: readonly ShellWord[], input: Input): readonly Inner[] {
  const first: Inner[] = [];
  let takesScript = false;
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index] as ShellWord;
    const found = startedBy(word, rest.slice(index + 1), takesScript, input);
    if (found !== undefined) return [...first, found];
    takesScript ||= asksForScript(word);
    const values = rest.slice(index + 1, index + 1 + valuesBehind(word));
    // It runs such a file before all else, as it would run a script.
    if (STARTS_UP.test(word.text)) first.push(...values.flatMap((value) => startedBy(value, [], false, input) ?? []));
    index += values.length;
    if (!takesScript && /^-[a-zA-Z]*s[a-zA-Z]*$/.test(word.text)) break;
  }
  return [...first, takesScript ? { kind: "unseen", why: "the shell's script is missing" } : readScript(input)];
}

const STARTS_UP = /^--(?:rcfile|init-file)$/;

/** Undefined for an option that starts nothing by itself. */
function startedBy(
  word: ShellWord,
  later: readonly ShellWord[],
  takesScript: boolean,
  input: Input,
): Inner | undefined {
  const { text } = word;
  const isOption = /^[-+]/.test(text);
  if (!isLiteral(word) && (isOption || !takesScript))
    return { kind: "unseen", why: NOT_KNOWN, isHidden: takesScript || /[<>]\(/.test(text) };
  if (text === "--version" || text === "--help") return { kind: "words", words: [] };
  const attached = attachedScript(word);
  if (attached !== undefined) return scriptOf(attached);
  if (takesScript) return isBundle(text) || /^--?$/.test(text) ? undefined : scriptBehind(word, later);
  if (isOption) return undefined;
  // A script file: the project's own code, unless it is a stream.
  return /^\/dev\/(?!null$)|^\/proc\//.test(text) ? readScript(input) : { kind: "words", words: [] };
}

const isBundle = (text: string): boolean => /^[-+][a-zA-Z@]+$/.test(text);
const asksForScript = ({ text }: ShellWord): boolean => text === "--command" || (isBundle(text) && text.includes("c"));
/** Each letter of a bundle takes a word of its own. */
const valuesBehind = ({ text }: ShellWord): number =>
  isBundle(text) ? (text.match(/[oO]/g)?.length ?? 0) : STARTS_UP.test(text) ? 1 : 0;

const NOT_KNOWN = "what the shell runs is not known before it runs";

function scriptBehind(script: ShellWord, later: readonly ShellWord[]): Inner {
  const takesUp = later.some(isAnything) && /\$[\d@*{]/.test(script.text) && LOSERS.test(script.text);
  if (takesUp) return { kind: "unseen", why: "what the script is given is not known before it runs", isHidden: true };
  return scriptOf(script);
}

/** Of fish, which takes its script behind other letters as well. */
function attachedScript(word: ShellWord): ShellWord | undefined {
  const attached = /^-[a-zA-Z]*?c(?=[\s\S]*[^a-zA-Z@])|^--command=/.exec(word.text)?.[0];
  return attached === undefined ? undefined : behindIn(word, attached.length);
}

/** What a shell runs that reads its input. */
export function readScript(input: Input): Inner {
  if (input.kind === "text") return { kind: "script", text: input.text };
  return {
    kind: "unseen",
    why: "the shell runs what it reads",
    isHidden: input.kind === "unknown" && (input.isMade || input.files === undefined),
  };
}

/** A text of which a part is not known may be any command, and so destroy; a new file has a plain name. */
export const scriptOf = (word: ShellWord): Inner =>
  isLiteral(word) || word.standsFor?.glob === false
    ? { kind: "script", text: (word.standsFor ?? word).text }
    : {
        kind: "unseen",
        why: "the script it runs is not known before it runs",
        isHidden: !SETS_UP_SHELL.test(word.text),
      };

/** `eval "$(direnv hook bash)"`: what a tool prints for the shell that is to use it. */
const SETS_UP_SHELL =
  /^\$\((?:ssh-agent(?: -s)?|[\w.-]+ (?:hook|init|env|shellenv|activate|completion)(?: [\w=-]+)*)\)$/;
