import { createGlobMatcher } from "../../../base/glob.ts";
import { namesVital, namesVitalAnywhere } from "../floor/code.ts";
import { EFFECTS, isDiskFormatter, LOSERS, LOSING_PROGRAMS } from "../floor/effects.ts";
import { floorDanger, wordsFloor } from "../floor/floor.ts";
import { CONTAINERS } from "../floor/mounts.ts";
import { possibleWords } from "../floor/possible-words.ts";
import { vitalOf } from "../floor/vital.ts";
import { spend, TOO_MUCH } from "../meant/work.ts";
import type { Part } from "../part.ts";
import { awkProblem } from "../programs/awk-script.ts";
import { INTERPRETERS, SHELL_NAMES, takesCode } from "../programs/interpreters.ts";
import { sedProblem } from "../programs/sed-script.ts";
import { assignmentIn, optionValues, programName, scan } from "../scan.ts";
import { startableWords } from "../starts/startable-words.ts";
import { isLiteral, literalWord, type ShellWord, staysBelow } from "../words.ts";
import { codeDanger } from "./code.ts";
import {
  type Danger,
  type DangerCheck,
  type DangerContext,
  danger,
  firstDanger,
  hidden,
  notKnown,
  place,
  unresolved,
  worstOf,
} from "./danger.ts";
import { FILE_DANGERS } from "./files.ts";
import { GIT_DANGERS } from "./git.ts";
import { codeInOptions } from "./inline-code.ts";
import { SERVICE_DANGERS } from "./services.ts";
import { settingDanger } from "./setting-commands.ts";
import { writeDanger } from "./write-danger.ts";

/** Every program with uses that the safety floor stops. */
const CHECKS: ReadonlyMap<string, DangerCheck> = new Map(
  [FILE_DANGERS, GIT_DANGERS, SERVICE_DANGERS].flatMap((family) => Object.entries(family)),
);
const SUFFIXES_MAX = 24;
const AWKS = new Set(["awk", "gawk", "mawk", "nawk"]);
/** Programs whose words are names and texts, never a command. */
const DATA_ONLY = new Set(
  "apt apt-get aptitude dnf yum pacman zypper apk brew port snap flatpak choco winget scoop pip pip3 pipx npm pnpm yarn bun cargo go make cmake man info tldr apropos whatis git-lfs say notify-send logger figlet cowsay".split(
    " ",
  ),
);

/** The harm a command could do by its own words, or undefined. Wrappers are looked through by the caller.
 *  @param words  program first */
export const dangerOf = (words: readonly ShellWord[], context: DangerContext): Danger | undefined =>
  spend(words.length << 2) ? hidden(TOO_MUCH) : harmOf(words, context);

function harmOf(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const [program, ...rest] = words;
  if (!program) return undefined;
  if (!isNamed(program))
    return context.options.isProse ? harmInProse(program, rest, context) : unknownProgram(program, rest, context);
  if (!context.options.isProse && /[^\x20-\x7e]/.test(program.text))
    return hidden("the program's name holds letters that may be mistaken for others");
  const name = programName(program);
  if (isDiskFormatter(name)) return danger("D6", "it makes a new file system");
  const found = ownHarm(name, rest, context);
  // Who may run anything as somebody else is given what to run among its words.
  if (found) return found.code === "D4" ? worstOf([hiddenCommand(rest, context), found]) : found;
  if (CONTAINERS.test(name)) return hiddenCommand(rest, context);
  if (takesCode(name)) return codeDanger(name, rest, context) ?? scriptFileDanger(rest, context);
  const script = scriptOf(name, rest, context);
  if (script !== undefined) return script.danger;
  return hiddenCommand(startableWords(name, rest, isKnownProgram), context);
}

const ownHarm = (name: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined =>
  worstOf([
    // No rule may name what it writes there, as it may what it does besides.
    protectedOutput(words, context),
    CHECKS.get(name)?.(words, context),
    // Where what it writes stays in the folder, it changes none that others read.
    context.options.boundsWrites ? undefined : settingDanger(name, words),
  ]);

/** And by where it stands and its output goes. */
export function dangerOfPart(part: Part, context: DangerContext): Danger | undefined {
  const within = { ...context, folders: part.folders, input: part.input };
  return worstOf([dangerOf(part.argv, within), floorDanger(part, within)]);
}

/** The words of a command that its program may start. */
export const startableOf = ([program, ...words]: readonly ShellWord[]): readonly ShellWord[] =>
  program === undefined ? [] : startableWords(programName(program), words, isKnownProgram);

/** Whether it is known of a program what it takes its words for. */
const isKnownProgram = (name: string): boolean => CHECKS.has(name) || DATA_ONLY.has(name) || AWKS.has(name);

/** Of a stream editor; undefined for another program. */
function scriptOf(
  name: string,
  words: readonly ShellWord[],
  context: DangerContext,
): { readonly danger: Danger | undefined } | undefined {
  if (AWKS.has(name)) return { danger: awkDanger(words, context) };
  const isSed = name === "sed" || name === "gsed";
  return isSed ? { danger: scriptDanger(sedScripts(words), context, sedProblem) } : undefined;
}

/** Whether a program's name is known. Below the folder a glob may stand for the folders that it lies in. */
const isNamed = ({ text, certainty, glob }: ShellWord): boolean =>
  certainty === "literal" && (!glob || (staysBelow(text) && /^[\w.+-]+$/.test(text.slice(text.lastIndexOf("/") + 1))));

/** It could be `rm` as well: hidden when this line makes its name or its input, or it is given what must not be lost. */
function unknownProgram(program: ShellWord, rest: readonly ShellWord[], context: DangerContext): Danger {
  const { input } = context;
  const isHidden =
    program.isAssembled ||
    (isLiteral(program) && program.glob) ||
    (input.kind === "text" && input.text !== "") ||
    (input.kind === "unknown" && input.isMade) ||
    rest.some((word) => isLiteral(word) && !word.text.startsWith("-") && place(word, context).region === "above") ||
    mayStartLoser(program, rest, context);
  return isHidden ? hidden(UNKNOWN_PROGRAM) : { ...unresolved(UNKNOWN_PROGRAM), deletesUnknown: true };
}

const UNKNOWN_PROGRAM = "which program runs is not known before it runs";

/** `* item` is no program; `/bin/r? -rf ~` may well be one, and does what it would. */
function harmInProse(program: ShellWord, rest: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (!isLiteral(program)) {
    // Put together there, and told to take all below: what begins with a sign of prose has no such option.
    const isToldAll = rest.some(({ text }) => /^-\w*[rR]/.test(text));
    return mayStartGiven(program, rest, context) || (isToldAll && losesAll([literalWord("rm"), ...rest], context))
      ? hidden(UNKNOWN_PROGRAM)
      : undefined;
  }
  const name = program.text.slice(program.text.lastIndexOf("/") + 1);
  if (!/\w/.test(name)) return undefined;
  const isMeant = createGlobMatcher(name);
  return LOSING_PROGRAMS.some((one) => isMeant(one) && losesAll([literalWord(one), ...rest], context))
    ? hidden(UNKNOWN_PROGRAM)
    : undefined;
}

/** `x="rm -rf /usr"; $x`: whether one of the values that the line gives its names makes a command of it that must not run. */
function mayStartLoser(program: ShellWord, rest: readonly ShellWord[], context: DangerContext): boolean {
  if (isLiteral(program)) return false;
  return possibleWords(program, context) === undefined || mayStartGiven(program, rest, context);
}

const mayStartGiven = (program: ShellWord, rest: readonly ShellWord[], context: DangerContext): boolean =>
  (possibleWords(program, context) ?? []).some(({ text }) =>
    losesAll([...text.trim().split(/\s+/).map(literalWord), ...rest], context),
  );

function losesAll([program, ...words]: readonly ShellWord[], context: DangerContext): boolean {
  if (program === undefined) return false;
  const found = worstOf([CHECKS.get(programName(program))?.(words, context), wordsFloor([program, ...words], context)]);
  return found?.isCatastrophic === true || found?.isHidden === true;
}

/** Most programs write what `-o` names; only a file that counts tells that this one does. */
function protectedOutput(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  return firstDanger(optionValues(words, "-o", "--output", "--output-file", "-out", "--out", "--outfile"), (word) => {
    const found = isLiteral(word) ? writeDanger(word, context) : undefined;
    return found?.isCatastrophic || (found && place(word, context).isProtected) ? found : undefined;
  });
}

/** `php artisan …` and `python manage.py …` are tools with uses of their own. */
function scriptFileDanger(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const dashM = words.findIndex((word) => word.text === "-m");
  const at = dashM >= 0 ? dashM + 1 : words.findIndex((word) => !word.text.startsWith("-"));
  const script = words[at];
  // What it reads from there is made by this line, or by somebody else at this moment.
  if (script && !isLiteral(script) && script.text.startsWith("<(")) return hidden("what it runs is not a file");
  return script && isLiteral(script) ? CHECKS.get(programName(script))?.(words.slice(at + 1), context) : undefined;
}

function awkDanger(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  if (words.some((word) => /^(-[ilEodp]|--(include|load|exec|dump|pretty|profile|debug|source))/.test(word.text)))
    return unresolved("awk loads or writes other files here");
  if (words.some((word) => /^(-f|--file)/.test(word.text))) return undefined;
  const program = words.findIndex(
    (word, index) =>
      !word.text.startsWith("-") && !/^(-[vF]|--(assign|field-separator))$/.test(words[index - 1]?.text ?? ""),
  );
  const written: string[] = [];
  const unread = scriptDanger(words.slice(program, program + 1), context, (script) =>
    awkProblem(script, (target) => written.push(target)),
  );
  const given = words.flatMap(assignmentIn).find(({ value }) => vitalOf(value, context) !== undefined);
  if (unread && given) return hidden(`${unread.text}, and ${given.name} names what must not be lost`);
  const files = words.toSpliced(program, 1);
  const whole = files.find((word) => isLiteral(word) && /^(?:folder|all|own)$/.test(vitalOf(word, context) ?? ""));
  if (unread && whole) return hidden(`${unread.text}, and is given ${whole.text}`);
  if (unread && startsLoser(words[program]) && !(context.input.kind === "unknown" && context.input.lists))
    return hidden(`${unread.text}, and what it is given is known only when it runs`);
  return unread ?? firstDanger(written.map(literalWord), (target) => writeDanger(target, context));
}

/** `system("rm -rf " $0)`. */
function startsLoser(script: ShellWord | undefined): boolean {
  const text = (script?.text ?? "").replace(PIPED_TO, (all, started: string) => (RUNS_LINES.test(started) ? all : ""));
  return /\$[\w(]|\bgetline\b/.test(text) && LOSERS.test(text);
}

/** `print $1 | "sort"`: what is written out whole is given nothing but lines to read. */
const PIPED_TO = /(?:\|&?\s*|\bclose\s*\(\s*)"((?:[^"\\]|\\.)*)"\s*(?=[;})\n#]|$)/g;
/** By which those lines are run, or become the words of a command. */
const RUNS_LINES = new RegExp(
  `\\b(?:xargs|parallel|at|batch|crontab|eval|source|ssh|make|ed|ex|sed|awk|docker|kubectl|psql|${SHELL_NAMES.join("|")}|${INTERPRETERS.join("|")})\\b|[$\`\\\\]`,
);

function sedScripts(words: readonly ShellWord[]): readonly ShellWord[] {
  const given = [...optionValues(words, "-e", "--expression"), ...codeInOptions(words, "e", "fil")];
  return given.length > 0
    ? given
    : scan(words)
        .operands.filter((word) => word.text !== "")
        .slice(0, 1);
}

/** Of sed: what it runs is what it reads. */
const RUNS_WHAT_IT_READS = /^the sed (?:command e |flags \S*e)/;

function scriptDanger(
  scripts: readonly ShellWord[],
  context: DangerContext,
  problemOf: (script: string) => string | undefined,
): Danger | undefined {
  for (const script of scripts) {
    if (!isLiteral(script)) return notKnown("the script it runs is not known before it runs", script);
    const problem = problemOf(script.text);
    if (problem === undefined) continue;
    const isVital = namesVital(script.text, context) || namesVitalAnywhere(script.text, context);
    return isVital || RUNS_WHAT_IT_READS.test(problem) ? hidden(problem) : unresolved(problem);
  }
  return undefined;
}

export const mayHarm = (name: string): boolean => CHECKS.has(name) || EFFECTS.has(name);

/** An unknown program may start its later words: a command among them that does harm counts. */
function hiddenCommand(words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  // A single last word is a name, but for one that is set off: `bazel shutdown`, `tini -- reboot`.
  const places = [...words.keys()].slice(0, words.at(-2)?.text === "--" ? undefined : -1);
  const known = places.filter((index) => mayHarm(programName(words[index] ?? literalWord(""))));
  const starts = new Set([...places.slice(0, SUFFIXES_MAX), ...known.slice(0, SUFFIXES_MAX)]);
  const found = firstDanger([...starts], (index) => {
    const word = words[index];
    if (!word || !isLiteral(word)) return undefined;
    if (isDiskFormatter(programName(word))) return danger("D6", "it makes a new file system");
    const found = worstOf([
      CHECKS.get(programName(word))?.(words.slice(index + 1), context),
      wordsFloor(words.slice(index), context),
    ]);
    return found && (found.code !== "unresolved" || found.isHidden) ? found : undefined;
  });
  return found ?? (known.length > SUFFIXES_MAX ? hidden("it names more commands than are looked at") : undefined);
}
