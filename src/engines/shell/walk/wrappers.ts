import {
  FOUND_FILE,
  foundBelow,
  foundBy,
  inPlaceOfMark,
  LISTED_FILE,
  listedIn,
  parallelScript,
  wordsRead,
} from "../found-files.ts";
import type { Input } from "../part.ts";
import { takesFindValue } from "../programs/search-tools.ts";
import { optionValues, programName } from "../scan.ts";
import { assembledOf, isLiteral, literalWord, type ShellWord } from "../words.ts";
import { afterOptions, byShape, opaque, type Unwrapped } from "./shaped-wrappers.ts";
import { type Inner, isShell, readScript, scriptOf, shellStarts } from "./shell-starts.ts";
import { STARTS_SCRIPT_WITH, WRAPPERS } from "./wrapper-shapes.ts";

const FIND_EXECUTES = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

export const isWrapper = (program: string): boolean => Object.hasOwn(WRAPPERS, program);

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
      return {
        inner: [(program === "parallel" ? valuesStarts(rest) : undefined) ?? xargsStarts(program, rest, input)],
        isTransparent: false,
      };
    case "git":
    case "make":
    case "gmake":
      return ownScripts(program, rest);
    default:
      return undefined;
  }
}

/** What is read, or stands in the file that `-f` names. */
function runsLater(program: string, rest: readonly ShellWord[], input: Input): Unwrapped | undefined {
  if (!optionValues(rest, "-f").every(isLiteral))
    return opaque([{ kind: "unseen", why: `${program} runs what it reads`, isHidden: true }]);
  return input.kind === "inherited" ? undefined : opaque([readScript(input)]);
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

/** Options of xargs and parallel that take a value. */
const VALUED = new Set(
  "-I -n -P -d -L -s -a -E -j --max-args --max-procs --delimiter --max-lines --max-chars --arg-file --replace --jobs --colsep".split(
    " ",
  ),
);

/** `parallel … ::: VALUE …`, all of it known. */
function valuesStarts(rest: readonly ShellWord[]): Inner | undefined {
  const separator = rest.findIndex((word) => word.text.startsWith(":::"));
  // What stands behind four colons is a file of values.
  if (separator < 0 || !rest.every(isLiteral) || rest.some(({ text }) => /^::::/.test(text))) return undefined;
  return {
    kind: "script",
    text: parallelScript(afterOptions(rest.slice(0, separator), VALUED), rest.slice(separator + 1)),
  };
}

function xargsStarts(program: string, rest: readonly ShellWord[], input: Input): Inner {
  const separator = program === "parallel" ? rest.findIndex((word) => word.text.startsWith(":::")) : -1;
  const words = afterOptions(separator < 0 ? rest : rest.slice(0, separator), VALUED);
  if (words.length === 0)
    return program === "parallel"
      ? { kind: "unseen", why: "parallel runs what it reads" }
      : { kind: "words", words: [literalWord("echo"), FOUND_FILE] };
  const given: Pick<ShellWord, "isAssembled"> =
    input.kind === "text" || (input.kind === "unknown" && input.isMade) ? { isAssembled: "made" } : {};
  const only = words[0];
  if (only && words.length === 1 && /\s/.test(only.text)) return scriptOf(only);
  const mark = markOf(program, rest.slice(0, rest.length - words.length));
  if (mark === undefined || mark === "" || !words.some((word) => word.text.includes(mark)))
    return mark && program === "xargs"
      ? { kind: "words", words }
      : { kind: "words", words: [...words, ...wordsRead(rest.length === words.length, input, given)] };
  // A read line put in place of the mark stays one word.
  return {
    kind: "words",
    words: words.flatMap((word) =>
      word.text.includes(mark)
        ? inPlaceOfMark(
            { ...word, text: word.text.replaceAll(mark, "{}") },
            listedIn(input, { ...LISTED_FILE, ...given }),
          )
        : [word],
    ),
  };
}

/** What stands in the words for each line that is read. */
function markOf(program: string, options: readonly ShellWord[]): string | undefined {
  const isDefault = program === "parallel" || options.some(({ text }) => text === "-i" || text === "--replace");
  return optionValues(options, "-I", "--replace")[0]?.text ?? (isDefault ? "{}" : undefined);
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
  if (texts.includes("rebase"))
    inner.push(...optionValues(rest, "-x", "--exec").map(scriptOf), ...behindCluster(rest, /^-[a-z]+x$/).map(scriptOf));
  if (texts.includes("difftool")) inner.push(...optionValues(rest, "-x", "--extcmd").map(scriptOf));
  // As git's own helper reads it, where `% ` is a space in a word.
  inner.push(
    ...rest.flatMap(({ text }) =>
      text.startsWith("ext::") ? [{ kind: "script", text: text.slice(5).replaceAll("%", "") } as const] : [],
    ),
  );
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

const behindCluster = (words: readonly ShellWord[], cluster: RegExp): readonly ShellWord[] =>
  words.filter((_, index) => cluster.test(words[index - 1]?.text ?? ""));
