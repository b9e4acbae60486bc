import { choosesAnotherProject } from "./capability/another-project.ts";
import { EDITORS, takesElsewhere } from "./capability/edit-capability.ts";
import { folderAsRemote } from "./capability/git-capability.ts";
import { leavesWorkspace, namesElsewhere, namesSecret } from "./capability/paths-in-words.ts";
import type { DangerCode, DangerContext } from "./dangers/danger.ts";
import { dangerOf } from "./dangers/index.ts";
import { startsProgram } from "./git-settings.ts";
import { gitShowsSecret } from "./meaning/git-secrets.ts";
import { archiveShownBy } from "./meaning/shown-members.ts";
import type { Part } from "./part.ts";
import { isOfSystem, placeOf, readPlaceOf } from "./places.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { type GitSettingsWrite, gitSettingsWritten } from "./programs/git/git-settings-written.ts";
import { gitStarts } from "./programs/git/git-starts.ts";
import { gitWords } from "./programs/git/git-words.ts";
import { readWith } from "./programs/reader.ts";
import { readerOf } from "./programs/readers.ts";
import { keptBelow, surroundings, trustedName, unreadableBecause } from "./proof.ts";
import { calledAs } from "./reading-way.ts";
import { allows, isForAll, type ShellRule } from "./rules.ts";
import { programName } from "./scan.ts";
import type { Unit } from "./walk/unit.ts";
import { literalWord, type ShellWord } from "./words.ts";

/** Harm that a rule may allow when it names it: `shell(curl)` allows curl, `shell(git push)` no forced push. */
const NAMEABLE: ReadonlySet<DangerCode> = new Set<DangerCode>(["D2", "D3", "D5", "D8", "D9", "D10", "D11"]);
/** Options that choose another project, program or configuration, whatever the program. */
const CHOOSES_ANOTHER =
  /^(--?(prefix|script-shell|node-options|userconfig|globalconfig|cwd|dir|shell|init-file|rcfile|config-env|preload|exec|pre|use-compress-program|to-command|upload-pack|receive-pack|ext-diff|textconv|output|output-file|output-directory|open-files-in-pager|workspace-dir|directory|chdir|working-directory|project-directory|manifest-path|gemfile)(=|$))/;
/** A text that make or the shell works out, alone or as what a rule starts in the place of a program; another folder, other settings of make. */
const MAKES_ANOTHER =
  /^--(?:eval|file|makefile)|^-[a-zA-Z]*[CEf]|\$[({]|!=|^[\w.]+[:?+]*=(?:[^-\s]\S*\s|.*[;&|`<>\n])|^(?:SHELL|\.SHELLFLAGS|MAKEFILES|\w*MAKEFLAGS)\W/;
/** The same where only the program tells: what these are given starts programs, or writes and sends what a file says. */
const CHOOSES_FOR: Readonly<Record<string, RegExp>> = {
  curl: /^(?:-[a-zA-Z]*[Kx:]|--(?:config|engine|url|connect-to|resolve|proxy|preproxy|socks\w*|next|unix-socket|abstract-unix-socket|doh-url)(?:=|$))/,
  wget: /^(?:-[a-zA-Z]*[ie]|--(?:input-file|execute|config|use-askpass)(?:=|$))/,
  // A text that make works out may start commands; another file than the folder's own holds others.
  ...Object.fromEntries(["make", "gmake"].map((name) => [name, MAKES_ANOTHER])),
  node: /^(?:-r|--(?:require|import|loader|experimental-loader|env-file|env-file-if-exists)(?:=|$))/,
  ...Object.fromEntries(["vim", "vi", "nvim", "view"].map((name) => [name, /^(?:\+|-[cSsu]|--cmd)/])),
  emacs: /^(?:-[lfL]|--?(?:load|script|eval|execute|funcall))/,
  cmake:
    /^-[PCE]|^--toolchain|^-D ?CMAKE_\w*(?:TOOLCHAIN_FILE|INCLUDE)|^-D ?CMAKE_\w*(?:COMPILER|LAUNCHER|LINKER|PROGRAM|COMMAND|EMULATOR)\w*(?::\w+)?=.*[\s/;]/,
  ninja: /^-f/,
  just: /^-[fdc]|^--(?:justfile|working-directory|command)/,
  task: /^-[tdg]|^--(?:taskfile|global)/,
  rake: /^-[efrpEIR]|^--(?:execute|rakefile|require|libdir|rakelib)/,
  scons: /^-f|^--(?:file|makefile|sconstruct|site-dir)/,
  ant: /^-(?:f|file|buildfile|lib|logger|listener|inputhandler|main|propertyfile)(?:\b|$)/,
  bazel: /^--(?:\w*bazelrc|run_under|\w*action_env|override_\w+)/,
  meson: /^devenv$|^--(?:wrap|native-file|cross-file|gdb-path)/,
  ctest: /^-S|^--(?:script|build-and-test|test-command)/,
  tox: /^exec$|^-[cx]|^--(?:conf|override)/,
  nox: /^-f|^--noxfile/,
  lldb: /^-[a-zA-Z]*[oOsSkK]|^--(?:one-line|source)/,
  ...Object.fromEntries(["strace", "ltrace"].map((name) => [name, /^-[a-zA-Z]*o ?[|!]/])),
  pylint: /^--(?:load-plugins|init-hook|rcfile)/,
  mypy: /^--(?:python-executable|config-file)/,
  eslint: /^--(?:rulesdir|plugin|parser|resolve-plugins)|^(?:-f ?|--format[= ]?)\.{0,2}\//,
  rollup: /^-p|^--plugin/,
  ...Object.fromEntries(["mocha", "rspec", "rubocop"].map((name) => [name, /^-[rO]|^--(?:require|options)/])),
  phpunit: /^-d|^--bootstrap/,
  phpstan: /^-a|^--autoload-file/,
  rustc: /^-C ?linker|^--codegen|^-Z|^--sysroot/,
  javac: /^(?:@|-J|--?processor|-Xplugin)/,
  "pre-commit": /^try-repo$|^-c|^--config/,
  ruby: /^-(?:I|r\.)/,
  perl: /^-I/,
  php: /^-[dcz]/,
  java: /^(?:@|-(?:javaagent|agentlib|agentpath|Xbootclasspath))/,
  ...Object.fromEntries(["git mergetool", "git difftool"].map((name) => [name, /^(?:-[a-zA-Z]*t|--tool)/])),
  // What starts on the machine itself, or leads to another one's storage and settings.
  ...Object.fromEntries(
    ["docker", "podman", "nerdctl"].map((name) => [
      name,
      /^--(?:runtime|conmon|hooks-dir|network-cmd-path|module|storage-opt|storage-driver|use-api-socket|cgroup-manager|root|runroot|config|connection|identity|url)(?:[=-]|$)/,
    ]),
  ),
  "git clone": /^(?:-[a-zA-Z\d]*[uc]|--(?:config|template)(?:=|$))/,
  ...Object.fromEntries(["ld", "ar"].map((name) => [name, /^--?plugin/])),
  ...Object.fromEntries(["poetry", "uv", "julia"].map((name) => [name, /^-[CP]|^--project(?:=|$)/])),
  zip: /^-\w*T\w*T/,
  split: /^--fil/,
  tcpdump: /^-\w*z/,
  prettier: /^--plugin/,
  less: /^\+/,
  ...Object.fromEntries(
    ["gcc", "g++", "cc", "c++", "clang", "clang++"].map((name) => [
      name,
      /^(?:@|-wrapper|-B|-fplugin|-specs|-Xclang|-load|--ld-path|--config)/,
    ]),
  ),
};
/** Such options of programs that take the beginning of one for the whole; before the bar stands what tells it from others. */
const BEGINNINGS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    git: "u|pload-pack rec|eive-pack e|xec ext|-diff e|xtcmd textc|onv o|utput op|en-files-in-pager t|emplate t|ool c|onfig sep|arate-git-dir",
    make: "ev|al fi|le mak|efile dir|ectory",
    gmake: "ev|al fi|le mak|efile dir|ectory",
    npm: "pref|ix scr|ipt-shell node-o|ptions userc|onfig globalc|onfig",
    wget: "inp|ut-file exec|ute conf|ig use-a|skpass",
    curl: "conf|ig eng|ine conn|ect-to reso|lve prox|y prep|roxy socks|5-hostname nex|t uni|x-socket abs|tract-unix-socket doh|-url",
  }).map(([name, longs]) => [name, longs.split(" ")]),
);
const REMOVALS_MAX = 6;

/** Whether an allow rule speaks for this unit: its words come first, and nothing beside them does more than the rule says. */
export function coveredBy(rule: ShellRule, unit: Unit, options: CommandPolicyOptions): boolean {
  const { words, part } = unit;
  if (isForAll(rule)) return coveredWithAll(rule, unit, options);
  // What a wrapper starts is not what the user wrote the rule for: it needs its own.
  if (words.length === 0 || !allows(rule, words) || surroundings(part, options) !== undefined) return false;
  if (!words.every((word) => word.certainty === "literal")) return false;
  if (unit.danger && !namesDanger(rule, unit.danger.code, options)) return false;
  const extra = words.slice(rule.words.length);
  if (keptBelow(words, part, options) !== undefined) return false;
  return namesSettings(rule, words) ?? extraWordsAreSafe(rule, unit, extra, options);
}

/**
 * `shell` covers every command but the safety floor: what is never run, protected names and secrets, and harm beyond the working folder.
 * What reaches others or loses work in the repository wants `shell(*)`, which says that it means that too.
 */
function coveredWithAll(rule: ShellRule, unit: Unit, options: CommandPolicyOptions): boolean {
  const { words, part, danger } = unit;
  const isNamed = danger === undefined || danger.code === "unresolved" || (rule.namesAll && NAMEABLE.has(danger.code));
  if (danger?.isHidden || !isNamed || (!rule.namesAll && isPush(words))) return false;
  if (
    rule.isSandbox &&
    (unit.class === "network" ||
      readsOutside(unit, options) ||
      settingsChanged(words) !== undefined ||
      // What git keeps no sandbox covers.
      (unit.unproven !== undefined && unit.unproven === gitShowsSecret(words, part, options)) ||
      archiveShownBy(unit, options) !== undefined)
  )
    return false;
  return !readsOf(unit).some((word) => namesSecret(word, part, options));
}

/** A sandbox opens the configuration of a repository for where branches go; anything else there is a person's to allow. */
export function settingsChanged([program, ...words]: readonly ShellWord[]): SettingsChange | undefined {
  const written = trustedName(program) === "git" ? gitSettingsWritten(words) : undefined;
  return written?.kind === "branches" ? undefined : written;
}

type SettingsChange = Exclude<GitSettingsWrite, { readonly kind: "branches" }>;

/** A sandbox lets programs read the machine: what the text says is read elsewhere is still a person's to allow. */
function readsOutside({ words, part }: Unit, options: CommandPolicyOptions): boolean {
  const reads = knownReads(words);
  if (reads === undefined && words.slice(1).some((word) => namesElsewhere(word, part, options))) return true;
  const given = part.redirections.filter(({ kind }) => kind === "read").map(({ target }) => target);
  return [...(reads ?? []), ...given].some((word) => {
    const place = placeOf(word, part.folders, options);
    return /^(?:outside|above)$/.test(place.region) && !isOfSystem(place, options);
  });
}

const isPush = ([program, ...rest]: readonly ShellWord[]): boolean =>
  program !== undefined && programName(program) === "git" && gitWords(rest).words[0]?.text === "push";

/** Programs that show nothing of what they name. */
const SHOWS_NOTHING = /^(?:rm|rmdir|unlink|trash|touch|chmod)$/;

/** The words that are read as files, or all where no grammar tells. */
function readsOf({ words, part }: Unit): readonly ShellWord[] {
  if (SHOWS_NOTHING.test(trustedName(words[0]) ?? "")) return [];
  return [...(knownReads(words) ?? words.slice(1)), ...part.redirections.map(({ target }) => target)];
}

function knownReads(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const name = trustedName(words[0]);
  const reader = name === undefined ? undefined : readerOf(name);
  const result = reader && readWith(reader, words.slice(1));
  return result?.kind === "known" ? result.use.reads : undefined;
}

function namesDanger(rule: ShellRule, code: DangerCode, options: CommandPolicyOptions): boolean {
  if (!NAMEABLE.has(code) || rule.words.length === 0) return false;
  const context: DangerContext = { folders: [options.root], input: { kind: "inherited" }, options };
  return dangerOf(rule.words.map(literalWord), context)?.code === code;
}

const choosesAnother = (names: readonly string[], text: string): boolean =>
  CHOOSES_ANOTHER.test(text) ||
  names.some((name) => (Object.hasOwn(CHOOSES_FOR, name) && CHOOSES_FOR[name]?.test(text)) || beginsOption(name, text));

/** A short option tells what it does with the value behind it: `-p no:cacheprovider`. */
const withValue = ({ text }: ShellWord, next: ShellWord | undefined): string =>
  next !== undefined && /^-[a-zA-Z]$/.test(text) ? `${text} ${next.text}` : text;

function beginsOption(name: string, text: string): boolean {
  const given = /^--([\w-]+)/.exec(text)?.[1];
  if (given === undefined) return false;
  const longs = BEGINNINGS.get(name) ?? [];
  return longs.some((long) => given.startsWith(long.split("|")[0] ?? long) && long.replace("|", "").startsWith(given));
}

/** Reads the words by the program's grammar, without the options that the rule itself names. */
function extraWordsAreSafe(
  rule: ShellRule,
  unit: Unit,
  extra: readonly ShellWord[],
  options: CommandPolicyOptions,
): boolean {
  const { words, part } = unit;
  if (words.length === 2 && /^--(?:version|help)$/.test(words[1]?.text ?? "")) return true;
  const name = trustedName(words[0]);
  const reader = name === undefined ? undefined : readerOf(name);
  let rest = words.slice(1);
  for (let removal = 0; reader && removal <= REMOVALS_MAX; removal++) {
    const result = readWith(reader, rest);
    if (result.kind === "known")
      return result.use.reads.every(
        (read) => unreadableBecause(read, readPlaceOf(read, part.folders, options), false) === undefined,
      );
    if (result.isBeyondGrammar) break;
    const named = result.word !== "" && rule.words.slice(1).includes(result.word);
    if (!named) return false;
    if (!result.word.startsWith("-")) break;
    rest = rest.filter((word) => word.text !== result.word);
  }
  return !doesMore(rule, unit, extra, options);
}

/**
 * Whether a rule speaks of what git is told to keep: of remotes by the sub-command, of a setting by its name, and never of what git starts.
 * @returns undefined where git is told nothing of the kind
 */
function namesSettings(rule: ShellRule, words: readonly ShellWord[]): boolean | undefined {
  const written = settingsChanged(words);
  if (written === undefined) return undefined;
  if (written.kind === "setting") {
    const isNamed = rule.words.some((word) => word.toLowerCase() === written.name.toLowerCase());
    return isNamed && !startsProgram({ name: written.name, value: written.value ?? "" });
  }
  const options = words.filter(({ text }) => text.startsWith("-"));
  const isNamed = rule.words.length > 2 && options.every(({ text }) => rule.words.includes(text));
  // `x::` asks a program of that name.
  return (
    isNamed &&
    written.operands.every((value) => !/::|\/\/-/.test(value) && !startsProgram({ name: "remote.origin.url", value }))
  );
}

/** Whether a word beside those of the rule chooses what runs or where it goes, or leaves the workspace. */
function doesMore(rule: ShellRule, unit: Unit, extra: readonly ShellWord[], options: CommandPolicyOptions): boolean {
  const { words, part } = unit;
  // What makes stricter is asked of a program wherever it lies.
  const name = words[0] === undefined ? "" : programName(words[0]);
  const names = [name, calledAs(name, words.slice(1)), ...(/^python[\d.]*$/.test(name) ? moduleOf(words) : [])];
  return (
    extra.some((word, at) => choosesAnother(names, withValue(word, extra[at + 1]))) ||
    extra.some((word) => leavesWorkspace(word, part, options)) ||
    (!EDITORS.includes(trustedName(words[0]) ?? "") && (standsElsewhere(part, options) || isGivenText(part))) ||
    takesElsewhere(name, words.slice(1), part, options) ||
    (name === "git" && (reachesFolder(rule, unit, options) || startsMore(rule, words))) ||
    (!choosesProject(rule.words.map(literalWord)) && choosesProject(words)) ||
    namesAnotherPlace(rule, name, extra)
  );
}

/** More than the rule itself names. */
const startsMore = (rule: ShellRule, [, ...words]: readonly ShellWord[]): boolean =>
  gitStarts(words).length > gitStarts(rule.words.slice(1).map(literalWord)).length;

/** Of the program itself, or of the module that an interpreter starts as one. */
function choosesProject(words: readonly ShellWord[]): boolean {
  const name = words[0] === undefined ? "" : programName(words[0]);
  const [module] = /^python[\d.]*$/.test(name) ? moduleOf(words) : [];
  return module === undefined ? choosesAnotherProject(name, words) : choosesAnotherProject(module, words.slice(2));
}

/** A rule speaks for the project of the folder that is worked in: `cd sub && npm test` runs what another one says. */
export const standsElsewhere = ({ folders }: Part, { root }: CommandPolicyOptions): boolean =>
  folders.some((folder) => folder !== root);

/** What a line gives a program to read may be orders to it. */
export const isGivenText = ({ input }: Part): boolean =>
  input.kind === "unknown" || (input.kind === "text" && input.text !== "");

/** A folder in the place of a remote is a repository that no rule for the sub-command means. */
function reachesFolder(rule: ShellRule, { words, part }: Unit, options: CommandPolicyOptions): boolean {
  const folder = folderAsRemote(gitWords(words.slice(1)).words, part, options);
  return folder !== undefined && !rule.words.includes(folder);
}

/** `python3 -m pytest` is pytest. */
const moduleOf = ([, option, module]: readonly ShellWord[]): readonly string[] =>
  option?.text === "-m" && module !== undefined ? [module.text] : [];

/** Of curl and wget: the next word is a value. */
const TAKES_VALUE =
  /^(?:-[a-zA-Z]*[odHXAeumbcFwrCOPt]|--(?:output|data|data-\w+|json|header|request|user-agent|referer|user|max-time|cookie|cookie-jar|form|form-string|write-out|range|retry|retry-\w+|connect-timeout|limit-rate|output-document|directory-prefix|tries|timeout|post-data|method|body-data))$/;

/** A rule that names an address speaks of no other: a word that is no option and no value of one is an address more. */
const namesAnotherPlace = ({ words }: ShellRule, name: string | undefined, extra: readonly ShellWord[]): boolean =>
  words.length > 1 &&
  (name === "curl" || name === "wget") &&
  extra.some(({ text }, index) => !text.startsWith("-") && !TAKES_VALUE.test(extra[index - 1]?.text ?? ""));
