import type { Usage } from "../../../core/protocol/usage.ts";
import { CATALOGUE_ROWS } from "./catalogue-data.ts";
import { PRESET_MODEL_ROWS } from "./preset-models.ts";

/** What is publicly known of a model. Prices are US dollars for a million tokens. */
export interface CatalogueEntry {
  /** `provider/model`. */
  readonly id: string;
  readonly contextTokensMax: number;
  readonly outputTokensMax: number;
  readonly inputPrice: number;
  readonly outputPrice: number;
  /** False where nobody says what it costs, and the prices are 0. */
  readonly isPriced: boolean;
  readonly cacheReadPrice: number;
  readonly cacheWritePrice: number;
  readonly tools: boolean;
  readonly reasoning: boolean;
  readonly images: boolean;
}

const BUNDLED = [CATALOGUE_ROWS, PRESET_MODEL_ROWS];
let bundled: ReadonlyMap<string, CatalogueEntry> | undefined;

/** The bundled entries by id, read from the table at the first call. */
export function catalogue(): ReadonlyMap<string, CatalogueEntry> {
  bundled ??= new Map(BUNDLED.join("").trim().split(/\n+/).map(parseRow));
  return bundled;
}

/**
 * The entry of `provider/model`; a dated name such as `gpt-5.4-2026-03-05` or `claude-x-20260101` finds the undated one.
 * @param refreshedRows  rows in the form of the bundled table that are newer than it
 */
export function findModel(id: string, refreshedRows = ""): CatalogueEntry | undefined {
  const undated = id.replace(/[-@](?:20\d{6}|20\d\d-\d\d-\d\d)$/, "");
  for (const rows of [`\n${refreshedRows}`, ...BUNDLED]) {
    for (const name of [id, undated, undated.replace(/-latest$/, "")]) {
      const entry = entryOf(name, rows);
      if (entry) return entry;
    }
  }
  return undefined;
}

/** One row, without reading the others: every run asks for one model at its first answer. */
function entryOf(id: string, rows: string): CatalogueEntry | undefined {
  if (/\s/.test(id)) return undefined;
  const start = rows.indexOf(`\n${id} `);
  if (start < 0) return undefined;
  const end = rows.indexOf("\n", start + 1);
  return parseRow(rows.slice(start + 1, end < 0 ? undefined : end))[1];
}

/** One row of the table. */
export function rowOf(entry: CatalogueEntry): string {
  const { id, contextTokensMax, outputTokensMax, inputPrice, outputPrice, cacheReadPrice, cacheWritePrice } = entry;
  const flags = `${entry.reasoning ? "r" : ""}${entry.images ? "i" : ""}${entry.tools ? "" : "n"}`;
  const prices = [inputPrice, outputPrice, cacheReadPrice, cacheWritePrice];
  const numbers = [contextTokensMax, outputTokensMax, ...(entry.isPriced ? prices : prices.map(() => "?"))];
  return [id, ...numbers, flags].join(" ").trimEnd();
}

/** Price of one reply in US dollars. Cached tokens are part of `inputTokens`. */
export function costOf(entry: CatalogueEntry, usage: Usage): number {
  const fresh = Math.max(0, usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens);
  const total =
    fresh * entry.inputPrice +
    usage.outputTokens * entry.outputPrice +
    usage.cacheReadTokens * (entry.cacheReadPrice || entry.inputPrice) +
    usage.cacheWriteTokens * (entry.cacheWritePrice || entry.inputPrice);
  return total / 1_000_000;
}

function parseRow(row: string): [string, CatalogueEntry] {
  const [id = "", ...rest] = row.split(" ");
  const [context = 0, output = 0, inputPrice = 0, outputPrice = 0, cacheReadPrice = 0, cacheWritePrice = 0] = rest
    .slice(0, NUMBERS)
    .map((number) => (number === "?" ? 0 : Number(number)));
  const flags = rest[NUMBERS] ?? "";
  const entry = {
    ...{ id, contextTokensMax: context, outputTokensMax: output },
    ...{ inputPrice, outputPrice, isPriced: !rest.includes("?"), cacheReadPrice, cacheWritePrice },
    ...{ tools: !flags.includes("n"), reasoning: flags.includes("r"), images: flags.includes("i") },
  };
  return [id, entry];
}

const NUMBERS = 6;
