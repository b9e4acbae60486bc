import type { EdgeKind, NodeKind, ReferenceFact, SymbolFact } from "../../model.ts";
import { type CardText, oneLine } from "../control-cards/card-use.ts";

/** What resource definitions say: transactions and files, and the programs and datasets behind them. */
export interface CsdFacts {
  readonly symbols: readonly SymbolFact[];
  readonly references: readonly Omit<ReferenceFact, "file">[];
}

interface Attribute {
  /** Upper case. */
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

interface Definition {
  readonly verb: string;
  readonly attributes: readonly Attribute[];
  readonly line: number;
  readonly endLine: number;
}

/** Resource definitions are read to column 72. */
const COLUMNS = 72;
const ATTRIBUTE = /([A-Za-z][A-Za-z0-9]*)[ \t]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)?|([A-Za-z]+)/g;

const VERB = /^\s*(DEFINE|DEF|ADD|ALTER|DELETE|LIST|REMOVE|COPY|APPEND|INITIALIZE|UPGRADE|USERDEFINE)\b/i;

/** Definitions with their continuation lines: each runs to the next command word at the start of a line. */
function definitions(cards: CardText): Definition[] {
  const found: { verb: string; attributes: Attribute[]; line: number; endLine: number }[] = [];
  for (const [index, raw] of cards.lines.entries()) {
    const line = cards.firstLine + index;
    const code = raw.slice(0, COLUMNS).replace(/\r$/, "").trimEnd();
    if (code === "" || code.startsWith("*")) continue;
    const verb = VERB.exec(code);
    if (verb) found.push({ verb: (verb[1] ?? "").toUpperCase(), attributes: [], line, endLine: line });
    const current = found.at(-1);
    if (!current) continue;
    current.endLine = line;
    for (const [, key, value = ""] of code.slice(verb?.[0].length ?? 0).matchAll(ATTRIBUTE))
      if (key !== undefined) current.attributes.push({ key: key.toUpperCase(), value: value.trim(), line });
  }
  return found;
}

/** Reads the resource definitions of a CSD listing or of DFHCSDUP input; `owner` is the key of the file or step. */
export function csdFacts(cards: CardText, owner: string): CsdFacts {
  const symbols: SymbolFact[] = [];
  const references: Omit<ReferenceFact, "file">[] = [];
  for (const definition of definitions(cards)) {
    if (!/^DEF/.test(definition.verb)) continue;
    const [resource] = definition.attributes;
    if (!resource?.value) continue;
    defineResource(definition, resource, owner, { symbols, references, cards });
  }
  return { symbols, references };
}

interface Sink {
  readonly symbols: SymbolFact[];
  readonly references: Omit<ReferenceFact, "file">[];
  readonly cards: CardText;
}

const SYMBOL_KINDS: Readonly<Record<string, NodeKind>> = {
  TRANSACTION: "transaction",
  TRANSACTIO: "transaction",
  TRANS: "transaction",
  FILE: "file",
  TDQUEUE: "file",
};
/** Resources that other sources define; here they are only made known to CICS. */
const DEFINED_ELSEWHERE: Readonly<Record<string, NodeKind>> = {
  PROGRAM: "program",
  PROG: "program",
  MAPSET: "mapset",
  MAP: "mapset",
};
/** Attributes that name another resource: edge kind and what is named. */
const LINKS: Readonly<Record<string, readonly (readonly [attribute: RegExp, kind: EdgeKind, target: NodeKind])[]>> = {
  transaction: [[/^PROGRAM$/, "executes", "program"]],
  file: [
    [/^(?:DSNAME|DSN)$/, "references", "dataset"],
    [/^TRANSID$/, "starts", "transaction"],
  ],
  library: [[/^DSNAME\d\d$/, "references", "dataset"]],
};

function defineResource(definition: Definition, resource: Attribute, owner: string, sink: Sink): void {
  const type = resource.key;
  const name = resource.value.toUpperCase();
  const text = oneLine(sink.cards.lines[definition.line - sink.cards.firstLine] ?? "");
  const elsewhere = Object.hasOwn(DEFINED_ELSEWHERE, type) ? DEFINED_ELSEWHERE[type] : undefined;
  if (elsewhere)
    sink.references.push({ kind: "defines", from: owner, name, targets: [elsewhere], line: resource.line, text });
  const kind = Object.hasOwn(SYMBOL_KINDS, type) ? SYMBOL_KINDS[type] : undefined;
  const key = kind ? `${kind}:${name}@${definition.line}` : owner;
  if (kind) {
    const shown = definition.attributes.filter((attribute) => SHOWN.has(attribute.key));
    const detail = {
      resource: type.toLowerCase(),
      ...Object.fromEntries(shown.map((attribute) => [attribute.key.toLowerCase(), attribute.value])),
    };
    sink.symbols.push({ key, kind, name, owner, start: definition.line, end: definition.endLine, detail });
  }
  linkResource(definition, { key, links: LINKS[kind ?? type.toLowerCase()] ?? [] }, sink);
}

type Links = (typeof LINKS)[string];

function linkResource(
  { attributes }: Definition,
  { key, links }: { readonly key: string; readonly links: Links },
  { references, cards }: Sink,
): void {
  for (const { key: title, value, line } of attributes.slice(1))
    for (const [pattern, kind, target] of links) {
      if (!pattern.test(title) || value === "") continue;
      const name = value.replace(/'/g, "").toUpperCase();
      const text = oneLine(cards.lines[line - cards.firstLine] ?? "");
      references.push({ kind, from: key, name, targets: [target], line, text });
    }
}

const SHOWN = new Set([
  "GROUP",
  "DESCRIPTION",
  "PROGRAM",
  "DSNAME",
  "TRANSID",
  "STATUS",
  "TYPE",
  "REMOTESYSTEM",
  "REMOTENAME",
]);
