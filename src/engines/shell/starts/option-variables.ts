import type { Part } from "../part.ts";
import { takesCode } from "../programs/interpreters.ts";
import { programName } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { moduleAt } from "./python-modules.ts";
import { CHOOSES_PROGRAMS } from "./set-variables.ts";
import { saysStarts } from "./starting-options.ts";

/** Variables in which programs look for options, each as `NAME=PROGRAM`, where the name does not say it as `NAME_OPTS` does. */
const OF = new Map(
  (
    "TAR_OPTIONS=tar ZIPOPT=zip ZIP=zip UNZIP=unzip UNZIPOPT=unzip LESS=less PYTEST_ADDOPTS=pytest MAKEFLAGS=make GNUMAKEFLAGS=make MFLAGS=make GOFLAGS=go " +
    "NODE_OPTIONS=node PERL5OPT=perl RUBYOPT=ruby JAVA_TOOL_OPTIONS=java JDK_JAVA_OPTIONS=java _JAVA_OPTIONS=java MAVEN_OPTS=java MAVEN_ARGS=mvn GRADLE_OPTS=java " +
    "SBT_OPTS=java ANT_OPTS=java ANT_ARGS=ant JVM_OPTS=java RUSTFLAGS=rustc RUSTDOCFLAGS=rustdoc XZ_OPT=xz XZ_DEFAULTS=xz GZIP=gzip BZIP2=bzip2 BZIP=bzip2 MANOPT=man " +
    "FZF_DEFAULT_OPTS=fzf GCC_ARGS=gcc CFLAGS=cc CXXFLAGS=c++ LDFLAGS=ld JAVAC_OPTS=javac RSYNC_OPTS=rsync"
  )
    .split(" ")
    .map((one) => one.split("=") as [string, string]),
);
/** Of any other program. */
const SAYS_OPTIONS = /^_?([A-Z][A-Z0-9]*)_?(?:DEFAULT_)?(?:ADD)?(?:OPTS?|OPTIONS|FLAGS|ARGS)$/;
/** One option a variable, whose name is that of the option; those count that start something. */
const OPTION_EACH = /^(pip|uv|poetry|npm_config|pnpm_config|yarn|cargo)_(\w+)$/i;
const WORDS_MAX = 200;

/** What a variable tells a program, as words of it. */
interface ToldOptions {
  readonly program: string;
  readonly words: readonly ShellWord[];
}

/** The options that a variable holds, and the program that looks for them there; undefined for one that holds none. */
export function optionsIn(name: string, value: ShellWord): ToldOptions | undefined {
  const [, owner = "", option = ""] = OPTION_EACH.exec(name) ?? [];
  if (saysStarts(option)) {
    const dashed = `--${option.toLowerCase().replaceAll("_", "-")}`;
    return {
      program: owner.toLowerCase().replace("_config", ""),
      words: [{ ...value, text: `${dashed}=${value.text}` }],
    };
  }
  const program = OF.get(name) ?? SAYS_OPTIONS.exec(name)?.[1]?.toLowerCase();
  if (program === undefined) return undefined;
  const words = isLiteral(value) ? partedAsOptions(value.text).map(literalWord) : [value];
  return { program, words: words.map((word, at) => withDash(program, word, at)) };
}

/** Whether a variable says what is run or read besides, by a place or by options. */
export const choosesPrograms = (name: string): boolean =>
  CHOOSES_PROGRAMS.test(name) || optionsIn(name, literalWord("x")) !== undefined;

/** The first letters that make, less and zip find there need no dash. */
const withDash = (program: string, word: ShellWord, at: number): ShellWord =>
  at === 0 && /^(?:make|less)$/.test(program) && /^[a-zA-Z]+$/.test(word.text)
    ? { ...word, text: `-${word.text}` }
    : word;

/** Blanks part them but for those in quotes or behind a backslash; as a whole they may be quoted once more, as the line writes them. */
function partedAsOptions(text: string): readonly string[] {
  const whole = /^(["'])([\s\S]*)\1$/.exec(text)?.[2] ?? text;
  const pieces = whole.match(/(?:\\[\s\S]|"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^\s"'\\]|["'\\])+/g) ?? [];
  return pieces
    .slice(0, WORDS_MAX)
    .map((piece) =>
      piece.replace(
        /\\([\s\S])|"((?:\\[\s\S]|[^"\\])*)"|'([^']*)'/g,
        (_, one, two, three) => one ?? two ?? three ?? "",
      ),
    );
}

/** What is set in front of a command, by it, or anywhere in the line. */
function variablesOf(part: Part, set: Part["assignments"]): Part["assignments"] {
  const named = new Set(set.map(({ name }) => name));
  const given = [...(part.given ?? [])].flatMap(([name, texts]) =>
    named.has(name) ? [] : texts.map((text) => ({ name, value: writtenValue(text) })),
  );
  return [...set, ...given];
}

/** A value as it is written: known, where it holds no expansion. */
const writtenValue = (text: string): ShellWord =>
  /[$`]/.test(text) && !/^'[^']*'$/.test(text) ? { text, certainty: "variable", glob: true } : literalWord(text);

/**
 * A command with the options that its program finds in variables of the line: in front of a script, else behind the first word,
 * which may be one of letters.
 * @param set  what stands in front of it, or is handed on to it by what starts it
 */
export function withToldOptions(part: Part, set: Part["assignments"]): Part {
  const [program, ...words] = part.argv;
  if (program === undefined || !isLiteral(program)) return part;
  const name = programName(program);
  const module = moduleAt(name, words);
  const owner = module < 0 ? name : (words[module]?.text ?? "");
  const told = variablesOf(part, set).flatMap(({ name: variable, value }) => {
    const options = optionsIn(variable, value);
    return options !== undefined && isSame(options.program, owner) ? options.words : [];
  });
  if (told.length === 0) return part;
  const at = module >= 0 ? module + 1 : takesCode(name) ? 0 : Math.min(1, words.length);
  return { ...part, argv: [program, ...words.slice(0, at), ...told, ...words.slice(at)] };
}

const isSame = (owner: string, name: string): boolean =>
  owner === name ||
  (owner === "tar" && /^(?:bsd|g)?tar$/.test(name)) ||
  owner === name.replace(/^g(?=make$)|[\d.]+$/, "");

/** Commands of nothing but a program and what variables tell it, whoever starts it later. */
export const toldCommands = (set: Part["assignments"]): readonly (readonly ShellWord[])[] =>
  set.flatMap(({ name, value }) => {
    const options = optionsIn(name, value);
    return options === undefined || options.words.length === 0
      ? []
      : [[literalWord(options.program), ...options.words]];
  });
