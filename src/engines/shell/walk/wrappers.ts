import { FOUND_FILE, foundBelow, foundBy, inPlaceOfMark, LISTED_FILE, listedIn, wordsRead } from "../found-files.ts";
import type { Input } from "../part.ts";
import { takesFindValue } from "../programs/search-tools.ts";
import { INERT_VARIABLE } from "../programs/system.ts";
import { optionValues, programName } from "../scan.ts";
import { assembledOf, isLiteral, literalWord, type ShellWord } from "../words.ts";
import { WRAPPERS, type WrapperShape } from "./wrapper-shapes.ts";

/** What a command starts in its turn. */
export type Inner =
  | { readonly kind: "words"; readonly words: readonly ShellWord[]; readonly folder?: ShellWord }
  | { readonly kind: "script"; readonly text: string }
  | { readonly kind: "unseen"; readonly why: string; readonly isHidden?: boolean };

export interface Unwrapped {
  readonly inner: readonly Inner[];
  /** The wrapper itself adds nothing: what it starts may be approved as if it stood alone. */
  readonly isTransparent: boolean;
}

const SHELLS = new Set("sh bash dash zsh ksh ash mksh yash rbash fish csh tcsh osh hush".split(" "));
const STARTS_SCRIPT_WITH: Readonly<Record<string, readonly string[]>> = {
  su: ["-c", "--command"],
  script: ["-c", "--command"],
  flock: ["-c", "--command"],
  "nix-shell": ["--run", "--command"],
  runuser: ["-c", "--command"],
  npm: ["-c", "--call"],
  npx: ["-c", "--call"],
  mapfile: ["-C"],
  readarray: ["-C"],
  watch: ["-x"],
  env: ["-S", "--split-string"],
  sort: ["--compress-program"],
  rg: ["--pre"],
  tar: ["-I", "--use-compress-program", "--to-command", "--info-script"],
  less: [],
  complete: ["-C"],
};
const FIND_EXECUTES = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

export const isWrapper = (program: string): boolean => Object.hasOwn(WRAPPERS, program);
export const isShell = (program: string): boolean => SHELLS.has(program);

/** What `words` (program first) would start, or undefined when it starts nothing known. */
export function unwrap(words: readonly ShellWord[], input: Input): Unwrapped | undefined {
  const first = words[0];
  if (!first || !isLiteral(first)) return undefined;
  const program = programName(first);
  const rest = words.slice(1);
  if (isShell(program)) return { inner: [shellStarts(rest, input)], isTransparent: false };
  if (/^ld(-linux.*|-musl.*)?\.so(\.\d+)?$/.test(program)) return opaque([{ kind: "words", words: rest }]);
  const special = specialForms(program, rest, input);
  if (special) return special;
  const scripts = (STARTS_SCRIPT_WITH[program] ?? []).flatMap((name) => optionValues(rest, name));
  if (scripts.length > 0) return opaque(scripts.map(scriptOf));
  const shape = isWrapper(program) ? WRAPPERS[program] : undefined;
  return shape ? byShape(program, rest, shape) : undefined;
}

const opaque = (inner: readonly Inner[]): Unwrapped => ({ inner, isTransparent: false });
const scriptOf = (word: ShellWord): Inner =>
  isLiteral(word)
    ? { kind: "script", text: word.text }
    : {
        kind: "unseen",
        why: "the script it runs is not known before it runs",
        isHidden: word.isAssembled !== undefined,
      };

function specialForms(program: string, rest: readonly ShellWord[], input: Input): Unwrapped | undefined {
  switch (program) {
    case "eval":
      return opaque([
        scriptOf({
          text: rest.map((word) => word.text).join(" "),
          certainty: rest.every(isLiteral) ? "literal" : "variable",
          glob: false,
          ...assembledOf(rest),
        }),
      ]);
    case "trap": {
      const script = rest.filter((word) => word.text !== "--")[0];
      return script && !script.text.startsWith("-") ? opaque([scriptOf(script)]) : undefined;
    }
    case "source":
    case ".":
      return /^\/dev\/(stdin|fd)/.test(rest[0]?.text ?? "") || (rest[0] && !isLiteral(rest[0]))
        ? opaque([{ ...readScript(input), ...(rest[0]?.isAssembled ? { isHidden: true } : {}) }])
        : undefined;
    case "find":
      return findStarts(rest);
    case "fd":
    case "fdfind": {
      const at = rest.findIndex((word) => /^(-\w*[xX]|--exec(-batch)?)$/.test(word.text));
      return at < 0
        ? undefined
        : opaque([{ kind: "words", words: [...rest.slice(at + 1), ...foundBelow(rest.slice(0, at))] }]);
    }
    case "at":
    case "batch":
      return input.kind === "inherited" ? undefined : opaque([readScript(input)]);
    case "xargs":
    case "parallel":
      return { inner: [xargsStarts(program, rest, input)], isTransparent: false };
    case "git":
    case "make":
    case "gmake":
      return ownScripts(program, rest);
    default:
      return undefined;
  }
}

/** `-execdir` and `-okdir` run where the file lies. */
const whereFound = (option: ShellWord | undefined): { folder?: ShellWord } =>
  option?.text.endsWith("dir") ? { folder: LISTED_FILE } : {};

function findStarts(rest: readonly ShellWord[]): Unwrapped | undefined {
  const inner: Inner[] = [];
  const found = foundBy(rest);
  for (let index = 0; index < rest.length; index++) {
    if (takesFindValue(rest[index]?.text ?? "")) index++;
    if (!FIND_EXECUTES.has(rest[index]?.text ?? "") || takesFindValue(rest[index - 1]?.text ?? "")) continue;
    const end = rest.findIndex(
      (word, at) => at > index && (word.text === ";" || (word.text === "+" && rest[at - 1]?.text === "{}")),
    );
    const words = rest.slice(index + 1, end < 0 ? rest.length : end);
    // A found path never starts with a dash, so it is one operand.
    inner.push({
      kind: "words",
      words: words.flatMap((word) => inPlaceOfMark(word, found)),
      ...whereFound(rest[index]),
    });
    if (end > 0) index = end;
  }
  return inner.length > 0 ? opaque(inner) : undefined;
}

function xargsStarts(program: string, rest: readonly ShellWord[], input: Input): Inner {
  const values = new Set(
    "-I -n -P -d -L -s -a -E -j --max-args --max-procs --delimiter --max-lines --max-chars --arg-file --replace --jobs --colsep".split(
      " ",
    ),
  );
  const separator = program === "parallel" ? rest.findIndex((word) => word.text.startsWith(":::")) : -1;
  const words = afterOptions(separator < 0 ? rest : rest.slice(0, separator), values);
  if (words.length === 0)
    return program === "parallel"
      ? { kind: "unseen", why: "parallel runs what it reads" }
      : { kind: "words", words: [literalWord("echo"), FOUND_FILE] };
  const given: Pick<ShellWord, "isAssembled"> =
    input.kind === "text" || (input.kind === "unknown" && input.isMade) ? { isAssembled: "made" } : {};
  const only = words[0];
  if (only && words.length === 1 && /\s/.test(only.text)) return scriptOf(only);
  const mark =
    optionValues(rest, "-I", "--replace")[0]?.text ??
    (rest.some((word) => word.text === "-i" || word.text === "--replace") || program === "parallel" ? "{}" : undefined);
  if (mark === undefined || mark === "" || !words.some((word) => word.text.includes(mark)))
    return { kind: "words", words: [...words, ...wordsRead(rest.length === words.length, input, given)] };
  // A read line put in place of the mark stays one word.
  return {
    kind: "words",
    words: words.flatMap((word) => (word.text.includes(mark) ? listedIn(input, { ...LISTED_FILE, ...given }) : [word])),
  };
}

/** Programs with scripts of their own among their words. */
function ownScripts(program: string, rest: readonly ShellWord[]): Unwrapped | undefined {
  const texts = rest.map((word) => word.text);
  if (program !== "git") {
    const fromInput = optionValues(rest, "-f", "--file", "--makefile").some(
      (word) => word.text === "-" || word.text.startsWith("/dev/") || !isLiteral(word),
    );
    const evaluates =
      optionValues(rest, "--eval", "-E").length > 0 ||
      texts.some((text) => /^(SHELL|MAKEFLAGS|\.SHELLFLAGS)=/.test(text));
    return fromInput || evaluates
      ? opaque([{ kind: "unseen", why: "make runs a text that is not a file of the workspace", isHidden: true }])
      : undefined;
  }
  const inner: Inner[] = [];
  const foreach = texts.indexOf("foreach");
  if (texts.includes("submodule") && foreach >= 0) {
    const words = rest.slice(foreach + 1).filter((word) => word.text !== "--recursive" && word.text !== "--quiet");
    inner.push(words.length === 1 && words[0] ? scriptOf(words[0]) : { kind: "words", words });
  }
  const run = texts.indexOf("run");
  if (texts.includes("bisect") && run >= 0) inner.push({ kind: "words", words: rest.slice(run + 1) });
  if (texts.includes("rebase")) inner.push(...optionValues(rest, "-x", "--exec").map(scriptOf));
  for (const setting of optionValues(rest, "-c")) {
    const value = /^[^=]*=!?([\s\S]*)$/.exec(setting.text)?.[1];
    if (value && /\s/.test(value)) inner.push(scriptOf({ ...setting, text: value }));
  }
  for (const value of optionValues(
    rest,
    "--upload-pack",
    "--receive-pack",
    "--exec",
    "-u",
    "--open-files-in-pager",
    "-O",
  ))
    if (/\s/.test(value.text)) inner.push(scriptOf(value));
  return inner.length > 0 ? opaque(inner) : undefined;
}

function shellStarts(rest: readonly ShellWord[], input: Input): Inner {
  for (let index = 0; index < rest.length; index++) {
    const word = rest[index];
    if (!word) break;
    if (!isLiteral(word))
      return {
        kind: "unseen",
        why: "what the shell runs is not known before it runs",
        isHidden: word.isAssembled !== undefined && /[<>]\(/.test(word.text),
      };
    if (/^[-+]O$|^[-+]o$|^--(rcfile|init-file)$/.test(word.text)) {
      index++;
      continue;
    }
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(word.text) || word.text === "--command") {
      const script = rest.slice(index + 1).find((each) => !/^-[a-zA-Z]+$|^--$/.test(each.text));
      return script ? scriptOf(script) : { kind: "unseen", why: "the shell's script is missing" };
    }
    if (word.text === "--version" || word.text === "--help") return { kind: "words", words: [] };
    if (/^-[a-zA-Z]*s[a-zA-Z]*$/.test(word.text)) break;
    if (word.text.startsWith("-") || word.text.startsWith("+")) continue;
    // A script file: the project's own code, unless it is a stream.
    return /^\/dev\/|^\/proc\//.test(word.text) ? readScript(input) : { kind: "words", words: [] };
  }
  return readScript(input);
}

/** What a shell runs that reads its input. */
function readScript(input: Input): Inner {
  if (input.kind === "text") return { kind: "script", text: input.text };
  return {
    kind: "unseen",
    why: "the shell runs what it reads",
    isHidden: input.kind === "unknown" && input.isMade,
  };
}

function byShape(program: string, rest: readonly ShellWord[], shape: WrapperShape): Unwrapped | undefined {
  let words = rest;
  if (shape.verb !== undefined) {
    const at = words.findIndex((word) => !word.text.startsWith("-"));
    if (at < 0 || !shape.verb.split("|").includes(words[at]?.text ?? "")) return undefined;
    words = words.slice(at + 1);
  }
  if (program === "command" && /^-\w*[vV]/.test(words[0]?.text ?? "")) return undefined;
  const values = new Set((shape.values ?? "").split(" "));
  const options = words.slice(0, words.length - afterOptions(words, values).length);
  words = afterOptions(words, values).slice(shape.skip ?? 0);
  let isTransparent =
    shape.transparent === true &&
    options.every((word) => isLiteral(word) && !/^--?(o|output|a|append)(=|$)/.test(word.text));
  if (shape.assignments) {
    const set = words.findIndex((word) => !/^\w+=/.test(word.text));
    const assigned = set < 0 ? words : words.slice(0, set);
    words = set < 0 ? [] : words.slice(set);
    isTransparent =
      program === "env" &&
      options.length === 0 &&
      assigned.every((word) => isLiteral(word) && INERT_VARIABLE.test(word.text.split("=")[0] ?? ""));
  }
  if (words.length === 0) return undefined;
  if (shape.script)
    return opaque(
      shape.script && words.every(isLiteral)
        ? scriptsOf(program, words)
        : [{ kind: "unseen", why: `what ${program} runs is not known before it runs` }],
    );
  const first = words[0];
  // Some take one text for a shell: `npx "a b"`, `flock f "a b"`.
  if (first && /\s/.test(first.text)) return opaque([scriptOf(first)]);
  const folder = optionValues(options, "-C", "--chdir", "-D").at(-1);
  return { inner: [{ kind: "words", words, ...(folder ? { folder } : {}) }], isTransparent };
}

function scriptsOf(program: string, words: readonly ShellWord[]): readonly Inner[] {
  if (program === "watch") return [{ kind: "script", text: words.map((word) => word.text).join(" ") }];
  return words.filter((word) => !word.text.startsWith("-")).map(scriptOf);
}

/** Skips options, and the values of those that take one. */
function afterOptions(words: readonly ShellWord[], values: ReadonlySet<string>): readonly ShellWord[] {
  let index = 0;
  for (; index < words.length; index++) {
    const text = words[index]?.text ?? "";
    if (text === "--") return words.slice(index + 1);
    if (!text.startsWith("-") || text === "-") {
      if (text !== "-") break;
      continue;
    }
    if (values.has(text)) index++;
  }
  return words.slice(index);
}
