import { isComment } from "../../../../../engines/passages/code-lines.ts";
import { isAside } from "../../aside.ts";
import type { Looking } from "../../looking.ts";
import type { CitedLine } from "../../result-text.ts";
import { type Answer, answered, cited, listedInOrder, search, verdict } from "../answer.ts";
import { CODE_FILES, isApart } from "../code-files.ts";
import { endOfStatement } from "../facts/code-facts.ts";
import { readSources, type SourceFile } from "../facts/source-files.ts";
import { fullName, unitAt, unitsOf } from "../facts/units.ts";
import { inOneLine } from "./statements.ts";

/** How languages start a process; what is called `spawn` or `exec` in JavaScript only where the file has the module for it. */
const STARTS = String.raw`\bsubprocess\.(?:run|Popen|call|check_output|check_call|getoutput|getstatusoutput)\(|\bPopen\(|create_subprocess_(?:exec|shell)\(|\b(?:open_process|run_process)\(|\bos\.(?:system|popen|startfile|exec[lv]\w*|spawn\w+)\(|\bpty\.spawn\(|(?<![.\w])(?:spawn|spawnSync|execFile|execFileSync|execSync|exec|fork)\(|\b(?:child_?process|cp)\.\w+\(|\bBun\.spawn|\bDeno\.Command\(|\bexeca\w*\(|\bexec\.Command(?:Context)?\(|\bos\.StartProcess\(|\bProcessBuilder\(|getRuntime\(\)\.exec\(|\bCommand::new\(|\bProcess\.Start\(|\bproc_open\(|\bshell_exec\(`;
const SEARCHED = STARTS.replaceAll("(?<![.\\w])", "\\b");
const IS_START = new RegExp(STARTS);
const SCRIPT = /\.[cm]?[jt]sx?$/;
const OF_NODE = /child_process/;
const BY_SHELL =
  /\bshell\s*[=:]\s*(?!False\b|false\b|null\b|undefined\b)\S|\bos\.(?:system|popen)\(|create_subprocess_shell\(|get(?:status)?output\(|(?<![.\w])exec(?:Sync)?\(|(?:child_?process|cp)\.exec(?:Sync)?\(|\bshell_exec\(|Command(?:Context)?\((?:\w+, )?"(?:sh|bash|cmd|powershell)"|\[\s*["'](?:sh|bash|cmd|powershell)(?:\.exe)?["']/;

/** Where a process is started: the whole statement, and the function that it stands in. */
interface Start {
  readonly file: SourceFile;
  readonly at: number;
  readonly statement: readonly CitedLine[];
  readonly unit: string;
}

const FILES_MAX = 40;
const SHOWN_MAX = 2;
const LISTED_MAX = 8;
const STATEMENT_LINES_MAX = 24;

/** Where the code starts processes, the files whose names and functions say most of `words` first. */
function* allStarts(words: readonly string[]): Looking<readonly Start[]> {
  const { lines } = yield* search(SEARCHED, { glob: CODE_FILES, ignore_case: false });
  const paths = [...new Set(lines.filter(({ path, text }) => !isComment(path, text)).map(({ path }) => path))];
  const own = paths.filter((path) => !isAside(path));
  const files = yield* readSources((own.length > 0 ? own : paths).slice(0, FILES_MAX));
  const starts = files.flatMap(startsIn);
  const saysOf = ({ file, statement, unit }: Start): number => {
    const text = `${file.path} ${unit} ${inOneLine(statement)}`.toLowerCase();
    const said = words.filter((word) => text.includes(word.slice(0, STEM_CHARS))).length;
    return said + (BESIDE.test(text) ? BESIDE_WORTH : 0) - (isApart(file.path) ? 1 : 0);
  };
  return starts.toSorted((one, other) => saysOf(other) - saysOf(one));
}

const STEM_CHARS = 6;
/** What runs on beside the code is meant before what is only waited for. */
const BESIDE = /popen|open_process|create_subprocess|spawn\(|command|processbuilder/;
const BESIDE_WORTH = 0.5;

function startsIn(file: SourceFile): readonly Start[] {
  const { path, lines } = file;
  if (
    SCRIPT.test(path) &&
    !lines.some(({ text }) => OF_NODE.test(text) || /\b(?:execa|Bun\.spawn|Deno\.Command)\b/.test(text))
  )
    return [];
  const units = unitsOf(lines);
  return lines.flatMap((line, at): readonly Start[] => {
    if (
      isComment(path, line.text) ||
      !IS_START.test(withoutTexts(line.text)) ||
      /^\s*(?:import|from|def|function|export function|async def)\b/.test(line.text)
    )
      return [];
    const unit = unitAt(units, at);
    const statement = lines.slice(at, endOfStatement(lines, at, STATEMENT_LINES_MAX) + 1);
    return [{ file, at, statement, unit: unit ? fullName(unit) : "" }];
  });
}

/** How processes are started, and whether by a shell. @param asksShell  whether that is what is asked */
export function* processAnswer(words: readonly string[], asksShell: boolean): Looking<Answer | undefined> {
  const starts = yield* allStarts(words);
  if (starts.length === 0)
    return asksShell ? verdict(false, answered("No line of the code here starts a process.")) : undefined;
  const byShell = starts.filter(({ statement }) => BY_SHELL.test(inOneLine(statement)));
  const shown = asksShell && byShell.length > 0 ? byShell : starts;
  // That there is no shell a row of each shows; how it is started, the whole statement.
  const wholeMax = asksShell && byShell.length === 0 ? 0 : SHOWN_MAX;
  // What is called a shell, and not said to be none, may be one by a value that no line tells.
  const isOpen = byShell.length === 0 && starts.some(({ statement }) => MAY_BE_SHELL.test(inOneLine(statement)));
  const said = `Of ${starts.length} places that start a process, by a shell (shell=True, a command line for exec or sh): ${isOpen ? "none for certain" : byShell.length === 0 ? "none" : byShell.length}.`;
  const answer = answered(
    said,
    ...shown.slice(0, wholeMax).map(startText),
    listedInOrder(
      wholeMax === 0 ? "Places that start a process" : "Other places that start a process",
      shown.slice(wholeMax).map(({ statement, unit }) => rowOf(statement, unit)),
      undefined,
      LISTED_MAX,
    ),
  );
  return asksShell && !isOpen ? verdict(byShell.length > 0, answer) : answer;
}

const MAY_BE_SHELL = /shell(?!\s*[=:]\s*(?:False|false)\b)/i;
const withoutTexts = (text: string): string => text.replace(/"[^"]*"|'[^']*'/g, '""');

/** Which environment what is started gets: what its statement hands over, and where that is made. */
export function* childEnvironmentAnswer(words: readonly string[]): Looking<Answer | undefined> {
  const starts = (yield* allStarts(words)).filter(({ file }) => !isApart(file.path));
  if (starts.length === 0) return undefined;
  const given = starts.flatMap((start) => {
    const name = GIVES.exec(inOneLine(start.statement))?.[1];
    return name === undefined ? [] : [{ start, made: madeBefore(start, name) }];
  });
  const [first] = given;
  if (!first)
    return answered(
      `None of the ${starts.length} places that start a process hands over an environment of its own: what is started inherits the whole one.`,
      ...starts.slice(0, SHOWN_MAX).map(startText),
    );
  const inherits = first.made.some(({ text }) => INHERITS.test(text));
  return answered(
    inherits
      ? "What is started gets the environment of the process, with what these lines add to it or take away:"
      : "What is started gets an environment that these lines make:",
    ...first.made.map((line) => `- ${cited(line)}`),
    startText(first.start),
  );
}

const GIVES = /\b(?:env|environment)\s*[=:]\s*([\w.]+)|\.Env\s*=\s*([\w.]+)|[{,]\s*(env)\s*[,}]/;
const INHERITS = /\bos\.environ\b|process\.env\b|os\.Environ\(\)|System\.getenv\(\)|\benviron\.copy\(/;
const MADE_LINES_MAX = 24;

/** The lines of a function that make a value and change it, and of what that is made of, before it is handed over. */
function madeBefore({ file: { lines }, at }: Start, name: string): readonly CitedLine[] {
  const units = unitsOf(lines);
  const from = unitAt(units, at)?.at ?? 0;
  const names = new Set([name]);
  const kept = new Set<number>();
  for (let index = at - 1; index >= from; index--) {
    const text = lines[index]?.text ?? "";
    if (isComment(lines[index]?.path ?? "", text) || ![...names].some((one) => makes(text, one))) continue;
    const end = endOfStatement(lines, index, MADE_LINES_MAX);
    for (let line = index; line <= end; line++) kept.add(line);
    const own = inOneLine(lines.slice(index, end + 1));
    for (const [, of] of own.matchAll(/(?:\*\*|\.\.\.)\(?([a-z]\w*)\b(?!\.)/g)) if (of) names.add(of);
  }
  return [...kept]
    .toSorted((one, other) => one - other)
    .flatMap((index) => lines[index] ?? [])
    .filter(({ path, text }) => /\w/.test(text) && !isComment(path, text))
    .slice(0, MADE_LINES_MAX);
}

const makes = (text: string, name: string): boolean =>
  new RegExp(
    `(?<![\\w.])${name.replaceAll(".", "\\.")}(?:\\[[^\\]]*\\]|\\.\\w+)?\\s*(?::[^=]+)?=(?!=)|(?<![\\w.])${name}\\.(?:pop|update|setdefault)\\(|delete ${name}\\b|del ${name}\\b|\\w\\(${name}\\)`,
  ).test(text);

function startText({ statement, unit }: Start): string {
  const [first] = statement;
  if (!first) return "";
  const indent = first.text.search(/\S/);
  return [
    `${first.path}:${first.line}-${statement.at(-1)?.line ?? first.line}${unit === "" ? "" : `, "${unit}"`}:`,
    ...statement.filter(({ text }) => text.trim() !== "").map(({ text }) => `  ${text.slice(indent).trimEnd()}`),
  ].join("\n");
}

const rowOf = (statement: readonly CitedLine[], unit: string): string => {
  const [first] = statement;
  return first ? cited({ ...first, text: `${inOneLine(statement)}${unit === "" ? "" : ` (in ${unit})`}` }) : "";
};
