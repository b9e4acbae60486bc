import { dirname, join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { getText } from "../../adapters/models/http/request.ts";
import { refuseUntrusted } from "../../adapters/models/http/tls-problem.ts";
import { type CatalogueEntry, findModel, rowOf } from "../../adapters/models/services/catalogue.ts";
import { allProviders } from "../../adapters/models/services/providers.ts";
import { asList, asNumber, asRecord, asText, type JsonRecord } from "../../adapters/models/sse/json-shape.ts";
import { readPlainFile } from "../../adapters/read-plain-file.ts";
import { errorText } from "../../base/error-text.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { writeFileWhole } from "../settings/write-file-whole.ts";

const TIMEOUT_MS = 30_000;
/** Names that lists of models use for providers of ours. */
const OTHER_NAMES: Readonly<Record<string, string>> = { gemini: "google", "x-ai": "xai" };

const fileIn = (environment: Environment): string => join(locations(environment).cache, "model-catalogue.txt");

/** The rows of the last refresh; empty when there was none. */
export function refreshedRows(environment: Environment): string {
  const file = readPlainFile(fileIn(environment));
  return file.kind === "text" ? file.text : "";
}

/** Looks up `provider/model` in the refreshed catalogue and, behind it, the bundled one. */
export async function catalogueFor(environment: Environment): Promise<(id: string) => CatalogueEntry | undefined> {
  const rows = refreshedRows(environment);
  return (id) => findModel(id, rows);
}

export interface RefreshReport {
  readonly source: string;
  readonly models: number;
  /** Not in the bundled catalogue. */
  readonly added: number;
  readonly file: string;
}

/**
 * Reads a models.dev-like document (`{provider: {models: {id: {limit, cost, reasoning, tool_call, modalities}}}}`) or an
 * OpenRouter-like list (`{data: [{id, context_length, pricing}]}`) and keeps what it says of providers of ours.
 * @throws {UserError} when it cannot be read or holds nothing of use: what was kept before stays
 */
export async function refreshCatalogue(url: string, environment: Environment): Promise<RefreshReport> {
  const entries = readDocument(await fetchText(url, environment), url);
  if (entries.length === 0)
    throw new UserError(
      phrase`${url} holds no model of a known provider; check modelCatalogueUrl.`,
      EXIT.configuration,
    );
  const file = fileIn(environment);
  makeFolder(dirname(file), { mode: 0o700 });
  const rows = entries.map(rowOf).sort();
  writeFileWhole(file, `${rows.join("\n")}\n`);
  const added = entries.filter((entry) => findModel(entry.id) === undefined).length;
  return { source: url, models: entries.length, added, file };
}

async function fetchText(url: string, environment: Environment): Promise<string> {
  let answer: Awaited<ReturnType<typeof getText>>;
  try {
    answer = await getText(url, { headers: { accept: "application/json" }, timeoutMs: TIMEOUT_MS, environment });
  } catch (error) {
    refuseUntrusted(error, url, "modelCatalogueUrl");
    throw new UserError(
      phrase`${url} cannot be read (${errorText(error)}); check the network and modelCatalogueUrl.`,
      EXIT.transient,
      { cause: error },
    );
  }
  if (answer.status >= 200 && answer.status < 300) return answer.text;
  throw new UserError(phrase`${url} answered ${answer.status}; check modelCatalogueUrl.`, EXIT.transient);
}

function readDocument(text: string, url: string): CatalogueEntry[] {
  let document: JsonRecord | undefined;
  try {
    document = asRecord(parseForeignJson(text));
  } catch {
    // Reported below.
  }
  if (!document) throw new UserError(phrase`${url} is no JSON object; check modelCatalogueUrl.`, EXIT.configuration);
  if (Array.isArray(document["data"])) return asList(document["data"]).flatMap((entry) => listEntry(asRecord(entry)));
  return Object.entries(document).flatMap(([name, value]) => {
    const provider = OTHER_NAMES[name] ?? name;
    if (!allProviders().some(({ id }) => id === provider)) return [];
    const models = Object.entries(asRecord(asRecord(value)?.["models"]) ?? {});
    return models.flatMap(([id, model]) => documentEntry(`${provider}/${id}`, asRecord(model)));
  });
}

/** One model of a models.dev-like document; prices are for a million tokens. */
function documentEntry(id: string, model: JsonRecord | undefined): CatalogueEntry[] {
  const limit = asRecord(model?.["limit"]);
  const contextTokensMax = asNumber(limit?.["context"]);
  if (!model || !contextTokensMax || /\s/.test(id)) return [];
  const cost = asRecord(model["cost"]);
  const inputs = asList(asRecord(model["modalities"])?.["input"]);
  return [
    {
      id,
      contextTokensMax,
      outputTokensMax: asNumber(limit?.["output"]) ?? 0,
      isPriced: cost !== undefined,
      inputPrice: asNumber(cost?.["input"]) ?? 0,
      outputPrice: asNumber(cost?.["output"]) ?? 0,
      cacheReadPrice: asNumber(cost?.["cache_read"]) ?? 0,
      cacheWritePrice: asNumber(cost?.["cache_write"]) ?? 0,
      tools: model["tool_call"] !== false,
      reasoning: model["reasoning"] === true,
      images: inputs.includes("image"),
    },
  ];
}

/** One model of OpenRouter's own list; prices are for one token, as text. */
function listEntry(model: JsonRecord | undefined): CatalogueEntry[] {
  const id = asText(model?.["id"]);
  const contextTokensMax = asNumber(model?.["context_length"]);
  if (!model || !id || !contextTokensMax || /\s/.test(id)) return [];
  const pricing = asRecord(model["pricing"]);
  const price = (name: string): number => Math.round(Number(pricing?.[name] ?? 0) * 1e12) / 1e6 || 0;
  const parameters = asList(model["supported_parameters"]);
  const inputs = asList(asRecord(model["architecture"])?.["input_modalities"]);
  return [
    {
      id: `openrouter/${id}`,
      contextTokensMax,
      outputTokensMax: asNumber(asRecord(model["top_provider"])?.["max_completion_tokens"]) ?? 0,
      isPriced: pricing !== undefined,
      inputPrice: price("prompt"),
      outputPrice: price("completion"),
      cacheReadPrice: price("input_cache_read"),
      cacheWritePrice: price("input_cache_write"),
      tools: parameters.includes("tools"),
      reasoning: parameters.includes("reasoning"),
      images: inputs.includes("image"),
    },
  ];
}
