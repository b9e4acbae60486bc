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

/** What a shell runs by its words or by what it reads. */
export function shellStarts(rest: readonly ShellWord[], input: Input): Inner {
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index];
    if (!word || /^-[a-zA-Z]*s[a-zA-Z]*$/.test(word.text)) break;
    const found = startedBy(word, rest.slice(index + 1), input);
    if (found !== undefined) return found;
    if (/^[-+][oO]$|^--(?:rcfile|init-file)$/.test(word.text)) index++;
  }
  return readScript(input);
}

/** Undefined for an option that starts nothing. */
function startedBy(word: ShellWord, later: readonly ShellWord[], input: Input): Inner | undefined {
  const { text } = word;
  if (!isLiteral(word))
    return {
      kind: "unseen",
      why: "what the shell runs is not known before it runs",
      isHidden: /[<>]\(/.test(text),
    };
  if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text) || text === "--command") {
    const script = later.find((each) => !/^-[a-zA-Z]+$|^--$/.test(each.text));
    const takesUp = script && later.some(isAnything) && /\$[\d@*{]/.test(script.text) && LOSERS.test(script.text);
    if (takesUp) return { kind: "unseen", why: "what the script is given is not known before it runs", isHidden: true };
    return script ? scriptOf(script) : { kind: "unseen", why: "the shell's script is missing" };
  }
  // Of fish, which takes its script behind other letters as well.
  const attached = /^-[a-zA-Z]*?c(?=[\s\S]*[^a-zA-Z])|^--command=/.exec(text)?.[0];
  if (attached !== undefined) return scriptOf(behindIn(word, attached.length));
  if (text === "--version" || text === "--help") return { kind: "words", words: [] };
  if (/^[-+]/.test(text)) return undefined;
  // A script file: the project's own code, unless it is a stream.
  return /^\/dev\/|^\/proc\//.test(text) ? readScript(input) : { kind: "words", words: [] };
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
