import type { EdgeKind } from "../../model.ts";
import {
  type CardCommand,
  type CardTarget,
  type CardText,
  type CardToken,
  type CardUse,
  hyphenCommands,
  keywordValues,
} from "./card-use.ts";

/** Reads access-method-services commands: which datasets and DDs they define, read, write, change and delete. */
export function idcamsUses(cards: CardText): CardUse[] {
  return hyphenCommands(cards).flatMap((command) => commandUses(command, cards.file));
}

/** Keyword groups of a command: what their values are, and what is done to them. */
type Rule = readonly [keywords: readonly string[], kind: EdgeKind, target: CardTarget];

const INPUT: readonly Rule[] = [
  [["INFILE", "IFILE"], "reads", "dd"],
  [["INDATASET", "IDS"], "reads", "dataset"],
];
const OUTPUT: readonly Rule[] = [
  [["OUTFILE", "OFILE"], "writes", "dd"],
  [["OUTDATASET", "ODS"], "writes", "dataset"],
];
const RULES: Readonly<Record<string, readonly Rule[]>> = {
  REPRO: [...INPUT, ...OUTPUT],
  PRINT: INPUT,
  BLDINDEX: [...INPUT, ...OUTPUT],
  BIX: [...INPUT, ...OUTPUT],
  IMPORT: [...INPUT, ...OUTPUT],
  EXPORT: OUTPUT,
  DEFINE: [
    [["NAME"], "defines", "dataset"],
    [["RELATE", "PATHENTRY", "PENT", "MODEL"], "references", "dataset"],
  ],
  ALTER: [[["NEWNAME", "NEWNM"], "defines", "dataset"]],
  LISTCAT: [[["ENTRIES", "ENTRY", "ENT"], "references", "dataset"]],
  VERIFY: [
    [["DATASET", "DS"], "references", "dataset"],
    [["FILE"], "references", "dd"],
  ],
};
const ABBREVIATIONS: Readonly<Record<string, string>> = { DEF: "DEFINE", DEL: "DELETE", LISTC: "LISTCAT" };
/** Commands whose first operand is the entry itself. */
const ENTRY_KINDS: Readonly<Record<string, EdgeKind>> = { DELETE: "deletes", ALTER: "updates", EXPORT: "reads" };

function commandUses(command: CardCommand, file: string): CardUse[] {
  const written = command.tokens[0]?.upper ?? "";
  const verb = ABBREVIATIONS[written] ?? written;
  const uses: CardUse[] = [];
  // Once: a command may define as many names as it has lines.
  const shape = clusterShape(command.tokens);
  const add = (kind: EdgeKind, target: CardTarget, token: CardToken) => {
    if (!isNameOf(target, token.value)) return;
    const detail = kind === "defines" ? shape : {};
    uses.push({ kind, target, name: token.upper, file, line: token.line, text: command.text, detail });
  };
  const entryKind = Object.hasOwn(ENTRY_KINDS, verb) ? ENTRY_KINDS[verb] : undefined;
  if (entryKind) for (const token of entryNames(command.tokens)) add(entryKind, "dataset", token);
  for (const [keywords, kind, target] of Object.hasOwn(RULES, verb) ? (RULES[verb] ?? []) : [])
    for (const token of keywordValues(command.tokens, keywords)) add(kind, target, token);
  return uses;
}

/** `KEYS(length offset)` and `RECORDSIZE(average maximum)` in bytes, as DEFINE CLUSTER says them. */
function clusterShape(tokens: readonly CardToken[]): Readonly<Record<string, unknown>> {
  const numbers = (keywords: readonly string[]): number[] =>
    keywordValues(tokens, keywords)
      .map(({ value }) => Number(value))
      .filter(Number.isInteger)
      .slice(0, 2);
  const keys = numbers(["KEYS"]);
  const recordSize = numbers(["RECORDSIZE", "RECSZ"]);
  return { ...(keys.length > 0 && { keys }), ...(recordSize.length > 0 && { recordSize }) };
}

/** Entries behind the verb: one name, or several in parentheses; a member's parentheses belong to its name. */
function entryNames(tokens: readonly CardToken[]): CardToken[] {
  const first = tokens[1];
  if (!first) return [];
  if (first.value !== "(" || first.quoted) {
    const member = tokens[2]?.value === "(" && tokens[4]?.value === ")" ? tokens[3] : undefined;
    const isMember = member !== undefined && first.value.includes(".");
    return [
      isMember
        ? { ...first, value: `${first.value}(${member.value})`, upper: `${first.upper}(${member.upper})` }
        : first,
    ];
  }
  const names: CardToken[] = [];
  for (const token of tokens.slice(2)) {
    if (token.value === ")" && !token.quoted) break;
    if (token.value !== ",") names.push(token);
  }
  return names;
}

const DATASET = /^[A-Z@#$&][\w@#$&-]*(?:\.{1,2}[\w@#$&*%-]+)*(?:\([+-]?\w+\))?$/i;

/** Whether a word can be a dataset's name, generation and member included. */
export const isDatasetName = (name: string): boolean => name.length <= 80 && DATASET.test(name);

const isNameOf = (target: CardTarget, name: string): boolean =>
  target === "dataset" ? isDatasetName(name) : /^[A-Z@#$][\w@#$]{0,7}$/i.test(name);
