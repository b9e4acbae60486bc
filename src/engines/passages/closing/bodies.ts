import { indentIn, isComment, isMainframe, isTestPath, remarkLines, saidIn } from "../code-lines.ts";
import type { Definition, Passage } from "../passage.ts";
import type { Named } from "./named.ts";

/** What is done where a quotation only names it. */
export interface Body {
  readonly definition: Definition;
  /** Nothing is done there: a remark stands in its stead. */
  readonly isEmpty: boolean;
  /** It ends something, tells somebody, or gives something back. */
  readonly isOutcome: boolean;
  readonly isBranch: boolean;
}

const LINES_MAX = 8;
const SHOWN_MAX = 4;
/** What somebody notices of it. */
const OUTCOME =
  /\bDISPLAY\b|\bRETURN-CODE\b|\bSTOP RUN\b|\bABEND|\bCEE3ABD\b|\bMOVE\s+(?:['"]|\d)|\bSET\s+\S+\s+TO\s+TRUE|\b(?:raise|throw|exit)\b|\breturn\s+(?:["'`\d[{(-]|f["']|true|false|True|False|None|null)|\blog(?:ger)?\.(?:error|warning|warn)\(|\bprint\(/;
const NOTHING = /^(?:EXIT|CONTINUE|EXIT PARAGRAPH|GOBACK|pass|\.\.\.|return;?|raise NotImplementedError.*|[{}()\];,]*)\.?$/;

/** The bodies of what a quotation performs or calls, where they are small; of longer ones what somebody notices. */
export function bodiesOf({ done }: Named, path: string, code: readonly Passage[]): readonly Body[] {
  if (done.length === 0) return [];
  const names = new Map(done.map((one) => [one.name.toUpperCase(), one]));
  const found = code.filter(
    (one) => names.has((one.titles.at(-1) ?? "").toUpperCase()) && isWithinReach(one.path, path),
  );
  return done.flatMap(({ name, isBranch }) => {
    const own = found.filter(({ titles }) => titles.at(-1)?.toUpperCase() === name.toUpperCase());
    const here = own.filter((one) => one.path === path);
    const [passage, other] = here.length > 0 ? here : own;
    // Of several of one name it cannot be told which is called; and what is done everywhere tells nothing of one place.
    if (passage === undefined || other !== undefined || isRoutine(name, passage, code)) return [];
    return bodyOf(name, passage).map((body) => ({ ...body, isBranch }));
  });
}

const USES_MAX = 4;

function isRoutine(name: string, { path }: Passage, code: readonly Passage[]): boolean {
  const isCobol = isMainframe(path);
  const use = isCobol
    ? new RegExp(`\\b(?:PERFORM|GO TO)\\s+${name}(?![\\w-])`, "i")
    : new RegExp(`(?<![\\w$])${name.replace(/\$/g, "\\$")}\\(`);
  const isNear = (one: Passage): boolean => one.kind === "code" && one.path === path;
  return code.filter(isNear).reduce((sum, { lines }) => sum + lines.filter((line) => use.test(line)).length, 0) > USES_MAX;
}

const isWithinReach = (path: string, from: string): boolean =>
  path === from || (!isMainframe(from) && !isTestPath(path) && /\.\w+$/.exec(path)?.[0] === /\.\w+$/.exec(from)?.[0]);

function bodyOf(name: string, passage: Passage): readonly Omit<Body, "isBranch">[] {
  const { path, numbers } = passage;
  const said = insideOf(name, passage);
  const statements = said.filter(({ isRemark, text }) => !isRemark && !NOTHING.test(text));
  const told = said.filter(({ isComment: isTold }) => isTold);
  const isEmpty = statements.length === 0 && told.length > 0;
  const notable = statements.filter(({ text }) => OUTCOME.test(text));
  const shown = isEmpty ? told : statements.length <= SHOWN_MAX ? statements : notable;
  const [first] = shown;
  if (first === undefined || (statements.length > LINES_MAX && notable.length === 0)) return [];
  const done = shown.slice(0, SHOWN_MAX).map(({ text }) => text);
  const text = `${name} → ${done.join(" ")}`.slice(0, CHARACTERS_MAX);
  return [
    { definition: { name, path, line: numbers[first.index] ?? 0, text }, isEmpty, isOutcome: notable.length > 0 },
  ];
}

/** A line within a body. */
interface Said {
  readonly index: number;
  readonly text: string;
  readonly isComment: boolean;
  /** A comment, or a text that explains. */
  readonly isRemark: boolean;
}

/** The lines of what a passage defines that say something, behind the line that names it and its parameters. */
function insideOf(name: string, { path, lines }: Passage): readonly Said[] {
  const from = lines.findIndex((line) => !isComment(path, line) && holdsName(line, name));
  if (from < 0 || /\bclass\b/.test(lines[from] ?? "")) return [];
  const isCobol = isMainframe(path);
  const head = isCobol ? 0 : lines.slice(from, from + HEAD_LINES_MAX).findIndex((line) => /(?:[{:]|=>)\s*$/.test(line));
  if (head < 0) return [];
  const indent = indentIn(path, lines[from] ?? "") ?? 0;
  const remarks = remarkLines(path, lines);
  const start = from + head + 1;
  const past = isCobol ? -1 : lines.slice(start).findIndex((line) => (indentIn(path, line) ?? indent + 1) <= indent);
  return lines.slice(start, past < 0 ? undefined : start + past).flatMap((line, at): Said[] => {
    const text = saidIn(path, line);
    const isTold = isComment(path, line);
    const isRemark = isTold || remarks.has(start + at) || /"""|'''/.test(line);
    return /[\p{L}\p{N}]/u.test(text) ? [{ index: start + at, text, isComment: isTold, isRemark }] : [];
  });
}

const HEAD_LINES_MAX = 12;
const CHARACTERS_MAX = 240;

const holdsName = (line: string, name: string): boolean => line.toUpperCase().includes(name.toUpperCase());

/** Lines elsewhere that say what a name stands for by their form alone: the class of an error, the file behind a name, a script. */
export function declaredLines(
  { raised, files, scripts, procedures }: Named,
  path: string,
  { code, settings }: { readonly code: readonly Passage[]; readonly settings: readonly Passage[] },
): readonly Definition[] {
  const scriptsIn = settings.filter((one) => /(?:^|\/)(?:package\.json|(?:GNU)?makefile)$/i.test(one.path));
  return [
    ...raised.flatMap((name) => messagesOf(name, code)),
    ...files.flatMap((name) =>
      linesWith(new RegExp(`\\bSELECT\\s+(?:OPTIONAL\\s+)?${name}(?![\\w-])`, "i"), name, code, (one) => one === path),
    ),
    ...scripts.flatMap((name) => linesWith(new RegExp(`^\\s*"${name}"\\s*:\\s*"|^${name}\\s*:`), name, scriptsIn)),
    ...procedures.flatMap((name) =>
      linesWith(/\bEXEC\s+PGM=/i, name, code, (one) => new RegExp(`(?:^|/)${name.replace(/\$/g, "\\$")}\\.\\w+$`, "i").test(one)),
    ),
  ];
}

const DECLARED_MAX = 3;

function linesWith(
  pattern: RegExp,
  name: string,
  passages: readonly Passage[],
  isIn: (path: string) => boolean = () => true,
): readonly Definition[] {
  return passages
    .filter(({ path }) => isIn(path))
    .flatMap(({ path, lines, numbers }) =>
      lines.flatMap((line, index) =>
        pattern.test(line) && !isComment(path, line)
          ? [{ name, path, line: numbers[index] ?? 0, text: saidIn(path, line) }]
          : [],
      ),
    )
    .slice(0, DECLARED_MAX);
}

const MESSAGE = /\bsuper\(\s*["'`]|\bmessage\s*=\s*["'`f]|\breturn\s+f?["'`(]|\bexit_?code\s*=/i;

/** What an error tells, by its class. */
const messagesOf = (name: string, code: readonly Passage[]): readonly Definition[] =>
  linesWith(
    MESSAGE,
    name,
    code.filter(({ path, titles }) => titles.includes(name) && !isTestPath(path)),
  );
