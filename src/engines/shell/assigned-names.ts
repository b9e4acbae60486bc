import { type Command, forEachChild, type SyntaxNode, type Word } from "unbash";
import { SET_UNSEEN } from "./part.ts";
import { withinShell } from "./scan.ts";
import { substitutionMakesText } from "./walk/made-text.ts";
import { numbersAmong } from "./walk/numbers.ts";
import { addMakings, toldAmong } from "./walk/told-names.ts";
import type { Origin } from "./words.ts";

/** Builtins that set variables named by their arguments or run text as code. */
const WRITES_VARIABLES = new Set(
  "declare typeset local export readonly unset let getopts eval source . printf wait set shopt enable fc".split(" "),
);
const READERS = /^(?:read|mapfile|readarray)$/;
const VISITS_MAX = 20_000;
/** Programs that are trusted to print numbers. */
const COUNTERS = ["wc", "seq"];

/** What the line does to its variables. A name may be looked up only if it is given exactly one value, once. */
export interface AssignedNames {
  readonly counts: ReadonlyMap<string, number>;
  /** A builtin, an arithmetic expression or `${x:=}` may set any variable. */
  readonly isOpen: boolean;
  /** What is to be said of a name whose value is not known: whether it is put together here, read, or printed by a command.
   *  The words of a call stand under `@`. */
  originOf(name: string): Origin;
  readonly functions: ReadonlySet<string>;
  /** Whether the line gives a name numbers and nothing else. */
  isNumber(name: string): boolean;
  /** What each name is given anywhere, as it is written. */
  readonly given: ReadonlyMap<string, readonly string[]>;
}

export function namesAssigned(script: SyntaxNode): AssignedNames {
  const counts = new Map<string, number>();
  const functions = new Set<string>();
  const assembled = new Map<string, "made" | "read">();
  const sources = new Map<string, string[]>();
  const computed = new Set<string>();
  const makings = new Map<string, readonly string[]>();
  let open: ReturnType<typeof opensVariables>;
  const calls: Command[] = [];
  let visits = 0;
  const visit = (node: SyntaxNode): void => {
    open = ++visits > VISITS_MAX ? "texts" : open === "texts" ? open : (opensVariables(node) ?? open);
    if (visits > VISITS_MAX) return;
    if (node.type === "Assignment" || node.type === "For" || node.type === "Select") {
      const name = node.type === "Assignment" ? node.name : node.name.value;
      counts.set(name, (counts.get(name) ?? 0) + 1);
      if (node.type === "Assignment" && (counts.get(name) !== 1 || isMade(node))) assembled.set(name, "made");
      const given = node.type === "Assignment" ? [node.value].flatMap(wordsOf) : (node.wordlist ?? []);
      sources.set(name, [...(sources.get(name) ?? []), ...given.map(({ text }) => text)]);
    }
    const defaulted = defaultGiven(node);
    if (defaulted !== undefined) {
      counts.set(defaulted.name, (counts.get(defaulted.name) ?? 0) + 1);
      sources.set(defaulted.name, [...(sources.get(defaulted.name) ?? []), ...defaulted.texts]);
    }
    const filled = namesRead(node);
    addMakings(node, node.type === "Command" ? builtinCalled(node).name : "", filled, makings);
    for (const name of filled) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
      computed.add(name);
      if (!assembled.has(name)) assembled.set(name, "read");
    }
    if (node.type === "Command") calls.push(node);
    if (node.type === "Function") functions.add(node.name.value);
    // Arithmetic gives a name the number that it comes to.
    if (node.type === "ArithmeticBinary" && node.operator === "=" && node.left.type === "ArithmeticWord")
      sources.set(node.left.value, [...(sources.get(node.left.value) ?? []), "0"]);
    forEachChild(node, visit);
  };
  visit(script);
  const given = wordsOfCalls(calls, functions);
  if (given !== undefined) sources.set("@", given);
  const held = calls.flatMap((call) => heldName(call) ?? []);
  if (!held.every((name) => counts.get(name) === 1 && !computed.has(name) && holdsProgram(sources.get(name))))
    open = "texts";
  const told = open === "texts" ? new Set<string>() : toldAmong(makings);
  const isUncounted = open === "texts" || COUNTERS.some((name) => functions.has(name));
  if (setsUnseen(script) || !held.every((name) => startsNoSetter(sources.get(name)))) sources.set(SET_UNSEEN, []);
  const numbers = isUncounted ? new Set<string>() : numbersAmong(sources).difference(computed);
  spread(computed, sources);
  const isTakenOver = calls.some(takesNames);
  return {
    counts,
    isOpen: open !== undefined,
    functions,
    given: sources,
    isNumber: (name) => numbers.has(name),
    originOf(name) {
      const isAssembled = assembled.get(name);
      const known = /^[\d@*]+$/.test(name) ? "@" : name;
      const isComputed = computed.has(known) || (isTakenOver && !counts.has(name) && /^[A-Za-z]/.test(name));
      return {
        ...(isAssembled && { isAssembled }),
        ...(isComputed && { isComputed }),
        ...(told.has(name) && { isTold: true }),
      };
    },
  };
}

/** The builtin that a command calls, by way of `command` and `builtin` too, and its words. */
export function builtinCalled({ name, args }: Command): { readonly name: string; readonly args: Command["args"] } {
  const [called, ...words] = withinShell(name === undefined ? args : [name, ...args], textOf);
  return { name: called === undefined ? "" : textOf(called), args: words };
}

const textOf = (word: Command["args"][number]): string => (word.type === "Word" ? word.value : word.name);

/** What the words of calls to functions of the line, and of `set`, are; undefined where there is none. */
function wordsOfCalls(calls: readonly Command[], functions: ReadonlySet<string>): string[] | undefined {
  const called = calls.filter(({ name }) => name !== undefined && (name.value === "set" || functions.has(name.value)));
  return called.length === 0 ? undefined : called.flatMap(({ args }) => args.map(({ text }) => text));
}

/** Whether a command gives values to names that only running it tells: `source x`, `declare "$n=…"`. */
function takesNames(command: Command): boolean {
  const { name, args } = builtinCalled(command);
  return (
    /^(?:source|\.|eval)$/.test(name) ||
    (GIVES_NAMED.test(name) && args.some((word) => word.type === "Word" && /^["']?[$`]/.test(word.text)))
  );
}
const GIVES_NAMED = /^(?:declare|typeset|local|export|readonly|read|mapfile|readarray|printf)$/;

/** Adds the names that are given what a command prints, or the value of a name that is. */
function spread(computed: Set<string>, sources: ReadonlyMap<string, readonly string[]>): void {
  for (let before = -1; before !== computed.size; ) {
    before = computed.size;
    for (const [name, texts] of sources)
      if (texts.some((text) => /\$\((?!\()|`/.test(text) || namesIn(text).some((one) => computed.has(one))))
        computed.add(name);
  }
}

const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\$\{?(\w+|[@*])/g)].map(([, name = ""]) => (/^[\d@*]+$/.test(name) ? "@" : name));

const wordsOf = (value: Extract<SyntaxNode, { type: "Assignment" }>["value"]): readonly Word[] =>
  value.type === "ArrayValue" ? value.elements : [value];

function isMade({ append, index, value }: Extract<SyntaxNode, { type: "Assignment" }>): boolean {
  return Boolean(append) || index !== undefined || (value.type === "Word" && substitutionMakesText(value.text));
}

/** The one name that a command's program is the value of: `$PY x.py`. */
const heldName = ({ name }: Command): string | undefined =>
  /^"?\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})"?$/
    .exec(name?.text ?? "")
    ?.slice(1)
    .find((one) => one !== undefined);

/** Whether a name stands for one program that sets no variables. */
function holdsProgram(given: readonly string[] = []): boolean {
  const program = /^(["']?)([\w./+-]+)\1$/.exec(given[0] ?? "")?.[2];
  return given.length === 1 && program !== undefined && !SETS_VARIABLES.test(program);
}
/** `m="git log"; $m`: of a program that is told, with words behind it. */
const startsNoSetter = (given: readonly string[] = []): boolean =>
  given.length > 0 &&
  given.every((text) => {
    const program = /^["']?([\w./+-]+)(?=\s|["']?$)/.exec(text)?.[1];
    return program !== undefined && !SETS_VARIABLES.test(program);
  });

const SETS_VARIABLES = new RegExp(
  `^(?:${[...WRITES_VARIABLES].map((name) => name.replace(".", "\\.")).join("|")}|read|mapfile|readarray|command|builtin)$`,
);

/** What `${d:=x}` and `{d}<<< x` give a name. */
function defaultGiven(node: SyntaxNode): { readonly name: string; readonly texts: readonly string[] } | undefined {
  switch (node.type) {
    case "ParameterExpansion":
      return node.operation?.type === "Default" && node.operation.operator.includes("=")
        ? { name: node.parameter, texts: [node.operation.operand.text] }
        : undefined;
    case "Redirect":
    case "HereString":
    case "HereDoc":
      return node.descriptor?.type === "FileDescriptorVariable"
        ? { name: node.descriptor.name, texts: ["10"] }
        : undefined;
    default:
      return undefined;
  }
}

/** Names that `read` and its like are told to fill, and what a co-process is called by. */
function namesRead(node: SyntaxNode): readonly string[] {
  if (node.type === "Coproc") return node.name === undefined ? [] : [node.name.value];
  if (node.type !== "Command") return [];
  const { name, args } = builtinCalled(node);
  if (!/^(?:read|mapfile|readarray|printf|getopts)$/.test(name)) return [];
  const words = args.map(textOf);
  if (name === "printf") return words[0] === "-v" && words[1] !== undefined ? [words[1]] : [];
  return words.filter((word) => /^[A-Za-z_]\w*$/.test(word));
}

/** What a node may give to any variable. */
function opensVariables(node: SyntaxNode): "numbers" | "texts" | undefined {
  switch (node.type) {
    case "Command":
      return writesVariables(node) ? "texts" : undefined;
    case "ArithmeticUnary":
    case "ArithmeticBinary":
    case "ArithmeticFor":
      return "numbers";
    case "Redirect":
    case "HereString":
    case "HereDoc":
      return node.descriptor?.type === "FileDescriptorVariable" ? "numbers" : undefined;
    case "ParameterExpansion":
      return node.operation?.type === "Default" && node.operation.operator.includes("=") ? "texts" : undefined;
    default:
      return undefined;
  }
}

/** Whether a script may give a name what is not written as its value. */
function setsUnseen(node: SyntaxNode): boolean {
  let found = givesUnseen(node);
  forEachChild(node, (child) => {
    found ||= setsUnseen(child);
  });
  return found;
}

function givesUnseen(node: SyntaxNode): boolean {
  if (node.type === "ParameterExpansion") return opensVariables(node) !== undefined;
  if (node.type !== "Command") return false;
  const { name, args } = builtinCalled(node);
  if (!writesVariables(node) || /^(?:set|shopt|let|wait)$/.test(name)) return false;
  if (/^(?:declare|typeset|local|export|readonly)$/.test(name))
    return args.map((word) => word.text).some((text) => /^["']?[$`]|^-\w*n/.test(text));
  return !(name === "printf" && /^[A-Za-z_]\w*$/.test(args.map(textOf)[1] ?? ""));
}

/** A text that is one plain command, of none that sets names. */
const SETS_NOTHING = new RegExp(
  `^(?!(?:${[...WRITES_VARIABLES].map((name) => name.replace(".", "\\.")).join("|")}|read|mapfile|readarray|command|builtin|cd|trap)\\b)(?:[\\w./ "$*>!%-]|\\$\\{\\w+\\})*$`,
);

function writesVariables(command: Command): boolean {
  const { name, args } = builtinCalled(command);
  const words = [name, ...args.map(textOf)];
  // What they fill counts as given there.
  if (READERS.test(name))
    return args.some((word) => word.type !== "Word" || word.parts !== undefined || /[[\]]/.test(word.text));
  if (name === "printf") return words.some((word) => word.startsWith("-v"));
  // What a trap runs, it runs between other commands.
  if (name === "trap") return args.length > 0 && !SETS_NOTHING.test(words.slice(1).find((word) => word !== "--") ?? "");
  // They set what they name, which counts as given there, or options of the shell.
  if (/^(?:export|readonly)$/.test(name) && args.every((word) => word.type !== "Word" || /^\w+$/.test(word.text)))
    return false;
  if (name === "set" && words.slice(1).every((word) => /^[-+][a-zA-Z]+$|^pipefail$/.test(word))) return false;
  // `command $x`
  const isSpelled = /^["']?[$`]/.test(name) && !/^["']?[$`]/.test(command.name?.text ?? "");
  return (
    WRITES_VARIABLES.has(name) || isSpelled || (command.name?.parts !== undefined && heldName(command) === undefined)
  );
}
