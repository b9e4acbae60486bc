import type { CitedLine } from "../../result-text.ts";

/** Something that a declaration holds, its text on one line. */
export interface Member extends CitedLine {
  readonly name: string;
  readonly kind: "method" | "field" | "value";
  readonly isOptional: boolean;
  readonly isPrivate: boolean;
  /** What the comment at it says. */
  readonly said: string;
}

/** A class, interface, type, enumeration, list or table of values. */
export interface Declaration {
  readonly name: string;
  /** Whether it lists values of which one is taken, and no members that a thing has. */
  readonly isOfValues: boolean;
  readonly members: readonly Member[];
}

const HEAD =
  /^\s*(?:(?:export|declare|default|abstract|final|public|pub|const) +)*(?:(class|interface|enum|struct|trait|type|const|let|var) +)?([A-Za-z_$][\w$]*)/;
const TEXT_MAX = 240;
const SAID_MAX = 160;

/** What begins at a line that declares; undefined where nothing is held by it. @param lines  of one file, from that line on */
export function declarationIn(lines: readonly CitedLine[]): Declaration | undefined {
  const [first] = lines;
  const [, word = "", name = ""] = HEAD.exec(first?.text ?? "") ?? [];
  if (!first || name === "") return undefined;
  const code = codeOf(lines);
  const members = /\.pyi?$/.test(first.path) && word === "class" ? ofPythonClass(code) : ofBrackets(code);
  const found = members.length > 0 ? members : word === "class" ? [] : ofUnion(code);
  return found.length === 0
    ? undefined
    : { name, isOfValues: found.every(({ kind }) => kind === "value"), members: found };
}

/** A line with what of it is code, and how deep in brackets it begins. */
interface CodeLine extends CitedLine {
  readonly code: string;
  readonly depth: number;
  readonly comment: string;
  /** Within a comment or text over several lines, or the beginning of one. */
  readonly isBlock: boolean;
}

/** Lines with their comments parted from what is code; brackets in texts count for nothing. */
function codeOf(lines: readonly CitedLine[]): readonly CodeLine[] {
  let depth = 0;
  let open = "";
  return lines.map((line) => {
    const isPython = /\.pyi?$/.test(line.path);
    const { code, comment, stillOpen } = parted(line.text, open, isPython);
    const isBlock = open !== "" || /^\s*(?:\/\*|[rbu]*"""|[rbu]*''')/.test(line.text);
    open = stillOpen;
    const read = { ...line, code, comment, depth, isBlock };
    for (const sign of code.replace(TEXTS, '""').replace(/=>/g, ""))
      depth += /[([{]/.test(sign) ? 1 : /[)\]}]/.test(sign) ? -1 : 0;
    return read;
  });
}

const TEXTS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

interface Parted {
  readonly code: string;
  readonly comment: string;
  /** What ends the comment that goes on in the next line; empty where none does. */
  readonly stillOpen: string;
}

function parted(text: string, open: string, isPython: boolean): Parted {
  if (open === "") return isPython ? partedBy(text, /"""|'''/, /#/) : partedBy(text, /\/\*/, /\/\//);
  const end = text.indexOf(open);
  if (end < 0) return { code: "", comment: text, stillOpen: open };
  return { code: isPython ? "" : text.slice(end + open.length), comment: text.slice(0, end), stillOpen: "" };
}

/** @param block  begins a comment that may go on; a text of Python ends with what it begins with */
function partedBy(text: string, block: RegExp, remark: RegExp): Parted {
  const bare = text.replace(TEXTS, (said) => (/^"""|^'''|^""$/.test(said) ? said : " ".repeat(said.length)));
  const start = block.exec(block.source.includes("*") ? bare : text);
  const mark = remark.exec(bare);
  if (!start || (mark && mark.index < start.index))
    return mark
      ? { code: text.slice(0, mark.index), comment: text.slice(mark.index), stillOpen: "" }
      : { code: text, comment: "", stillOpen: "" };
  const close = start[0] === "/*" ? "*/" : start[0];
  const before = text.slice(0, start.index);
  const code = close !== "*/" && before.trim() !== "" ? `${before}""` : before;
  const rest = text.slice(start.index + start[0].length);
  const end = rest.indexOf(close);
  if (end < 0) return { code, comment: rest, stillOpen: close };
  return { code: close === "*/" ? `${code}${rest.slice(end + 2)}` : code, comment: rest.slice(0, end), stillOpen: "" };
}

const indentOf = (text: string): number => text.search(/\S/);
const isBlank = ({ code }: CodeLine): boolean => code.trim() === "";

const PYTHON_MEMBER = /^\s*(?:(async +)?def +(\w+) *\(|(\w+) *(?::(?!=)|=(?!=)))/;

function ofPythonClass(lines: readonly CodeLine[]): readonly Member[] {
  const [head] = lines;
  const behind = lines.findIndex(({ depth }, index) => index > 0 && depth === 0);
  const body = lines.slice(Math.max(1, behind));
  const end = body.findIndex(
    (line) => !isBlank(line) && line.depth === 0 && indentOf(line.code) <= indentOf(head?.code ?? ""),
  );
  const own = body.slice(0, end < 0 ? undefined : end);
  const indent = indentOf(own.find((line) => !isBlank(line))?.code ?? "");
  return own.flatMap((line, index): Member[] => {
    const [, , method, field] =
      line.depth === 0 && indentOf(line.code) === indent ? (PYTHON_MEMBER.exec(line.code) ?? []) : [];
    const name = method ?? field;
    if (name === undefined) return [];
    const text = joinedText(
      own,
      index,
      ({ depth, code }, at) =>
        at > index && depth === 0 && (code.trim() === "" || indentOf(code) <= indent || method !== undefined),
    );
    const isOptional = method === undefined && /\bNone\b|\bOptional\[|\bNotRequired\[|[^=]=[^=]/.test(text);
    return [
      {
        ...placed(line, text.replace(/:$/, "")),
        name,
        kind: method === undefined ? "field" : "method",
        isOptional,
        isPrivate: /^_(?!_init__$)/.test(name),
        said: spokenBelow(own, index),
      },
    ];
  });
}

const MEMBER =
  /^\s*(?:@\w+\s+)*((?:(?:public|private|protected|static|async|readonly|get|set|declare|override|abstract|export)\s+)*)\*?\s*(#?[\w$]+|"[^"]+"|'[^']+')\s*([?!])?\s*([(<:=;,]|$)/;

/** What stands at the first level of the brackets that a declaration opens. */
function ofBrackets(lines: readonly CodeLine[]): readonly Member[] {
  const opening = lines.findIndex(({ code }) => /\{[^}]*$/.test(code.replace(TEXTS, '""')));
  const isSooner = lines
    .slice(0, Math.max(0, opening))
    .some(({ code }) => /;\s*$/.test(code) || /^\S.*[\])]\s*$/.test(code));
  if (opening < 0 || isSooner || opening > HEAD_LINES_MAX) return [];
  const level = lines[opening + 1]?.depth ?? 0;
  const end = lines.findIndex(
    ({ depth, code }, index) => index > opening && (depth < level || (depth === level && /^\s*\}/.test(code))),
  );
  const own = lines.slice(opening + 1, end < 0 ? undefined : end);
  return own.flatMap((line, index): Member[] => {
    const [, words = "", quoted, mark, sign] = line.depth === level ? (MEMBER.exec(line.code) ?? []) : [];
    if (quoted === undefined || /^(?:return|if|for|while|switch|throw|else|import)$/.test(quoted)) return [];
    const text = joinedText(
      own,
      index,
      ({ depth }, at) => at > index && (depth <= level || OPENS_BODY.test(own[at - 1]?.code ?? "")),
    ).replace(/\s*[;,{]$/, "");
    const isMethod =
      /[(<]/.test(sign ?? "") || /^[^=]*(?:=|:) *(?:async *)?(?:<[^>]*>)?\([^)]*\)(?:: *[^=]+)? *=>/.test(text);
    return [
      {
        ...placed(line, text),
        name: quoted.replace(/^["']|["']$/g, ""),
        kind: isMethod ? "method" : "field",
        isOptional: mark === "?",
        isPrivate: quoted.startsWith("#") || /\b(?:private|protected)\b/.test(words),
        said: spokenAbove(own, index),
      },
    ];
  });
}

const HEAD_LINES_MAX = 6;
const OPENS_BODY = /(?:\).*|=> *)\{\s*$/;

/** The values between which a type or a list lets one choose: texts and names that stand in its lines. */
function ofUnion(lines: readonly CodeLine[]): readonly Member[] {
  const end = lines.findIndex(
    ({ depth, code }, index) =>
      index > 0 &&
      depth === 0 &&
      !/^\s*[|&)\]}]/.test(code) &&
      !/[|=&(]\s*$/.test(lines.slice(0, index).findLast((line) => !isBlank(line))?.code ?? ""),
  );
  const own = lines.slice(0, end < 0 ? Math.min(lines.length, UNION_LINES_MAX) : end);
  if (own.some(({ code }) => NO_UNION.test(code))) return [];
  return own.flatMap((line, index) => {
    const said = index === 0 ? line.code.slice(line.code.indexOf("=") + 1) : line.code;
    if (index === 0 && !line.code.includes("=")) return [];
    return [...said.matchAll(VALUE)].flatMap(([, text, name, number]): Member[] => {
      const value = text ?? name ?? number;
      return value === undefined || NO_VALUE.test(value)
        ? []
        : [
            {
              ...placed(line, value),
              name: value,
              kind: "value",
              isOptional: false,
              isPrivate: false,
              said: spokenAbove(own, index),
            },
          ];
    });
  });
}

/** What tells how something is called or made, and no values. */
const NO_UNION = /\b(?:Callable|Awaitable|Protocol)\[|=>|\b(?:TypedDict|NewType|TypeVar|namedtuple|NamedTuple)\(/;
const UNION_LINES_MAX = 120;
const VALUE = /["'`]([^"'`]+)["'`]|\b([A-Z]\w*)\b|(?<![\w.-])(-?\d[\d_.]*)\b/g;
const NO_VALUE =
  /^(?:Literal|Union|Optional|TypeAlias|Annotated|Set|ReadonlySet|Readonly|Record|None|Final|Map|List|Tuple|Object)$/;

/** The lines of a member on one, until what ends it. */
function joinedText(
  lines: readonly CodeLine[],
  from: number,
  isBehind: (line: CodeLine, at: number) => boolean,
): string {
  const rest = lines.slice(from);
  const end = rest.findIndex((line, index) => isBehind(line, from + index));
  const text = rest
    .slice(0, end < 0 ? undefined : end)
    .map(({ code }) => code.trim())
    .filter((code) => code !== "")
    .join(" ");
  const short = text
    .replace(/([([]) /g, "$1")
    .replace(/,? ([)\]])/g, "$1")
    .replace(/^((?:[^{}]|\{[^{}]*\})*?)\s*\{[^}]*$/s, "$1")
    .replace(/\s+/g, " ");
  return short.length > TEXT_MAX ? `${short.slice(0, TEXT_MAX)}…` : short;
}

const placed = ({ path, line }: CitedLine, text: string): CitedLine => ({ path, line, text: text.trim() });

/** The comment right above, from its beginning, and which default it names. */
function spokenAbove(lines: readonly CodeLine[], at: number): string {
  const isRemark = (line: CodeLine | undefined): boolean =>
    line !== undefined && isBlank(line) && (line.isBlock || line.comment !== "");
  let from = at;
  while (isRemark(lines[from - 1])) from--;
  return spokenOf(lines.slice(from, at));
}

/** The text right below, as attributes and methods of Python have it, else what is said at the line itself. */
function spokenBelow(lines: readonly CodeLine[], at: number): string {
  const from = lines.findIndex(({ isBlock, depth }, index) => index > at && depth === 0 && isBlock);
  const next = lines.findIndex((line, index) => index > at && line.depth === 0 && PYTHON_MEMBER.test(line.code));
  if (from < 0 || (next >= 0 && next <= from)) return spokenOf(lines.slice(at, at + 1));
  const end = lines.findIndex(({ isBlock }, index) => index > from && !isBlock);
  return spokenOf(lines.slice(from, end < 0 ? undefined : end));
}

/** Its first sentence, and which default it names. */
function spokenOf(lines: readonly CodeLine[]): string {
  const rows = lines.map(({ comment }) => comment.replace(/^\s*(?:\/\*+|\/\/+|\*+(?!\*)|#+)?\s?/, "").trim());
  const fallback = rows.flatMap((row) => /^@default(?:Value)? +(.+)$/.exec(row)?.[1] ?? [])[0];
  const first = rows.findIndex((row) => /[\p{L}\d]/u.test(row) && !/^@|^\*\*\w+\*\*$/.test(row));
  const end = rows.findIndex((row, index) => index > first && (row === "" || row.startsWith("@")));
  const text = first < 0 ? "" : rows.slice(first, end < 0 ? undefined : end).join(" ");
  const sentence = (/^.*?[.](?= |$)/.exec(text)?.[0] ?? text).slice(0, SAID_MAX);
  return [sentence, fallback === undefined ? "" : `(default ${fallback})`].filter(Boolean).join(" ");
}
