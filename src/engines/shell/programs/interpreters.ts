/** Shells; each takes a text after `-c`, and runs the file that it is given first. */
export const SHELL_NAMES: readonly string[] = "sh bash dash zsh ksh ash mksh yash rbash fish csh tcsh osh hush".split(
  " ",
);

/** All other programs that run code, and the options after which they take it as text. */
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
  perl: ["-e", "-E"],
  ruby: ["-e"],
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
  mongosh: ["--eval"],
  mongo: ["--eval"],
};

/** Their letters whose value is the rest of the word, or the next: no option stands in it. Of the others each letter may be one. */
const VALUE_LETTERS: readonly (readonly [program: RegExp, letters: string])[] = [
  [/^(?:python|pypy|ipython)/, "WXm"],
  [/^perl$/, "MmIFxDViC"],
  [/^ruby$/, "rICFxEi"],
  [/^php$/, "dcftzS"],
  [/^lua/, "l"],
  [/^julia$/, "JLCpH"],
];

/** Of those, what is no file of code that they are given first. */
const EDITED = ["vim", "vi", "nvim", "emacs", "gdb", "lldb", "mix", "expect", "mongosh", "mongo"];
/** They run a script by itself: none looks for modules or settings where it is started. */
const ALONE = ["sh", "bash", "dash", "zsh", "ksh", "node", "python", "python2", "python3", "ruby", "perl"];

/** Without the shells. */
export const INTERPRETERS: readonly string[] = Object.keys(CODE_OPTIONS);

/** `python3.12` is python3. */
export const baseInterpreter = (program: string): string =>
  program
    .replace(/-?\d+\.\d+(\.\d+)?$/, (version) => (version.startsWith("3") ? "3" : ""))
    .replace("ts-node", "ts_node");

/** After which options a program takes code as text; undefined where it is no interpreter, and of shells. */
export const codeOptions = (program: string): readonly string[] | undefined => {
  const name = baseInterpreter(program);
  return Object.hasOwn(CODE_OPTIONS, name) ? CODE_OPTIONS[name] : undefined;
};

export const valueLetters = (program: string): string =>
  VALUE_LETTERS.find(([name]) => name.test(baseInterpreter(program)))?.[1] ?? "";

export const takesCode = (program: string): boolean => codeOptions(program) !== undefined;

/** Whether it runs the file that it is given first. */
export const runsFile = (program: string): boolean =>
  SHELL_NAMES.includes(program) ||
  /^(?:source|\.)$/.test(program) ||
  (codeOptions(program) !== undefined && !EDITED.includes(baseInterpreter(program)));

export const runsFileAlone = (program: string): boolean => ALONE.includes(baseInterpreter(program));

/** Whether words, wherever they stand, give an interpreter code: the beginning of a text of several words counts as they do. */
export const givesCode = (words: readonly string[]): boolean => {
  const all = words.flatMap((word) => word.split(/\s+/));
  return all.some((word, at) => {
    const program = word.replace(/^.*\//, "").toLowerCase();
    const options = SHELL_NAMES.includes(program) ? ["-c"] : codeOptions(program);
    return options !== undefined && all.slice(at + 1).some((one) => isCode(one, options));
  });
};

/** The option itself, also among others and with its code behind it (`-lc`, `-cimport x`, `--eval=…`); or a module that is its text. */
const isCode = (word: string, options: readonly string[]): boolean =>
  /(?:^|=)data:/i.test(word) ||
  options.some(
    (option) =>
      word.toLowerCase() === option.toLowerCase() ||
      word.startsWith(`${option}=`) ||
      (/^-\w$/.test(option) && new RegExp(`^-\\w*${option.slice(1)}`).test(word)),
  );
