import { optionValues } from "../scan.ts";
import type { ShellWord } from "../words.ts";
import { isLiteral, literalWord } from "../words.ts";
import { type Danger, type DangerContext, danger, notKnown, unresolved } from "./danger.ts";

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
  ts_node: ["-e"],
  tsx: ["-e", "--eval"],
};

/** Whatever starts programs, deletes, writes, opens connections or builds code while it runs. */
const DOES_MORE =
  /\b(system|exec\w*|spawn\w*|popen\w*|subprocess|child_process|fork|eval|compile|__import__|importlib|ctypes|rmtree|rmdir\w*|rm\w*Sync|rmSync|unlink\w*|remove\w*|delete\w*|truncate|rename\w*|kill\w*|chmod\w*|chown\w*|symlink\w*|File::Path|FileUtils|shutil|Deno\.(run|remove|write\w*|Command)|Bun\.(spawn\w*|write|\$)|write\w*File\w*|writeFile\w*|appendFile\w*|createWriteStream|file_put_contents|fopen|open|Pathname|pathlib|os\.\w+|fs\.\w+|socket\w*|urllib\w*|requests|http\w*|fetch|net|Net::HTTP|LWP|IO::Socket|TCPSocket|UDPSocket|XMLHttpRequest|WebSocket|smtplib|ftplib|telnetlib|paramiko|boto3|shell_exec|passthru|proc_open|pcntl_exec|Runtime|ProcessBuilder|require\s*\(\s*['"](node:)?(fs|net|http\w*|dgram|tls|vm|worker_threads|cluster|os|process)|process\.(kill|env|binding|dlopen)|environ|getenv|ENV|qx|do\s+shell\s+script|getattr|globals|base64|b64decode|fromCharCode|unescape|pack|chr)\b|`|\bdo\s+shell\b|\$\(|%x|:!|!\w|\\x[0-9a-f]{2}/i;

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
  context: DangerContext,
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
  const hasFile = words.some((word) => !word.text.startsWith("-"));
  if (
    hasFile ||
    context.input.kind === "inherited" ||
    words.some((word) => /^(--version|-V|-v|--help)$/.test(word.text))
  )
    return [];
  if (context.input.kind === "text") return [literalWord(context.input.text)];
  return [
    { text: "its input", certainty: "variable", glob: false, ...(context.input.isMade ? { isAssembled: "made" } : {}) },
  ];
}

/** Code typed into the line is read for anything but computing and printing. */
export function codeDanger(program: string, words: readonly ShellWord[], context: DangerContext): Danger | undefined {
  const modules = /^(perl|ruby|node|bun|deno)/.test(program) ? words.filter(({ text }) => /^-[Mr]./.test(text)) : [];
  if (modules.some(({ text }) => DOES_MORE.test(text.slice(2))))
    return unresolved(`${program} loads what may do anything`);
  for (const code of inlineCode(program, words, context)) {
    if (!code || !isLiteral(code)) return notKnown(`the code that ${program} runs is not known before it runs`, code);
    if (DOES_MORE.test(code.text)) return danger("unresolved", `the code that ${program} runs may do anything`);
  }
  return undefined;
}
