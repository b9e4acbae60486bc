import {
  forEachChild,
  type ParameterOperation,
  type ParsedScript,
  type SyntaxNode,
  type Word,
  type WordPart,
} from "unbash";
import { joinedText, standsForBoth } from "../meant/word-patterns.ts";
import { isInertAssignment } from "../programs/inert-variables.ts";
import { belongsToLine } from "../starts/sensitive-names.ts";
import {
  ANY_BELOW,
  assembledOf,
  isLiteral,
  literalWord,
  type Origin,
  type ShellWord,
  splittable,
  staysBelow,
  type WordCertainty,
} from "../words.ts";
import { expandBraces, hasOddBraces } from "./braces.ts";
import { substitutionMakesText } from "./made-text.ts";
import { namesOfSum } from "./numbers.ts";

/** What expansions may look up. A name that is absent is unknown. */
export interface WordScope {
  readonly home: string | undefined;
  readonly folder: string | undefined;
  /** A value with `glob` is one of what that pattern finds. */
  readonly values: ReadonlyMap<string, ShellWord>;
  /** It is the value of an assignment, which no shell parts. */
  readonly isWhole?: true;
  /** What is to be said of names whose value is not known. */
  originOf(name: string): Origin;
  /** Whether a name holds a number, whichever. */
  isNumber(name: string): boolean;
  /** What the lines that a script prints are one of. */
  printedBy(script: ParsedScript): ShellWord | undefined;
  /** The text that a script prints, where the line itself tells it whole. */
  writtenIn?(script: ParsedScript): string | undefined;
}

const CERTAINTY_RANK: Record<WordCertainty, number> = { literal: 0, plain: 1, variable: 2, evaluated: 3 };
const WORDS_MAX = 64;
/** Variables whose value tells nothing that a prompt would protect. */
const PLAIN_VARIABLES = new Set(
  (
    "? # $ ! - 0 LINENO SECONDS RANDOM SRANDOM EPOCHSECONDS EPOCHREALTIME USER LOGNAME UID EUID PPID SHELL SHLVL TERM LANG LC_ALL " +
    "HOSTNAME HOSTTYPE OSTYPE MACHTYPE BASH_VERSION BASHPID COLUMNS LINES TZ EDITOR PAGER OLDPWD TMPDIR PATH NODE_ENV CI"
  ).split(" "),
);

/** The words one parsed word becomes: several when it holds braces, else one. */
export function expandWord(word: Word, scope: WordScope): readonly ShellWord[] {
  const tilde = tildePrefix(word, scope);
  // A name goes on behind an end of line that a backslash takes away.
  if (hasOddBraces(word) || /\$[\w{]*\\\n/.test(word.text))
    return [{ text: word.text, certainty: evaluatesIn(word, scope) ? "evaluated" : "variable", glob: true }];
  if (!word.parts) {
    if (!tilde) return [literalWord(word.value)];
    return [{ text: tilde.text + word.value.slice(tilde.length), certainty: tilde.certainty, glob: false }];
  }
  let words: ShellWord[] = [literalWord("")];
  let skip = 0;
  if (tilde) {
    words = [{ text: tilde.text, certainty: tilde.certainty, glob: false }];
    skip = tilde.length;
  }
  for (const part of word.parts) {
    const pieces = expandPart(part, scope, skip);
    skip = 0;
    if (words.length * pieces.length > WORDS_MAX) return [{ text: word.text, certainty: "variable", glob: true }];
    words = words.flatMap((left) => pieces.map((right) => joinWords(left, right)));
  }
  // Nothing at all is no word, unless quotes say so.
  const isMade = word.parts.every(({ type }) => UNQUOTED.has(type));
  const made = isMade ? words.filter(({ text }) => text !== "") : words;
  // A home is put in after braces.
  const isHome = words.length > 1 && tilde === undefined && words.some(({ text }) => text.startsWith("~"));
  return isHome ? made.map((one) => ({ ...one, certainty: "variable" as const })) : made;
}

const UNQUOTED = new Set<WordPart["type"]>(["Literal", "BraceExpansion", "Glob"]);

/** One text for a word that cannot become several, such as a redirect target or a here-document. */
export function expandToOne(word: Word, scope: WordScope): ShellWord {
  const words = expandWord(word, scope);
  const only = words[0];
  return only && words.length === 1 ? only : { text: word.text, certainty: "variable", glob: true };
}

export function joinParts(parts: readonly WordPart[], scope: WordScope): ShellWord {
  return parts.reduce<ShellWord>(
    (left, part) => joinWords(left, expandPart(part, scope, 0)[0] ?? literalWord("")),
    literalWord(""),
  );
}

function joinWords(left: ShellWord, right: ShellWord): ShellWord {
  const certainty = CERTAINTY_RANK[left.certainty] >= CERTAINTY_RANK[right.certainty] ? left : right;
  const standsFor = standsForBoth(left, right);
  return {
    text: isLiteral(left) && isLiteral(right) ? joinedText(left, right) : left.text + right.text,
    certainty: certainty.certainty,
    glob: left.glob || right.glob,
    ...assembledOf([left, right]),
    ...((left.text === "" && isLiteral(left) ? right : left).isFilled ? { isFilled: true } : {}),
    ...(left.isParted || right.isParted ? { isParted: true } : {}),
    ...(left.takes === "some" || right.takes === "some" ? { takes: "some" } : {}),
    ...(standsFor === undefined ? {} : { standsFor }),
  };
}

function tildePrefix(
  word: Word,
  scope: WordScope,
): { text: string; length: number; certainty: WordCertainty } | undefined {
  if (!word.text.startsWith("~")) return undefined;
  const prefix = /^~[^/]*/.exec(word.text)?.[0] ?? "~";
  // With a quote behind it, it is a name.
  if (/^~["'\\$]/.test(prefix)) return { text: scope.home ?? "~", length: 1, certainty: "variable" };
  if (prefix === "~")
    return { text: scope.home ?? "~", length: 1, certainty: scope.home === undefined ? "variable" : "literal" };
  if (prefix === "~+" && scope.folder !== undefined) return { text: scope.folder, length: 2, certainty: "literal" };
  return { text: "~", length: 1, certainty: "variable" };
}

const BYTE = /\\(?:x[89a-f]|x\{|[2-7][0-7]{2})/i;

function expandPart(part: WordPart, scope: WordScope, skip: number): readonly ShellWord[] {
  switch (part.type) {
    case "Glob":
    case "LocaleString":
    case "BraceExpansion":
      return evaluatesIn(part, scope) ? [evaluated(part.text)] : patternWords(part);
    case "Literal":
      return [literalWord(part.value.slice(skip))];
    case "SingleQuoted":
      return [literalWord(part.value)];
    case "AnsiCQuoted":
      // Bash ends such a string at a NUL, which no program is ever given, joins no lines in it, and makes bytes of its numbers.
      return [
        part.value.includes("\0") || part.text.includes("\\\n") || BYTE.test(part.text)
          ? unknown(part.text)
          : literalWord(part.value),
      ];
    case "DoubleQuoted":
      return [inQuotes(part.parts.reduce((left, child) => joinWords(left, quotedPart(child, scope)), literalWord("")))];
    case "ExtendedGlob":
      // `bash -c` runs with extended globs off and zsh runs code in them: never what it seems.
      return [{ text: part.text, certainty: "evaluated", glob: true }];
    case "ProcessSubstitution":
      return [substitution(part, scope)];
    case "CommandExpansion":
    case "SimpleExpansion":
    case "ParameterExpansion":
    case "ArithmeticExpansion":
      return [splittable(quotedPart(part, scope), part.text, scope)];
  }
}

/** What is not known stays one word there; of what is known a pattern says what it is one of. */
const inQuotes = (word: ShellWord): ShellWord => (isLiteral(word) ? word : { ...word, glob: false });

function patternWords({ type, text }: WordPart): readonly ShellWord[] {
  // Quotes within brackets are told by no pattern here: it may find anything.
  if (type === "Glob") return [{ text: /["'$`]/.test(text) ? "*" : text, certainty: "literal", glob: true }];
  const words = type === "BraceExpansion" ? expandBraces(text) : undefined;
  return words?.map((one) => ({ text: one, certainty: "literal", glob: /[*?[]/.test(one) })) ?? [unknown(text)];
}

function quotedPart(part: WordPart, scope: WordScope): ShellWord {
  switch (part.type) {
    case "SimpleExpansion":
      return variable(part.text.slice(1), part.text, scope);
    case "ParameterExpansion":
      return parameterWord(part, scope);
    case "ArithmeticExpansion":
      return computesOnly(part.text, scope) ? plain(part.text) : evaluated(part.text);
    case "CommandExpansion":
      return substitution(part, scope);
    default:
      return expandPart(part, scope, 0)[0] ?? literalWord("");
  }
}

function parameterWord(part: WordPart & { type: "ParameterExpansion" }, scope: WordScope): ShellWord {
  const { parameter: name, prefix, index, operation } = part;
  const wholeArray = index === undefined || index.text === "@" || index.text === "*";
  if (prefix === "!" || !wholeArray || !/^(\w+|[?#$!@*-])$/.test(name)) {
    const { isTold: _isTold, ...evaluatedOrigin } = scope.originOf(name);
    return { ...evaluated(part.text), ...evaluatedOrigin, ...elementAt(part, scope) };
  }
  if (prefix === "#") return { text: "0", certainty: "plain", glob: false };
  if (operation && (runsText(operation, scope) || assignsForOthers(name, operation, scope)))
    return evaluated(part.text);
  const { isTold, ...rest } = scope.originOf(name);
  // What is put in its place may be anything else.
  const origin = isTold && operation === undefined ? { ...rest, isTold } : rest;
  if (operation?.type === "Default") return { ...unknown(part.text), ...origin, ...guarded(name, operation, scope) };
  if (operation) return { ...unknown(part.text), ...origin, isAssembled: "made", ...shortened(part, scope) };
  const held = index ? scope.values.get(name)?.standsFor : undefined;
  if (index) return { ...unknown(part.text), ...origin, ...(held && { standsFor: held }) };
  return variable(name, part.text, scope);
}

/** `${d:?}`: where it is empty the shell goes no further. */
function guarded(name: string, { operator }: { readonly operator: string }, { values }: WordScope): Partial<ShellWord> {
  const standsFor = operator === ":?" ? values.get(name)?.standsFor : undefined;
  return standsFor === undefined ? {} : { standsFor, isFilled: true };
}

/** `${CDPATH:=/}` sets what steers the shell, or what it starts. */
function assignsForOthers(name: string, operation: ParameterOperation, scope: WordScope): boolean {
  if (operation.type !== "Default" || !operation.operator.includes("=") || belongsToLine(name)) return false;
  return !isInertAssignment(name, expandToOne(operation.operand, scope));
}

function runsText(operation: ParameterOperation, scope: WordScope): boolean {
  if (operation.type === "Transform" || operation.type === "Unknown") return true;
  return operation.type === "Slice"
    ? !/^[\s\d:-]*$/.test(operation.offset.text + (operation.length?.text ?? ""))
    : evaluatesIn(operation, scope);
}

/** `${x:-$((a[1]))}`, `[$((a[1]))]`: what is put in, or compared with, is expanded as well. */
function evaluatesIn(node: SyntaxNode, scope: WordScope): boolean {
  let isEvaluated = false;
  forEachChild(node, (child) => {
    if (child.type === "CommandExpansion" || child.type === "ProcessSubstitution") return;
    const isSum = child.type === "ArithmeticExpansion" || child.type === "ParameterExpansion";
    isEvaluated ||= isSum ? quotedPart(child, scope).certainty === "evaluated" : evaluatesIn(child, scope);
  });
  return isEvaluated;
}

/** `${d[1]}` of a list that the line tells. */
function elementAt(
  { parameter, prefix, index, operation }: WordPart & { type: "ParameterExpansion" },
  { values }: WordScope,
): Pick<ShellWord, "standsFor" | "isFilled"> {
  const isPlain = prefix === undefined && operation === undefined && index !== undefined;
  const { standsFor, isFilled } = (isPlain ? values.get(`${parameter}[${index.text}]`) : undefined) ?? {};
  return { ...(standsFor && { standsFor }), ...(isFilled && { isFilled }) };
}

/** `${f%.txt}` of what a pattern finds here or below lies there too. */
function shortened(
  { parameter, operation }: WordPart & { type: "ParameterExpansion" },
  scope: WordScope,
): Pick<ShellWord, "standsFor"> {
  const held = scope.values.get(parameter);
  const pattern = held && (held.certainty === "literal" ? held : held.standsFor);
  const keepsFolder =
    operation?.type === "CaseModification" || (operation?.type === "Remove" && !operation.operand.text.includes("/"));
  return pattern?.glob && keepsFolder && staysBelow(pattern.text) ? { standsFor: ANY_BELOW } : {};
}

function variable(name: string, source: string, scope: WordScope): ShellWord {
  const value = scope.values.get(name);
  if (value !== undefined) return value;
  if (name === "HOME" && scope.home !== undefined) return literalWord(scope.home);
  if (name === "PWD" && scope.folder !== undefined) return literalWord(scope.folder);
  const origin = scope.originOf(name);
  const isPlain = scope.isNumber(name) || (origin.isAssembled === undefined && PLAIN_VARIABLES.has(name));
  return isPlain ? plain(source) : { ...unknown(source), ...origin };
}

function computesOnly(text: string, { isNumber }: WordScope): boolean {
  return namesOfSum(text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ""))?.every(isNumber) ?? false;
}

const plain = (text: string): ShellWord => ({ text, certainty: "plain", glob: false });
const unknown = (text: string): ShellWord => ({ text, certainty: "variable", glob: false });
const evaluated = (text: string): ShellWord => ({ text, certainty: "evaluated", glob: false });

function substitution(
  { type, text, script }: WordPart & { type: "CommandExpansion" | "ProcessSubstitution" },
  scope: WordScope,
): ShellWord {
  const written =
    script && type === "CommandExpansion" && text.startsWith("$(") ? scope.writtenIn?.(script) : undefined;
  if (written !== undefined) return literalWord(written);
  const standsFor = script && scope.printedBy(script);
  return {
    ...unknown(text),
    ...(substitutionMakesText(text) ? { isAssembled: "made" } : {}),
    isComputed: true,
    isTold: true,
    ...(standsFor === undefined ? {} : { standsFor, ...(standsFor.isFilled ? { isFilled: true } : {}) }),
  };
}
