import { isComment, isMainframe, isTestPath, remarkLines, saidIn } from "../code-lines.ts";
import { headAbove } from "../construct.ts";
import type { Definition, Passage } from "../passage.ts";
import { wordParts } from "../word-parts.ts";
import { isConstant } from "./named.ts";

/** Where names are given a fixed value, in the file that names them or in others that it may take them from; what tests give them, no program has. */
export const valuesOf = (names: readonly string[], path: string, code: readonly Passage[]): readonly Definition[] =>
  names.length === 0 ? [] : (isMainframe(path) ? cobolValues : modernValues)(names, path, code);

const LITERAL = String.raw`(?:'[^']*'|"[^"]*"|[-+]?\.?\d[\d.,]*)`;

function cobolValues(names: readonly string[], path: string, code: readonly Passage[]): readonly Definition[] {
  const any = names.join("|");
  const moved = new RegExp(String.raw`\bMOVE\s+${LITERAL}\s+TO\s+(${any})(?![\w-])`, "i");
  const declared = new RegExp(
    String.raw`^.{6}\s+\d\d\s+(${any})(?![\w-]).*\bVALUES?\s+(?:IS\s+|ARE\s+)?${LITERAL}`,
    "i",
  );
  return code
    .filter((passage) => passage.path === path || /\.cpy$/i.test(passage.path))
    .flatMap((passage) => valuesIn(passage, (line) => moved.exec(line)?.[1] ?? declared.exec(line)?.[1]));
}

const MODERN_VALUE = String.raw`(?:['"\x60][^'"\x60]*['"\x60]|[-+]?\d[\d_.]*|true|false|True|False|None|null|undefined|Number\.\w+|Infinity|\[.*\])`;

function modernValues(names: readonly string[], path: string, code: readonly Passage[]): readonly Definition[] {
  const any = names.map((name) => name.replace(/\$/g, "\\$")).join("|");
  const set = new RegExp(
    String.raw`\b(${any})["']?\s*(?::[^=,{}]+=|[:=])\s*${MODERN_VALUE}\s*[,;)}]?\s*(?:(?:\/\/|#).*)?$|\b(${any})\s*(?:\?\?=?|\|\|=?)\s*${MODERN_VALUE}`,
  );
  const declared = new RegExp(String.raw`^(?:export\s+)?(?:const\s+)?(${any})\s*(?::[^=]+)?=\s*\S`);
  const ending = /\.\w+$/.exec(path)?.[0] ?? "";
  const nameSetIn = (line: string): string | undefined => {
    const match = set.exec(line);
    const named = declared.exec(line)?.[1];
    return match?.[1] ?? match?.[2] ?? (named !== undefined && isConstant(named) ? named : undefined);
  };
  const byOption = new Map(names.map((name) => [`--${wordParts(name).join("-")}`, name]));
  return code
    .filter((passage) => passage.path.endsWith(ending) && !isTestPath(passage.path))
    .flatMap((passage) => [...valuesIn(passage, nameSetIn), ...optionDefaults(passage, byOption)]);
}

const LINES_AFTER_MAX = 2;
/** What only begins with a value. */
const VARIABLE = /^\s*(?:let|var)\s/;
/** A text of several lines begins there, which is no value to tell. */
const LONG_TEXT = /=\s*(?:\w{0,2}"""|\w{0,2}'''|`[^`]*$)/;

function valuesIn(passage: Passage, nameIn: (line: string) => string | undefined): readonly Definition[] {
  const { path, lines, numbers } = passage;
  const set = lines.flatMap((line, index) => {
    const name = nameIn(line);
    const isNone = name === undefined || isComment(path, line) || LONG_TEXT.test(line) || VARIABLE.test(line);
    return isNone ? [] : [{ name, line, index }];
  });
  if (set.length === 0) return [];
  const remarks = remarkLines(path, lines);
  return set.flatMap(({ name, line, index }): readonly Definition[] => {
    if (remarks.has(index)) return [];
    const head = headAbove(passage, index);
    const after = lines
      .slice(index + 1, index + 1 + LINES_AFTER_MAX)
      .filter((next) => /\bMOVE\s+['"\d]|^\s*TO\b/i.test(next));
    const said = (isMainframe(path) ? [line, ...after] : wholeLiteral(lines, index))
      .map((one) => saidIn(path, one))
      .join(" ");
    return [
      { name, path, line: numbers[index] ?? 0, text: head === undefined ? said : `${saidIn(path, head)} → ${said}` },
    ];
  });
}

const LITERAL_LINES_MAX = 30;

/** A line and, where it opens a list or an object, all lines to the end of it. */
function wholeLiteral(lines: readonly string[], index: number): readonly string[] {
  const line = lines[index] ?? "";
  if (!/[[{(]\s*$/.test(line)) return [line];
  const indent = line.search(/\S/);
  const end = lines.findIndex((next, at) => at > index && /^\s*[\])}]/.test(next) && next.search(/\S/) <= indent);
  return end < 0 || end - index > LITERAL_LINES_MAX ? [line] : lines.slice(index, end + 1);
}

const OPTION_LINES_MAX = 10;
const OPTION = /["'`](--[a-z][\w-]*)/;
const OPTION_DEFAULT = /\bdefault(?:Value|_value)?\s*[=:]\s*[^\s,)]/;

/** The defaults of options of a command that a name stands for: `max_rounds` is what `--max-rounds` sets. */
function optionDefaults(
  { path, lines, numbers }: Passage,
  byOption: ReadonlyMap<string, string>,
): readonly Definition[] {
  return lines.flatMap((line, index): readonly Definition[] => {
    const option = OPTION.exec(line)?.[1];
    const name = option === undefined ? undefined : byOption.get(option);
    if (name === undefined || isComment(path, line)) return [];
    const rest = lines.slice(index + 1, index + OPTION_LINES_MAX);
    const next = rest.findIndex((one) => OPTION.test(one) && !one.includes(`${option}`));
    const at = [line, ...(next < 0 ? rest : rest.slice(0, next))].findIndex((one) => OPTION_DEFAULT.test(one));
    if (at < 0) return [];
    return [
      { name, path, line: numbers[index + at] ?? 0, text: `${option} → ${saidIn(path, lines[index + at] ?? "")}` },
    ];
  });
}
