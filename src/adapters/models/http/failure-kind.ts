import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import type { SaidError } from "./said-error.ts";

type Kind = ModelFailure["kind"];

/** What a server's error means for the loop, from its status and its words. */
export function failureKind(status: number | undefined, said: SaidError): Kind {
  const words = `${said.type} ${said.text}`;
  return KIND_RULES.find(([, holds]) => holds(status, words))?.[0] ?? "unknown";
}

export function isOutOfCredit(status: number | undefined, said: SaidError): boolean {
  return status === 402 || NO_CREDIT.test(`${said.type} ${said.text}`);
}

/** Errors inside a stream have no status, and are about the request where their words say so. */
function isClientError(status: number | undefined): boolean {
  return status === undefined || (status >= 400 && status < 500);
}

const OVERFLOW =
  /context[_ ]length[_ ]exceeded|maximum context length|context (?:window|size|length)|prompt is too long|input is too long|input token count|exceeds? the maximum number of tokens|maximum prompt length|reduce the length of (?:the|your) (?:messages|prompt)|reduce your message size|exceeded model token limit|too many (?:input )?tokens|token limit exceeded|exceed_context_size|input length and .?max_tokens.? exceed|request_too_large|larger than the (?:model's )?context/i;
const NO_CREDIT =
  /insufficient_quota|insufficient (?:balance|credits?|funds)|credit balance is too low|exceeded your current quota.*billing|billing|payment required/i;
const NO_TOOLS =
  /(?:does not|doesn't|not) support (?:the use of )?(?:tools?|function|tool[_ -]?(?:use|call|choice))|no endpoints found that support tool use|tools? (?:(?:is|are) )?(?:not supported|unsupported)|function calling is not (?:enabled|supported)|tool use is not supported|requires?.{0,20}--jinja|--enable-auto-tool-choice/i;
const REFUSED =
  /content[_ ]?(?:policy|filter)|responsible ai|safety system|moderation|flagged|violat(?:es|ing).{0,40}policy/i;
const OVERLOAD = /overloaded|unavailable|server_error|internal|capacity|temporarily|try again later/i;
const RATE = /rate.?limit|too many requests|resource.?exhausted|quota/i;
const KEY =
  /api.?key.{0,20}(?:invalid|not valid|incorrect|missing|expired)|(?:invalid|incorrect|missing|expired).{0,20}api.?key|unauthenticated|unauthorized|authentication/i;

const FORBIDDEN: readonly (number | undefined)[] = [401, 403];
const NOT_ADMITTED: readonly (number | undefined)[] = [...FORBIDDEN, 402, 407];
const ASK_AGAIN: readonly (number | undefined)[] = [408, 409, 425];

/** The first rule that holds decides. */
const KIND_RULES: readonly (readonly [Kind, (status: number | undefined, words: string) => boolean])[] = [
  ["auth", (_, words) => NO_CREDIT.test(words)],
  ["refused", (status, words) => FORBIDDEN.includes(status) && REFUSED.test(words)],
  ["auth", (status) => NOT_ADMITTED.includes(status)],
  ["rate-limit", (status) => status === 429],
  ["overflow", (status, words) => status === 413 || (isClientError(status) && OVERFLOW.test(words))],
  ["tools-unsupported", (status, words) => (isClientError(status) || status === 500) && NO_TOOLS.test(words)],
  ["overflow", (status, words) => status === 500 && OVERFLOW.test(words)],
  ["overloaded", (status) => ASK_AGAIN.includes(status) || (status !== undefined && status >= 500)],
  ["auth", (_, words) => KEY.test(words)],
  ["refused", (_, words) => REFUSED.test(words)],
  ["bad-request", (status) => status !== undefined],
  ["rate-limit", (_, words) => RATE.test(words)],
  ["overloaded", (_, words) => OVERLOAD.test(words)],
];
