import { getText } from "../../adapters/models/http/request.ts";
import { asRecord } from "../../adapters/models/sse/json-shape.ts";
import { errorText } from "../../base/error-text.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import type { WebSearch } from "../../core/ports/knowledge.ts";
import { ToolFailure } from "../../core/tool.ts";
import type { Environment } from "../settings/locations.ts";
import type { Config } from "../settings/schema.ts";
import { SEARCH_SERVICES, type SearchService } from "./search-services.ts";

const TIMEOUT_MS = 30_000;
/** A model of a vendor reads the pages before it answers. */
const BY_MODEL_TIMEOUT_MS = 120_000;
const SAID_CHARS_MAX = 200;

/** The service that the settings name, else the first whose variable is set; undefined where there is none. */
export function webSearch(
  { webSearch: wanted, webSearchUrl, offline }: Pick<Config, "webSearch" | "webSearchUrl" | "offline">,
  environment: Environment,
): WebSearch | undefined {
  const setIn = ({ variables }: SearchService): string | undefined =>
    variables.map((name) => environment[name]?.trim()).find(Boolean);
  if (offline || wanted === "off") return undefined;
  const service =
    wanted === undefined
      ? SEARCH_SERVICES.find((one) => !one.isByModel && setIn(one))
      : SEARCH_SERVICES.find(({ id }) => id === wanted);
  if (!service) return undefined;
  const value = setIn(service);
  // A service of one's own has its address where others have their key.
  const url = webSearchUrl ?? service.url ?? value;
  return {
    label: service.label,
    url: url ?? "",
    problem: value === undefined && !(service.url === undefined && url) ? `set ${service.variables[0]}` : undefined,
    search: async (query, count, signal) => {
      const { path, headers = {}, body } = service.request(query, count, value ?? "");
      const answer = await getText(`${(url ?? "").replace(/\/$/, "")}${path}`, {
        headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
        timeoutMs: service.isByModel ? BY_MODEL_TIMEOUT_MS : TIMEOUT_MS,
        ...{ environment, signal },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new ToolFailure(`${service.label} cannot be reached (${errorText(error)}).`, { cause: error });
      });
      if (answer.status !== 200) throw new ToolFailure(refusal(service, answer.status, answer.text));
      return service.results(parsed(service, answer.text)).slice(0, count);
    },
  };
}

function refusal({ label, variables }: SearchService, status: number, said: string): string {
  if (status === 401 || status === 403) return `${label} refuses the key (${status}); check ${variables[0]}.`;
  if (status === 429) return `${label} limits the rate of searches, or the quota is used up (429); try later.`;
  return `${label} answered ${status}: ${said.slice(0, SAID_CHARS_MAX)}`;
}

function parsed({ label, variables }: SearchService, text: string): Record<string, unknown> {
  try {
    const record = asRecord(parseForeignJson(text));
    if (record) return record;
  } catch {
    // Said below.
  }
  throw new ToolFailure(`${label} gave no JSON; check the address, and that it offers JSON (${variables[0]}).`);
}
