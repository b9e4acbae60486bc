import { memberName, nothingFound, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts, ReferenceFact, SymbolFact } from "../../model.ts";
import { listValues, type Operand } from "../control-cards/operand-field.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";
import { type AssemblerStatement, assemblerStatements, operandValue } from "../hlasm/assembler-statements.ts";

/**
 * IMS generation source. A DBD is a `module` whose segments are `table`s with their fields as `data-item`s; a PSB is a
 * `module` that references the DBDs and segments its PCBs make sensitive.
 */
export const ims: LanguageFrontend = {
  language: "ims",
  extensions: [".psb", ".dbd"],
  detect: (_path, head) => /^[\w@#$]*[ \t]+(?:DBD[ \t]+NAME=|PCB[ \t]+TYPE=|PSBGEN[ \t])/im.test(head),
  parse: parseIms,
};

function parseIms(source: SourceText): FileFacts {
  const statements = assemblerStatements(source);
  const isDatabase = statements.some((statement) => statement.operation === "DBD");
  const facts = isDatabase ? databaseFacts(statements) : specificationFacts(statements, source.path);
  const problems = facts.symbols.length === 0 ? nothingFound(source.text, "neither a DBD nor a PCB in this file") : [];
  return standaloneFacts(source, "ims", { ...facts, problems });
}

type Facts = Pick<FileFacts, "symbols" | "references">;

/** The first name of `NAME=X`, `NAME=(X,SEQ,U)` or `PARENT=((X,SNGL),(Y,DB))`. */
const firstName = (value: string | undefined): string =>
  (value ?? "").replaceAll("(", "").split(/[,)]/)[0]?.trim().toUpperCase() ?? "";

const operandOf = (statement: AssemblerStatement, key: string): Operand | undefined =>
  statement.operands.find((operand) => operand.key === key);

function databaseFacts(statements: readonly AssemblerStatement[]): Facts {
  const symbols: SymbolFact[] = [];
  const references: ReferenceFact[] = [];
  const last = statements.at(-1)?.endLine ?? 1;
  let database = "";
  let segment = "";
  const keys = new UniqueKeys();
  const unique = (key: string, line: number) => keys.take(key, line);
  for (const statement of statements) {
    const name = firstName(operandValue(statement, "NAME"));
    const { line: start, endLine: end } = statement;
    if (name === "") continue;
    switch (statement.operation) {
      case "DBD": {
        database = unique(`module:${name}`, start);
        const access = listValues(operandValue(statement, "ACCESS") ?? "").filter((part) => part !== "");
        symbols.push({ key: database, kind: "module", name, start, end: last, detail: { type: "dbd", access } });
        break;
      }
      case "SEGM": {
        if (database === "") break;
        segment = unique(`table:${name}`, start);
        const detail = segmentDetail(statement);
        symbols.push({ key: segment, kind: "table", name, owner: database, start, end, detail });
        if ("parent" in detail) references.push(reference(statement, "PARENT", segment, detail.parent));
        break;
      }
      case "FIELD":
        if (segment !== "") symbols.push(fieldSymbol(statement, name, segment, unique));
        break;
      case "LCHILD":
        if (segment !== "") references.push(reference(statement, "NAME", segment, name));
        break;
    }
  }
  return { symbols: withSegmentEnds(symbols, last), references };
}

function fieldSymbol(
  statement: AssemblerStatement,
  name: string,
  owner: string,
  unique: (key: string, line: number) => string,
): SymbolFact {
  const number = (key: string) => Number.parseInt(operandValue(statement, key) ?? "", 10) || 0;
  const isKey = listValues(operandValue(statement, "NAME") ?? "").includes("SEQ");
  const detail = {
    offset: Math.max(0, number("START") - 1),
    length: number("BYTES"),
    type: operandValue(statement, "TYPE") ?? "C",
    ...(isKey && { key: true }),
  };
  return {
    key: unique(`${owner}/${name}`, statement.line),
    kind: "data-item",
    name,
    owner,
    start: statement.line,
    end: statement.endLine,
    detail,
  };
}

/** A segment runs to the line before the next one, its fields and relations included. */
function withSegmentEnds(symbols: readonly SymbolFact[], last: number): SymbolFact[] {
  const segments = symbols.filter((symbol) => symbol.kind === "table");
  const ends = new Map(
    segments.map((segment, index) => [
      segment.key,
      Math.max(segment.end, (segments[index + 1]?.start ?? last + 1) - 1),
    ]),
  );
  return symbols.map((symbol) => ({ ...symbol, end: ends.get(symbol.key) ?? symbol.end }));
}

function segmentDetail(statement: AssemblerStatement) {
  const parent = firstName(operandValue(statement, "PARENT"));
  const bytes = Number.parseInt(firstName(operandValue(statement, "BYTES")), 10) || 0;
  const segment = { type: "segment", bytes };
  return parent === "" || parent === "0" ? segment : { ...segment, parent };
}

function reference(statement: AssemblerStatement, key: string, from: string, name: string): ReferenceFact {
  const line = operandOf(statement, key)?.line ?? statement.line;
  return { kind: "references", from, name, targets: ["table"], line, text: statement.text };
}

function specificationFacts(statements: readonly AssemblerStatement[], path: string): Facts {
  const control = statements.find((statement) => statement.operation === "PSBGEN");
  const pcbs = statements.filter((statement) => statement.operation === "PCB");
  if (!control && pcbs.length === 0) return { symbols: [], references: [] };
  const member = memberName(path);
  const name = (control && firstName(operandValue(control, "PSBNAME"))) || member;
  const key = `module:${name}`;
  const start = statements[0]?.line ?? 1;
  const language = control && operandValue(control, "LANG");
  const detail = { type: "psb", pcbs: pcbs.map(pcbDetail), ...(language && { language }) };
  const references = statements.flatMap((statement) =>
    namedOperands(statement).flatMap(([operand, target]): ReferenceFact[] => {
      const found = firstName(operandValue(statement, operand));
      return found === "" || found === "0" ? [] : [{ ...reference(statement, operand, key, found), targets: [target] }];
    }),
  );
  return {
    symbols: [{ key, kind: "module", name, start, end: statements.at(-1)?.endLine ?? start, detail }],
    references,
  };
}

/** The operands of a statement of a PSB that name something else, and what. */
function namedOperands(statement: AssemblerStatement): readonly (readonly [string, "module" | "table"])[] {
  if (statement.operation === "SENSEG") return [["NAME", "table"]];
  if (statement.operation !== "PCB") return [];
  const isDatabase = /^DB$/i.test(operandValue(statement, "TYPE") ?? "");
  return isDatabase
    ? [
        ["DBDNAME", "module"],
        ["NAME", "module"],
      ]
    : [["DBDNAME", "module"]];
}

const pcbDetail = (statement: AssemblerStatement) => ({
  name: statement.label || firstName(operandValue(statement, "PCBNAME")),
  type: operandValue(statement, "TYPE") ?? "",
  dbd: firstName(operandValue(statement, "DBDNAME")),
  options: operandValue(statement, "PROCOPT") ?? "",
  line: statement.line,
});
