import { OverBudget } from "../../../base/budget.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import type { ModelChoice } from "../services/providers.ts";
import { asRecord, asText } from "../sse/json-shape.ts";
import { failureKind, isOutOfCredit } from "./failure-kind.ts";
import { ServerFault, TransportFault } from "./faults.ts";
import { readError, readRetryAfter, type SaidError, STATUS_OF } from "./said-error.ts";

/** Who was asked, for messages: never the key. */
export type Asked = Pick<ModelChoice, "provider" | "model" | "baseUrl">;

/** Any error of a step as the failure that the loop reacts to and a person reads. */
export function toFailure(error: unknown, asked: Asked): ModelFailure {
  const cause = findFault(error);
  if (cause instanceof ServerFault) return serverFailure(cause, asked);
  if (cause instanceof TransportFault) return transportFailure(cause, asked);
  const message = error instanceof Error ? error.message : String(error);
  return { kind: "unknown", message: `${name(asked)} could not be asked: ${oneLine(message)}; use another model.` };
}

/** The stream holds what no server means to send: bytes were lost, so asking again may help. */
export function unreadableFailure(error: unknown, asked: Asked): ModelFailure {
  const reason = oneLine(error instanceof Error ? error.message : String(error));
  const message = `The answer of ${name(asked)} at ${host(asked)} could not be read (${reason}); send the prompt again.`;
  return { kind: "network", message };
}

/** The stream ended in the middle of a reply, without an error. */
export function cutFailure(asked: Asked): ModelFailure {
  return { kind: "network", message: `The answer of ${name(asked)} ended in the middle; send the prompt again.` };
}

export function refusedFailure(asked: Asked): ModelFailure {
  const message = `${name(asked)} refused to answer (its content filter stopped the reply); reword the prompt or use another model.`;
  return { kind: "refused", message };
}

/** The provider packages wrap what the transport threw; the original says more. */
function findFault(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && current instanceof Error; depth += 1) {
    if (current instanceof OverBudget) return TransportFault.overBudget(current);
    if (current instanceof ServerFault || current instanceof TransportFault) return current;
    const wrapped = asRecord(current);
    const status = wrapped?.["statusCode"];
    const body = asText(wrapped?.["responseBody"]);
    if (typeof status === "number" && body) return new ServerFault({ status, body });
    current = current.cause;
  }
  return error;
}

const CAUSES_MAX = 5;

function transportFailure(fault: TransportFault, asked: Asked): ModelFailure {
  const where = `${name(asked)} at ${host(asked)}`;
  if (fault.kind === "stalled")
    return { kind: "stalled", message: `${where}: ${fault.message}; send the prompt again.` };
  const variable = asked.provider.urlVariables[0];
  if (fault.kind === "over-budget") {
    const next = `use another model, or correct the address in ${variable} if no model answers there`;
    return { kind: "over-budget", message: `${where} was cut off: ${fault.message}; ${next}.` };
  }
  const code = fault.code ?? "";
  const start = asked.provider.local ? `start ${asked.provider.label}` : "check the network and any proxy";
  const next = `${start}, or correct the address in ${variable}.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { kind: "network", message: `${where} cannot be reached: the host name is not known; ${next}` };
  }
  if (code === "ECONNREFUSED") {
    return { kind: "network", message: `${where} cannot be reached: nothing listens there; ${next}` };
  }
  if (/CERT|SSL|TLS|SELF_SIGNED/.test(code)) {
    const message = `${where} has a certificate that is not trusted (${code}); set NODE_EXTRA_CA_CERTS to your authority's file.`;
    return { kind: "bad-request", message };
  }
  return {
    kind: "network",
    message: `${where}: ${oneLine(fault.message)}${code ? ` (${code})` : ""}; send the prompt again.`,
  };
}

function serverFailure(fault: ServerFault, asked: Asked): ModelFailure {
  const elsewhere = misdirected(fault, asked);
  if (elsewhere !== undefined)
    return {
      // A page may come from a gateway that is about to be well again; where requests are sent on to does not change.
      kind: (fault.status ?? 0) < 300 ? "network" : "bad-request",
      message: elsewhere,
      ...(fault.status === undefined ? {} : { status: fault.status }),
    };
  const said = readError(fault.body);
  const status = fault.status ?? STATUS_OF[said.type];
  const kind = failureKind(status, said);
  const retryAfterMs = kind === "rate-limit" || kind === "overloaded" ? readRetryAfter(fault.headers, said) : undefined;
  return {
    kind,
    message: `${serverMessage({ kind, status, said, asked })}${isFromProxy(fault) ? " The answer came from a proxy on the way." : ""}`,
    ...(isOutOfCredit(status, said) ? { outOfCredit: true as const } : {}),
    ...(status === undefined ? {} : { status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** The address is not the API's: it leads elsewhere, where the key must not follow, or to a page for people. */
function misdirected({ status = 0, headers }: ServerFault, asked: Asked): string | undefined {
  const variable = asked.provider.urlVariables[0];
  if (status >= 300 && status < 400) {
    const target = headers["location"] === undefined ? "another address" : oneLine(headers["location"]);
    return `${name(asked)} at ${host(asked)} sends requests on to ${target} (${status}), where the key is not sent; set ${variable} to the address that answers.`;
  }
  if (status < 200 || status > 299 || !headers["content-type"]?.startsWith("text/html")) return undefined;
  return `${name(asked)} at ${host(asked)} answered with a web page, not as a model; correct the address in ${variable} (most end in /v1), or log in to the network first.`;
}

const PROXY_HEADERS = ["proxy-authenticate", "proxy-status", "x-squid-error"];

/** Over plain HTTP a proxy may answer in the server's place. */
function isFromProxy({ status, headers }: ServerFault): boolean {
  return status !== 407 && PROXY_HEADERS.some((name) => headers?.[name] !== undefined);
}

const REGION =
  /unsupported_country|(?:country|region|territory|location).{0,60}(?:not|isn't|un)[ -]?(?:supported|available|allowed)|not (?:supported|available|offered) in (?:your|this) (?:country|region|location)/i;
const ELSEWHERE = "it is not offered where you are; use another provider, or a proxy where it is.";
const NO_MODEL =
  /model_not_found|no such model|unknown model|invalid model|model .{0,120}(?:does not exist|not found|is not available)|try pulling it/i;

function serverMessage(about: {
  readonly kind: ModelFailure["kind"];
  readonly status: number | undefined;
  readonly said: SaidError;
  readonly asked: Asked;
}): string {
  const { kind, status, said, asked } = about;
  const { provider } = asked;
  const quote = said.text ? `: ${oneLine(said.text)}` : "";
  const code = status === undefined ? "" : ` (${status})`;
  switch (kind) {
    case "auth": {
      if (status === 407)
        return `The proxy before ${host(asked)} wants a login${code}; put it into HTTP_PROXY or HTTPS_PROXY as http://USER:PASSWORD@HOST.`;
      if (REGION.test(`${said.type} ${said.text}`))
        return `${name(asked)} at ${host(asked)} refused the request${code}${quote}; ${ELSEWHERE}`;
      if (isOutOfCredit(status, said)) {
        return `${name(asked)} has no credit left${code}${quote}; add credit at ${provider.label} or use another provider.`;
      }
      const variable = provider.keyVariables[0];
      const next = variable
        ? `set ${variable} to a valid key or run \`waymark login ${provider.id}\``
        : "check its settings";
      return `${name(asked)} at ${host(asked)} did not accept the key${code}${quote}; ${next}.`;
    }
    case "rate-limit":
      return `${name(asked)} limits the rate of requests${code}${quote}; wait and send the prompt again.`;
    case "overloaded":
      return `${name(asked)} at ${host(asked)} is overloaded or has a fault${code}${quote}; wait and send the prompt again.`;
    case "overflow":
      return `The conversation is longer than ${name(asked)} can read${code}${quote}; compact it or start a new session.`;
    case "refused":
      return `${name(asked)} refused the request${code}${quote}; reword the prompt or use another model.`;
    case "tools-unsupported":
      return `${name(asked)} cannot call tools${code}${quote}; use \`--strategy judge\` or another model.`;
    case "bad-request":
      return `${name(asked)} at ${host(asked)} did not accept the request${code}${quote}; ${badRequestHint(status, said, asked)}`;
    case "network":
    case "stalled":
    case "over-budget":
    case "replay-mismatch":
    case "unknown":
      return `${name(asked)} at ${host(asked)} reported an error${code}${quote}; send the prompt again or use another model.`;
  }
}

function badRequestHint(status: number | undefined, said: SaidError, asked: Asked): string {
  const words = `${said.type} ${said.text}`;
  const { provider } = asked;
  if (REGION.test(words)) return ELSEWHERE;
  const list = `\`waymark models list --provider ${provider.id}\``;
  if (NO_MODEL.test(words)) return `name another model (${list} shows them).`;
  if (status !== 404 && status !== 405) return "check the model name and the settings.";
  return `check the model name (${list} shows them) and ${provider.urlVariables[0]}.`;
}

const QUOTE_CHARS_MAX = 300;

/** What others wrote, short, on one line and without anything that looks like a key. */
function oneLine(text: string): string {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/\b(?:sk|gsk|xai|key|AIza)[-_A-Za-z0-9*]{12,}/g, "[key]")
    .replace(/[.;]+$/, "")
    .trim();
  return line.length > QUOTE_CHARS_MAX ? `${line.slice(0, QUOTE_CHARS_MAX)}…` : line;
}

function name(asked: Asked): string {
  return asked.model === "" ? asked.provider.label : `${asked.provider.id}/${asked.model}`;
}

function host(asked: Asked): string {
  return new URL(asked.baseUrl).host;
}
