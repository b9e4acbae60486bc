import { sqlReferences } from "../sql/sql-references.ts";
import { lineFinder, type SqlToken, sqlTokens } from "../sql/sql-tokens.ts";
import { CARD_COLUMNS, type CardText, type CardUse, oneLine } from "./card-use.ts";

const codeOf = (cards: CardText) => cards.lines.map((line) => line.slice(0, CARD_COLUMNS)).join("\n");

/** Reads SQL given to DSNTEP2, DSNTEP4, DSNTIAD and DSNTIAUL. */
export function sqlCardUses(cards: CardText): CardUse[] {
  const text = codeOf(cards).replace(/^\*.*$/gm, "");
  const uses: CardUse[] = [];
  for (const statement of sqlReferences(text)) {
    const shown = oneLine(text.slice(statement.offset, statement.endOffset));
    for (const use of statement.uses) {
      const target = use.targets[0] === "table" ? "table" : "procedure";
      if (use.targets[0] !== "table" && use.kind !== "calls") continue;
      uses.push({
        kind: use.kind,
        target,
        name: use.name,
        file: cards.file,
        line: cards.firstLine + use.line,
        text: shown,
      });
    }
  }
  return uses;
}

/** The DD that stands behind a keyword, in brackets or not. */
function ddUse(tokens: readonly SqlToken[], index: number) {
  const access = DD_KEYWORDS.get(tokens[index]?.upper ?? "");
  const dd = tokens[index + 1]?.value === "(" ? tokens[index + 2] : tokens[index + 1];
  return access && dd && { access, dd };
}

/** DSNTIAUL without PARM SQL: each line names a table to unload. */
export function tableListUses(cards: CardText): CardUse[] {
  return cards.lines.flatMap((raw, index) => {
    const name = raw.slice(0, CARD_COLUMNS).trim().split(/\s+/)[0] ?? "";
    if (!/^[\w@#$"]+(?:\.[\w@#$"]+)*$/.test(name)) return [];
    return [
      { kind: "selects", target: "table", name, file: cards.file, line: cards.firstLine + index, text: oneLine(raw) },
    ];
  });
}

/** Reads DB2 utility statements: LOAD … INTO TABLE, UNLOAD … FROM TABLE, and the DDs they use. */
export function db2UtilityUses(cards: CardText): CardUse[] {
  const text = codeOf(cards);
  const tokens = sqlTokens(text);
  const lineOf = lineFinder(text);
  const lines = text.split("\n");
  const uses: CardUse[] = [];
  let verb = "";
  let replaces = false;
  const add = (kind: CardUse["kind"], target: CardUse["target"], name: string, token: SqlToken) => {
    const line = lineOf(token.at);
    uses.push({ kind, target, name, file: cards.file, line: cards.firstLine + line, text: oneLine(lines[line] ?? "") });
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "word") continue;
    const isVerb = VERBS.has(token.upper);
    if (isVerb) verb = token.upper;
    replaces = token.upper === "REPLACE" || (replaces && !isVerb);
    const next = tokens[index + 1];
    const used = ddUse(tokens, index);
    if (used) add(used.access, "dd", used.dd.upper, used.dd);
    if (token.upper !== "TABLE" || !next || next.kind === "sign") continue;
    const before = tokens[index - 1]?.upper ?? "";
    for (const kind of tableKinds(verb, before, replaces)) add(kind, "table", qualified(tokens, index + 1), next);
  }
  return uses;
}

const DD_KEYWORDS: ReadonlyMap<string, CardUse["kind"]> = new Map([
  ["INDDN", "reads"],
  ["UNLDDN", "writes"],
  ["COPYDDN", "writes"],
]);

/** LOAD REPLACE empties the table before it fills it. */
function tableKinds(verb: string, before: string, replaces: boolean): CardUse["kind"][] {
  if (verb === "LOAD" && before === "INTO") return replaces ? ["deletes", "inserts"] : ["inserts"];
  return verb === "UNLOAD" && before === "FROM" ? ["selects"] : [];
}

const VERBS = new Set("LOAD UNLOAD REORG RUNSTATS COPY RECOVER REBUILD CHECK QUIESCE MODIFY REPAIR".split(" "));

function qualified(tokens: readonly SqlToken[], start: number): string {
  let name = tokens[start]?.value ?? "";
  for (let index = start + 1; tokens[index]?.value === "." && tokens[index + 1]; index += 2)
    name += `.${tokens[index + 1]?.value}`;
  return name;
}
