import { type Danger, type DangerContext, danger, firstDanger, hidden, unresolved, worstOf } from "../dangers/danger.ts";
import { isDiskFormatter, isNarrowed, leadingPaths } from "../dangers/files.ts";
import type { Part } from "../part.ts";
import { gitWords } from "../programs/git-words.ts";
import { hasLong, hasShort, optionValues, programName, scan } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { takesCode } from "../dangers/code.ts";
import { isShell } from "../wrappers.ts";
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

const DISK_ROWS: readonly EffectRow[] = [{ effect: "write", targets: "operands" }];

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
    case "rest":
      return words.some(({ text }) => text.startsWith("--reference")) ? operands : operands.slice(1);
    case "sources":
      return operands.slice(0, -1);
    case "target":
      return operands.slice(-1);
    case "here":
      return hereOf(context);
    default: {
      const values = targets.options.flatMap((option) =>
        option.endsWith("=")
          ? words.flatMap((word) => (word.text.startsWith(option) ? [cut(word, option.length)] : []))
          : optionValues(words, option),
      );
      return values.length === 0 && targets.orHere ? hereOf(context) : values;
    }
  }
}

const cut = (word: ShellWord, length: number): ShellWord => ({ ...word, text: word.text.slice(length) });
const hereOf = ({ folders }: DangerContext): readonly ShellWord[] =>
  folders.flatMap((folder) => (folder === undefined ? [] : [literalWord(folder)]));

const LOST: Readonly<Record<Effect, readonly Vital[]>> = {
  lose: ["folder", "all", "file", "disk", "own"],
  mode: ["all", "own"],
  write: ["all", "file", "disk", "own"],
  pour: ["all", "disk", "own"],
};
const WORDS: Readonly<Record<Effect, string>> = {
  lose: "deletes, empties or moves away",
  mode: "changes modes or owners of",
  write: "overwrites",
  pour: "pours files into",
};
const WHAT: Readonly<Record<Vital, string>> = {
  folder: "a home, a root or a folder of the system",
  all: "everything in a home, a root or a folder of the system",
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
  return target.isAssembled === "read" && effect !== "pour"
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

/** `find ~ -exec sh -c '…' _ {} \;`: what a shell or an interpreter does to each file is not read. */
function searchFloor(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const starts = words.some((word, index) => {
    const name = programName(words[index + 1] ?? literalWord(""));
    return /^-(?:exec|execdir)$/.test(word.text) && (isShell(name) || takesCode(name));
  });
  if (!starts || isNarrowed(words)) return undefined;
  return leadingPaths(words).some((start) => vitalOf(start, context) !== undefined)
    ? hidden("what it runs for every file of a home, a root or the system is not known")
    : undefined;
}

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
