import { nothingFound, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { FileFacts, SymbolFact } from "../../model.ts";
import { listValues, unquote } from "../control-cards/operand-field.ts";
import { UniqueKeys } from "../control-cards/unique-keys.ts";
import { type AssemblerStatement, assemblerStatements, operandValue } from "../hlasm/assembler-statements.ts";

/** CICS screens: mapsets, their maps, and the named fields with position, length and attributes. */
export const bms: LanguageFrontend = {
  language: "bms",
  extensions: [".bms"],
  detect: (_path, head) => /^[\w@#$]*[ \t]+DFHM(?:SD|DI|DF)(?:[ \t]|$)/m.test(head),
  parse: parseBms,
};

const INITIAL_LENGTH_MAX = 80;

function parseBms(source: SourceText): FileFacts {
  const reader = new MapReader();
  for (const statement of assemblerStatements(source)) reader.read(statement);
  const symbols = reader.finish();
  const problems = symbols.length === 0 ? nothingFound(source.text, "no DFHMSD or DFHMDI macro in this file") : [];
  return standaloneFacts(source, "bms", { symbols, references: [], problems });
}

type Draft = { -readonly [Key in keyof SymbolFact]: SymbolFact[Key] } & { detail: Record<string, unknown> };

class MapReader {
  readonly #symbols: Draft[] = [];
  readonly #keys = new UniqueKeys();
  #mapset: Draft | undefined;
  #map: Draft | undefined;

  read(statement: AssemblerStatement): void {
    switch (statement.operation) {
      case "DFHMSD":
        // The macro that ends a mapset is not part of its last map.
        if (operandValue(statement, "TYPE")?.toUpperCase() !== "FINAL") this.#startMapset(statement);
        break;
      case "DFHMDI":
        this.#map = this.#add("map", statement, this.#mapset, mapDetail(statement));
        break;
      case "DFHMDF":
        this.#field(statement);
        if (this.#map) this.#map.end = statement.endLine;
        break;
      case "END":
        break;
      default:
        return;
    }
    if (this.#mapset) this.#mapset.end = statement.endLine;
  }

  finish(): SymbolFact[] {
    return this.#symbols;
  }

  #startMapset(statement: AssemblerStatement): void {
    this.#map = undefined;
    const detail = keywords(statement, ["MODE", "LANG", "TERM", "STORAGE", "TYPE", "CTRL"]);
    this.#mapset = this.#add("mapset", statement, undefined, detail);
  }

  #field(statement: AssemblerStatement): void {
    const map = this.#map;
    if (map) map.detail["fields"] = ((map.detail["fields"] as number | undefined) ?? 0) + 1;
    if (statement.label !== "") this.#add("map-field", statement, map, fieldDetail(statement));
  }

  #add(
    kind: "mapset" | "map" | "map-field",
    statement: AssemblerStatement,
    owner: Draft | undefined,
    detail: Record<string, unknown>,
  ): Draft {
    const wanted = owner ? `${owner.key}/${kind}:${statement.label}` : `${kind}:${statement.label}`;
    const key = this.#keys.take(wanted, statement.line);
    const draft: Draft = { key, kind, name: statement.label, start: statement.line, end: statement.endLine, detail };
    if (owner) draft.owner = owner.key;
    this.#symbols.push(draft);
    return draft;
  }
}

function keywords(statement: AssemblerStatement, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = operandValue(statement, name);
      return value === undefined ? [] : [[name.toLowerCase(), value]];
    }),
  );
}

function mapDetail(statement: AssemblerStatement): Record<string, unknown> {
  const [rows, columns] = numbers(operandValue(statement, "SIZE"));
  return {
    ...(rows !== undefined && columns !== undefined && { size: [rows, columns] }),
    ...keywords(statement, ["LINE", "COLUMN", "CTRL"]),
  };
}

/** POS is `(line,column)`, or one number counted from 0 on an 80-column screen. */
function fieldDetail(statement: AssemblerStatement): Record<string, unknown> {
  const position = numbers(operandValue(statement, "POS"));
  const [first, second] = position;
  const [line, column] =
    second === undefined && first !== undefined ? [Math.floor(first / 80) + 1, (first % 80) + 1] : [first, second];
  const initial = operandValue(statement, "INITIAL") ?? operandValue(statement, "XINIT");
  const attributes = operandValue(statement, "ATTRB");
  const length = numbers(operandValue(statement, "LENGTH"))[0] ?? (initial ? unquote(initial).length : undefined);
  const occurs = numbers(operandValue(statement, "OCCURS"))[0];
  return {
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(length !== undefined && { length }),
    ...(attributes !== undefined && { attributes: listValues(attributes) }),
    ...(occurs !== undefined && { occurs }),
    ...(initial !== undefined && { initial: unquote(initial).slice(0, INITIAL_LENGTH_MAX) }),
    ...keywords(statement, ["COLOR", "HILIGHT", "PICIN", "PICOUT", "GRPNAME", "JUSTIFY"]),
  };
}

const numbers = (value: string | undefined): number[] =>
  value === undefined ? [] : listValues(value).map(Number).filter(Number.isInteger);
