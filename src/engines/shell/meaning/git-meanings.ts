import type { CommandPolicyOptions } from "../policy-types.ts";
import { splitWords } from "../rules.ts";
import { assignmentIn, programName } from "../scan.ts";
import type { Unit } from "../walk/unit.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** What a command comes to under other words. */
export interface Meanings {
  /** Commands that do the same, program first. */
  readonly commands: readonly (readonly ShellWord[])[];
  /** Those of them that an alias stands for. */
  readonly aliased: readonly (readonly ShellWord[])[];
  /** Texts that a shell is given. */
  readonly scripts: readonly string[];
}

const NONE: Meanings = { commands: [], aliased: [], scripts: [] };
/** An alias may name an alias. */
const ALIAS_DEPTH_MAX = 6;
const WITH_VALUE = /^(?:-[Cc]|--(?:git-dir|work-tree|namespace|config-env|exec-path|attr-source|super-prefix))$/;
/** Settings that come from elsewhere: what an unknown sub-command means is not known then. */
const BRINGS_SETTINGS = /^(?:include\.|includeif\.|help\.autocorrect)/i;
const SETTINGS_VARIABLE = /^(?:GIT_CONFIG\w*|GIT_DIR|GIT_EXEC_PATH|HOME|XDG_CONFIG_HOME)$/;
const UNKNOWN: ShellWord = { text: "$UNKNOWN", certainty: "variable", glob: false };

/** Git's own parts, and commands of git that run others, for the commands whose work they do. */
const DOES: Readonly<Record<string, string>> = {
  "send-pack": "push",
  "http-push": "push",
  "remote-http": "push fetch clone pull",
  "remote-https": "push fetch clone pull",
  "remote-ftp": "push fetch clone pull",
  "remote-ftps": "push fetch clone pull",
  "subtree push": "push",
  "svn dcommit": "push",
  "p4 submit": "push",
  "fetch-pack": "fetch clone pull",
  "http-fetch": "fetch clone pull",
  "remote update": "fetch",
  pull: "fetch",
  "commit-tree": "commit",
  "fast-import": "commit",
  "update-index": "add rm",
  "read-tree": "reset checkout",
  "checkout-index": "checkout restore",
  switch: "checkout",
  restore: "checkout",
  checkout: "switch",
  "symbolic-ref": "checkout switch",
  "update-ref": "branch tag reset",
  mktag: "tag",
  "merge-recursive": "merge",
  "merge-resolve": "merge",
  "merge-octopus": "merge",
  "merge-subtree": "merge",
  "merge-ours": "merge",
  "cat-file": "show",
  "rev-list": "log",
  "diff-tree": "diff",
  "diff-index": "diff",
  "diff-files": "diff",
};
/** Options that the one word says, where a helper or a refspec has none. */
const SAYS: Readonly<Record<string, string>> = { "update-ref -d": "-D", "read-tree --reset": "--hard" };

/** What a git command does by an alias of the line or of the folder, as one of git's own parts, or by a refspec. */
export function gitMeanings(
  words: readonly ShellWord[],
  unit: Unit,
  options: CommandPolicyOptions,
  depth = 0,
): Meanings {
  const git = asGit(words);
  if (git === undefined) return NONE;
  const { before, verb, rest, isHelper } = git;
  if (verb === undefined || !isLiteral(verb)) return NONE;
  const plain = [literalWord("git"), ...before, verb, ...rest];
  const commands = [
    ...(isHelper ? [plain] : []),
    ...doneBy(verb, rest).map((more) => [literalWord("git"), ...before, ...more]),
  ];
  const pushed = [...commands, plain].flatMap((one) => byRefspec(one));
  const alias = depth < ALIAS_DEPTH_MAX ? aliasOf(verb.text, before, unit, options) : undefined;
  if (alias === undefined) return { commands: [...commands, ...pushed], aliased: [], scripts: [] };
  if (alias.startsWith("!"))
    return { commands, aliased: [], scripts: [[alias.slice(1), ...rest.map(({ text }) => text)].join(" ")] };
  const meant = [literalWord("git"), ...before, ...splitWords(alias).map(wordOf), ...rest];
  const further = gitMeanings(meant, unit, options, depth + 1);
  return {
    commands: [...commands, ...pushed, meant, ...further.commands],
    aliased: [meant, ...further.aliased],
    scripts: further.scripts,
  };
}

const wordOf = (text: string): ShellWord => (text === UNKNOWN.text ? UNKNOWN : literalWord(text));

interface GitCommand {
  /** Options before the sub-command. */
  readonly before: readonly ShellWord[];
  readonly verb: ShellWord | undefined;
  readonly rest: readonly ShellWord[];
  /** `git-push`, the program of one sub-command. */
  readonly isHelper: boolean;
}

function asGit([program, ...words]: readonly ShellWord[]): GitCommand | undefined {
  if (program === undefined) return undefined;
  const name = programName(program);
  if (name.startsWith("git-")) return { before: [], verb: literalWord(name.slice(4)), rest: words, isHelper: true };
  if (name !== "git" && name !== "hub") return undefined;
  let at = 0;
  while (words[at]?.text.startsWith("-")) at += WITH_VALUE.test(words[at]?.text ?? "") ? 2 : 1;
  return { before: words.slice(0, at), verb: words[at], rest: words.slice(at + 1), isHelper: false };
}

function doneBy(verb: ShellWord, rest: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const plain = rest.find(({ text }) => !text.startsWith("-"));
  const two = plain === undefined ? undefined : DOES[`${verb.text} ${plain.text}`];
  const names = two ?? (Object.hasOwn(DOES, verb.text) ? DOES[verb.text] : undefined);
  const said = rest.flatMap(({ text }) => SAYS[`${verb.text} ${text}`] ?? []).map(literalWord);
  const left = two === undefined ? rest : rest.filter((word) => word !== plain);
  // `git checkout -- file` is what `git restore file` does.
  const restores = verb.text === "checkout" && rest.some(({ text }) => /^(?:--|\.|:.*)$/.test(text)) ? ["restore"] : [];
  return [...(restores.length > 0 ? [] : (names?.split(" ") ?? [])), ...restores].map((name) => [
    literalWord(name),
    ...said,
    ...left,
  ]);
}

/** `git push origin +main` forces, `git push origin :main` deletes, `--mirror` does both. */
function byRefspec(words: readonly ShellWord[]): readonly (readonly ShellWord[])[] {
  const verb = words.findIndex(({ text }) => text === "push");
  if (verb < 0) return [];
  const rest = words.slice(verb + 1).map(({ text }) => text);
  const says = [
    ...(rest.some((text) => /^\+./.test(text) || text === "--mirror") ? ["--force"] : []),
    ...(rest.some((text) => /^\+?:./.test(text) || /^--(?:mirror|prune)$/.test(text)) ? ["--delete"] : []),
  ];
  return says.length === 0 ? [] : [[...words, ...says.map(literalWord)]];
}

/** What an alias of that name stands for; a text that is not known where it may stand for anything. */
function aliasOf(
  name: string,
  before: readonly ShellWord[],
  unit: Unit,
  options: CommandPolicyOptions,
): string | undefined {
  if (isOwnCommand(name)) return undefined;
  const variables = [...unit.part.assignments, ...(options.lineSettings?.variables ?? [])];
  const found = lineSettings(before, variables).find((one) => one.name.toLowerCase() === `alias.${name.toLowerCase()}`);
  if (found !== undefined) return found.value;
  const kept = options.lineSettings?.aliases.get(name.toLowerCase());
  if (kept !== undefined) return kept;
  const folder = unit.part.folders[0];
  const known = folder === undefined ? undefined : options.facts?.gitAlias?.(folder, name);
  if (known !== undefined) return known;
  return isSetElsewhere(before, variables) || options.lineSettings?.isWritten === true ? UNKNOWN.text : undefined;
}

interface LineSetting {
  readonly name: string;
  readonly value: string;
}

type Variables = Unit["part"]["assignments"];

/** Settings by `-c`, `--config-env` and variables of the environment. */
function lineSettings(before: readonly ShellWord[], variables: Variables): readonly LineSetting[] {
  const heldBy = (variable: string): string | undefined => {
    const value = variables.findLast((one) => one.name === variable)?.value;
    return value !== undefined && isLiteral(value) ? value.text : undefined;
  };
  const given = before.flatMap((word, index): readonly LineSetting[] => {
    const next = before[index + 1];
    const isConfig = word.text === "-c";
    const text = isConfig || word.text === "--config-env" ? next?.text : /^--config-env=(.*)$/s.exec(word.text)?.[1];
    const [set] = text === undefined ? [] : assignmentIn(literalWord(text));
    if (set === undefined) return [];
    return [{ name: set.name, value: isConfig ? set.value.text : (heldBy(set.value.text) ?? UNKNOWN.text) }];
  });
  const counted = variables.flatMap(({ name, value }): readonly LineSetting[] => {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    return number === undefined
      ? []
      : [{ name: value.text, value: heldBy(`GIT_CONFIG_VALUE_${number}`) ?? UNKNOWN.text }];
  });
  return [...given, ...counted];
}

const isSetElsewhere = (before: readonly ShellWord[], variables: Variables): boolean =>
  before.some(
    ({ text }, index) =>
      /^--(?:exec-path=|config-env|git-dir)/.test(text) ||
      (before[index - 1]?.text === "-c" && BRINGS_SETTINGS.test(text)),
  ) || variables.some(({ name }) => SETTINGS_VARIABLE.test(name));

const OWN = new Set(
  (
    "add am annotate apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout " +
    "checkout-index cherry cherry-pick citool clean clone column commit commit-graph commit-tree config count-objects credential daemon describe " +
    "diagnose diff diff-files diff-index diff-tree difftool fast-export fast-import fetch fetch-pack filter-branch fmt-merge-msg for-each-ref " +
    "for-each-repo format-patch fsck gc grep gui hash-object help hook init index-pack instaweb interpret-trailers log ls-files ls-remote ls-tree " +
    "mailinfo mailsplit maintenance merge merge-base merge-file merge-index merge-ours merge-recursive merge-subtree merge-tree mergetool mktag mktree " +
    "mv name-rev notes p4 pack-objects pack-refs patch-id prune prune-packed pull push range-diff read-tree rebase receive-pack reflog remote repack " +
    "replace request-pull rerere reset restore rev-list rev-parse revert rm send-email send-pack shortlog show show-branch show-ref sparse-checkout " +
    "stage stash status stripspace submodule subtree svn switch symbolic-ref tag unpack-file unpack-objects update-index update-ref var version " +
    "verify-commit verify-pack verify-tag whatchanged worktree write-tree"
  ).split(" "),
);

/** Git looks at its own commands before any alias. */
const isOwnCommand = (name: string): boolean => OWN.has(name);
