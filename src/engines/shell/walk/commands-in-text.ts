import { type Danger, type DangerContext, firstDanger, hidden } from "../dangers/danger.ts";
import { STARTS } from "../floor/code.ts";
import { standingIn } from "../floor/code-folder.ts";
import { LOSING_PROGRAMS } from "../floor/effects.ts";
import { foldCode } from "../floor/folded-code.ts";
import { COMMAND_CHARACTERS_MAX, parseLine, scopeOf } from "../parse-line.ts";
import type { Part } from "../part.ts";
import { takesCode } from "../programs/interpreters.ts";
import { programName } from "../scan.ts";
import { isLiteral, type ShellWord, withoutExpansions } from "../words.ts";
import { makesText } from "./made-text.ts";
import { namesOfSum } from "./numbers.ts";
import { isShell } from "./shell-starts.ts";
import type { Unit } from "./unit.ts";

const DESTROYERS = new RegExp(`\\b(?:${LOSING_PROGRAMS.join("|")})\\s`, "g");
const STARTS_LIST = new RegExp(`^(?:/\\S*/)?(?:${LOSING_PROGRAMS.join("|")}),`);
/** Of one text, each once: more than are followed of all, so that a line with more of them is asked about. */
const TEXTS_IN_ONE_MAX = 200;
/** Of one text, as a command from each of the places where one may begin; a place alone counts as some. */
const READ_CHARACTERS_MAX = 50_000;
const PLACE_CHARACTERS = 100;
/** Of what stands before a command in the same text; and where the shell goes to another folder there. */
const BEFORE_MAX = 200;
const GOES_ELSEWHERE = /(?<!\S)(?:cd|pushd)\s.*$/;

/** The harm of one command by its own words; and all by what it starts, too. */
type HarmOf = (part: Part, context: DangerContext) => Danger | undefined;
type HarmsOf = (part: Part) => readonly Danger[];

/** `awk 'BEGIN{system("rm -rf ~")}'`: code that hands on a command which reads as one that must not run. */
export function destroysInCode(part: Part, context: DangerContext, harmsOf: HarmsOf): Danger | undefined {
  const isCode = /^(?:g|m|n)?awk$/.test(nameOf(part.argv)) || takesCode(nameOf(part.argv));
  return firstDanger(part.argv.slice(1), ({ text }) =>
    firstDanger(isCode ? [foldCode(text)].flatMap((one) => [one, asOneText(one)]) : [text], (one) =>
      commandIn(one, context, (inner, isPlaced) => {
        const isHanded = isCode && isPlaced && STARTS.test(text);
        return harmsOf(inner).find((found) => found.isCatastrophic || (isHanded && found.endsWhole));
      }),
    ),
  );
}

/** What stands in quotes next to each other is one list of words to many a language: `system("rm", "-rf", "/")`. */
const asOneText = (text: string): string => text.replace(/["']\s*(?:[,[\](]\s*)+["']/g, " ");

const nameOf = ([program]: readonly ShellWord[]): string => (program === undefined ? "" : programName(program));

/** The texts of a command that a program may run as commands of its own. */
export interface CarriedTexts {
  /** Somebody is known to run them. */
  readonly commands: readonly string[];
  /** Whoever is given them may run them, or they are of quite another kind. */
  readonly prose: readonly string[];
}

/**
 * `GIT_PAGER='rm -rf ~'`, `alias l='rm -rf ~'`, `ed <<< '!rm -rf ~'`: what a wrapper is known to start is a unit already; what only
 * prints or searches runs nothing.
 */
export function carriedTexts({ part, words, startsOthers, unproven }: Unit): CarriedTexts {
  if (unproven === undefined) return { commands: [], prose: [] };
  const name = nameOf(words);
  const isSpoken = TEXT_PROGRAMS.test(name) && !KEEPS_COMMANDS.test(name);
  const given = words
    .slice(1)
    .map(asPrinted)
    .filter((word, index) => {
      // A script is read whole, with what it gives its names.
      if (startsOthers) return ASSIGNS.test(word.text) && words[index]?.text !== "-c";
      const isStarted = [word.text, `${words[index]?.text} `].some((text) => SAYS_STARTS.test(text));
      const isPlain = isSpoken || (isLeftToItself(word) && words[index]?.text !== "-c");
      return /\s/.test(word.text) && (isStarted || !isPlain);
    })
    .filter((word) => word.standsFor === undefined);
  // Behind an option, or said by one, it may be what that option starts.
  const isSaid = (word: ShellWord): boolean =>
    !startsOthers &&
    isLiteral(word) &&
    !/^-|^\w+=/.test(word.text) &&
    !words[words.indexOf(word) - 1]?.text.startsWith("-");
  const reads = !startsOthers && !takesCode(name) && (!isSpoken || RUNS_INPUT.test(name));
  const input = reads && part.input.kind === "text" ? part.input.text.split("\n") : [];
  const isKept = KEEPS_INPUT.test(name);
  return {
    commands: [
      ...valuesSet(part),
      ...given.filter((word) => !isSaid(word)).map(({ text }) => text),
      ...listedWords(words),
      ...chosenTexts(words, startsOthers),
      ...toldApart(words),
    ]
      .concat(isKept ? input : [])
      .flatMap(asCommands),
    prose: [...given.filter(isSaid).map(({ text }) => text), ...(isKept ? [] : input)].flatMap(asCommands),
  };
}

/** What only a substitution gives is judged where it stands; a name that chooses programs may be given one to run. */
const valuesSet = ({ assignments }: Part): readonly string[] =>
  assignments
    .filter(({ name, value }) => /^[A-Z]\w*_|PAGER|EDITOR/.test(name) || !isOnlyPrinted(value))
    .map(({ value }) => value.text)
    .filter((text) => /\s/.test(text));

/** `-wrapper rm,-rf,/`. */
const listedWords = (words: readonly ShellWord[]): readonly string[] =>
  words.slice(1).flatMap(({ text }) => (STARTS_LIST.test(text) ? [text.replaceAll(",", " ")] : []));

const chosenTexts = (words: readonly ShellWord[], startsOthers: boolean): readonly string[] =>
  (startsOthers ? words : words.slice(0, 1)).flatMap(chosenText);

/** Programs that run what they read, then or later. */
const KEEPS_INPUT = /^(?:at|batch|crontab|docker|podman|kubectl|command|builtin|env|timeout|nice|time|exec)$/;

const CHOICE = /\$\{[\w@*#?!-]+(?:\[[^\]]*\])?:?[-=+]((?:[^{}"]|"[^"]{0,500}"){0,500})\}/g;
const CHOICES_MAX = 8;

/** `bash -c "${0+rm -rf ~}"`: what stands there when the shell takes the text that an expansion offers. */
function chosenText(word: ShellWord): readonly string[] {
  if (isLiteral(word)) return [];
  let text = word.text;
  // From the innermost to the outermost.
  for (let round = 0, before = ""; round < CHOICES_MAX && before !== text; round++) {
    before = text;
    text = text.replace(CHOICE, "$1");
  }
  return text === word.text ? [] : [text];
}

const SAYS_PROGRAM = /^-[\w.-]*(?:executable|program|command|cmd)=(\S[\s\S]*)$/i;
const SAYS_WORDS = /^-[\w.-]*(?:args?|arguments?|argv|params|parameters)=([\s\S]*)$/i;

/** `-Dexec.executable=rm -Dexec.args='-rf ~'`: a command whose program and words are told by settings of their own. */
function toldApart(words: readonly ShellWord[]): readonly string[] {
  const given = words.slice(1).map(({ text }) => text);
  const behind = given.flatMap((text) => SAYS_WORDS.exec(text)?.[1] ?? []).join(" ");
  return behind === ""
    ? []
    : given.flatMap((text) => SAYS_PROGRAM.exec(text)?.slice(1, 2) ?? []).map((one) => `${one} ${behind}`);
}

/** `(crontab -l; echo '* * * * * rm -rf ~') | crontab -`: the texts of a line that makes what is kept to be run later. */
export function keptTexts(units: readonly Unit[]): readonly string[] {
  const isKept = units.some(
    ({ words, part }) => /^(?:crontab|at|batch)$/.test(nameOf(words)) && part.input.kind === "unknown",
  );
  if (!isKept) return [];
  return units
    .filter(({ words }) => makesText(nameOf(words)))
    .flatMap(({ words }) => words.slice(1).filter(({ text }) => /\s/.test(text)))
    .flatMap(({ text }) => text.split("\n").flatMap((line) => asCommands(line.replace(SCHEDULE, ""))));
}

/** When a line of a crontab is run. */
const SCHEDULE = /^\s*(?:@\w+|(?:[\w*,/-]+[ \t]+){4}[\w*,/-]+)[ \t]+/;

/** Builtins that look an array up by a text of theirs, and an integer or a reference that makes each later value one. */
const EVALUATES =
  /^(?:(?:test|\[|printf|read|mapfile|readarray|wait|unset|let|getopts)(?= )|(?:declare|typeset|local|export|readonly)\b.* (?:-\w*[in]\b|\$))/;

/** `x='a[$(rm -rf ~)]'; echo $((x))`: what stands for the output of a command in the texts of a line that evaluates them. */
export function evaluatedTexts(units: readonly Unit[]): readonly string[] {
  const isEvaluated = ({ part, words }: Unit): boolean =>
    part.problems.some(({ evaluates }) => evaluates) || EVALUATES.test(words.map(({ text }) => text).join(" "));
  if (!units.some(isEvaluated)) return [];
  const held = units.flatMap(({ part, words }) => [
    ...[...words, ...part.assignments.map(({ value }) => value)].map(({ text }) => text),
    // The words of `[[ … ]]` stand nowhere else.
    ...(words.length === 0 ? [part.source] : []),
  ]);
  return held.map(withoutSums).flatMap((text) => [
    ...firstOfEach(text.matchAll(/\$\(/g), ({ index }) => {
      const inner = text.slice(index + 2);
      return [inner.slice(0, inner.indexOf(")")), inner.slice(0, inner.lastIndexOf(")"))];
    }),
    ...firstOfEach(text.matchAll(/`([^`]+)`/g), ([, inner = ""]) => [inner]),
  ]);
}

/** The same text over and over counts once: it must not stand before another. */
function firstOfEach(
  found: Iterable<RegExpExecArray>,
  textsOf: (match: RegExpExecArray) => readonly string[],
): ReadonlySet<string> {
  const all = new Set<string>();
  for (const match of found) {
    if (all.size > TEXTS_IN_ONE_MAX) break;
    for (const text of textsOf(match)) all.add(text);
  }
  return all;
}

/** A sum holds no command, whatever its names do. */
const withoutSums = (text: string): string =>
  text.replace(/\$\(\(([^()]*)\)\)/g, (all, sum: string) => (namesOfSum(sum) === undefined ? all : "0"));

/** `tmux new "$(printf 'rm -rf ~')"`: a word of which the line tells what it prints. */
const asPrinted = (word: ShellWord): ShellWord =>
  word.standsFor && !word.standsFor.glob && /\s/.test(word.standsFor.text) ? word.standsFor : word;

/** `"app:$(jq -r .version f)"`, `<(sort f)`: the commands in it are parts of their own. What they make of a text of the line may be another. */
const isLeftToItself = (word: ShellWord): boolean =>
  isOnlyPrinted(word) && !SAYS_PROGRAM.test(word.text) && !/\b(?:echo|printf)\b|<</.test(word.text);

const isOnlyPrinted = (word: ShellWord): boolean =>
  word.isComputed === true && !/\s/.test(withoutExpansions(word.text, "x"));
/** An option by whose name a program is started: `--pager=…`, `-exec …`. */
const SAYS_STARTS =
  /^--?(?:[\w-]*-?)?(?:exec|cmd|command|pager|editor|shell|hook|wrapper|runner|program|preview|rsh|toolexec|extcmd)[= ]/;
/** `NAME=a b`. */
const ASSIGNS = /^\w+=\S*\s/;
/** Without what stands before a command in a setting, a recipe or an editor's script; `name=…` may be either. */
const asCommands = (text: string): readonly string[] => {
  const within = firstOfEach(text.matchAll(DESTROYERS), ({ index }) =>
    index === 0 ? [] : text.slice(index).split(/["'`)\n]/, 1),
  );
  const bracketed = [...text.matchAll(/\(([^()]{3,})\)/g)].map(([, inner = ""]) => inner);
  const all = new Set([text, ...within, ...bracketed, ...valuesIn(text)]);
  return [...all].flatMap((one) => [...new Set([one.replace(/^[\s|!@+:-]*/, ""), one])]);
};
const NAMES_MAX = 4;

/** `--checkpoint-action=exec=rm x`: what is given to a name, and to a name within that. */
function valuesIn(text: string): readonly string[] {
  const values: string[] = [];
  for (let rest = text; values.length < NAMES_MAX; ) {
    // What a name of the shell is given by a substitution is no command.
    const [, value] = /^(?!\w+=(?:\$\(|`))[\w.-]+=([\s\S]*)$/.exec(rest) ?? [];
    if (value === undefined) break;
    values.push(value);
    rest = value;
  }
  return values;
}

/** Of those in {@link TEXT_PROGRAMS}: what they are given may be run later. */
const KEEPS_COMMANDS = /^(?:declare|export|local|read|alias|docker|kubectl|npm|yarn|pnpm|man|pytest|cargo|curl)$/;
/** Of those: what they read may be commands. */
const RUNS_INPUT =
  /^(?:psql|mysql|sqlite3|mongo|mongosh|redis-cli|sed|docker|kubectl|command|builtin|env|timeout|nice|time|exec)$/;

const FILE_TEXTS_MAX = 100;

/** What of a file, in whatever language, may be a command: its lines, and what stands in quotes. */
export function commandTexts(file: string): readonly string[] {
  // As make writes variables of the environment.
  const plain = file.replace(/\$\((\w+)\)/g, "$$$1").replaceAll("$$", "$");
  const lines = plain.split("\n");
  const quoted = [...plain.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text = ""]) => text.replace(/\\(.)/g, "$1"));
  const texts = [plain, ...lines, ...quoted].filter((text) => /\S\s+\S/.test(text));
  // What names a program that loses is read first, however many others stand before it.
  const [losing, others] = [true, false].map((loses) => texts.filter((text) => text.search(DESTROYERS) >= 0 === loses));
  return [...(losing ?? []), ...(others ?? []).slice(0, FILE_TEXTS_MAX)].flatMap(asCommands);
}

/** The command in a text that ends what it must not; where a quote cuts its last word off, that word may go on and only asks. */
function commandIn(
  text: string,
  context: DangerContext,
  endingOf: (inner: Part, isPlaced: boolean) => Danger | undefined,
): Danger | undefined {
  let left = READ_CHARACTERS_MAX;
  const standing = standingIn(text, context);
  return firstDanger([...text.matchAll(DESTROYERS)], ({ index }) => {
    const [ending = ""] = text.slice(index).split(/["'`)\n]/, 1);
    const [before = ""] = /[^"'`(\n]*$/.exec(text.slice(Math.max(0, index - BEFORE_MAX), index)) ?? [];
    left -= before.length + ending.length + PLACE_CHARACTERS;
    if (left < 0) return hidden("it holds more commands in code than are followed");
    const goesOn = /["'`]/.test(text[index + ending.length] ?? "") && /\S$/.test(ending);
    const stands = standing(index);
    const parts = [...new Set([GOES_ELSEWHERE.exec(before)?.[0] ?? "", before])].flatMap((start) => {
      const parsed = parseLine(start + ending, { ...scopeOf(context.options), folders: stands ?? context.folders });
      return parsed.kind === "unreadable" ? [] : parsed.parts;
    });
    return firstDanger(parts, (inner) => {
      const found = endingOf(inner, stands !== undefined);
      return found && goesOn ? hidden(found.text) : found;
    });
  });
}

/** A word of an unknown program that reads like a command line of its own, such as `concurrently "git reset --hard"`. */
export function embeddedDanger(part: Part, context: DangerContext, depth: number, harmOf: HarmOf): Danger | undefined {
  const name = nameOf(part.argv);
  if (name === "" || depth > 2 || isShell(name) || TEXT_PROGRAMS.test(name)) return undefined;
  return firstDanger(part.argv.slice(1), (word) => {
    if (!isLiteral(word) || !/\S\s+\S/.test(word.text) || word.text.length > COMMAND_CHARACTERS_MAX) return undefined;
    const text = word.text.replace(/^\w[\w.-]*=!?/, "");
    const parsed = parseLine(text, { home: context.options.home, folders: part.folders });
    return firstDanger(parsed.kind === "unreadable" ? [] : parsed.parts, (inner) => {
      const found = harmOf(inner, context);
      return found && found.code !== "unresolved" ? found : undefined;
    });
  });
}

/** Programs whose long words are messages, patterns and queries, not commands. */
const TEXT_PROGRAMS =
  /^(echo|printf|test|\[|grep|egrep|fgrep|rg|ag|ack|sed|awk|gawk|mawk|jq|yq|find|fd|fdfind|git|hub|gh|glab|cat|ls|cut|tr|sort|npm|yarn|pnpm|date|expr|type|which|notify-send|say|logger|psql|mysql|sqlite3|mongo|mongosh|redis-cli|python[\d.]*|node|perl|ruby|php|man|help|command|builtin|env|timeout|nice|time|jira|slack|code|touch|mkdir|cp|mv|rm|cd|tee|wc|head|tail|diff|file|stat|basename|dirname|export|declare|local|read|alias|trap|eval|exec|source|\.|pytest|vitest|jest|go|cargo|docker|kubectl|curl|wget)$/;
