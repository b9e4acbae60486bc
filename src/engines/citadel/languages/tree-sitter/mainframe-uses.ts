import type { EdgeKind, NodeKind, ReferenceFact } from "../../model.ts";
import type { Findings, FoundCall } from "./findings.ts";
import { literalAt } from "./literals.ts";
import type { SyntaxNode } from "./syntax.ts";

/** Words that say that a function, or the object it belongs to, speaks to the mainframe. */
const BRIDGE = new Set(
  "program pgm cics jcics cobol mainframe xctl eci exci dpl zos jzos ims commarea legacy ctg".split(" "),
);
const TRANSACTION = new Set("transaction tran trans transid tranid".split(" "));
/** Verbs of looking at a program, not of running it. */
const LOOKS = new Set(
  "get find is has load describe list log print read assert expect parse format check validate".split(" "),
);
/** What a program's or transaction's name looks like: evident only in upper case. */
const PROGRAM_NAME = /^[A-Z@#$][A-Z0-9@#$]{2,7}$/;
const TRANSACTION_NAME = /^[A-Z@#$][A-Z0-9@#$]{3}$/;
/** Classes whose constructor takes the program among other words; the argument is its place. */
const CONSTRUCTORS: Readonly<Record<string, number>> = { ECIRequest: 4 };
/** Last words of names that hold something else about a program. */
const NOT_A_NAME = /^(?:title|text|label|type|kind|status|mode|state|description|language|version|currency|category)$/;
const ARGUMENTS_LENGTH_MAX = 600;
const ARGUMENTS_MAX = 8;
const CLIMB_MAX = 8;
/** A literal that could be such a name; what it is given to is read back from here, which costs less than looking for names. */
const NAME_LITERAL = /["'`]([A-Z@#$][A-Z0-9@#$]{2,7})["'`]/g;
const ANY_NAME = /["'`]\s*[A-Z@#$][A-Z0-9@#$]{2,7}\s*["'`]/g;
const GIVEN_TO = /([\w$]+)["'\]]?\s*(?::\s*[\w<>[\]&' ]{1,40})?\s*(?::=|=>|=|:)\s*$/;
const DEFINED = /#define\s+(\w+)\s+$/;
const LOOKED_BACK = 120;
/** One of the words above is in it, perhaps only as letters. */
const HINT = /pr?o?gr?am|pgm|cics|cobol|mainframe|xctl|e[cx]c?i|dpl|zos|ims|commarea|legacy|ctg|tran/i;
const known = new Map<string, boolean>();
const KNOWN_MAX = 20_000;

/** Names come again and again, and the pattern is long. */
function hints(name: string): boolean {
  let answer = known.get(name);
  if (answer === undefined) {
    if (known.size > KNOWN_MAX) known.clear();
    answer = HINT.test(name);
    known.set(name, answer);
  }
  return answer;
}

const EXEC_CICS =
  /\bEXEC\s+CICS\s+(LINK|XCTL|LOAD|START|RETURN)\b[^;]{0,600}?\b(PROGRAM|TRANSID)\s*\(\s*["']?([A-Za-z@#$][\w@#$]{0,7})\s*["']?\s*\)/gi;
const DATASET = /["'`]\/\/'([A-Z@#$][A-Z0-9@#$-]{0,7}(?:\.[A-Z0-9@#$-]{1,8})+(?:\([A-Z0-9@#$+-]{1,8}\))?)'["'`]/g;

interface Value {
  readonly value: string;
  /** Where a constant was given its value; undefined for a literal. */
  readonly definedAt?: number;
}

/** The programs, transactions and datasets of the mainframe that code names where that is evident. */
export function mainframeUses(findings: Findings): ReferenceFact[] {
  const constants = new Constants(findings.source);
  const called = callsWithNames(findings, constants).flatMap((call) => bridgeCall(findings, call, constants));
  const named = namedValues(findings, called, constants);
  return [...called, ...named, ...embeddedCics(findings), ...datasets(findings)].map(({ offset: _, ...fact }) => fact);
}

type Placed = ReferenceFact & { readonly offset: number };

/** Calls that a literal which looks like a name follows soon; where one is given to a constant, all. */
function callsWithNames({ source, calls }: Findings, constants: Constants): readonly FoundCall[] {
  if (constants.all.length > 0) return calls;
  const offsets = [...source.matchAll(ANY_NAME)].map(({ index }) => index);
  return calls.filter(({ calleeEnd }) => {
    let low = 0;
    for (let high = offsets.length; low < high; ) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] as number) < calleeEnd) low = middle + 1;
      else high = middle;
    }
    return (offsets[low] ?? Number.POSITIVE_INFINITY) < calleeEnd + ARGUMENTS_LENGTH_MAX;
  });
}

/** `callProgram("ACCTINQ", …)`, `cics.link("ACCTUPD")`, `program.setName("ACCTUPD")`. */
function bridgeCall(findings: Findings, call: FoundCall, constants: Constants): Placed[] {
  if (!hints(call.name) && !(call.receiver && mayBeBridge(findings, call.receiver))) return [];
  const own = wordsOf(call.name);
  const isTransaction = own.some((word) => TRANSACTION.has(word)) && !own.some((word) => BRIDGE.has(word));
  const argument = call.constructs ? CONSTRUCTORS[call.name] : 0;
  if (argument === undefined || own.length === 0) return [];
  if (!call.constructs && !isTransaction && !speaksToMainframe(findings, call, own)) return [];
  const text = argumentAt(findings.source, call.calleeEnd, argument);
  const value = text && argumentValue(text.text, constants);
  if (!text || !value || !(isTransaction ? TRANSACTION_NAME : PROGRAM_NAME).test(value.value)) return [];
  const kind = LOOKS.has(own[0] ?? "") ? "references" : isTransaction ? "starts" : "calls";
  return [place(findings, kind, { ...value, offset: text.offset }, targetsOf(isTransaction))];
}

const targetsOf = (isTransaction: boolean): readonly NodeKind[] => [isTransaction ? "transaction" : "program"];

/** Only a method of something that sounds like the mainframe, or is of a type that does, needs a closer look. */
function mayBeBridge({ resolver }: Findings, receiver: string): boolean {
  return hints(receiver) || hints(resolver.typeOf(lastName(receiver)) ?? "");
}

const lastName = (receiver: string) => (receiver.split(/[.:>\\-]+/).at(-1) ?? receiver).replace(/^[$@&*]+/, "");

function speaksToMainframe({ resolver }: Findings, call: FoundCall, own: readonly string[]): boolean {
  if (own.some((word) => BRIDGE.has(word))) return true;
  const receiver = call.receiver
    ?.split(/[.:>\\-]+/)
    .at(-1)
    ?.replace(/^\$/, "");
  if (receiver === undefined || receiver === "") return false;
  const type = resolver.typeOf(receiver) ?? "";
  return [...wordsOf(receiver), ...wordsOf(type)].some((word) => BRIDGE.has(word));
}

/** `{ program: "ACCTINQ" }`, `PROGRAM = "ACCTINQ"`: run where it is an argument of a call, else only named. */
function namedValues(findings: Findings, called: readonly Placed[], constants: Constants): Placed[] {
  const { root, grammar } = findings;
  const taken = new Set(called.map(({ offset }) => offset));
  return constants.all.flatMap(({ name, value, offset }) => {
    if (taken.has(offset) || !HINT.test(name)) return [];
    const parts = wordsOf(name);
    const literal = isNamePart(parts) ? literalAt(root, offset, grammar) : undefined;
    const isTransaction = parts.some((word) => TRANSACTION.has(word));
    if (!literal || (isTransaction && !TRANSACTION_NAME.test(value))) return [];
    const kind = isArgument(literal, findings) ? (isTransaction ? "starts" : "calls") : "references";
    return [place(findings, kind, { value, offset }, targetsOf(isTransaction))];
  });
}

/** `programId` and `PGM_INQUIRY` name a program, `programTitle` does not. */
const isNamePart = (parts: readonly string[]): boolean => {
  const last = parts.at(-1) ?? "";
  const names = (word: string) => BRIDGE.has(word) || TRANSACTION.has(word);
  return parts.some(names) && !NOT_A_NAME.test(last);
};

function isArgument(literal: SyntaxNode, { grammar }: Findings): boolean {
  let node = literal.parent;
  for (let climbed = 0; node && climbed < CLIMB_MAX; climbed++) {
    if (grammar.calls[node.type]) return true;
    if (grammar.symbols[node.type]?.value === undefined && grammar.symbols[node.type]) return false;
    node = node.parent;
  }
  return false;
}

/** C and C++ for CICS write commands as COBOL does. */
function embeddedCics(findings: Findings): Placed[] {
  if (!/\bEXEC\s+CICS\b/i.test(findings.source)) return [];
  return [...findings.source.matchAll(EXEC_CICS)].map((match) => {
    const [whole, verb = "", operand = "", value = ""] = match;
    const isTransaction = operand.toUpperCase() === "TRANSID";
    const kinds: Readonly<Record<string, EdgeKind>> = {
      LINK: "links",
      XCTL: "xctls",
      LOAD: "references",
      START: "starts",
      RETURN: "starts",
    };
    const offset = match.index + whole.lastIndexOf(value);
    const kind = kinds[verb.toUpperCase()] ?? "references";
    return place(findings, kind, { value, offset }, targetsOf(isTransaction));
  });
}

/** `fopen("//'BANK.PROD.ACCTS'", "rb")`, `new ZFile("//'…'")`. */
function datasets(findings: Findings): Placed[] {
  return [...findings.source.matchAll(DATASET)].map((match) =>
    place(findings, "references", { value: match[1] ?? "", offset: match.index }, ["dataset"]),
  );
}

function place(
  { ownerAt, lines, path }: Findings,
  kind: EdgeKind,
  { value, definedAt, offset }: Value & { readonly offset: number },
  targets: readonly NodeKind[],
): Placed {
  const line = lines.lineOf(offset);
  const from = ownerAt(offset).key;
  const text = lines.textAt(offset);
  const how =
    definedAt === undefined
      ? {}
      : { resolved: "propagated" as const, via: [{ file: path, line: lines.lineOf(definedAt) }] };
  return { kind, from, name: value, targets, line, text, offset, ...how };
}

/** `inquireAcctPgm` → inquire, acct, pgm. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");

/** The argument at that place, as written; a name in front of it (`program=`) is left out. */
function argumentAt(source: string, calleeEnd: number, index: number): { text: string; offset: number } | undefined {
  const rest = source.slice(calleeEnd, calleeEnd + ARGUMENTS_LENGTH_MAX);
  const open = /^\s*(?:<[^()]*>)?\s*\(?\s*/.exec(rest)?.[0] ?? "";
  let offset = open.length;
  for (let count = 0; count <= Math.min(index, ARGUMENTS_MAX); count++) {
    const argument = /^\s*(?:\w+\s*[=:]\s*)?((?:"[^"\n]*"|'[^'\n]*'|`[^`\n]*`|[\w$.:\\]+))\s*(?=[,)\n;]|$)/.exec(
      rest.slice(offset),
    );
    if (!argument?.[1]) return undefined;
    if (count === index) return { text: argument[1], offset: calleeEnd + offset + argument[0].indexOf(argument[1]) };
    offset += argument[0].length + 1;
  }
  return undefined;
}

function argumentValue(text: string, constants: Constants): Value | undefined {
  const literal = /^["'`](.*)["'`]$/.exec(text)?.[1];
  if (literal !== undefined) return { value: literal.trim() };
  return constants.find(text.split(/[.:\\]+/).at(-1) ?? text);
}

/** The names of a file that are given a program-like literal. */
class Constants {
  readonly all: readonly { readonly name: string; readonly value: string; readonly offset: number }[];
  private values: Map<string, Value | undefined> | undefined;

  constructor(source: string) {
    this.all = [...source.matchAll(NAME_LITERAL)].flatMap(({ 1: value = "", index }) => {
      const before = source.slice(Math.max(0, index - LOOKED_BACK), index);
      const name = (GIVEN_TO.exec(before) ?? DEFINED.exec(before))?.[1];
      return name === undefined ? [] : [{ name, value, offset: index }];
    });
  }

  /** The literal of a name; undefined when it has several. */
  find(name: string): Value | undefined {
    this.values ??= this.read();
    return this.values.get(name);
  }

  private read(): Map<string, Value | undefined> {
    const values = new Map<string, Value | undefined>();
    for (const { name, value, offset } of this.all) {
      const known = values.get(name);
      const isOther = values.has(name) && known?.value !== value;
      values.set(name, isOther ? undefined : (known ?? { value, definedAt: offset }));
    }
    return values;
  }
}
