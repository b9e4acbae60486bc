import { isComment, isMainframe } from "../code-lines.ts";
import { headAbove } from "../construct.ts";
import type { Passage } from "../passage.ts";

/** What a quotation names that may be defined elsewhere. */
export interface Named {
  readonly name: string;
  /** How it is defined: it has a value; it is performed or called; an error, a script, a procedure of jobs. */
  readonly kind: "value" | "done" | "error" | "script" | "procedure";
  /** Whether a condition leads there. */
  readonly isBranch: boolean;
}

export type Quoted = Pick<Passage, "path" | "lines" | "kind">;

/** What is tested or reckoned with. */
const COBOL_TEST = /\b(?:IF|AND|OR|WHEN|UNTIL|EVALUATE|COMPUTE)\s+(?:NOT\s+)?(.*)|^(.*\s[*/]\s.*)$/gi;
const MODERN_TEST = /\b(?:if|elif|while|unless|case|return)\b(.*)|\?\s*(.*)|^(.*)(?:\?\?|\|\|)/g;
const COBOL_NAME = /\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b/gi;
/** Written as constants are: what they are, who reads the place does not see. */
const CONSTANT = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g;
const IS_CONSTANT = new RegExp(`^${CONSTANT.source}$`);
const MODERN_NAME = /\b[A-Za-z_$][\w$]{4,}\b(?!\()/g;

export const isConstant = (name: string): boolean => IS_CONSTANT.test(name);

type Forms = readonly (readonly [kind: Exclude<Named["kind"], "value">, form: RegExp])[];
const COBOL: Forms = [["done", /\b(?:PERFORM|GO TO)\s+([A-Z0-9][A-Z0-9-]*)/gi]];
const MODERN: Forms = [
  ["done", /(?<!\b(?:def|function|class|new|raise)\s)(?<![\w$])([A-Za-z_$][\w$]{3,})\(/g],
  ["error", /\b(?:raise|throw new|throw)\s+(?:[\w$]+\.)*([A-Z][\w$]+)/g],
];
const JOB: Forms = [["procedure", /^\/\/[\w$#@]*\s+EXEC\s+(?:PROC=)?([A-Z$#@][\w$#@]*)(?![\w$#@=])/gi]];
const TOLD: Forms = [["script", /\b(?:(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?|make\s+)([a-z][\w:-]*)/g]];
const IS_JOB = /\.(?:jcl|prc|proc)$/i;

/** A comment; every line of a job begins as one of other languages does. */
export const isRemark = (path: string, line: string): boolean =>
  IS_JOB.test(path) ? line.startsWith("//*") : isComment(path, line);

/** Each name once for each kind, in the order of the lines. */
export function namedIn(quoted: Quoted): readonly Named[] {
  const { path, kind, lines } = quoted;
  const inCode = IS_JOB.test(path) ? JOB : isMainframe(path) ? COBOL : MODERN;
  const forms = kind === "code" ? inCode : TOLD;
  const found = lines.flatMap((line, index) => {
    if (kind === "code" && isRemark(path, line)) return [];
    const isBranch = ON_CONDITION.test(line) || (kind === "code" && headAbove(quoted, index) !== undefined);
    const values = kind === "code" && !IS_JOB.test(path) ? valueNames(line, isMainframe(path)) : [];
    return [
      ...values.map((name): Named => ({ name, kind: "value", isBranch })),
      ...forms.flatMap(([of, form]) =>
        [...line.matchAll(form)].map(([, name = ""]): Named => ({ name, kind: of, isBranch })),
      ),
    ];
  });
  return [...new Map(found.toReversed().map((one) => [`${one.kind} ${one.name}`, one])).values()].toReversed();
}

const ON_CONDITION = /\b(?:INVALID KEY|AT END|WHEN|IF|ELSE|if|else)\b/;

function valueNames(line: string, isCobol: boolean): readonly string[] {
  const [tests, name] = isCobol ? [COBOL_TEST, COBOL_NAME] : [MODERN_TEST, MODERN_NAME];
  const tested = [...line.matchAll(tests)].flatMap((match) => match.slice(1).join(" ").match(name) ?? []);
  return isCobol ? tested : [...tested, ...(line.match(CONSTANT) ?? [])];
}
