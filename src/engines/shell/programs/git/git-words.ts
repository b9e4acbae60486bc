import { isLiteral, type ShellWord } from "../../words.ts";

/** A git command without the options that stand before the sub-command. */
export interface GitWords {
  /** The sub-command and its words. */
  readonly words: readonly ShellWord[];
  /** Folders of `-C`, which name another repository. */
  readonly folders: readonly ShellWord[];
  /** Why the options before the sub-command are not harmless. */
  readonly problem?: string;
  readonly problemWord?: string;
  readonly isVersion: boolean;
}

const HARMLESS = new Set([
  "--no-pager",
  "-P",
  "--no-optional-locks",
  "--literal-pathspecs",
  "--glob-pathspecs",
  "--noglob-pathspecs",
  "--icase-pathspecs",
  "--no-replace-objects",
  "--no-lazy-fetch",
  "--no-advice",
]);
const WITH_VALUE = new Set([
  "-C",
  "-c",
  "--git-dir",
  "--work-tree",
  "--namespace",
  "--config-env",
  "--exec-path",
  "--attr-source",
  "--super-prefix",
]);
/** Settings that only change how things look. */
const HARMLESS_SETTING =
  /^(?:(?:color\.[\w.]+|core\.(?:quotepath|abbrev)|diff\.(?:noprefix|context|renames|algorithm|mnemonicprefix)|log\.(?:date|decorate|abbrevcommit)|advice\.\w+|status\.\w+|user\.(?:name|email)|column\.\w+)(?:=|$)|core\.pager=(?:cat)?$|commit\.gpgsign=false$|gc\.auto=0$)/i;

export function gitWords(words: readonly ShellWord[]): GitWords {
  const folders: ShellWord[] = [];
  let problem: { problem: string; problemWord: string } | undefined;
  let isVersion = false;
  let index = 0;
  for (; index < words.length; index++) {
    const word = words[index];
    if (!word?.text.startsWith("-")) break;
    const name = word.text.split("=")[0] ?? "";
    // Behind its name an option may say what is not known.
    if (!isLiteral(word) && !(WITH_VALUE.has(name) && name.startsWith("--") && word.text.includes("="))) break;
    if (HARMLESS.has(word.text)) continue;
    if (word.text === "--version" || word.text === "-v") {
      isVersion = true;
      continue;
    }
    const value = WITH_VALUE.has(word.text) ? words[++index] : undefined;
    if (name === "-C" && value) folders.push(value);
    else if (name === "-c" && value && isLiteral(value) && HARMLESS_SETTING.test(value.text)) continue;
    else problem ??= { problem: `git ${name} may start a program or use another repository`, problemWord: word.text };
  }
  return { words: words.slice(index), folders, isVersion, ...problem };
}

/** More than git itself ever writes in one word: behind those each part counts by itself. */
const COLONS_MAX = 8;

/** What may be the path in `REVISION:PATH`: a revision may hold colons itself, as in `HEAD@{10:00}:a` and `:/fix: b`. */
export function behindColons(text: string): readonly string[] {
  const [, ...parts] = text.split(":");
  const rests = parts.slice(0, COLONS_MAX).map((_, index) => parts.slice(index).join(":"));
  return [...rests, ...new Set(parts.slice(COLONS_MAX))];
}
