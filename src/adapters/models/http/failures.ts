import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import type { ModelChoice } from "../services/providers.ts";
import { failureKind, isOutOfCredit } from "./failure-kind.ts";
import { ServerFault, TransportFault } from "./faults.ts";
import { readError, readRetryAfter, type SaidError, STATUS_OF } from "./said-error.ts";
import { tlsProblem } from "./tls-problem.ts";

/** Who was asked, for messages: never the key. */
export type Asked = Pick<ModelChoice, "provider" | "model" | "baseUrl" | "askedUrl">;

/** Any error of a step as the failure that the loop reacts to and a person reads. */
export function toFailure(error: unknown, asked: Asked): ModelFailure {
  if (error instanceof ServerFault) return serverFailure(error, asked);
  if (error instanceof TransportFault) return transportFailure(error, asked);
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TypeError && "code" in error && error.code === "ERR_INVALID_CHAR") {
    const why = "holds a character that no header may carry, such as a line break; set it anew";
    return { kind: "auth", message: `The key of ${name(asked)} ${why}.` };
  }
  return { kind: "unknown", message: `${name(asked)} could not be asked: ${oneLine(message)}; use another model.` };
}

/** The stream ended in the middle of a reply, without an error. */
export function cutFailure(asked: Asked): ModelFailure {
  return { kind: "network", message: `The answer of ${name(asked)} ended in the middle; send the prompt again.` };
}

export function refusedFailure(asked: Asked): ModelFailure {
  const message = `${name(asked)} refused to answer (its content filter stopped the reply); reword the prompt or use another model.`;
  return { kind: "refused", message };
}

function transportFailure(fault: TransportFault, asked: Asked): ModelFailure {
  const where = `${name(asked)} at ${host(asked)}`;
  if (fault.kind === "unset") {
    const add = `\`waymark provider add ${asked.provider.id}\` says what it takes`;
    return { kind: "auth", message: `${name(asked)} is not set up: ${oneLine(fault.message)}; ${add}.` };
  }
  if (fault.kind === "stalled")
    return { kind: "stalled", message: `${where}: ${fault.message}; send the prompt again.` };
  if (fault.kind === "unreadable") {
    const message = `The answer of ${where} could not be read (${fault.message}); send the prompt again.`;
    return { kind: "network", message };
  }
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
  const problem = tlsProblem({ code, message: fault.message }, variable);
  if (problem !== undefined) return { kind: "bad-request", message: `${where} ${problem}.` };
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
    case "repeating":
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
  const list = provider.library ? "" : ` (\`waymark models list --provider ${provider.id}\` shows them)`;
  if (NO_MODEL.test(words)) return `name another model${list}.`;
  if (status !== 404 && status !== 405) return "check the model name and the settings.";
  return `check the model name${list} and ${provider.urlVariables[0]}.`;
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
  return new URL(asked.askedUrl ?? asked.baseUrl).host || asked.provider.label;
}
