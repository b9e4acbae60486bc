import { indentIn, isComment, isMainframe, isTestPath, remarkLines, saidIn } from "../code-lines.ts";
import { callOf } from "../message-passages.ts";
import type { Definition, Passage } from "../passage.ts";

/** What is done where a quotation only names it. */
export interface Body {
  readonly definition: Definition;
  /** Nothing is done there: a remark stands in its stead. */
  readonly isEmpty: boolean;
}

const SHOWN_MAX = 4;
const CHARACTERS_MAX = 240;
/** What somebody notices. */
const NOTICED =
  /\bDISPLAY\b|\bRETURN-CODE\b|\bSTOP RUN\b|\bABEND|\bCEE3ABD\b|\b(?:raise|throw|exit)\b|\b(?:error|warning|warn)\(|\bprint\(/;
const NOTHING =
  /^(?:EXIT|CONTINUE|EXIT PARAGRAPH|GOBACK|pass|\.\.\.|return(?: (?:true|false|None|null|undefined))?;?|raise NotImplementedError.*)\.?$/i;

/** The body of what is performed or called, where it is small; of a longer one what somebody notices. Of several of one name it cannot be told which. */
export function bodyOf(name: string, from: string, code: readonly Passage[]): Body | undefined {
  const own = code.filter(
    ({ path, titles }) => titles.at(-1)?.toUpperCase() === name.toUpperCase() && isNear(path, from),
  );
  const here = own.filter(({ path }) => path === from);
  const [passage, other] = here.length > 0 ? here : own;
  if (passage === undefined || other !== undefined || isRoutine(name, passage, code)) return undefined;
  const { path, numbers } = passage;
  const said = insideOf(name, passage);
  const statements = said.filter(({ isRemark, text }) => !isRemark && !NOTHING.test(text));
  const isEmpty = statements.length === 0;
  const few = statements.length <= SHOWN_MAX ? statements : statements.filter(({ text }) => NOTICED.test(text));
  const shown = (isEmpty ? said.filter(({ isTold }) => isTold) : few).slice(0, SHOWN_MAX);
  if (shown[0] === undefined) return undefined;
  const text = `${name} → ${shown.map((one) => one.text).join(" ")}`.slice(0, CHARACTERS_MAX);
  return { definition: { name, path, line: numbers[shown[0].index] ?? 0, text }, isEmpty };
}

const isNear = (path: string, from: string): boolean =>
  path === from || (!isMainframe(from) && !isTestPath(path) && /\.\w+$/.exec(path)?.[0] === /\.\w+$/.exec(from)?.[0]);

const USES_MAX = 4;

/** What is done everywhere tells nothing of one place. */
function isRoutine(name: string, { path }: Passage, code: readonly Passage[]): boolean {
  const use = new RegExp(callOf(name, path), "i");
  return code.flatMap((one) => (one.path === path ? one.lines.filter((line) => use.test(line)) : [])).length > USES_MAX;
}

const HEAD_LINES_MAX = 12;

/** The lines of what a passage defines that say something, behind the line that names it and its parameters; a remark is a text that explains, too. */
function insideOf(
  name: string,
  { path, lines }: Passage,
): readonly { readonly index: number; readonly text: string; readonly isTold: boolean; readonly isRemark: boolean }[] {
  const holdsName = (line: string): boolean => line.toUpperCase().includes(name.toUpperCase());
  const from = lines.findIndex((line) => !isComment(path, line) && holdsName(line));
  if (from < 0 || /\bclass\b/.test(lines[from] ?? "")) return [];
  const isCobol = isMainframe(path);
  const head = isCobol ? 0 : lines.slice(from, from + HEAD_LINES_MAX).findIndex((line) => /(?:[{:]|=>)\s*$/.test(line));
  if (head < 0) return [];
  const indent = indentIn(path, lines[from] ?? "") ?? 0;
  const remarks = remarkLines(path, lines);
  const start = from + head + 1;
  const past = isCobol ? -1 : lines.slice(start).findIndex((line) => (indentIn(path, line) ?? indent + 1) <= indent);
  return lines.slice(start, past < 0 ? undefined : start + past).flatMap((line, at) => {
    const text = saidIn(path, line);
    const isTold = isComment(path, line);
    const isRemark = isTold || remarks.has(start + at) || /"""|'''/.test(line);
    return /[\p{L}\p{N}]/u.test(text) ? [{ index: start + at, text, isTold, isRemark }] : [];
  });
}
