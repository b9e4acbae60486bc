import { OverBudget } from "../../base/budget.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import type { ModelRequest } from "../../core/ports/model.ts";
import { ServerFault, TransportFault } from "./http/faults.ts";
import { getText } from "./http/request.ts";
import type { Environment, WireChoice } from "./services/providers.ts";
import { asRecord } from "./sse/json-shape.ts";
import { countRequest } from "./wires/count-tokens.ts";
import { loadWire } from "./wires/index.ts";

const COUNT_MS = 10_000;
/** After which nothing is known of the number. */
const UNTOLD = [ServerFault, TransportFault, SyntaxError, OverBudget];

/** What the service counts for a request; undefined where it has no such question, or does not answer it. */
export async function countTokensOf(
  prompt: ModelRequest,
  choice: WireChoice,
  { environment, signal }: { readonly environment: Environment; readonly signal: AbortSignal },
): Promise<number | undefined> {
  const wire = await loadWire(choice.wire);
  const request = wire.request(prompt, choice);
  const asked = countRequest(choice.wire, request);
  if (!asked) return undefined;
  try {
    const headers = { "content-type": "application/json", "user-agent": "waymark", ...request.headers };
    const sent = { headers, body: JSON.stringify(asked.body), timeoutMs: COUNT_MS, environment, signal };
    const { status, text } = await getText(asked.url, sent);
    const answer = status >= 200 && status <= 299 ? asRecord(parseForeignJson(text)) : undefined;
    return answer && asked.read(answer);
  } catch (error) {
    signal.throwIfAborted();
    if (UNTOLD.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}
