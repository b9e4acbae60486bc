import type { Input } from "../part.ts";
import { baseInterpreter, takesCode } from "../programs/interpreters.ts";
import { optionValues } from "../scan.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";
import { inlineCode } from "./inline-code.ts";

interface Reads {
  readonly input: Input;
}

/** All the code that a command gives an interpreter, each text alone: by the option for it, by the input, as an operand, for a
 *  module, coded, or in an address. What only running tells is {@link HIDDEN}, or a word that is not known. */
export function codesGiven(program: string, words: readonly ShellWord[], reads: Reads): readonly ShellWord[] {
  const behindVerb = afterVerb(program, words);
  const given = takesCode(program) ? inlineCode(program, words, reads) : [];
  const scripts = SCRIPT_OPTIONS[program] === undefined ? [] : optionValues(words, ...SCRIPT_OPTIONS[program]);
  return [
    ...given.filter((code) => code !== undefined),
    ...(behindVerb === undefined ? [] : inlineCode(program, behindVerb, reads).map(knownOrHidden)),
    ...(behindVerb === undefined ? [] : [operandOf(behindVerb)]),
    ...scripts.filter(isStream).flatMap((script) => readFrom(script, reads)),
    ...(COMPILES.test(program)
      ? words
          .filter(isStream)
          .slice(0, 1)
          .flatMap((script) => readFrom(script, reads))
      : []),
    ...(takesCode(program) ? inWords(program, words, reads) : []),
    ...(program === "nim" ? [...words.flatMap(({ text }) => afterEval(text)), ...optionValues(words, "--eval")] : []),
  ].filter((code) => code !== undefined);
}

/** After these words what follows is run as a script. */
const VERBS: Readonly<Record<string, RegExp>> = {
  ...{ go: /^run$/, zig: /^run$/, dart: /^run$/, crystal: /^run$/, v: /^run$/, cargo: /^script$/ },
  deno: /^(?:run|serve|test|bench|repl)$/,
  bun: /^(?:run|repl)$/,
  dotnet: /^(?:fsi|script|repl)$/,
  nim: /^(?:e|r|c|cc|compile|secret)$/,
  swift: /^repl$/,
  scala: /^(?:run|repl)$/,
  "scala-cli": /^(?:run|repl)$/,
};

function afterVerb(program: string, words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const verbs = Object.hasOwn(VERBS, program) ? VERBS[program] : undefined;
  const at = words.findIndex(({ text }) => !text.startsWith("-"));
  const verb = words[at]?.text ?? "";
  if (!verbs?.test(verb)) return undefined;
  const behind = words.toSpliced(at, 1);
  return READS_LINES.test(verb) || behind.some(({ text }) => !/^-./.test(text)) ? behind : undefined;
}

/** Of those: what runs its input where no script is named. */
const READS_LINES = /^(?:repl|fsi|script|secret)$/;

/** Options by which a program is told to run a file. */
const AWK = ["-f", "--file", "-E", "--exec", "-i", "--include"];
const SCRIPT_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  cmake: ["-P"],
  ...{ awk: AWK, gawk: AWK, mawk: AWK, nawk: AWK },
  ...{ vim: ["-S", "-s"], vi: ["-S"], nvim: ["-S", "-s", "-l"], emacs: ["-l", "--load", "--script"] },
  ...{ node: ["-r", "--require", "--import"], ruby: ["-r"], php: ["-f"], r: ["-f"], julia: ["-L"], gdb: ["-x"] },
  ...{ sbcl: ["--load", "--script"], racket: ["-f"], guile: ["-l", "-s"], expect: ["-f"], swipl: ["-f", "-s", "-l"] },
  ...{ dotnet: ["--exec", "--use", "--load"], pwsh: ["-File"], powershell: ["-File"] },
};

/** What makes a program of what it is given, and mostly runs it at once. */
const COMPILES =
  /^(?:java|kotlinc|swiftc?|scala|tcc|gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|rustc|rust-script|cargo|run(?:ghc|haskell)|ghc|rdmd|dmd|ldc2|gfortran|nim|zig|cling)(?:-\d[\d.]*)?$/;

const STREAM = /^(?:-$|\/dev\/(?:stdin|fd\/)|\/proc\/[^/]+\/fd\/)/;
const PRINTED = /^[<>]\(/;
const isStream = (word: ShellWord): boolean => (isLiteral(word) ? STREAM : PRINTED).test(word.text);
/** Code that cannot be read before it runs. */
export const HIDDEN: ShellWord = { text: "what it reads", certainty: "variable", glob: false, isAssembled: "made" };

const knownOrHidden = (word: ShellWord | undefined): ShellWord | undefined =>
  word?.isAssembled === "made" ? HIDDEN : word;

/** What a command prints in the place of a file, where the line tells it. */
const printedBy = ({ standsFor }: ShellWord): ShellWord =>
  standsFor !== undefined && isLiteral(standsFor) && !standsFor.glob ? standsFor : HIDDEN;

/** What stands on a stream: the very text, or what only running tells; a plain file's is the project's own. */
function readFrom(script: ShellWord | undefined, { input }: Reads): readonly ShellWord[] {
  if (script !== undefined && !isLiteral(script)) return [printedBy(script)];
  if (input.kind === "text") return [literalWord(input.text)];
  return input.kind === "unknown" && (input.isMade || input.files === undefined) ? [HIDDEN] : [];
}

/** A script's place that holds the script itself, `bb '(fs/delete-tree …)'`, or what a command prints. */
function operandOf(words: readonly ShellWord[]): ShellWord | undefined {
  const first = words.find(({ text }) => !text.startsWith("-"));
  if (first === undefined) return undefined;
  if (!isLiteral(first)) return PRINTED.test(first.text) ? printedBy(first) : undefined;
  return first.text.includes("(") ? first : undefined;
}

function inWords(program: string, words: readonly ShellWord[], reads: Reads): readonly (ShellWord | undefined)[] {
  return [
    operandOf(words),
    ...(PYTHON.test(baseInterpreter(program)) ? forModule(words, reads) : []),
    ...(POWERSHELL.test(program) ? ofPowershell(words, reads) : []),
  ];
}

const PYTHON = /^(?:python[23]?|pypy3?)$/;
/** Modules that run what they read. */
const RUNS_INPUT = /^(?:code|pdb|asyncio|bdb|idlelib|IPython|ptpython|bpython|ptipython|sqlite3)\b/;

/** `python3 -m timeit CODE …`: any module may run its words, each a statement; some run their input. */
function forModule(words: readonly ShellWord[], reads: Reads): readonly ShellWord[] {
  const at = words.findIndex(({ text }) => /^-[a-zA-Z]*m/.test(text));
  const option = words[at]?.text;
  if (option === undefined || words.slice(0, at).some(({ text }) => !text.startsWith("-"))) return [];
  const isAttached = !option.endsWith("m");
  const module = isAttached ? option.replace(/^-[a-zA-Z]*?m/, "") : (words[at + 1]?.text ?? "");
  const behind = words.slice(at + (isAttached ? 1 : 2));
  const code = behind.filter(isLiteral).map(({ text }) => text);
  return [
    ...(code.some((text) => text.includes("(")) ? [literalWord(code.join("\n"))] : []),
    ...(RUNS_INPUT.test(module) || behind.some(isStream) ? readFrom(undefined, reads) : []),
  ];
}

/** As a word or the value of an option, and as a text of code. */
const ADDRESSES = [
  /(?:^|[=\s])data:(?<kind>[^,"'`]{0,60}?script[^,"'`]{0,60}),(?<code>[\s\S]*)$/gi,
  /["'`]data:(?<kind>[^,"'`]{0,60}?script[^,"'`]{0,60}),(?<code>[^"'`]*)["'`]/gi,
];

/** Code that stands in an address: `data:text/javascript,…`, whichever program or variable is given it. */
export function codeInAddresses(text: string): readonly ShellWord[] {
  // Each word is asked for each command that it may be a word of.
  if (!/data:/i.test(text)) return [];
  return ADDRESSES.flatMap((address) => [...text.matchAll(address)]).map(({ groups }) => {
    const code = percentDecoded(groups?.["code"] ?? "");
    return /;\s*base64$/i.test(groups?.["kind"] ?? "")
      ? decoded(code.split(/\s/)[0] ?? "", "latin1")
      : literalWord(code);
  });
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Base64 that cannot be read is as good as hidden. */
function decoded(text: string, encoding: "latin1" | "utf16le"): ShellWord {
  if (!/^[\w+/\s-]+=*\s*$/.test(text)) return HIDDEN;
  return literalWord(Buffer.from(text, "base64").toString(encoding));
}

const POWERSHELL = /^(?:pwsh|powershell)(?:-preview)?$/;

/** Its options may be cut short and written in any case. */
function ofPowershell(words: readonly ShellWord[], reads: Reads): readonly ShellWord[] {
  return words.flatMap(({ text }, index) => {
    const rest = words.slice(index + 1);
    const [next] = rest;
    if (next === undefined) return [];
    if (/^-e(?:c|n\w*)?$/i.test(text)) return [isLiteral(next) ? decoded(next.text, "utf16le") : HIDDEN];
    if (!/^-c/i.test(text)) return [];
    if (next.text === "-") return readFrom(undefined, reads);
    return rest.every(isLiteral) ? [literalWord(rest.map((word) => word.text).join(" "))] : [];
  });
}

/** `--eval:CODE`, as nim writes it. */
function afterEval(text: string): readonly ShellWord[] {
  const code = /^--eval[:=]([\s\S]+)$/.exec(text)?.[1];
  return code === undefined ? [] : [literalWord(code)];
}
