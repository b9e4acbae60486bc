import { inlineCode } from "../dangers/inline-code.ts";
import { foldedCodes } from "../floor/folded-code.ts";
import { COMMAND_CHARACTERS_MAX } from "../parse-line.ts";
import { takesCode } from "../programs/interpreters.ts";
import { readerOf } from "../programs/readers.ts";
import { lastName, programName } from "../scan.ts";
import { belongsToLine } from "../starts/sensitive-names.ts";
import { setBy } from "../starts/set-variables.ts";
import { namesThing, programsIn, SIGNS } from "../starts/starting-options.ts";
import { isShell } from "../walk/shell-starts.ts";
import type { Unit } from "../walk/unit.ts";
import { isWrapper } from "../walk/wrappers.ts";
import { isLiteral, type ShellWord } from "../words.ts";

/** Programs that start their last words elsewhere or later: on another machine, in a container, in a terminal of their own. The verb comes first. */
const HANDS_ON: Readonly<Record<string, RegExp | undefined>> = {
  ssh: undefined,
  mosh: undefined,
  autossh: undefined,
  slogin: undefined,
  rsh: undefined,
  pdsh: undefined,
  docker: /^(?:exec|run|create|compose|container)$/,
  podman: /^(?:exec|run|create|compose|container)$/,
  nerdctl: /^(?:exec|run|create|compose)$/,
  "docker-compose": /^(?:exec|run)$/,
  kubectl: /^(?:exec|run|debug)$/,
  oc: /^(?:exec|run|rsh)$/,
  lxc: /^exec$/,
  incus: /^exec$/,
  multipass: /^exec$/,
  vagrant: /^ssh$/,
  gcloud: /^compute$/,
  fly: /^(?:ssh|console)$/,
  flyctl: /^(?:ssh|console)$/,
  heroku: /^run/,
  gh: /^(?:codespace|cs|alias)$/,
  machinectl: /^shell$/,
  adb: /^shell$/,
  flatpak: /^run$/,
  distrobox: undefined,
  toolbox: /^run$/,
  screen: undefined,
  dtach: undefined,
  abduco: undefined,
  setpriv: undefined,
  "start-stop-daemon": undefined,
  cmd: undefined,
  bun: /^(?:x|run)$/,
};
/** Consoles whose lines may hand a command to a shell. */
const CONSOLES =
  /^(?:psql|mysql|mariadb|sqlite3|duckdb|ftp|sftp|lftp|mail|mailx|tclsh|expect|ed|ex|vi|vim|nvim|gdb|less|more|gnuplot)$/;
const HANDS_LINE =
  /(?:^(?:-[a-zA-Z]*|--[\w-]+=)?|[\s;[{"'])(?:\\!|!|\.(?:shell|system)|exec|spawn|shell|system)\s+(\S.*)$/gm;
/** Their code is commands. */
const LINES_OF_COMMANDS = /^(?:powershell|pwsh)$/;
/** Of more than so many the line is asked about. */
export const HANDED_ON_MAX = 60;
const CODE_CHARACTERS_MAX = 50_000;

/**
 * The commands that code for an interpreter, a console or another machine seems to name: what only reads as one of a rule's programs and words.
 * @param programs  the names that rules speak of
 * @param wholes  those of rules with more words than one: they are told among the words of programs that take names, too
 */
export function handedOn(
  unit: Unit,
  programs: ReadonlySet<string>,
  wholes: ReadonlySet<string> = new Set(),
): readonly string[] {
  const [program, ...words] = unit.words;
  if (program === undefined || !isLiteral(program) || unit.unproven === undefined) return [];
  const name = programName(program);
  const texts = [...startedWords(unit, { programs, wholes }), ...startedAmong(handedVariables(unit), programs)];
  const isAwk = /^(?:g|m|n)?awk$/.test(name);
  const codes = isAwk
    ? words.map(({ text }) => text)
    : takesCode(name)
      ? inlineCode(name, words, { input: unit.part.input }).flatMap((one) => (one === undefined ? [] : [one.text]))
      : [];
  for (const code of codes) texts.push(...(LINES_OF_COMMANDS.test(name) ? [code] : []), ...namedInCode(code, programs));
  if (CONSOLES.test(name)) {
    const input = unit.part.input.kind === "text" ? [unit.part.input.text] : [];
    for (const text of [...words.map((one) => one.text), ...input])
      texts.push(...[...text.matchAll(HANDS_LINE)].map(([, line = ""]) => line));
  }
  return [...new Set(texts)].slice(0, HANDED_ON_MAX + 1);
}

interface Named {
  readonly programs: ReadonlySet<string>;
  readonly wholes: ReadonlySet<string>;
}

/** The commands that stand among the words of a program which starts them, or may. */
function startedWords(
  { words: [program, ...words], startsOthers, startable = [] }: Unit,
  { programs, wholes }: Named,
): readonly string[] {
  const name = program === undefined ? "" : programName(program);
  const texts = words.map(({ text }) => text);
  const handed = Object.hasOwn(HANDS_ON, name) ? tails(texts, HANDS_ON[name], programs) : undefined;
  if (handed !== undefined) return handed;
  // What a wrapper starts is a command of its own; what its options are given is not.
  const operand = words.findIndex(({ text }) => !text.startsWith("-"));
  if (startsOthers) return startedAmong(words.slice(0, Math.max(operand, 0)), programs);
  return [
    ...startedAmong(words, readerOf(name) === undefined ? wholes : new Set()),
    ...startedAmong(startable, programs),
    ...startable.flatMap(({ text }) => namedInCode(text, programs)),
  ];
}

/** The values of variables that are handed to programs, but for names of things. */
const handedVariables = ({ part }: Unit): readonly ShellWord[] =>
  setBy(part).flatMap(({ name, value }) =>
    namesThing(name) || (part.argv.length === 0 && belongsToLine(name)) ? [] : [value],
  );

/** From each word on that is one of these programs, or starts others itself, as a shell does; and texts that name one in a place of a command. */
function startedAmong(words: readonly ShellWord[], programs: ReadonlySet<string>): readonly string[] {
  if (programs.size === 0) return [];
  const starts = (text: string): boolean =>
    programs.has(lastName(text)) || isShell(lastName(text)) || isWrapper(lastName(text));
  return words.flatMap((word, index) => {
    const behind = words.slice(index + 1).map(({ text }) => text);
    return programsIn(word).flatMap((text) =>
      /\s/.test(text) ? (startsNamed(text, programs) ? [text] : []) : starts(text) ? [[text, ...behind].join(" ")] : [],
    );
  });
}

/** What is handed on begins at any word that names a program of a rule, or is one text; undefined where nothing is. */
function tails(
  words: readonly string[],
  verb: RegExp | undefined,
  programs: ReadonlySet<string>,
): readonly string[] | undefined {
  const from = verb === undefined ? 0 : words.findIndex((word) => verb.test(word)) + 1;
  if (verb !== undefined && from === 0) return undefined;
  const rest = words.slice(from);
  return rest.flatMap((word, index) => {
    const text = word.startsWith("-") ? (/=(.+)$/s.exec(word)?.[1] ?? "") : word;
    const isProgram = programs.has(lastName(text)) || (lastName(text) === "sudo" && index > 0);
    return /\s/.test(text)
      ? [text.replace(SIGNS, "")]
      : isProgram
        ? [[text, ...rest.slice(index + 1)].filter((one) => one !== "--").join(" ")]
        : [];
  });
}

const LITERAL =
  /(["'`])((?:(?!\1)[^\\]|\\[\s\S])*)\1|%[xwq]?([({[<|])([^)}\]>|]*)[)}\]>|]|\bq[wqx]?\s*([({[<|/])([^)}\]>|/]*)[)}\]>|/]/g;
/** What may stand between the words of a list. */
const BETWEEN = /^[\s,[\](){}:=>+.\w&]{1,40}$/;

/** The texts of some code that begin with the name of a program, with the texts behind them: `["git", "push"]`, `system("git push")`. */
export function namedInCode(code: string, programs: ReadonlySet<string>): readonly string[] {
  const read = code.slice(0, CODE_CHARACTERS_MAX);
  return [read, ...foldedCodes(read)].flatMap((one) => namedInLiterals(one, programs));
}

function namedInLiterals(code: string, programs: ReadonlySet<string>): readonly string[] {
  const literals = [...code.matchAll(LITERAL)].map((match) => ({
    text: (match[2] ?? match[4] ?? match[6] ?? "").replace(/\\(["'`\\])/g, "$1"),
    start: match.index,
    end: match.index + match[0].length,
  }));
  return literals.flatMap(({ text }, index) => {
    if (!startsNamed(text, programs)) return [];
    let line = text;
    for (let next = index + 1; next < literals.length && line.length < COMMAND_CHARACTERS_MAX; next++) {
      const [before, after] = [literals[next - 1], literals[next]];
      if (before === undefined || after === undefined || !BETWEEN.test(code.slice(before.end, after.start))) break;
      line += ` ${after.text}`;
    }
    return [text, line];
  });
}

/** One of the commands in a text begins with a program of a rule. */
const startsNamed = (text: string, programs: ReadonlySet<string>): boolean =>
  [...text.matchAll(/[\w.+/-]+/g)].some(([word]) => programs.has(lastName(word)));
