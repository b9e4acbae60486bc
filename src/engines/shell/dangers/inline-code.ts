import type { Input } from "../part.ts";
import { optionValues } from "../scan.ts";
import { literalWord, type ShellWord } from "../words.ts";

/** Interpreters and the options after which they take code as text. */
const CODE_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  python: ["-c"],
  python2: ["-c"],
  python3: ["-c"],
  pypy: ["-c"],
  pypy3: ["-c"],
  ipython: ["-c"],
  node: ["-e", "--eval", "-p", "--print", "-pe"],
  nodejs: ["-e", "--eval", "-p", "--print", "-pe"],
  bun: ["-e", "--eval", "-p", "--print"],
  deno: ["eval"],
  perl: [
    "-e",
    "-E",
    "-ne",
    "-pe",
    "-le",
    "-lne",
    "-lpe",
    "-nle",
    "-ple",
    "-wle",
    "-we",
    "-ane",
    "-lane",
    "-ie",
    "-pie",
  ],
  ruby: ["-e", "-ne", "-pe", "-ane"],
  php: ["-r", "-R", "-B", "-E"],
  lua: ["-e"],
  luajit: ["-e"],
  r: ["-e"],
  rscript: ["-e"],
  julia: ["-e", "-E"],
  osascript: ["-e"],
  tclsh: [],
  expect: ["-c"],
  ghc: ["-e"],
  groovy: ["-e"],
  scala: ["-e"],
  elixir: ["-e", "--eval"],
  erl: ["-eval"],
  jshell: [],
  irb: [],
  swipl: ["-g"],
  guile: ["-c"],
  racket: ["-e"],
  sbcl: ["--eval"],
  emacs: ["--eval", "-eval"],
  vim: ["-c", "--cmd"],
  vi: ["-c"],
  nvim: ["-c", "--cmd"],
  gdb: ["-ex", "--eval-command", "-eval-command"],
  lldb: ["-o"],
  powershell: ["-c", "-Command"],
  pwsh: ["-c", "-Command"],
  octave: ["--eval"],
  kotlin: ["-e"],
  crystal: ["eval"],
  bb: ["-e"],
  clojure: ["-e"],
  mix: ["-e", "--eval"],
  iex: ["-e", "--eval"],
  gnuplot: ["-e"],
  ocaml: ["-e"],
  ts_node: ["-e"],
  tsx: ["-e", "--eval"],
};

export const INTERPRETERS: readonly string[] = Object.keys(CODE_OPTIONS);
export const takesCode = (program: string): boolean => Object.hasOwn(CODE_OPTIONS, baseInterpreter(program));

/** `python3.12` is python3. */
export const baseInterpreter = (program: string): string =>
  program
    .replace(/-?\d+\.\d+(\.\d+)?$/, (version) => (version.startsWith("3") ? "3" : ""))
    .replace("ts-node", "ts_node");

/** The code in the words or on standard input, each text alone. */
export function inlineCode(
  program: string,
  words: readonly ShellWord[],
  { input }: { readonly input: Input },
): readonly (ShellWord | undefined)[] {
  const options = CODE_OPTIONS[baseInterpreter(program)] ?? [];
  const values = optionValues(words, ...options);
  if (values.length > 0) return values;
  const clustered = words.findIndex(
    (word) => /^-[a-zA-Z]*[eEc]$/.test(word.text) && options.some((option) => /^-[eEc]$/.test(option)),
  );
  if (clustered >= 0) return [words[clustered + 1]];
  const attached = words
    .map((word) => /^-[a-zA-Z]{0,4}?[eE](.+)$/s.exec(word.text)?.[1])
    .find((code) => code !== undefined);
  if (attached !== undefined && /^(perl|ruby)/.test(program)) return [literalWord(attached)];
  const script = words.find(({ text }) => text === "-" || !text.startsWith("-"));
  const isFile = script !== undefined && script.text !== "-" && !/^\/(?:dev|proc)\//.test(script.text);
  if (isFile || input.kind === "inherited" || endsBefore(program, words)) return [];
  if (input.kind === "text") return [literalWord(input.text)];
  return [
    {
      text: "its input",
      certainty: "variable",
      glob: false,
      ...(input.isMade || input.files === undefined ? { isAssembled: "made" } : {}),
    },
  ];
}

/** Whether an option before the script ends the program: Python's `-v` only makes it talk, and what stands behind `-` is the script's. */
function endsBefore(program: string, words: readonly ShellWord[]): boolean {
  const script = words.findIndex(({ text }) => text === "-" || !text.startsWith("-"));
  const ends = /^(?:python|pypy)/.test(program) ? /^(?:--version|-V+|--help)$/ : /^(?:--version|-V|-v|--help)$/;
  return words.slice(0, script < 0 ? words.length : script).some(({ text }) => ends.test(text));
}
