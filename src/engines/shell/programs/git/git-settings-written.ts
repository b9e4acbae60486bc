import { isPlainWork } from "../../capability/git-work.ts";
import { Reading } from "../../option-grammar.ts";
import { isLiteral, type ShellWord } from "../../words.ts";
import { gitWords } from "./git-words.ts";

/** What of a repository's configuration file a use of git changes, and no more. */
export type GitSettingsWrite =
  /** Where branches go: `[branch "…"]`. */
  | { readonly kind: "branches" }
  /** Remotes, and the branches that go there; an address is one of the operands or stood there before. */
  | { readonly kind: "remotes"; readonly operands: readonly string[] }
  /** The one setting that `git config` names; `value` absent: it is taken away. */
  | { readonly kind: "setting"; readonly name: string; readonly value?: string };

type Operands = readonly [string, ...string[]];
type WriteOf = (operands: Operands) => GitSettingsWrite | undefined;

const OF_REMOTES: Readonly<Record<string, string>> = {
  add: "-ft:m: --fetch --tags --no-tags --track= --master=",
  rename: "--progress --no-progress",
  remove: "",
  rm: "",
  "set-url": "--push --add --delete",
  "set-branches": "--add",
};
/** Options of `git config` that leave it to the repository's own file, and what each has it do. */
const SETS = "--local --add --replace-all";
const UNSETS = "--local --unset --unset-all";
/** Sub-commands that write where branches go, and the words with which they do not. */
const OF_BRANCHES: Readonly<Record<string, RegExp>> = {
  checkout: /^(?:--|-p|--patch|-d|--detach|--no-track)$/,
  switch: /^(?:-d|--detach|--no-track)$/,
  branch:
    /^(?:-[avrli]+|--(?:all|remotes|list|verbose|show-current|sort|format|merged|no-merged|contains|no-contains|points-at)(?:=.*)?|--edit-description)$/s,
};
const UPSTREAM = /^(?:-[a-zA-Z]*u[a-zA-Z]*|--set-upstream)$/;

/** What a use of git changes in the configuration file of its repository, by a closed list of forms.
 *  @param words  without the program's name
 *  @returns undefined for what is not known to write there, and for more than these forms */
export function gitSettingsWritten(words: readonly ShellWord[]): GitSettingsWrite | undefined {
  const git = gitWords(words);
  const [verb, ...rest] = git.words;
  if (verb === undefined || git.problem !== undefined || ![verb, ...rest].every(isLiteral)) return undefined;
  if (verb.text === "config") return settingWritten(rest);
  if (verb.text === "remote") return remotesWritten(rest);
  return isPlainWork(verb.text, rest) && mayTrack(verb.text, rest) ? { kind: "branches" } : undefined;
}

function mayTrack(verb: string, words: readonly ShellWord[]): boolean {
  const keeps = Object.hasOwn(OF_BRANCHES, verb) ? OF_BRANCHES[verb] : undefined;
  if (keeps !== undefined) return words.length > 0 && !words.some(({ text }) => keeps.test(text));
  if (verb === "worktree") return words[0]?.text === "add";
  return /^(?:push|pull|fetch)$/.test(verb) && words.some(({ text }) => UPSTREAM.test(text));
}

function remotesWritten([verb, ...words]: readonly ShellWord[]): GitSettingsWrite | undefined {
  const options = verb && Object.hasOwn(OF_REMOTES, verb.text) ? OF_REMOTES[verb.text] : undefined;
  return options === undefined ? undefined : read(words, options, (operands) => ({ kind: "remotes", operands }));
}

function settingWritten(words: readonly ShellWord[]): GitSettingsWrite | undefined {
  const [verb, ...rest] = words;
  if (verb?.text === "set") return read(rest, "--local", settingTo);
  if (verb?.text === "unset") return read(rest, "--local", settingGone);
  return words.some(({ text }) => text.startsWith("--unset"))
    ? read(words, UNSETS, settingGone)
    : read(words, SETS, settingTo);
}

const settingTo: WriteOf = ([name, value, ...more]) =>
  value === undefined || more.length > 0 ? undefined : asNamed(name, value);
const settingGone: WriteOf = ([name, ...more]) => (more.length > 0 ? undefined : asNamed(name));

/** A setting by the name that git keeps it under. */
function asNamed(name: string, value?: string): GitSettingsWrite | undefined {
  const [, section, sub, key] = /^([A-Za-z0-9-]+)\.(?:(.*)\.)?([A-Za-z][A-Za-z0-9-]*)$/s.exec(name) ?? [];
  if (section === undefined || key === undefined) return undefined;
  const kept = [section.toLowerCase(), ...(sub === undefined ? [] : [sub]), key.toLowerCase()].join(".");
  return { kind: "setting", name: kept, ...(value === undefined ? {} : { value }) };
}

function read(words: readonly ShellWord[], options: string, writes: WriteOf): GitSettingsWrite | undefined {
  const reading = new Reading(words, { options, operands: "text" }, { values: "any" });
  if (reading.run() !== undefined) return undefined;
  const [first, ...more] = reading.finish().operands.map(({ text }) => text);
  return first === undefined ? undefined : writes([first, ...more]);
}
