import { takesCode } from "../dangers/code.ts";
import {
  type Danger,
  type DangerContext,
  danger,
  firstDanger,
  hidden,
  unresolved,
  worstOf,
} from "../dangers/danger.ts";
import { isDiskFormatter, isNarrowed, leadingPaths } from "../dangers/files.ts";
import type { Part } from "../part.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { gitWords } from "../programs/git-words.ts";
import { hasLong, hasShort, optionValues, programName, scan } from "../scan.ts";
import { isShell } from "../walk/wrappers.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { codeFloor } from "./code.ts";
import { EFFECTS, type Effect, type EffectRow, GIT_EFFECTS, type Targets } from "./effects.ts";
import { namesShellFolder, type Vital, vitalOf, whenEmpty } from "./vital.ts";

/** What no mode lets run, whichever program does it: losing, overwriting or moving away what must not be lost. Pouring files into
 *  it, and what may be it, is asked for in every mode. */
export function floorDanger(part: Part, context: DangerContext): Danger | undefined {
  const [program, ...words] = part.argv;
  const written = part.redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : []));
  const found = firstDanger(written, (target) => harm("write", target, context));
  if (!program || !isLiteral(program)) return found;
  const name = programName(program);
  if (name === "git") return worstOf([found, gitFloor(words, part, context)]);
  if (MOUNTS.test(name)) return worstOf([found, mountFloor(words, context)]);
  if (name === "find") return worstOf([found, searchFloor(words, context)]);
  return worstOf([found, rowsFloor(name, words, context), codeFloor(name, words, context)]);
}

const DISK_ROWS: readonly EffectRow[] = [{ effect: "format", targets: "operands" }];

function rowsFloor(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const rows = isDiskFormatter(name) ? DISK_ROWS : (EFFECTS.get(name) ?? throughRunner(name, words));
  return firstDanger(rows, (row) => {
    if (row.when && !words.some(({ text }) => row.when?.test(text))) return undefined;
    const use = scan(words);
    const below = hasShort(use, "rR") || hasLong(use, "--recursive");
    return firstDanger(targetsOf(row.targets, words, context), (target) => harm(row.effect, target, context, below));
  });
}

/** `npx rimraf ~`: what a runner of packages is given. */
function throughRunner(name: string, words: readonly ShellWord[]): readonly EffectRow[] {
  if (!/^(?:npx|bunx|pnpx|dlx|npm|pnpm|yarn|busybox|toybox)$/.test(name)) return [];
  return words.flatMap((word) => EFFECTS.get(programName(word)) ?? []);
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
      const values = targets.options.flatMap((option) =>
        option.endsWith("=")
          ? words.flatMap((word) => (word.text.startsWith(option) ? [cut(word, option.length)] : []))
          : optionValues(words, option),
      );
      return values.length === 0 && targets.orHere ? hereOf(context) : values;
    }
  }
}

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
  folders.flatMap((folder) => (folder === undefined ? [] : [literalWord(folder)]));

const LOST: Readonly<Record<Effect, readonly Vital[]>> = {
  lose: ["folder", "all", "added", "file", "disk", "own"],
  mode: ["all", "own"],
  format: ["disk"],
  write: ["all", "file", "disk", "own"],
  pour: ["all", "disk", "own"],
};
const WORDS: Readonly<Record<Effect, string>> = {
  lose: "deletes, empties or moves away",
  mode: "changes modes or owners of",
  write: "overwrites",
  format: "overwrites",
  pour: "pours files into",
};
const WHAT: Readonly<Record<Vital, string>> = {
  folder: "a home, a root or a folder of the system",
  all: "everything in a home, a root or a folder of the system",
  added: "the programs added to the system",
  file: "a file that the system needs",
  disk: "a disk",
  own: "Waymark's own folders",
};

function harm(effect: Effect, target: ShellWord, context: DangerContext, below = false): Danger | undefined {
  const code = effect === "mode" ? "D7" : "D1";
  const vital = vitalOf(target, context);
  if (vital !== undefined && (LOST[effect].includes(vital) || (below && vital === "folder" && effect === "mode")))
    return { ...danger(code, `it ${WORDS[effect]} ${WHAT[vital]} (${target.text})`), isCatastrophic: true };
  if (vital === "folder" && effect === "pour")
    return { ...danger(code, `it ${WORDS.pour} ${WHAT.folder} (${target.text})`), isHidden: true };
  if (isLiteral(target)) return undefined;
  if (effect !== "write" && mayBeVital(target, context))
    return { ...danger(code, `what it ${WORDS[effect]} may be what must not be lost: ${target.text}`), isHidden: true };
  const isDoubtful = target.isAssembled === "read" ? effect !== "pour" : effect === "lose";
  return isDoubtful
    ? { ...unresolved(`what ${target.text} names is not known before it runs`), deletesUnknown: true }
    : undefined;
}

/** A word that is not known, where what it may come to must not be lost. */
function mayBeVital(target: ShellWord, context: DangerContext): boolean {
  const empty = whenEmpty(target);
  return namesShellFolder(target) || (empty !== undefined && vitalOf(empty, context) !== undefined);
}

function gitFloor(words: readonly ShellWord[], part: Part, context: DangerContext): Danger | undefined {
  const verb = gitWords(words).words[0]?.text;
  const row = verb !== undefined && Object.hasOwn(GIT_EFFECTS, verb) ? GIT_EFFECTS[verb] : undefined;
  if (!row || !words.some(({ text }) => row.when.test(text))) return undefined;
  const named = [
    ...optionValues(words, "-C", "--work-tree", "--prefix"),
    ...part.assignments.flatMap(({ name, value }) => (name === "GIT_WORK_TREE" ? [value] : [])),
  ];
  return firstDanger(named.length > 0 ? named : hereOf(context), (folder) => harm(row.effect, folder, context));
}

/** `find ~ -delete`; and `find ~ -exec sh -c '…' _ {} \;`: what a shell or an interpreter does to each file is not read. */
function searchFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const starts = words.some((word, index) => {
    const name = programName(words[index + 1] ?? literalWord(""));
    return /^-(?:exec|execdir)$/.test(word.text) && (isShell(name) || takesCode(name));
  });
  if (isNarrowed(words)) return undefined;
  if (words.some(({ text }) => text === "-delete"))
    return firstDanger(leadingPaths(words), (start) => harm("lose", start, context));
  return starts && leadingPaths(words).some((start) => vitalOf(start, context) !== undefined)
    ? hidden("what it runs for every file of a home, a root or the system is not known")
    : undefined;
}

/** `ln -s / r`, `mount --bind ~ x`: a name under which what must not be lost would not be known. */
export function makesNameForVital({ argv, folders, input }: Part, options: CommandPolicyOptions): boolean {
  const [program, ...words] = argv;
  const makes = program && isLiteral(program) && MAKES_NAMES[programName(program)];
  if (!makes || !words.some(({ text }) => makes.test(text))) return false;
  return scan(words).operands.some((word) => vitalOf(word, { folders, input, options }) !== undefined);
}

const MAKES_NAMES: Readonly<Record<string, RegExp>> = {
  ln: /^-[a-zA-Z]*s|^--symbolic$/,
  cp: /^-[a-zA-Z]*[sl]|^--(?:symbolic-)?link$/,
  mount: /^(?:-B|-R|--r?bind|-o)$/,
};

/** Whether a command does to what it names what no mode lets it do to a home. */
export const losesWhatItNames = (name: string): boolean =>
  (EFFECTS.get(name) ?? []).some(({ effect }) => effect === "lose" || effect === "mode");

/** Programs that lose what they name, for finding them in code. */
export const LOSING_PROGRAMS: readonly string[] = [...EFFECTS.keys(), "find", "git"].filter((name) =>
  /^[a-z-]+$/.test(name),
);

const MOUNTS = /^(?:docker|podman|nerdctl)$/;

/** `-v /:/host`: a container that holds what must not be lost, to write. */
function mountFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  return firstDanger(optionValues(words, "-v", "--volume", "--mount"), (word) => {
    const source = /(?:^|,)(?:source|src)=([^,]*)/.exec(word.text)?.[1] ?? word.text.split(":")[0] ?? "";
    if (!/^[/~]/.test(source) || /:ro\b|readonly/.test(word.text)) return undefined;
    const vital = vitalOf({ ...word, text: source }, context);
    return vital === undefined
      ? undefined
      : { ...danger("D1", `the container may change ${WHAT[vital]} (${source})`), isHidden: true };
  });
}
