/** Enough for code that is typed into a line. */
const CODE_LENGTH_MAX = 20_000;
const ROUNDS_MAX = 30;
/** Longer than any path or command that matters; names that hold each other must not grow without end. */
const TEXT_LENGTH_MAX = 4_000;
const MARK = "\u0001(\\d+)\u0002";
const MARKS = `(?:${MARK.replace("(", "(?:")}\\s*,\\s*)*${MARK.replace("(", "(?:")}`;
const STRING =
  /\b(?:[bruf]{1,2}(?=["']))?(["'`])((?:(?!\1)[^\\\n]|\\[\s\S])*)\1|(["'`])((?:(?!\3)[^\\\n]|\\[\s\S])*)\3/gi;
const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|0?([0-7]{2,3}))/gi;
const SEPARATOR =
  /\b(?:(?:os\.|path\.|posixpath\.)+sep|File::SEPARATOR|DIRECTORY_SEPARATOR|(?<=import\s[^;\n]*)sep)\b/g;
const HERE =
  /\b(?:(?:os\.)?getcwdb?\(\)|process\.cwd\(\)|Dir\.(?:pwd|getwd)|(?:pathlib\.)?Path(?:\.cwd)?\(\s*\)|(?:os\.|path\.)+curdir\b|__dirname|__DIR__|import\.meta\.dirname|getcwd\b|\b__file__\b(?=\s*\)\s*\.\s*parent))/g;
const CODES =
  /\b(?:chr|String\.fromC(?:harCode|odePoint)|string\.char|bytes|bytearray)\s*\(\s*\[?([\d,\sx]+)\]?\s*\)|\b(\d+)\.chr\b/g;
const JOINED_BY = new RegExp(`${MARK}\\s*\\.\\s*join\\s*\\(\\s*[\\[(]\\s*(${MARKS})\\s*,?\\s*[\\])]\\s*\\)`, "g");
const LIST_JOINED = new RegExp(`\\[\\s*(${MARKS})\\s*,?\\s*\\]\\s*\\.\\s*join\\s*\\(\\s*(?:${MARK})?\\s*\\)`, "g");
const CALLED_JOIN = new RegExp(
  `(?<![.:\\w])(?:join|implode)\\s*\\(\\s*${MARK}\\s*,\\s*[\\[(]?\\s*(${MARKS})\\s*[\\])]{1,2}`,
  "g",
);
const PATH_JOIN = new RegExp(
  `(?:[\\w.:]*[.:])?(?:join|joinpath|resolve|Path|PurePath|PosixPath|abspath|realpath|normpath|normalize|expanduser|expand_path|str|String|fspath|catfile|catdir|quote)\\s*\\(\\s*(${MARKS})\\s*,?\\s*\\)`,
  "g",
);
const PARENT = new RegExp(`(?:[\\w.:]*[.:])?dirname\\s*\\(\\s*${MARK}\\s*\\)|${MARK}\\s*\\.parent\\b`, "g");
const ADDED = new RegExp(
  `${MARK}(?:\\s*(?:\\+\\+?|\\.\\.?|<>|&|~|,(?=\\s*end))\\s*|\\s*|\\s*\\.\\s*concat\\s*\\(\\s*)${MARK}(?:(?<=\\.\\s*concat\\s*\\(\\s*\\S+)\\))?`,
  "g",
);
const SAME = new RegExp(
  `${MARK}\\s*\\.\\s*(?:resolve|absolute|expanduser|normalize|strip|trim|toString|to_s|decode|encode|as_posix)\\(\\s*\\)`,
  "g",
);
const PARENTS = new RegExp(`${MARK}\\s*\\.\\s*parents\\s*\\[\\s*(\\d)\\s*\\]`, "g");
const PATH_ADDED = new RegExp(`${MARK}\\s*/\\s*${MARK}`, "g");
const FORMATTED = new RegExp(`${MARK}\\s*(?:%\\s*\\(?|\\.\\s*format\\s*\\()\\s*(${MARKS})\\s*,?\\s*\\)?`, "g");
const TURNED = new RegExp(
  `${MARK}\\s*(?:\\[::-1\\]|(?:\\.\\s*split\\(\\s*(?:\u0001\\d+\u0002)?\\s*\\)\\s*)?\\.\\s*reverse\\b(?:\\(\\))?(?:\\s*\\.\\s*join\\(\\s*(?:\u0001\\d+\u0002)?\\s*\\))?)|\\breversed?\\s*\\(?\\s*${MARK}\\s*\\)?`,
  "g",
);
const IN_BRACKETS = new RegExp(`(?<![\\w.\\])}])\\(\\s*${MARK}\\s*\\)`, "g");
const APPENDED = new RegExp(
  `(?<![.\\w])([$@]?[A-Za-z_]\\w*)\\s*=\\s*${MARK}\\s*[;\\n]\\s*\\1\\s*(?:\\+|\\.|\\.\\.|~|<<)=?\\s*${MARK}`,
  "g",
);
const ASSIGNED = new RegExp(
  `(?<![.\\w])(?:\\$|@)?([A-Za-z_]\\w*)\\s*:?=\\s*${MARK}\\s*(?=[;,\\n)}]|$|\\bfor\\b|\\bdo\\b|\\bin\\b)`,
  "g",
);

/**
 * Code with what it puts together out of constants written as one text, whichever language: `"/ho" + "me"` as `"/home"`,
 * `path.join("/", "home")`, `chr(47)`, `os.sep`, `"\x2f"`, names that hold such texts. What is not constant stays as it stands.
 */
export function foldCode(code: string): string {
  if (code.length > CODE_LENGTH_MAX) return code;
  const texts = new Texts();
  let folded = marked(withoutAliases(code), texts);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const before = folded;
    texts.interpolate();
    for (const [pattern, make] of STEPS) {
      folded = folded.replace(pattern, (_all, ...groups) =>
        texts.mark(make(texts, ...groups.slice(0, 2).map((group) => group ?? ""))),
      );
      if (folded !== before) break;
    }
    if (folded === before) folded = namesReplaced(appended(folded, texts), texts);
    if (folded === before || folded.length > 2 * CODE_LENGTH_MAX) break;
  }
  return folded.replace(new RegExp(MARK, "g"), (_all, index: string) => JSON.stringify(texts.at(index)));
}

const INNER_MAX = 40;
const INNER_DEPTH_MAX = 3;

/** Code with its constants folded, and what stands in its texts and has quotes itself: it may be code as well. */
export function foldedCodes(code: string, depth = 0): readonly string[] {
  const folded = foldCode(code);
  if (depth >= INNER_DEPTH_MAX) return [folded];
  const inner = [...folded.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, text = ""]) => text.replace(/\\(["'\\])/g, "$1").replaceAll("\\n", "\n"))
    .filter((text) => /["'`]/.test(text));
  return [folded, ...inner.slice(0, INNER_MAX).flatMap((text) => foldedCodes(text, depth + 1))].slice(0, INNER_MAX);
}

/** The constant texts of some code, each under a mark that stands for it there. */
class Texts {
  readonly all: string[] = [];

  mark(text: string): string {
    return `\u0001${this.all.push(text) - 1}\u0002`;
  }

  at(index: string | undefined): string {
    return this.all[Number(index)] ?? "";
  }

  set(index: number, text: string): void {
    if (text.length <= Math.max(TEXT_LENGTH_MAX, this.all[index]?.length ?? 0)) this.all[index] = text;
  }

  list(marks: string | undefined): string[] {
    return [...(marks ?? "").matchAll(new RegExp(MARK, "g"))].map(([, index]) => this.at(index));
  }

  /** `${"x"}`, `{'x'}`, `#{"x"}` in a text. */
  interpolate(): void {
    const marks = new RegExp(`[$#]?\\{\\s*${MARK}\\s*\\}`, "g");
    for (const [index, text] of this.all.entries())
      this.set(
        index,
        text.replace(/[$#]?\{\s*(["'`])([^"'`{}]*)\1\s*\}/g, "$2").replace(marks, (_all, at: string) => this.at(at)),
      );
  }
}

type Step = readonly [pattern: RegExp, make: (texts: Texts, left?: string, right?: string) => string];

const STEPS: readonly Step[] = [
  [JOINED_BY, (texts, by, list) => texts.list(list).join(texts.at(by))],
  [LIST_JOINED, (texts, list, by) => texts.list(list).join(by ? texts.at(by) : ",")],
  [CALLED_JOIN, (texts, by, list) => texts.list(list).join(texts.at(by))],
  [PATH_JOIN, (texts, list) => joinedPath(texts.list(list))],
  [PARENT, (texts, left, right) => `${texts.at(left || right)}/..`],
  [PARENTS, (texts, path, count) => `${texts.at(path)}${"/..".repeat(Number(count) + 1)}`],
  [SAME, (texts, path) => texts.at(path)],
  [TURNED, (texts, left, right) => [...texts.at(left || right)].toReversed().join("")],
  [FORMATTED, (texts, format, list) => filled(texts.at(format), texts.list(list))],
  [ADDED, (texts, left, right) => texts.at(left) + texts.at(right)],
  [PATH_ADDED, (texts, left, right) => joinedPath([texts.at(left), texts.at(right)])],
  [IN_BRACKETS, (texts, only) => texts.at(only)],
];

/** `from pathlib import Path as P`, `const { rmSync: r } = require("fs")`. */
const IMPORTS = /\bimport\b[^;\n]*|\{[^{}\n]*\}(?=\s*=[^=>])/g;
const ALIAS = /(\w+)\s*(?:\bas\b|:)\s*([A-Za-z_]\w*)/g;
const ALIASES_MAX = 20;

/** Names that an import gives as the ones that they are for. */
const withoutAliases = (code: string): string =>
  [...code.matchAll(IMPORTS)]
    .flatMap(([given]) => [...given.matchAll(ALIAS)])
    .slice(0, ALIASES_MAX)
    .reduce((so, [, name = "", alias]) => so.replace(new RegExp(`(?<![.\\w])${alias}(?!\\w|\\s*:)`, "g"), name), code);

const marked = (code: string, texts: Texts): string =>
  code
    .replace(/[\u0001\u0002]/g, "")
    .replace(CODES, (_all, list: string | undefined, one: string | undefined) =>
      texts.mark((list ?? one ?? "").split(",").map(characterOf).join("")),
    )
    .replace(SEPARATOR, () => texts.mark("/"))
    .replace(HERE, () => texts.mark("."))
    .replace(STRING, (...groups) => texts.mark(unescaped(String(groups[2] ?? groups[4] ?? ""))));

/** `p = "/"; p += "home"`. */
const appended = (code: string, texts: Texts): string =>
  code.replace(
    APPENDED,
    (_all, name: string, left: string, right: string) => `${name}=${texts.mark(texts.at(left) + texts.at(right))}`,
  );

/** Names that hold one text, replaced by it. */
function namesReplaced(code: string, texts: Texts): string {
  const held = new Map<string, string | undefined>();
  for (const [, name = "", index = ""] of code.matchAll(ASSIGNED)) held.set(name, held.has(name) ? undefined : index);
  let replaced = code;
  for (const [name, index] of held) {
    if (index === undefined) continue;
    const inText = new RegExp(`[$#]?\\{\\s*\\$?${name}\\s*\\}|\\$${name}\\b`, "g");
    for (const [at, text] of texts.all.entries())
      texts.set(
        at,
        text.replaceAll(inText, () => texts.at(index)),
      );
    const inCode = new RegExp(`(?<![.\\w])(?:\\$|@)?${name}\\b(?!\\s*(?::?=(?!=)|\\())`, "g");
    replaced = replaced.replaceAll(inCode, () => `\u0001${index}\u0002`);
  }
  return replaced;
}

const characterOf = (code: string): string => {
  const value = Number(code.trim());
  return Number.isInteger(value) && value > 0 && value < 0x11_0000 ? String.fromCodePoint(value) : "";
};

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (...groups) => {
    const [, hex, short, long, octal] = groups as (string | undefined)[];
    const digits = hex ?? short ?? long;
    return characterOf(String(digits === undefined ? Number.parseInt(octal ?? "", 8) : Number.parseInt(digits, 16)));
  });

/** As the path functions of most languages join: an absolute part begins anew. */
const joinedPath = (parts: readonly string[]): string =>
  parts.reduce(
    (left, right) => (right.startsWith("/") || left === "" ? right : `${left.replace(/\/$/, "")}/${right}`),
    "",
  );

function filled(format: string, values: readonly string[]): string {
  let used = 0;
  return format.replace(/%[sr]|\{\d*\}/g, () => values[used++] ?? "");
}
