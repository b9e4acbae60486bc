import { type Danger, type DangerContext, firstDanger, hidden, worstOf } from "../dangers/danger.ts";
import { spend, TOO_MUCH } from "../meant/work.ts";
import { readByGrammar } from "../option-grammar.ts";
import type { Part } from "../part.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { editedFiles } from "../programs/edited-files.ts";
import { gitWords } from "../programs/git/git-words.ts";
import { shapesOf } from "../programs/option-shapes.ts";
import {
  assignmentIn,
  behindIn,
  clusteredValues,
  hasLong,
  hasShort,
  optionValues,
  programName,
  scan,
} from "../scan.ts";
import { expandBraces } from "../walk/braces.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { addressFloor, codeFloor } from "./code.ts";
import {
  EFFECTS,
  type Effect,
  type EffectRow,
  GIT_EFFECTS,
  isDiskFormatter,
  type Says,
  type Targets,
} from "./effects.ts";
import { endingFloor } from "./ending.ts";
import { harm } from "./harm.ts";
import type { LeavesAlone } from "./leaves-alone.ts";
import { linksBelow, TOO_MANY_LINKS } from "./links-below.ts";
import { CONTAINERS, mountsFloor } from "./mounts.ts";
import { fdFloor, searchFloor } from "./search-floor.ts";
import { SAYS_LOSES, untoldFloor } from "./untold.ts";
import { vitalOf } from "./vital.ts";
import { endsFiles, endsWhole, takesWhole } from "./whole-folder.ts";

/** What no mode lets run, whichever program does it: losing, overwriting or moving away what must not be lost. Pouring files into
 *  it, and what may be it, is asked for in every mode. */
export function floorDanger(part: Part, context: DangerContext): Danger | undefined {
  const written = part.redirections.flatMap(({ kind, target }) => (kind === "write" ? [target] : []));
  const found = firstDanger(written, (target) =>
    worstOf([
      harm("write", target, context),
      takesWhole([target], context, true) ? endsWhole("writes over", [target]) : undefined,
    ]),
  );
  return worstOf([found, wordsFloor(part.argv, context, part.assignments)]);
}

/** The same of the words of a command alone, its program first. */
export function wordsFloor(
  [program, ...words]: readonly ShellWord[],
  context: DangerContext,
  assignments: Part["assignments"] = [],
): Danger | undefined {
  if (!program || !isLiteral(program)) return undefined;
  if (spend(words.length << 2)) return hidden(TOO_MUCH);
  const name = programName(program);
  if (name === "git") return gitFloor(words, assignments, context);
  if (CONTAINERS.test(name)) return mountsFloor(words, context);
  if (name === "find") return searchFloor(words, context);
  return worstOf([
    rowsFloor(name, words, context),
    /^fd(?:find)?$/.test(name) ? fdFloor(words, context) : undefined,
    untoldFloor(name, words, context),
    codeFloor(name, words, context),
    addressFloor([...words, ...assignments.map(({ value }) => value)], context),
    endingFloor(name, words, context),
    consoleFloor(name, words, context),
  ]);
}

/** Consoles whose commands write files: `.backup FILE`, `copy … to 'FILE'`, `w!FILE`. */
const CONSOLES = /^(?:sqlite3?|duckdb|psql|mysql|mariadb|ex|ed|vim?|nvim)$/;
const PLACES_IN_TEXT = /(?<![\w.:])[~/][\w.~/-]{1,200}/g;

function consoleFloor(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (!CONSOLES.test(name)) return undefined;
  const input = context.input.kind === "text" ? [literalWord(context.input.text)] : [];
  const texts = [...words, ...input].filter((word) => isLiteral(word) && /[\s!'"(]/.test(word.text));
  const vital = texts
    .flatMap(({ text }) => text.match(PLACES_IN_TEXT) ?? [])
    .find((path) => vitalOf(literalWord(path.replace(/^~(?=\/)/, context.options.home ?? "~")), context) !== undefined);
  return vital === undefined ? undefined : hidden(`what ${name} is told may overwrite ${vital}`);
}

const DISK_ROWS: readonly EffectRow[] = [{ effect: "format", targets: "operands" }];

/** The operands, and the values of long options. */
const namedBy = (words: readonly ShellWord[]): readonly ShellWord[] =>
  words
    .flatMap((word) => [word, ...assignmentIn(word).map(({ value }) => value)])
    .filter(({ text }) => !text.startsWith("-"));

function rowsFloor(name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const saysLoses = words.some(({ text }) => SAYS_LOSES.test(text));
  const vital = (saysLoses ? namedBy(words) : []).find(
    (word) => isLiteral(word) && /^(?:folder|all|own)$/.test(vitalOf(word, context) ?? ""),
  );
  const rows = isDiskFormatter(name) ? DISK_ROWS : (EFFECTS.get(packageName(name)) ?? throughRunner(name, words));
  return worstOf([
    vital && hidden(`it may delete what it names: ${vital.text}`),
    firstDanger(rows, (row) => rowFloor(row, asOptions(name, words), context)),
  ]);
}

/** What a program surely changes of what its words name, by the rows of the table. */
export function changedByRows(name: string, words: readonly ShellWord[], context: DangerContext): readonly ShellWord[] {
  const given = asOptions(name, words);
  const rows = (EFFECTS.get(packageName(name)) ?? throughRunner(name, words)).filter(
    ({ effect, targets, when, unless }) =>
      CHANGES_FILES.test(effect) &&
      !(typeof targets === "object" && "at" in targets) &&
      !(when && !says(when, given)) &&
      !(unless && leavesAlone(unless, given)),
  );
  return rows.flatMap(({ targets }) => targetsOf(targets, given, context));
}

const CHANGES_FILES = /^(?:lose|write|copy|pour)$/;

function rowFloor(row: EffectRow, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const { effect, targets, when, unless, follows, takesPatterns } = row;
  if ((when && !says(when, words)) || (unless && leavesAlone(unless, words))) return undefined;
  const use = scan(words);
  const below = hasShort(use, "rR") || hasLong(use, "--recursive");
  const named = targetsOf(targets, words, context);
  const linked = follows && says(follows, words) && (effect !== "mode" || below) ? linksBelow(named, context) : [];
  if (linked === undefined) return hidden(TOO_MANY_LINKS);
  const all = [...(takesPatterns ? named.flatMap(asPatterns) : named), ...linked];
  const ends = endsFiles(row, words, context, below);
  const whole = ends !== undefined && takesWhole(all, context, row.filesAlone === true && !below);
  return worstOf([
    firstDanger(all, (target) => harm(effect, target, context, below)),
    whole ? endsWhole(ends, all) : undefined,
  ]);
}

/** `tar xf a`: the first word of tar are options, with a dash or without. */
const asOptions = (name: string, words: readonly ShellWord[]): readonly ShellWord[] =>
  /^(?:bsd|g)?tar$/.test(name) && words[0] !== undefined && /^[a-zA-Z]+$/.test(words[0].text)
    ? [{ ...words[0], text: `-${words[0].text}` }, ...words.slice(1)]
    : words;

function says(what: Says, words: readonly ShellWord[]): boolean {
  if (typeof what !== "string") return words.some(({ text }) => what.test(text));
  const use = scan(words);
  return what.split(" ").some((name) => {
    if (/^--./.test(name)) return hasLong(use, name);
    return /^-[a-zA-Z]/.test(name) ? hasShort(use, name.slice(1)) : words.some(({ text }) => text === name);
  });
}

/** Whether options tell a program to leave what it names as it is: their values, what stands behind `--` and a name that a pattern finds do not. */
function leavesAlone({ by, beside }: LeavesAlone, words: readonly ShellWord[]): boolean {
  const given = words.map((word) => (isLiteral(word) || word.glob || /^-/.test(word.text) ? word : literalWord("x")));
  const read = readByGrammar(given, { options: `${by} ${beside}`, operands: "paths", strictGlobs: true });
  return read.kind === "known" && [...shapesOf(by).keys()].some((option) => read.use.options.has(option));
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
          ? words.flatMap((word) => (word.text.startsWith(option) ? [behindIn(word, option.length)] : []))
          : [...optionValues(words, option), ...clusteredValues(words, option)],
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

const hereOf = ({ folders }: DangerContext): readonly ShellWord[] =>
  folders.map((folder) => literalWord(folder ?? "."));

/** Whether git deletes or overwrites in its work tree, wherever that is. */
export const losesWhereItStands = ({ argv: [program, ...words] }: Part): boolean =>
  program !== undefined && programName(program) === "git" && gitEffect(words) !== undefined;

function gitEffect(words: readonly ShellWord[]): Effect | undefined {
  const [{ text: verb } = {}, ...rest] = gitWords(words).words;
  const row = verb !== undefined && Object.hasOwn(GIT_EFFECTS, verb) ? GIT_EFFECTS[verb] : undefined;
  return row && says(row.when, rest) ? row.effect : undefined;
}

const WRITES_BY_O = /^(?:archive|format-patch)$/;

function gitFloor(
  words: readonly ShellWord[],
  assignments: Part["assignments"],
  context: DangerContext,
): Danger | undefined {
  const [verb, ...rest] = gitWords(words).words;
  const cleaned = verb?.text === "clean" ? cleanedByGit(rest, context) : undefined;
  const outputs = untoldFloor(WRITES_BY_O.test(verb?.text ?? "") ? "" : "git", words, context);
  const removed = verb?.text === "rm" ? removedByGit(rest, context) : undefined;
  const effect = gitEffect(words);
  if (effect === undefined) return worstOf([outputs, removed]);
  const places = [
    ...optionValues(words, "-C", "--work-tree", "--prefix"),
    ...assignments.flatMap(({ name, value }) => (name === "GIT_WORK_TREE" ? [value] : [])),
  ];
  const folders = verb?.text === "worktree" ? [] : places.length > 0 ? places : hereOf(context);
  const named = effect === "lose" ? rest.filter((word) => !isLiteral(word) || verb?.text === "worktree") : [];
  return worstOf([outputs, firstDanger([...folders, ...named], (one) => harm(effect, one, context)), removed, cleaned]);
}

/** `git clean -fd` where git keeps nothing yet: all that is there. */
function cleanedByGit(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const use = scan(words);
  if (!hasShort(use, "d") || hasShort(use, "n") || hasLong(use, "--dry-run")) return undefined;
  const { operands } = use;
  const targets = operands.length > 0 ? operands : [literalWord(".")];
  const keepsNothing = context.folders.some(
    (folder) => folder !== undefined && context.options.facts?.keptByGit?.(folder)?.paths?.length === 0,
  );
  return keepsNothing && takesWhole(targets, context) ? endsWhole("deletes", targets) : undefined;
}

/** `git rm -r .`: all that it keeps, by paths, by patterns that git reads itself, or from the top on. */
function removedByGit(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (hasLong(scan(words), "--cached", "--dry-run") || hasShort(scan(words), "n")) return undefined;
  const isTop = words.some(({ text }) => /^:(?:\/|\(top\))(?:\.?|\*+)$/.test(text));
  const read = words.map((word) => ({ ...word, glob: word.glob || MAKES_PATTERN.test(word.text) }));
  return isTop || takesWhole(read, context) ? endsWhole("deletes", scan(words).operands) : undefined;
}

/** `ln -s / r`, `mount --bind ~ x`: a name under which what must not be lost would not be known. */
export function makesNameForVital({ argv, folders }: Part, options: CommandPolicyOptions): boolean {
  const [program, ...words] = argv;
  const makes = program && isLiteral(program) && MAKES_NAMES[programName(program)];
  if (!makes || !words.some(({ text }) => makes.test(text))) return false;
  return scan(words).operands.some((word) => vitalOf(word, { folders, options }) !== undefined);
}

const MAKES_NAMES: Readonly<Record<string, RegExp>> = {
  ln: /^-[a-zA-Z]*s|^--symbolic$/,
  cp: /^-[a-zA-Z]*[sl]|^--(?:symbolic-)?link$/,
  mount: /^(?:-B|-R|--r?bind|-o)$/,
};
