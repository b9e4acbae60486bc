import type { Grammar } from "../option-grammar.ts";
import type { Part } from "../part.ts";
import { readPlaceOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { tellsThere } from "../programs/asked-facts.ts";
import { chosenInFolder } from "../programs/chosen-programs.ts";
import { leadingOptions } from "../programs/leading-options.ts";
import { type Reader, readWith } from "../programs/reader.ts";
import { readerOf } from "../programs/readers.ts";
import { archiveAmong, archiveShown } from "../programs/shown-archives.ts";
import { waitsAtTerminal } from "../programs/terminal-programs.ts";
import { trustedName, unreadableBecause } from "../proof.ts";
import type { Unit } from "../walk/unit.ts";
import { isLiteral, literalWord, type ShellWord } from "../words.ts";

/** How xargs parts what it reads, and how much of it a command gets. */
const LISTS =
  "-0rtx -d: -E: -I: -L: -n: -P: -s: --null --no-run-if-empty --verbose --delimiter= --max-args= --max-lines= --max-procs=";
/** `+!id` is a command of theirs. */
const PAGED: Pick<Grammar, "operands" | "strictGlobs" | "check"> = {
  operands: "paths",
  strictGlobs: true,
  check: ({ operands }) => (operands.some(({ text }) => text.startsWith("+")) ? "it begins with a command" : undefined),
};
/** What only shows where nothing of a person stands around it: their variables, the settings of their pager. */
const SHOWS_THERE: Readonly<Record<string, Grammar>> = {
  env: { options: "-0 --null", operands: "none" },
  printenv: { options: "-0 --null", operands: "text" },
  less: { options: "-niFNRSX", ...PAGED },
  more: { options: "-# -dfs", ...PAGED },
};
const STAND_IN = literalWord("./x");

/**
 * Whether a command does nothing but look in a sandbox that keeps it to reading the plain files of the folder, whatever the words of it are that only
 * running tells: the program is one of those that read, and none of these words can be an option or a text by which it does more.
 */
export function looksThere(unit: Unit, options: CommandPolicyOptions): boolean {
  if (unit.unproven === undefined) return true;
  const { words, part } = unit;
  const [program, ...rest] = words;
  const name = trustedName(program);
  if (program === undefined || name === undefined || !isOpenAround(part, options)) return false;
  if (chosenInFolder(name, part, options) !== undefined) return false;
  if (tellsThere(name, rest)) return true;
  // What it starts is a unit of its own.
  if (name === "xargs") return startsTold(rest);
  const grammar = Object.hasOwn(SHOWS_THERE, name) ? SHOWS_THERE[name] : readerOf(name);
  const shown = grammar && shownWords(name, rest, grammar);
  if (grammar === undefined || shown === undefined || waitsAtTerminal(words, part) !== undefined) return false;
  const result = readWith(
    grammar,
    shown.map((word) => (isLiteral(word) ? word : STAND_IN)),
  );
  return (
    result.kind === "known" &&
    archiveShown(name, result.use, part, options) === undefined &&
    !rest.some((word) => !isLiteral(word) && archiveAmong(word, part.folders, options) !== undefined) &&
    result.use.reads.every(
      (read) =>
        read === STAND_IN || unreadableBecause(read, readPlaceOf(read, part.folders, options), false) === undefined,
    )
  );
}

/** The words that the grammar reads; undefined where one that is not known may do more. */
function shownWords(name: string, words: readonly ShellWord[], grammar: Reader): readonly ShellWord[] | undefined {
  if (name === "find") return words.every(isLiteral) ? withoutStarted(words) : undefined;
  if (typeof grammar === "function" || !keepsForm(words, grammar)) return undefined;
  return name === "rg" ? words.filter(({ text }) => !HIDDEN.test(text)) : words;
}

/** Names with a dot in front are searched, too: files of secrets are closed there. */
const HIDDEN = /^(?:--hidden|-\.)$/;

/** Of find, without what `-exec` starts, which is a unit of its own; undefined where its end is not told. */
function withoutStarted(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const from = words.findIndex(({ text }) => text === "-exec");
  if (from < 0) return words;
  const to = words.findIndex(
    ({ text }, at) => at > from + 1 && (text === ";" || (text === "+" && words[at - 1]?.text === "{}")),
  );
  const rest = to < 0 ? undefined : withoutStarted(words.slice(to + 1));
  return rest && [...words.slice(0, from), ...rest];
}

/** Nothing around it says more than that a value is not known. */
const isOpenAround = ({ problems, assignments, redirections, folders }: Part, options: CommandPolicyOptions): boolean =>
  assignments.length === 0 &&
  !folders.includes(undefined) &&
  problems.every(({ isOfValue, isOfInput }) => isOfValue === true || isOfInput === true) &&
  redirections.every(({ kind, target }) => {
    const where = readPlaceOf(target, folders, options);
    if (kind === "write") return where.region === "stream";
    return !isLiteral(target) || unreadableBecause(target, where, false) === undefined;
  });

function startsTold(rest: readonly ShellWord[]): boolean {
  const { behind, isKnown } = leadingOptions(rest, LISTS);
  const spent = rest.slice(0, behind[0]);
  return isKnown && spent.every(isLiteral);
}

/** A word that is not known stands where a name that is read does: behind the text that says what is done, and for no option that does more. */
function keepsForm(words: readonly ShellWord[], { operands, check, ...grammar }: Grammar): boolean {
  const first = words.findIndex((word) => !isLiteral(word));
  if (first < 0 || grammar.anyText) return true;
  if (grammar.strictGlobs || grammar.operandsMax !== undefined || !/^(?:paths|pattern)$/.test(operands)) return false;
  const isTold = operands === "paths" && check === undefined;
  return isTold || words.slice(0, first).some(({ text }) => !text.startsWith("-"));
}
