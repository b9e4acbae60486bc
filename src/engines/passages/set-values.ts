import { stemOf } from "../bm25/stem.ts";
import { isComment, isMainframe, isTestPath, remarkLines } from "./code-lines.ts";
import { headAbove } from "./construct.ts";
import type { Passage, SetValue } from "./passage.ts";
import type { Question } from "./question.ts";

import { wordParts } from "./word-parts.ts";

const NAMES_MAX = 3;
const VALUES_MAX = 6;
/** A name that is set everywhere tells nothing by its values. */
const VALUES_OF_NAME_MAX = 8;
const NAMES_LOOKED_AT_MAX = 12;

/**
 * Where the names that quoted lines test are given a fixed value: the reasons of a refusal, the default of a limit. What is tested in one
 * place is mostly set in others, each under a condition of its own.
 * @param lines  that are quoted, of the file `path`
 */
export function setValues(
  { path, lines }: Pick<Passage, "path" | "lines">,
  question: Question,
  code: readonly Passage[],
): readonly SetValue[] {
  const names = testedNames(path, lines, question);
  if (names.length === 0) return [];
  const own = (isMainframe(path) ? cobolValues : modernValues)(names, path, code);
  const byName = names
    .map((name) => ({ name, values: own.filter((value) => value.name === name) }))
    .filter(({ name, values }) => isTelling(name, values, path, question));
  return byName
    .slice(0, NAMES_MAX)
    .flatMap(({ values }) => values)
    .slice(0, VALUES_MAX);
}

/** Several values tell on which conditions something is done; a single one only of what was asked. */
function isTelling(name: string, values: readonly SetValue[], path: string, question: Question): boolean {
  if (values.length === 0 || values.length > VALUES_OF_NAME_MAX) return false;
  if (!isMainframe(path) && IS_CONSTANT.test(name)) return true;
  return (isMainframe(path) && values.length > 1 && question.wish === "condition") || isSpokenOf(name, question);
}

/** What is tested or reckoned with. */
const COBOL_TEST = /\b(?:IF|AND|OR|WHEN|UNTIL|EVALUATE|COMPUTE)\s+(?:NOT\s+)?(.*)|^(.*\s[*/]\s.*)$/gi;
const MODERN_TEST = /\b(?:if|elif|while|unless|case|return)\b(.*)|\?\s*(.*)|(.*)(?:\?\?|\|\|)/g;
const COBOL_NAME = /\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+\b/gi;
/** Written as constants are: what they are, who reads the place does not see. */
const CONSTANT = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g;
const IS_CONSTANT = new RegExp(`^${CONSTANT.source}$`);
const MODERN_NAME = /\b[A-Za-z_$][\w$]{4,}\b(?!\()/g;

/** Those of which the question speaks first. */
function testedNames(path: string, lines: readonly string[], question: Question): readonly string[] {
  const [tests, name] = isMainframe(path) ? [COBOL_TEST, COBOL_NAME] : [MODERN_TEST, MODERN_NAME];
  const found = lines
    .filter((line) => !isComment(path, line))
    .flatMap((line) => [...line.matchAll(tests)].map((match) => match.slice(1).join(" ")))
    .flatMap((tested) => tested.match(name) ?? []);
  const constants = isMainframe(path)
    ? []
    : lines.flatMap((line) => (isComment(path, line) ? [] : (line.match(CONSTANT) ?? [])));
  const names = [...new Set([...found, ...constants])];
  const spoken = names.filter((one) => isSpokenOf(one, question));
  return [...spoken, ...names.filter((one) => !spoken.includes(one))].slice(0, NAMES_LOOKED_AT_MAX);
}

/** Whether the question says a part of a name. */
export function isSpokenOf(name: string, { terms }: Question): boolean {
  const parts = wordParts(name).map(stemOf);
  return terms.some(({ words, relatedFrom }) =>
    words.slice(0, relatedFrom).some((word) => parts.includes(stemOf(word))),
  );
}

const LITERAL = String.raw`(?:'[^']*'|"[^"]*"|[-+]?\.?\d[\d.,]*)`;

function cobolValues(names: readonly string[], path: string, code: readonly Passage[]): readonly SetValue[] {
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

function modernValues(names: readonly string[], path: string, code: readonly Passage[]): readonly SetValue[] {
  const any = names.map((name) => name.replace(/\$/g, "\\$")).join("|");
  const set = new RegExp(
    String.raw`\b(${any})["']?\s*(?::[^=,{}]+=|[:=])\s*${MODERN_VALUE}\s*[,;)}]?\s*(?:(?:\/\/|#).*)?$|\b(${any})\s*(?:\?\?=?|\|\|=?)\s*${MODERN_VALUE}`,
  );
  const declared = new RegExp(String.raw`^(?:export\s+)?(?:const\s+)?(${any})\s*(?::[^=]+)?=\s*\S`);
  const ending = /\.\w+$/.exec(path)?.[0] ?? "";
  const nameSetIn = (line: string): string | undefined => {
    const match = set.exec(line);
    const named = declared.exec(line)?.[1];
    return match?.[1] ?? match?.[2] ?? (named !== undefined && IS_CONSTANT.test(named) ? named : undefined);
  };
  return code
    .filter((passage) => passage.path.endsWith(ending) && !isTestPath(passage.path))
    .flatMap((passage) => [...valuesIn(passage, nameSetIn), ...optionDefaults(passage, names)]);
}

const LINES_AFTER_MAX = 2;
/** A text of several lines begins there, which is no value to tell. */
const LONG_TEXT = /=\s*(?:\w{0,2}"""|\w{0,2}'''|`[^`]*$)/;

function valuesIn(passage: Passage, nameIn: (line: string) => string | undefined): readonly SetValue[] {
  const { path, lines, numbers } = passage;
  const remarks = remarkLines(path, lines);
  return lines.flatMap((line, index): readonly SetValue[] => {
    const isNone = remarks.has(index) || isComment(path, line) || LONG_TEXT.test(line);
    const name = isNone ? undefined : nameIn(line);
    if (name === undefined) return [];
    const head = headAbove(passage, index);
    const after = lines
      .slice(index + 1, index + 1 + LINES_AFTER_MAX)
      .filter((next) => /\bMOVE\s+['"\d]|^\s*TO\b/i.test(next));
    const said = (isMainframe(path) ? [line, ...after] : wholeLiteral(lines, index))
      .map((one) => textOf(path, one))
      .join(" ");
    return [
      { name, path, line: numbers[index] ?? 0, text: head === undefined ? said : `${textOf(path, head)} → ${said}` },
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
function optionDefaults({ path, lines, numbers }: Passage, names: readonly string[]): readonly SetValue[] {
  const byOption = new Map(names.map((name) => [`--${wordParts(name).join("-")}`, name]));
  return lines.flatMap((line, index): readonly SetValue[] => {
    const option = OPTION.exec(line)?.[1];
    const name = option === undefined ? undefined : byOption.get(option);
    if (name === undefined || isComment(path, line)) return [];
    const rest = lines.slice(index + 1, index + OPTION_LINES_MAX);
    const next = rest.findIndex((one) => OPTION.test(one) && !one.includes(`${option}`));
    const at = [line, ...(next < 0 ? rest : rest.slice(0, next))].findIndex((one) => OPTION_DEFAULT.test(one));
    if (at < 0) return [];
    return [
      { name, path, line: numbers[index + at] ?? 0, text: `${option} → ${textOf(path, lines[index + at] ?? "")}` },
    ];
  });
}

const textOf = (path: string, line: string): string =>
  (isMainframe(path) ? line.slice(6, 72) : line).trim().replace(/\s+/g, " ");
