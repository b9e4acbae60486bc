import { isComment, isMainframe } from "../code-lines.ts";
import { headAbove } from "../construct.ts";
import type { Passage } from "../passage.ts";

/** What a quotation names that is defined elsewhere, by how it is defined; in the order of the lines. */
export interface Named {
  /** What is tested, reckoned with or written as constants are: it has a value. */
  readonly values: readonly string[];
  /** Paragraphs that are performed and functions that are called: what is done. */
  readonly done: readonly Done[];
  /** Errors that are raised, files that are opened or read, scripts that are run, procedures that are executed. */
  readonly raised: readonly string[];
  readonly files: readonly string[];
  readonly scripts: readonly string[];
  readonly procedures: readonly string[];
}

export interface Done {
  readonly name: string;
  /** Whether a condition leads to it. */
  readonly isBranch: boolean;
}

/** What is tested or reckoned with. */
const COBOL_TEST = /\b(?:IF|AND|OR|WHEN|UNTIL|EVALUATE|COMPUTE)\s+(?:NOT\s+)?(.*)|^(.*\s[*/]\s.*)$/gi;
const MODERN_TEST = /\b(?:if|elif|while|unless|case|return)\b(.*)|\?\s*(.*)|(.*)(?:\?\?|\|\|)/g;
const COBOL_NAME = /\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b/gi;
/** Written as constants are: what they are, who reads the place does not see. */
const CONSTANT = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g;
const IS_CONSTANT = new RegExp(`^${CONSTANT.source}$`);
const MODERN_NAME = /\b[A-Za-z_$][\w$]{4,}\b(?!\()/g;

export const isConstant = (name: string): boolean => IS_CONSTANT.test(name);

const PERFORMED = /\b(?:PERFORM|GO TO)\s+([A-Z0-9][A-Z0-9-]*)/gi;
const CALLED = /(?<!\b(?:def|function|class|new|raise)\s)(?<![\w$])([A-Za-z_$][\w$]{3,})\(/g;
const RAISED = /\b(?:raise|throw new|throw)\s+(?:[\w$]+\.)*([A-Z][\w$]+)/g;
const FILE = /\b(?:OPEN\s+(?:INPUT|OUTPUT|I-O|EXTEND)|READ|START|DELETE)\s+([A-Z][A-Z0-9-]*)/gi;
const SCRIPT = /\b(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?([a-z][\w:-]*)|\bmake\s+([a-z][\w-]*)/g;
const PROCEDURE = /^\/\/[\w$#@]*\s+EXEC\s+(?:PROC=)?([A-Z$#@][\w$#@]*)(?![\w$#@=])/gi;
const IS_JOB = /\.(?:jcl|prc|proc)$/i;

/** @param quoted  the lines that are shown, of the file `path` */
export function namedIn(quoted: Pick<Passage, "path" | "lines" | "kind">): Named {
  const { path, lines, kind } = quoted;
  const code = kind === "code" ? lines.filter((line) => !isComment(path, line)) : [];
  const all = (pattern: RegExp, from: readonly string[]): readonly string[] => [
    ...new Set(from.flatMap((line) => [...line.matchAll(pattern)].flatMap((match) => match.slice(1, 3).find(Boolean) ?? []))),
  ];
  const isCobol = isMainframe(path);
  const isModern = !isCobol && !IS_JOB.test(path);
  return {
    values: valueNames(code, isCobol),
    done: doneIn(quoted, isCobol ? PERFORMED : CALLED),
    raised: isModern ? all(RAISED, code) : [],
    files: isCobol ? all(FILE, code) : [],
    scripts: isModern && kind !== "code" ? all(SCRIPT, lines) : [],
    procedures: IS_JOB.test(path) ? all(PROCEDURE, code) : [],
  };
}

function valueNames(code: readonly string[], isCobol: boolean): readonly string[] {
  const [tests, name] = isCobol ? [COBOL_TEST, COBOL_NAME] : [MODERN_TEST, MODERN_NAME];
  const tested = code
    .flatMap((line) => [...line.matchAll(tests)].map((match) => match.slice(1).join(" ")))
    .flatMap((said) => said.match(name) ?? []);
  const constants = isCobol ? [] : code.flatMap((line) => line.match(CONSTANT) ?? []);
  return [...new Set([...tested, ...constants])];
}

function doneIn(quoted: Pick<Passage, "path" | "lines" | "kind">, pattern: RegExp): readonly Done[] {
  if (quoted.kind !== "code") return [];
  const found = quoted.lines.flatMap((line, index) =>
    isComment(quoted.path, line)
      ? []
      : [...line.matchAll(pattern)].map(([, name = ""]) => ({
          name,
          isBranch: headAbove(quoted, index) !== undefined || ON_CONDITION.test(line),
        })),
  );
  return [...new Map(found.toReversed().map((one) => [one.name, one])).values()].toReversed();
}

const ON_CONDITION = /\b(?:INVALID KEY|AT END|WHEN|IF|ELSE|if|else)\b/;
