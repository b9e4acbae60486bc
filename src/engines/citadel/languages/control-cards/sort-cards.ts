import type { EdgeKind } from "../../model.ts";
import {
  CARD_COLUMNS,
  type CardText,
  type CardToken,
  type CardUse,
  cardTokens,
  keywordValues,
  oneLine,
} from "./card-use.ts";

interface CardStatement {
  readonly tokens: CardToken[];
  readonly texts: string[];
}

/** Statements of SORT, ICETOOL and IEBCOPY input: a line whose code ends in a comma (or `-`) goes on in the next. */
function commaStatements(cards: CardText): CardStatement[] {
  const statements: CardStatement[] = [];
  let open: CardStatement | undefined;
  for (const [index, raw] of cards.lines.entries()) {
    const line = raw.slice(0, CARD_COLUMNS);
    if (line.startsWith("*")) continue;
    const code = line.trimEnd();
    if (code === "") continue;
    open ??= { tokens: [], texts: [] };
    for (const token of cardTokens(code, cards.firstLine + index)) open.tokens.push(token);
    open.texts.push(code);
    // A remark may stand behind the operands, so the comma counts at the end of any word of the line.
    const continues = /[,-]$/.test(code) || /^\s+\S+\s+\S+,\s/.test(code);
    if (continues) continue;
    statements.push(open);
    open = undefined;
  }
  if (open) statements.push(open);
  return statements;
}

type Rule = readonly [keywords: readonly string[], kind: EdgeKind];

const SORT_RULES: readonly Rule[] = [
  [["FNAMES", "OUTDD"], "writes"],
  [["F1", "F2", "INDD"], "reads"],
];
const ICETOOL_RULES: readonly Rule[] = [
  [["FROM", "WITH"], "reads"],
  [["TO", "LIST", "DISCARD"], "writes"],
];
const ICETOOL_VERBS = new Set(
  "COPY SORT MERGE COUNT DATASORT DISPLAY OCCUR OCCURS RANGE RESIZE SELECT SPLICE STATS SUBSET UNIQUE VERIFY DEFAULTS".split(
    " ",
  ),
);

/** Reads SORT and ICETOOL statements: DDs besides SORTIN and SORTOUT, and exit programs (MODS). */
export function sortUses(cards: CardText): CardUse[] {
  const uses: CardUse[] = [];
  for (const { tokens, texts } of commaStatements(cards)) {
    const text = oneLine(texts.join(" "));
    for (const { kind, target, name, line } of statementUses(tokens))
      if (/^[A-Z@#$][\w@#$]{0,7}$/.test(name)) uses.push({ kind, target, name, file: cards.file, line, text });
  }
  return uses;
}

type StatementUse = Pick<CardUse, "kind" | "target" | "name" | "line">;

function statementUses(tokens: readonly CardToken[]): StatementUse[] {
  const verb = tokens[0]?.upper ?? "";
  const exits = verb === "MODS" ? exitPrograms(tokens) : [];
  const outputs = verb === "OUTFIL" ? keywordValues(tokens, ["FILES"]) : [];
  const isTool = ICETOOL_VERBS.has(verb) && tokens.some((token) => token.upper === "FROM");
  return [
    ...exits.map(({ upper, line }): StatementUse => ({ kind: "executes", target: "program", name: upper, line })),
    ...outputs.map(
      ({ upper, line }): StatementUse => ({
        kind: "writes",
        target: "dd",
        name: `SORTOF${upper.padStart(2, "0")}`,
        line,
      }),
    ),
    ...(isTool ? ICETOOL_RULES : SORT_RULES).flatMap(([keywords, kind]) =>
      keywordValues(tokens, keywords).map(
        ({ upper, line }): StatementUse => ({ kind, target: "dd", name: upper, line }),
      ),
    ),
  ];
}

/** The first word of each exit in `MODS E15=(PROG,500,LIB),E35=(…)`. */
function exitPrograms(tokens: readonly CardToken[]): CardToken[] {
  return tokens.filter(
    (_, index) => /^E\d\d$/.test(tokens[index - 3]?.upper ?? "") && tokens[index - 1]?.value === "(",
  );
}

/** Reads IEBCOPY statements: `COPY OUTDD=A,INDD=((B,R),C)`. */
export function iebcopyUses(cards: CardText): CardUse[] {
  return commaStatements(cards).flatMap(({ tokens, texts }) => {
    const text = oneLine(texts.join(" "));
    const named = (keywords: readonly string[], kind: EdgeKind): CardUse[] =>
      keywordValues(tokens, keywords)
        .filter((token) => token.upper !== "R")
        .map((token) => ({ kind, target: "dd", name: token.upper, file: cards.file, line: token.line, text }));
    return [...named(["OUTDD", "O"], "writes"), ...named(["INDD", "I"], "reads")];
  });
}
