import {
  type Danger,
  type DangerContext,
  danger,
  firstDanger,
  hidden,
  place,
  unresolved,
  worstOf,
} from "../dangers/danger.ts";
import { isNarrowed, leadingPaths } from "../found-files.ts";
import type { Part } from "../part.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { editedFiles } from "../programs/edited-files.ts";
import { gitWords } from "../programs/git-words.ts";
import { takesCode } from "../programs/interpreters.ts";
import { assignmentIn, hasLong, hasShort, optionValues, programName, scan } from "../scan.ts";
import { expandBraces } from "../walk/braces.ts";
import { isShell } from "../walk/shell-starts.ts";
import { isLiteral, literalWord, type ShellWord, withoutExpansions } from "../words.ts";
import { addressFloor, codeFloor } from "./code.ts";
import { EFFECTS, type Effect, type EffectRow, GIT_EFFECTS, isDiskFormatter, type Targets } from "./effects.ts";
import { endingFloor } from "./ending.ts";
import { MOUNTS, mountsFloor } from "./mounts.ts";
import { narrowedToVital } from "./narrowed-search.ts";
import { mayMatchVital, possibleWords } from "./possible-words.ts";
import { LOST, NAMED, namesShellFolder, vitalOf, whenEmpty } from "./vital.ts";

/** What no mode lets run, whichever program does it: losing, overwriting or moving away what must not be lost. Pouring files into
 *  it, and what may be it, is asked for in every mode. */
export function floorDanger(part: Part, context: DangerContext): Danger | undefined {
  const written = part.redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : []));
  const found = firstDanger(written, (target) => harm("write", target, context));
  return worstOf([found, wordsFloor(part.argv, context, part.assignments)]);
}

/** The same of the words of a command alone, its program first. */
export function wordsFloor(
  [program, ...words]: readonly ShellWord[],
  context: DangerContext,
  assignments: Part["assignments"] = [],
): Danger | undefined {
  if (!program || !isLiteral(program)) return undefined;
  const name = programName(program);
  if (name === "git") return gitFloor(words, assignments, context);
  if (MOUNTS.test(name)) return mountsFloor(words, context);
  if (name === "find") return searchFloor(words, context);
  return worstOf([
    rowsFloor(name, words, context),
    codeFloor(name, words, context),
    addressFloor([...words, ...assignments.map(({ value }) => value)], context),
    endingFloor(name, words, context),
  ]);
}

const DISK_ROWS: readonly EffectRow[] = [{ effect: "format", targets: "operands" }];

/** What a program that is in no table says of itself: `hg purge`, `--remove`. */
const SAYS_LOSES =
  /^-*(?:purge|clean(?:up|se)?|delete|remove|destroy|wipe|erase|prune|unlink|rm|del|format|truncate)(?:-[\w-]+)?$/i;

/** The operands, and the values of long options. */
const namedBy = (words: readonly ShellWord[]): readonly ShellWord[] =>
  words
    .flatMap((word) => [word, ...assignmentIn(word).map(({ value }) => value)])
    .filter(({ text }) => !text.startsWith("-"));

function rowsFloor(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const known = EFFECTS.get(packageName(name));
  if (known === undefined && words.some(({ text }) => SAYS_LOSES.test(text))) {
    const vital = namedBy(words).find(
      (word) => isLiteral(word) && /^(?:folder|all|own)$/.test(vitalOf(word, context) ?? ""),
    );
    if (vital) return hidden(`it may delete what it names: ${vital.text}`);
  }
  const rows = isDiskFormatter(name) ? DISK_ROWS : (known ?? throughRunner(name, words));
  return firstDanger(rows, (row) => {
    if (row.when && !words.some(({ text }) => row.when?.test(text))) return undefined;
    const use = scan(words);
    const below = hasShort(use, "rR") || hasLong(use, "--recursive");
    const named = targetsOf(row.targets, words, context);
    const targets = row.takesPatterns ? named.flatMap(asPatterns) : named;
    return firstDanger(targets, (target) => harm(row.effect, target, context, below));
  });
}

const MAKES_PATTERN = /[*?[{]/;

/** `'/home/{ann,eve}/*'`: what a program finds that reads patterns itself. */
const asPatterns = (word: ShellWord): readonly ShellWord[] =>
  isLiteral(word) && MAKES_PATTERN.test(word.text)
    ? (expandBraces(word.text) ?? [word.text]).map((text) => ({ ...word, text, glob: /[*?[]/.test(text) }))
    : [word];

/** `rimraf@5`, `npm:rimraf`: without version and scheme. */
const packageName = (name: string): string => name.replace(/^(?:npm|jsr):/, "").replace(/(?<=.)@[^/]*$/, "");

/** `npx rimraf ~`: what a runner of packages is given. */
function throughRunner(name: string, words: readonly ShellWord[]): readonly EffectRow[] {
  if (!/^(?:npx|bunx?|pnpx|dlx|npm|pnpm|yarn|deno|uvx?|pipx|busybox|toybox)$/.test(name)) return [];
  return words.flatMap((word) => EFFECTS.get(packageName(programName(word))) ?? []);
}

function targetsOf(targets: Targets, words: readonly ShellWord[], context: DangerContext): readonly ShellWord[] {
  const { operands } = scan(words);
  switch (targets) {
    case "operands":
      return operands;
    case "sources":
      return operands.slice(0, -1);
    case "target":
      return intoTarget(operands);
    case "here":
      return hereOf(context);
    default: {
      if ("at" in targets) return [literalWord(targets.at)];
      if ("editedBy" in targets) return editedFiles(targets.editedBy, words);
      const values = targets.options.flatMap((option) =>
        option.endsWith("=")
          ? words.flatMap((word) => (word.text.startsWith(option) ? [cut(word, option.length)] : []))
          : [...optionValues(words, option), ...clusteredValues(words, option)],
      );
      return values.length === 0 && targets.orHere ? hereOf(context) : values;
    }
  }
}

/** `-sSLo FILE`, `-qOFILE`: the same behind other letters. */
const clusteredValues = (words: readonly ShellWord[], option: string): readonly ShellWord[] =>
  !/^-[A-Za-z]$/.test(option)
    ? []
    : words.flatMap((word, index) => {
        const at = /^-[A-Za-z0-9#]+/.exec(word.text)?.[0].indexOf(option.slice(1), 2) ?? -1;
        if (at < 0 || !isLiteral(word)) return [];
        const next = words[index + 1];
        return word.text.length > at + 1 ? [cut(word, at + 1)] : next === undefined ? [] : [next];
      });

/** The last word, and what would stand there if it is a folder. */
function intoTarget(operands: readonly ShellWord[]): readonly ShellWord[] {
  const target = operands.at(-1);
  if (target === undefined || !isLiteral(target)) return operands.slice(-1);
  const names = operands.slice(0, -1).map(({ text }) => text.slice(text.lastIndexOf("/") + 1));
  const inside = names.filter((name) => /^\w/.test(name)).map((name) => literalWord(`${target.text}/${name}`));
  return [target, ...inside];
}

const cut = (word: ShellWord, length: number): ShellWord => ({
  ...word,
  text: word.text.slice(length),
  ...(word.standsFor === undefined ? {} : { standsFor: cut(word.standsFor, length) }),
});
const hereOf = ({ folders }: DangerContext): readonly ShellWord[] =>
  folders.map((folder) => literalWord(folder ?? "."));

const WORDS: Readonly<Record<Effect, string>> = {
  lose: "deletes, empties or moves away",
  mode: "changes modes or owners of",
  write: "overwrites",
  copy: "overwrites",
  format: "overwrites",
  pour: "pours files into",
};
function harm(effect: Effect, target: ShellWord, context: DangerContext, below = false): Danger | undefined {
  const code = effect === "mode" ? "D7" : "D1";
  const vital = vitalOf(target, context);
  if (vital !== undefined && (LOST[effect].includes(vital) || (below && vital === "folder" && effect === "mode")))
    return { ...danger(code, `it ${WORDS[effect]} ${NAMED[vital]} (${target.text})`), isCatastrophic: true };
  if (vital === "folder" && effect === "pour")
    return { ...danger(code, `it ${WORDS.pour} ${NAMED.folder} (${target.text})`), isHidden: true };
  if (!OVERWRITES.test(effect) && BEHIND_PROCESS.test(target.text))
    return hidden(`what it ${WORDS[effect]} is a place that a process holds: ${target.text}`);
  if (isLiteral(target)) return effect === "lose" ? allOfUnknown(target, context) : undefined;
  return harmOfUnknown(effect, target, context, below);
}

const OVERWRITES = /^(?:write|copy)$/;

/** Links whose targets are folders of whoever runs. */
const BEHIND_PROCESS = /^\/(?:proc\/[^/]+(?:\/task\/[^/]+)?\/(?:cwd|root|fd\/[^/]+)|dev\/fd\/[^/]+)\/./;

function harmOfUnknown(effect: Effect, target: ShellWord, context: DangerContext, below: boolean): Danger | undefined {
  if (target.standsFor === undefined && mayComeTo(effect, target, context, below))
    return hidden(`what it ${WORDS[effect]} may come to what must not be lost: ${target.text}`);
  if (effect === "write" && context.options.boundsWrites) return undefined;
  const isDestroyed = effect === "mode" ? below : !/^(?:pour|copy)$/.test(effect);
  if (target.standsFor === undefined && (isDestroyed ? !isTold(target, context) : mayBeAnything(target)))
    return hidden(`what it ${WORDS[effect]} is not told by the line: ${target.text}`);
  if (!OVERWRITES.test(effect) && mayBeVital(target, context))
    return hidden(`what it ${WORDS[effect]} may be what must not be lost: ${target.text}`);
  const isDoubtful = target.isAssembled === "read" ? effect !== "pour" : effect === "lose";
  return isDoubtful
    ? { ...unresolved(`what ${target.text} names is not known before it runs`), deletesUnknown: true }
    : undefined;
}

/** Whether each value that a word may have stands in the line: no command, no file and nobody else's variable says what is destroyed. */
const isTold = (target: ShellWord, context: DangerContext): boolean =>
  target.isComputed !== true && possibleWords(target, context)?.every(({ isOpen }) => !isOpen) === true;

/** Whether one of the values that the line gives its names makes of a word what must not be lost. */
function mayComeTo(effect: Effect, target: ShellWord, context: DangerContext, below: boolean): boolean {
  const words = possibleWords(target, context);
  if (words === undefined) return true;
  return words.some((word) => {
    if (word.isOpen) return (effect === "lose" || (effect === "mode" && below)) && mayMatchVital(word, context);
    const isWorkspace = effect === "lose" && place(word, context).region === "root";
    const found = harm(effect, word, context, below);
    return isWorkspace || found?.isCatastrophic === true || found?.isHidden === true;
  });
}

/** `cd "$(cat conf)" && rm -rf *`: everything, wherever that is. */
function allOfUnknown({ text }: ShellWord, { folders }: DangerContext): Danger | undefined {
  const isAll = /^[*?.](?:[*?.]|(?<!\/)\/)*$/.test(text);
  return isAll && folders.includes(undefined) ? hidden("it deletes all of a folder that is not known") : undefined;
}

/** Whether only running tells what a word names, and nothing around the unknown keeps it to a place. */
function mayBeAnything({ text, isComputed }: ShellWord): boolean {
  if (isComputed !== true) return false;
  const names = withoutExpansions(text, "\0").split("/");
  const first = names.findIndex((name) => name.includes("\0"));
  return first < 0 || names.slice(first + 1).includes("..") || (first === 0 && names[0] === "\0");
}

/** A word that is not known, where what it may come to must not be lost. */
function mayBeVital(target: ShellWord, context: DangerContext): boolean {
  const empty = whenEmpty(target);
  if (target.standsFor !== undefined) return place(target.standsFor, context).region === "root";
  return namesShellFolder(target) || (empty !== undefined && vitalOf(empty, context) !== undefined);
}

/** Whether git deletes or overwrites in its work tree, wherever that is. */
export const losesWhereItStands = ({ argv: [program, ...words] }: Part): boolean =>
  program !== undefined && programName(program) === "git" && gitEffect(words) !== undefined;

function gitEffect(words: readonly ShellWord[]): Effect | undefined {
  const verb = gitWords(words).words[0]?.text;
  const row = verb !== undefined && Object.hasOwn(GIT_EFFECTS, verb) ? GIT_EFFECTS[verb] : undefined;
  return row && words.some(({ text }) => row.when.test(text)) ? row.effect : undefined;
}

function gitFloor(
  words: readonly ShellWord[],
  assignments: Part["assignments"],
  context: DangerContext,
): Danger | undefined {
  const effect = gitEffect(words);
  if (effect === undefined) return undefined;
  const named = [
    ...optionValues(words, "-C", "--work-tree", "--prefix"),
    ...assignments.flatMap(({ name, value }) => (name === "GIT_WORK_TREE" ? [value] : [])),
  ];
  return firstDanger(named.length > 0 ? named : hereOf(context), (folder) => harm(effect, folder, context));
}

/** `find ~ -delete`; and `find ~ -exec sh -c '…' _ {} \;`: what a shell or an interpreter does to each file is not read. */
function searchFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const starts = leadingPaths(words).filter(isNarrowed(words) ? narrowedToVital(words, context) : () => true);
  const started = words.flatMap((word, index) =>
    /^-(?:exec|execdir|ok|okdir)$/.test(word.text) ? [programName(words[index + 1] ?? literalWord(""))] : [],
  );
  if (words.some(({ text }) => text === "-delete") || started.some(losesWhatItNames))
    return firstDanger(starts, (start) => harm("lose", start, context));
  const isUnread = started.some((name) => isShell(name) || takesCode(name));
  return isUnread && starts.some((start) => vitalOf(start, context) !== undefined)
    ? hidden("what it runs for every file of a home, a root or the system is not known")
    : undefined;
}

/** `ln -s / r`, `mount --bind ~ x`: a name under which what must not be lost would not be known. */
export function makesNameForVital({ argv, folders }: Part, options: CommandPolicyOptions): boolean {
  const [program, ...words] = argv;
  const makes = program && isLiteral(program) && MAKES_NAMES[programName(program)];
  if (!makes || !words.some(({ text }) => makes.test(text))) return false;
  return scan(words).operands.some((word) => vitalOf(word, { folders, options }) !== undefined);
}

/** `cp /bin/rm x`, `ln -s $(which rm) x`: what loses gets a name under which it is not known. */
export function renamesLoser([program, ...words]: readonly ShellWord[]): boolean {
  if (program === undefined || !/^(?:cp|ln|mv|install|cat|dd|rsync)$/.test(programName(program))) return false;
  return words.some(({ text }) => {
    const name = /(?:\bbin\/|\b(?:which|type -[pP]|command -v) +)([\w.-]+)["')`]*$/.exec(text)?.[1];
    return name !== undefined && (losesWhatItNames(name) || isShell(name));
  });
}

const MAKES_NAMES: Readonly<Record<string, RegExp>> = {
  ln: /^-[a-zA-Z]*s|^--symbolic$/,
  cp: /^-[a-zA-Z]*[sl]|^--(?:symbolic-)?link$/,
  mount: /^(?:-B|-R|--r?bind|-o)$/,
};

/** Whether a command does to what it names what no mode lets it do to a home. */
export const losesWhatItNames = (name: string): boolean =>
  (EFFECTS.get(name) ?? []).some(({ effect }) => effect === "lose" || effect === "mode");
