import type { CallForm } from "./call-form.ts";

export const FAILURE_KINDS = [
  "program-missing",
  "name-missing",
  "option-unknown",
  "path-missing",
  "more-needed",
  "change-refused",
] as const;
export type FailureKind = (typeof FAILURE_KINDS)[number];

/**
 * How a call failed, in words of the call alone: nothing of what a command printed is in it. Two calls that failed alike
 * have equal ones.
 */
export interface Failure {
  readonly kind: FailureKind;
  /** Where a command ran; `.` where that does not matter. */
  readonly folder: string;
  readonly words: readonly string[];
}

/** Equal for failures that are the same; each has one remedy at most. */
export const failureKey = ({ kind, folder, words }: Failure): string => JSON.stringify([kind, folder, words]);

export interface BlamedFailure {
  readonly failure: Failure;
  /** The words of the call that are to blame, which stand together; none where the failure names none. */
  readonly blamed: readonly string[];
}

type Reader = (form: CallForm, lines: readonly string[]) => BlamedFailure | undefined;

const TEXT_CHARS_MAX = 20_000;
const LINE_CHARS_MAX = 500;

/** What is known of how a call failed. @param text  what the model reads of it */
export function failureOf(form: CallForm, text: string): BlamedFailure | undefined {
  const lines = text
    .slice(-TEXT_CHARS_MAX)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.slice(0, LINE_CHARS_MAX));
  for (const read of READERS) {
    const found = read(form, lines);
    if (found !== undefined) return found;
  }
  return undefined;
}

const NOT_FOUND = /not found|no such file or directory/i;
const NAME_MISSING =
  /missing script|no such (?:sub)?(?:command|task)|(?:unknown|unrecognized|invalid) (?:sub-?)?(?:command|task)|is not a \w+ command|no rule to make target|invalid choice|no module named|(?:task|target|script|command) \S+ not found|no tests? specified/i;
const OPTION_UNKNOWN =
  /(?:unknown|unrecognized|unrecognised|invalid|illegal|unexpected|unsupported|no such) (?:command[- ]line )?(?:option|argument|flag|switch)|flag provided but not defined|does not support .{0,20}option|bad option/i;
const PATH_MISSING =
  /no such file|not found|does not exist|cannot find|can't open|cannot open|cannot access|ENOENT|no file /i;
const MORE_NEEDED =
  /(?:codec )?can(?:'t|not) decode|invalid (?:utf-?8|byte sequence|start byte)|illegal byte sequence|unmappable character|(?:missing|required) (?:required )?(?:option|argument|flag|parameter)|(?:option|argument|flag)s? (?:is|are) required/i;

const READERS: readonly Reader[] = [
  (form, lines) => {
    const [program = ""] = form.kind === "command" ? form.words : [];
    const isMissing = lines.some((line) => NOT_FOUND.test(line) && isNamed(line, program)) && endedWith(lines, 127);
    return isMissing ? blame({ kind: "program-missing", folder: ".", words: [program] }, [program]) : undefined;
  },
  (form, lines) => {
    const blamed = form.kind === "command" ? namedWord(form.words.slice(1), lines, NAME_MISSING) : undefined;
    if (form.kind !== "command" || blamed === undefined) return undefined;
    const words = form.words.slice(0, form.words.indexOf(blamed) + 1);
    return blame({ kind: "name-missing", folder: form.folder, words }, words);
  },
  (form, lines) => {
    if (form.kind !== "command") return undefined;
    const blamed = namedWord(
      form.words.filter((word) => word.startsWith("-")),
      lines,
      OPTION_UNKNOWN,
    );
    if (blamed === undefined) return undefined;
    return blame({ kind: "option-unknown", folder: ".", words: [...leadOf(form.words), blamed] }, [blamed]);
  },
  (form, lines) => {
    const words = form.kind === "command" ? form.words.slice(1) : [...form.values.values()];
    const blamed = namedWord(words.filter(isPath), lines, PATH_MISSING);
    const folder = form.kind === "command" ? form.folder : ".";
    return blamed === undefined ? undefined : blame({ kind: "path-missing", folder, words: [blamed] }, [blamed]);
  },
  (form, lines) => {
    if (form.kind !== "command" || !lines.some((line) => MORE_NEEDED.test(line))) return undefined;
    return blame({ kind: "more-needed", folder: form.folder, words: form.words }, []);
  },
  (form) => {
    const [path = ""] = form.kind === "arguments" ? form.written : [];
    if (form.kind !== "arguments" || form.written.length !== 1) return undefined;
    return blame({ kind: "change-refused", folder: ".", words: [path, form.tool, ...form.names] }, []);
  },
];

const blame = (failure: Failure, blamed: readonly string[]): BlamedFailure => ({ failure, blamed });

const isPath = (word: string): boolean => /[./]/.test(word) && !word.startsWith("-");

/** The last line says how a command ended; `sh` and `bash` end with 127 for a program that they do not find. */
const endedWith = (lines: readonly string[], code: number): boolean =>
  lines.some((line) => line.includes(`(exit code ${code})`));

/** A program with what names its part: `git log`, `python3 -m pytest`, `npm run`. */
function leadOf(words: readonly string[]): readonly string[] {
  const end = words.findIndex(
    (word, index) => index > 0 && word !== "-m" && (!/^[a-z][a-z0-9:_-]*$/i.test(word) || index > 3),
  );
  return end < 0 ? words : words.slice(0, end);
}

/** The longest of the words that a line which tells such a failure names. */
function namedWord(words: readonly string[], lines: readonly string[], tells: RegExp): string | undefined {
  const telling = lines.filter((line) => tells.test(line));
  const named = words.filter((word) => word.length > 1 && telling.some((line) => isNamed(line, word)));
  return named.toSorted((left, right) => right.length - left.length)[0];
}

/** Whether a line names a word: whole, without its value, without its dashes, or at the end of a path. */
function isNamed(line: string, word: string): boolean {
  const bare = word.replace(/=.*$/s, "");
  const forms = [word, bare, bare.replace(/^-+/, ""), word.replace(/^\.\//, "")];
  return forms.some((form) => form.length > 1 && standsIn(line, form)) || isLetterOption(line, word);
}

function standsIn(line: string, form: string): boolean {
  for (let at = line.indexOf(form); at >= 0; at = line.indexOf(form, at + 1)) {
    const before = line[at - 1] ?? " ";
    const after = line[at + form.length] ?? " ";
    if (!/[\w-]/.test(before) && !/[\w/-]/.test(after)) return true;
  }
  return false;
}

/** What getopt says of a letter: `invalid option -- 'q'`. */
function isLetterOption(line: string, word: string): boolean {
  const letter = /^-(\w)$/.exec(word)?.[1];
  return letter !== undefined && new RegExp(`-- ?['"‘]?${letter}\\b|[ '"]-${letter}\\b`).test(line);
}
