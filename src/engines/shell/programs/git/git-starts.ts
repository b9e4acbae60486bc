import { type GitSetting, startsProgram } from "../../git-settings.ts";
import { assignmentIn, clusteredValues, optionValues } from "../../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../../words.ts";
import { gitWords } from "./git-words.ts";

/** What git starts: a text that a shell reads, or words of their own. */
export type GitStart =
  | { readonly kind: "text"; readonly word: ShellWord }
  | { readonly kind: "words"; readonly words: readonly ShellWord[] };

/** By sub-command: the options whose value git runs, or gives to a shell. */
const OPTIONS: Readonly<Record<string, string>> = {
  rebase: "-x --exec",
  difftool: "-x --extcmd",
  grep: "-O --open-files-in-pager",
  fetch: "--upload-pack",
  pull: "--upload-pack",
  clone: "-u --upload-pack",
  "ls-remote": "--upload-pack --exec",
  "fetch-pack": "--upload-pack --exec",
  push: "--receive-pack --exec",
  "send-pack": "--receive-pack --exec",
  archive: "--exec",
  "filter-branch":
    "--setup --env-filter --tree-filter --index-filter --parent-filter --msg-filter --commit-filter --tag-name-filter",
  "send-email": "--smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd",
  instaweb: "-d --httpd -b --browser",
  daemon: "--access-hook",
  svn: "--authors-prog",
};
/** What git runs, or gives to a shell, where it stands in the environment; many another program asks some of these as well. */
const VARIABLES =
  /^(?:GIT_(?:SSH(?:_COMMAND)?|PROXY_COMMAND|EXTERNAL_DIFF|ASKPASS)|SSH_ASKPASS|\w*PAGER|\w*EDITOR|VISUAL)$/;
/** What shows or edits a text for a person, or does nothing. */
const HARMLESS = /^(?:cat|true|false|:|less|more|vi|vim|nano|yes|no|on|off|always|never|user|\d+|)$/;

/** All that the words of a git command make it start, the program's name left out. */
export function gitStarts(rest: readonly ShellWord[]): readonly GitStart[] {
  const [verb, ...words] = gitWords(rest).words;
  const name = verb?.text ?? "";
  const options = Object.hasOwn(OPTIONS, name) ? (OPTIONS[name]?.split(" ") ?? []) : [];
  const values = [
    ...optionValues(words, ...options),
    ...options.flatMap((option) => clusteredValues(words, option)),
    ...settingsIn(rest, name, words).flatMap(({ name: key, value }) => ofSetting(key, value)),
  ];
  return [
    ...values.map((word): GitStart => ({ kind: "text", word })),
    ...startedByWords(name, words),
    // As git's own helper reads it, where `% ` is a space in a word.
    ...rest.flatMap(({ text }): readonly GitStart[] =>
      text.startsWith("ext::") ? [{ kind: "text", word: literalWord(text.slice(5).replaceAll("%", "")) }] : [],
    ),
  ];
}

function startedByWords(verb: string, words: readonly ShellWord[]): readonly GitStart[] {
  const [first, ...rest] = words.filter(({ text }) => !/^(?:--recursive|--quiet|-q)$/.test(text));
  if (verb === "submodule" && first?.text === "foreach")
    return rest.length === 1 && rest[0] ? [{ kind: "text", word: rest[0] }] : [{ kind: "words", words: rest }];
  if (verb === "bisect" && first?.text === "run") return [{ kind: "words", words: rest }];
  if (verb === "merge-index") return [{ kind: "words", words: words.filter(({ text }) => !/^-[oq]$/.test(text)) }];
  if (verb !== "for-each-repo") return [];
  const at = words.findIndex(({ text }, index) => !text.startsWith("-") && words[index - 1]?.text !== "--config");
  return at < 0 ? [] : [{ kind: "words", words: [literalWord("git"), ...words.slice(at)] }];
}

interface Set {
  readonly name: string;
  readonly value: ShellWord;
}

/** By `-c`, `--config-env`, and by `git config` for what follows: whichever of its words is the key. */
function settingsIn(rest: readonly ShellWord[], verb: string, words: readonly ShellWord[]): readonly Set[] {
  const written = words.flatMap(({ text }, at) => {
    const value = words[at + 1];
    return verb === "config" && value !== undefined && /^[\w-]+\.[^=]+$/.test(text) ? [{ name: text, value }] : [];
  });
  return [
    ...optionValues(rest, "-c", "--config").flatMap(assignmentIn),
    ...(verb === "clone" ? clusteredValues(words, "-c").flatMap(assignmentIn) : []),
    ...optionValues(rest, "--config-env").flatMap(assignmentIn).map(ofVariable),
    ...written,
  ];
}

/** The value is the one of a variable. */
const ofVariable = ({ name, value }: Set): Set => ({
  name,
  value: { ...value, text: `$${value.text}`, certainty: "variable" },
});

/** Section and key count in any case. */
const inSmall = (name: string): string => name.replace(/^[^.]*|[^.]*$/g, (piece) => piece.toLowerCase());

function ofSetting(name: string, value: ShellWord): readonly ShellWord[] {
  // What is not known may be a command of the shell.
  const setting: GitSetting = { name: inSmall(name), value: isLiteral(value) ? value.text : "!" };
  if (!startsProgram(setting) || HARMLESS.test(value.text)) return [];
  return [{ ...value, text: value.text.replace(/^!/, "") }];
}

/** The texts among what a line gives its variables that git runs, or gives to a shell. */
export function startedByVariables(variables: readonly Set[]): readonly ShellWord[] {
  return variables.flatMap(({ name, value }) => {
    if (!isLiteral(value)) return [];
    if (VARIABLES.test(name)) return HARMLESS.test(value.text) ? [] : [value];
    if (name === "GIT_CONFIG_PARAMETERS")
      return parametersIn(value.text).flatMap((one) => ofSetting(one.name, one.value));
    const number = /^GIT_CONFIG_VALUE_(\d+)$/.exec(name)?.[1];
    if (number === undefined) return [];
    const key = variables.find((one) => one.name === `GIT_CONFIG_KEY_${number}`)?.value.text;
    // A key that stands elsewhere may be any.
    return ofSetting(key ?? "core.editor", value);
  });
}

/** `'core.pager'='less' 'a.b=c'`, as git hands settings on to itself. */
const parametersIn = (text: string): readonly Set[] =>
  [...text.matchAll(/'([^'=]+)(?:'=')?=?([^']*)'/g)].map(([, name = "", value = ""]) => ({
    name,
    value: literalWord(value),
  }));
