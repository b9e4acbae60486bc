import {
  FOUND_FILE,
  foundBelow,
  foundBy,
  inPlaceOfMark,
  LISTED_FILE,
  listedIn,
  parallelScript,
  REPLACED,
  toldToXargs,
} from "../found-files.ts";
import type { Input } from "../part.ts";
import { gitStarts } from "../programs/git/git-starts.ts";
import { type LeadingOptions, leadingOptions } from "../programs/leading-options.ts";
import { takesFindValue } from "../programs/search-tools.ts";
import { optionValues, programName } from "../scan.ts";
import { assembledOf, isLiteral, literalWord, parted, type ShellWord } from "../words.ts";
import { byShape, opaque, type Unwrapped } from "./shaped-wrappers.ts";
import { type Inner, isShell, readScript, scriptOf, shellStarts } from "./shell-starts.ts";
import { STARTS_SCRIPT_WITH, WRAPPERS } from "./wrapper-shapes.ts";

const FIND_STARTS_MAX = 8;
const FIND_EXECUTES = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

export const isWrapper = (program: string): boolean => Object.hasOwn(WRAPPERS, program);

/** What `words` (program first) would start, or undefined when it starts nothing known. */
export function unwrap(words: readonly ShellWord[], input: Input): Unwrapped | undefined {
  const first = words[0];
  if (!first || !isLiteral(first)) return undefined;
  const program = programName(first);
  const rest = words.slice(1);
  if (isShell(program)) return { inner: shellStarts(rest, input), isTransparent: false };
  if (/^ld(-linux.*|-musl.*)?\.so(\.\d+)?$/.test(program)) return opaque([{ kind: "words", words: rest }]);
  const special = specialForms(program, rest, input);
  if (special) return special;
  const shape = isWrapper(program) ? WRAPPERS[program] : undefined;
  if (shape) return byShape(program, rest, shape);
  const scripts = optionValues(
    rest,
    ...(Object.hasOwn(STARTS_SCRIPT_WITH, program) ? (STARTS_SCRIPT_WITH[program] ?? []) : []),
  );
  return scripts.length > 0 ? opaque(scripts.map(scriptOf)) : undefined;
}

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
        ? opaque([
            {
              ...readScript(input),
              ...(rest[0]?.isAssembled || /[<>]\(/.test(rest[0]?.text ?? "") ? { isHidden: true } : {}),
            },
          ])
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
      return runsLater(program, rest, input);
    case "xargs":
    case "parallel":
      return opaque(listStarts(program, rest, input));
    case "git":
    case "make":
    case "gmake":
      return ownScripts(program, rest);
    case "cmake":
      return cmakeTool(rest);
    case "sqlite":
    case "sqlite3":
    case "duckdb":
      return startedBySqlite(rest);
    default:
      return undefined;
  }
}

/** CMake's own tools that start a command or delete, as the programs of the system that do the same. */
const CMAKE_TOOLS: Readonly<Record<string, readonly string[]>> = {
  env: ["env"],
  time: ["time"],
  chdir: ["env", "-C"],
  rm: ["rm"],
  remove: ["rm"],
  remove_directory: ["rm", "-rf"],
};

function cmakeTool([mode, tool, ...words]: readonly ShellWord[]): Unwrapped | undefined {
  const name = mode?.text === "-E" ? (tool?.text ?? "") : "";
  const program = Object.hasOwn(CMAKE_TOOLS, name) ? CMAKE_TOOLS[name] : undefined;
  return program && opaque([{ kind: "words", words: [...program.map(literalWord), ...words] }]);
}

/** What is read, or stands in the file that `-f` names. */
function runsLater(program: string, rest: readonly ShellWord[], input: Input): Unwrapped | undefined {
  if (!optionValues(rest, "-f").every(isLiteral))
    return opaque([{ kind: "unseen", why: `${program} runs what it reads`, isHidden: true }]);
  return input.kind === "inherited" ? undefined : opaque([readScript(input)]);
}

/** `-execdir` and `-okdir` run where the file lies, with its name there: the file is one of all that are found still. */
const whereFound = (option: ShellWord | undefined): readonly { folder?: ShellWord }[] =>
  option?.text.endsWith("dir") ? [{ folder: LISTED_FILE }, {}] : [{}];

function findStarts(rest: readonly ShellWord[]): Unwrapped | undefined {
  const inner: Inner[] = [];
  const found = foundBy(rest);
  for (let index = 0; index < rest.length && inner.length <= FIND_STARTS_MAX; index++) {
    if (takesFindValue(rest[index]?.text ?? "")) index++;
    if (!FIND_EXECUTES.has(rest[index]?.text ?? "") || takesFindValue(rest[index - 1]?.text ?? "")) continue;
    const end = endOfExecution(rest, index);
    const words = rest.slice(index + 1, end);
    // A found path never starts with a dash, so it is one operand.
    const given = { kind: "words", words: words.flatMap((word) => inPlaceOfMark(word, found)) } as const;
    inner.push(...whereFound(rest[index]).map((where) => ({ ...given, ...where })));
    // A word that is not known may be the end.
    if (words.every(isLiteral)) index = end;
  }
  if (inner.length > FIND_STARTS_MAX)
    inner.push({ kind: "unseen", why: "it starts more commands than are followed", isHidden: true });
  return inner.length > 0 ? opaque(inner) : undefined;
}

/** Where the words end that `-exec` starts; all that follow, where find would start nothing for want of an end. */
function endOfExecution(words: readonly ShellWord[], from: number): number {
  const end = words.findIndex(
    ({ text }, at) => at > from && (text === ";" || (text === "+" && words[at - 1]?.text === "{}")),
  );
  return end < 0 ? words.length : end;
}

const LIST_OPTIONS: Readonly<Record<string, string>> = {
  xargs:
    "-0oprtx -a: -d: -E: -e? -I: -i? -L: -l? -n: -P: -s: -J: -R: -S: --null --arg-file= --delimiter= --eof[=] --replace[=] --max-lines[=] " +
    "--max-args= --max-procs= --max-chars= --interactive --no-run-if-empty --exit --verbose --open-tty --process-slot-var=",
  parallel:
    "-0kmqrtuvxX -a: -C: -d: -E: -I: -i? -j: -L: -l? -n: -N: -P: -s: -S: --null --arg-file= --bar --colsep= --delay= --delimiter= --dry-run " +
    "--eta --halt= --jobs= --joblog= --keep-order --line-buffer --link --load= --max-args= --max-chars= --max-lines[=] --max-procs= --nice= " +
    "--no-notice --no-run-if-empty --pipe --progress --quote --replace[=] --results= --resume --retries= --shuf --silent --tag --timeout= " +
    "--tmpdir= --ungroup --verbose --will-cite --xargs",
};

/** What is started for each of the things that are read, or told behind `:::`; in each way that the words may be read. */
function listStarts(program: string, rest: readonly ShellWord[], input: Input): readonly Inner[] {
  const separator = program === "parallel" ? rest.findIndex((word) => word.text.startsWith(":::")) : -1;
  const own = separator < 0 ? rest : rest.slice(0, separator);
  const { behind, options, isKnown } = leadingOptions(own, LIST_OPTIONS[program] ?? "");
  // What stands behind four colons is a file of values.
  const isTold = separator >= 0 && rest.every(isLiteral) && !rest.some(({ text }) => /^::::/.test(text));
  const starts = behind.map((at) => own.slice(at));
  if (isTold)
    return starts.map((words) => ({ kind: "script", text: parallelScript(words, rest.slice(separator + 1)) }));
  const mark = markOf(program, options);
  const isWhole = program === "parallel" || ["-0", "--null", "-d", "--delimiter"].some((name) => options.has(name));
  const told = isKnown && program === "xargs" ? toldToXargs(options, input) : undefined;
  return starts.flatMap((words) => {
    if (told === undefined || words.length === 0) return [listStart(program, words, { input, mark, isWhole })];
    return told.length > TOLD_MAX
      ? [listStart(program, words, { input, mark, isWhole })]
      : withTold(words, mark || undefined, told);
  });
}

/** More runs of a program than these are not told apart. */
const TOLD_MAX = 40;

/** What is read stands in place of the mark, in a run for each, or behind the words. */
function withTold(words: readonly ShellWord[], mark: string | undefined, told: readonly ShellWord[]): readonly Inner[] {
  if (mark === undefined) return [{ kind: "words", words: [...words, ...told] }];
  return told.map(({ text }) => ({
    kind: "words",
    words: words.map((word) => (word.text.includes(mark) ? { ...word, text: word.text.replaceAll(mark, text) } : word)),
  }));
}

interface Listing {
  readonly input: Input;
  /** What stands in the words for each line that is read. */
  readonly mark: string | undefined;
  /** No blank, quote or backslash parts what is read. */
  readonly isWhole: boolean;
}

function listStart(program: string, words: readonly ShellWord[], { input, mark, isWhole }: Listing): Inner {
  const listed = (word: ShellWord): readonly ShellWord[] => listedIn(input, word).map(isWhole ? (one) => one : parted);
  if (words.length === 0)
    return program === "parallel"
      ? { kind: "unseen", why: "parallel runs what it reads" }
      : { kind: "words", words: [literalWord("echo"), FOUND_FILE] };
  const given: Pick<ShellWord, "isAssembled"> =
    input.kind === "text" || (input.kind === "unknown" && input.isMade) ? { isAssembled: "made" } : {};
  const only = words[0];
  if (only && words.length === 1 && /\s/.test(only.text)) return scriptOf(only);
  if (mark === undefined || mark === "" || !words.some((word) => word.text.includes(mark)))
    return mark && program === "xargs"
      ? { kind: "words", words }
      : { kind: "words", words: [...words.map(untoldPart), ...listed({ ...FOUND_FILE, ...given })] };
  // A read line put in place of the mark stays one word.
  return {
    kind: "words",
    words: words.flatMap((word) =>
      word.text.includes(mark)
        ? inPlaceOfMark({ ...word, text: word.text.replaceAll(mark, "{}") }, listed({ ...LISTED_FILE, ...given }))
        : [untoldPart(word)],
    ),
  };

  /** A part of what is read, as parallel puts it in. */
  function untoldPart(word: ShellWord): ShellWord {
    return program === "parallel" && word.text.search(REPLACED) >= 0 ? { ...LISTED_FILE, text: word.text } : word;
  }
}

function markOf(program: string, options: LeadingOptions["options"]): string | undefined {
  const given = ["-I", "-i", "--replace"].flatMap((name) => options.get(name) ?? []).at(-1);
  return given?.text || (given !== undefined || program === "parallel" ? "{}" : undefined);
}

/** `.shell` and `.system`, of which it takes any beginning. */
const STARTED_BY_SQLITE = /^\s*\.(?:sh|sy)[a-z]*\s+([\s\S]+)$/;

function startedBySqlite(rest: readonly ShellWord[]): Unwrapped | undefined {
  const started = rest.flatMap(({ text }) => STARTED_BY_SQLITE.exec(text)?.[1] ?? []);
  return started.length > 0 ? opaque(started.map((text): Inner => ({ kind: "script", text }))) : undefined;
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
  const inner = gitStarts(rest).map(
    (start): Inner => (start.kind === "words" ? { kind: "words", words: start.words } : scriptOf(start.word)),
  );
  return inner.length > 0 ? opaque(inner) : undefined;
}
