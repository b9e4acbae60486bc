import { memberSymbol, nothingFound, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts, NodeKind, ReferenceFact } from "../../model.ts";
import { csdFacts } from "../csd/csd-definitions.ts";
import { sqlFacts } from "../sql/sql-definitions.ts";
import { CARD_COLUMNS, type CardText, type CardUse } from "./card-use.ts";
import { db2UtilityUses } from "./db2-cards.ts";
import { idcamsUses } from "./idcams-cards.ts";
import { iebcopyUses, sortUses } from "./sort-cards.ts";
import { tsoUses } from "./tso-cards.ts";

/** Members of control libraries: what IDCAMS, SORT, TSO, DB2 and CICS are told, when no step around says who reads it. */
export const controlCards: LanguageFrontend = {
  language: "control-cards",
  extensions: [".ctl", ".dc", ".ctc", ".cntl", ".sysin", ".card", ".crd", ".parm", ".srt"],
  detect: (path, head) => /(?:^|\/)[^/.]*$/.test(path) && utilityOf(head) !== undefined,
  parse: parseCards,
};

type Utility = "csd" | "db2-utility" | "sql" | "tso" | "idcams" | "sort" | "iebcopy";

const EVIDENCE: readonly (readonly [utility: Utility, pattern: RegExp])[] = [
  ["csd", /^ *DEFINE\s+(?:TRANSACTION|PROGRAM|MAPSET|FILE|TDQUEUE|LIBRARY|DB2ENTRY|GROUP)\s*\(/im],
  ["tso", /^ *(?:DSN\s+SYSTEM|DSN\s*$|RUN\s+PROG(?:RAM)?\s*\(|BIND\s+(?:PLAN|PACKAGE)|FREE\s+(?:PLAN|PACKAGE))/im],
  [
    "idcams",
    /^ *(?:REPRO\b|(?:DEFINE|DEF)\s+(?:CLUSTER|CL|AIX|ALTERNATEINDEX|PATH|GDG|GENERATIONDATAGROUP|NONVSAM|ALIAS)\b|DELETE\s+\(?[\w@#$]+\.[\w@#$.]+|LISTCAT\b|BLDINDEX\b|VERIFY\s+(?:FILE|DATASET)|EXPORT\s|SET\s+(?:MAXCC|LASTCC))/im,
  ],
  ["db2-utility", /^ *(?:LOAD\s+DATA|UNLOAD\s+(?:TABLESPACE|FROM|DATA)|REORG\s+|RUNSTATS\s+|QUIESCE\s+)/im],
  ["iebcopy", /^ *COPY(?:MOD)?\s+(?:OUTDD|INDD|O|I)=/im],
  [
    "sort",
    /^ *(?:SORT\s+FIELDS|MERGE\s+FIELDS|OPTION\s+\w|INCLUDE\s+COND|OMIT\s+COND|OUTFIL\s|OUTREC\s|INREC\s|SUM\s+FIELDS|JOINKEYS\s|(?:COPY|SORT|SELECT|COUNT|SPLICE|DISPLAY|OCCUR)\s+FROM\()/im,
  ],
  [
    "sql",
    /^ *(?:SELECT\s|INSERT\s+INTO|UPDATE\s+\S+\s+SET|DELETE\s+FROM|CREATE\s|ALTER\s|DROP\s|SET\s+CURRENT|WITH\s|GRANT\s|COMMIT\b|MERGE\s+INTO)/im,
  ],
];

function utilityOf(text: string): Utility | undefined {
  const code = text.replace(/^ *\/\*.*?\*\/ *$/gm, "");
  return EVIDENCE.find(([, pattern]) => pattern.test(code))?.[0];
}

const READERS: Readonly<Record<Exclude<Utility, "csd" | "sql">, (cards: CardText) => CardUse[]>> = {
  "db2-utility": db2UtilityUses,
  tso: tsoUses,
  idcams: idcamsUses,
  sort: sortUses,
  iebcopy: iebcopyUses,
};
const TARGETS: Readonly<Record<Exclude<CardUse["target"], "dd">, readonly NodeKind[]>> = {
  dataset: ["dataset"],
  table: ["table"],
  program: ["program"],
  procedure: ["procedure", "program"],
};

function parseCards(source: SourceText): FileFacts {
  const utility = utilityOf(source.text);
  const module = memberSymbol(source, "module", { type: "control-card", utility: utility ?? "unknown" });
  const cards: CardText = { file: source.path, firstLine: 1, lines: source.text.split(/\r?\n/) };
  const found = utility ? factsOf(utility, cards, module.key) : { symbols: [], references: [] };
  const problems = utility ? [] : nothingFound(source.text, "no control statement that is known");
  return standaloneFacts(source, "control-cards", {
    symbols: [module, ...found.symbols],
    references: found.references,
    problems,
  });
}

function factsOf(utility: Utility, cards: CardText, key: string): Pick<FileFacts, "symbols" | "references"> {
  if (utility === "csd") return csdFacts(cards, key);
  if (utility === "sql") return sqlFacts(cards.lines.map((line) => line.slice(0, CARD_COLUMNS)).join("\n"), 1, key);
  return { symbols: [], references: READERS[utility](cards).flatMap((use) => toReference(use, key)) };
}

/** DDs mean nothing without the step that has them. */
function toReference(use: CardUse, from: string): ReferenceFact[] {
  if (use.target === "dd") return [];
  const { kind, name, line, text, detail } = use;
  return [{ kind, from, name, targets: TARGETS[use.target], line, text, ...(detail && { detail }) }];
}
