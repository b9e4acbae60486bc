import { judgeForeign } from "../../adapters/bounded-time.ts";
import type { SampleAnswer, SampleRequest, ServerAnswers } from "../../adapters/mcp/server-questions.ts";
import { isObject } from "../../base/is-object.ts";
import type { AgentParts } from "../../core/loop/agent-parts.ts";
import { type Limited, reachedLimit } from "../../core/loop/budgets.ts";
import { decide } from "../../core/permissions/decide.ts";
import { refusalText } from "../../core/permissions/refusal.ts";
import type { ModelMessage } from "../../core/ports/model.ts";
import type { Inquirer } from "../../core/ports/person.ts";
import { replyText } from "../../core/protocol/event.ts";
import { requestName } from "./offer-tool.ts";

/** What a server's requests are answered with: the run that is under way. */
export type ServersRun = Limited &
  Pick<AgentParts, "model" | "policy" | "approver" | "sessionId" | "signal" | "withoutSecrets">;

/** How often one server may ask while one prompt is worked on. */
const ASKED_MAX = 10;
const SAMPLE_TOKENS_MAX = 4000;
const SAMPLE_CHARS_MAX = 200_000;
const SHOWN_CHARS_MAX = 2000;

/**
 * Answers one server: forms by the person, texts by the model of the run, each of which the person is asked about unless a rule
 * speaks of the server (`mcp__SERVER__:sampling`). A server that asks in a loop is refused.
 */
export class RunAnswers implements ServerAnswers {
  readonly #server: string;
  readonly #inquirer: Inquirer;
  readonly #run: () => ServersRun | undefined;
  #asked = 0;
  #askedIn: ServersRun | undefined;

  constructor(server: string, inquirer: Inquirer, run: () => ServersRun | undefined) {
    this.#server = server;
    this.#inquirer = inquirer;
    this.#run = run;
  }

  async inquire(...[inquiry, signal]: Parameters<ServerAnswers["inquire"]>): ReturnType<ServerAnswers["inquire"]> {
    if (this.#isTooOften() || (inquiry.kind === "page" && !isOfWeb(inquiry.url))) return { kind: "declined" };
    const answer = await this.#inquirer.inquire(this.#server, inquiry, signal);
    if (answer.kind !== "given" || inquiry.kind === "page") return answer;
    // What was left out has its default; what does not fit is no answer.
    const judged = judgeForeign(inquiry.schema, answer.values);
    return judged.kind === "valid" && isObject(judged.value)
      ? { kind: "given", values: judged.value }
      : { kind: "cancelled" };
  }

  async sample(request: SampleRequest, signal: AbortSignal): Promise<SampleAnswer> {
    const run = this.#run();
    if (run === undefined || run.signal.aborted) return { kind: "refused", why: "no prompt is being worked on" };
    if (reachedLimit(run) !== undefined) return { kind: "refused", why: "the run has reached a limit" };
    if (this.#isTooOften())
      return { kind: "refused", why: `more than ${ASKED_MAX} requests while one prompt is worked on` };
    if (request.messages.reduce((sum, { text }) => sum + text.length, 0) > SAMPLE_CHARS_MAX)
      return { kind: "refused", why: `more than ${SAMPLE_CHARS_MAX} characters` };
    const asked = withoutSecrets(request, run);
    const why = await this.#refusal(asked, run, signal);
    return why === undefined ? ask(asked, run, AbortSignal.any([signal, run.signal])) : { kind: "refused", why };
  }

  /** Undefined: it may. */
  async #refusal(request: SampleRequest, run: ServersRun, signal: AbortSignal): Promise<string | undefined> {
    const name = requestName(this.#server, "sampling");
    const words = [request.system ?? "", ...request.messages.map(({ role, text }) => `${role}: ${text}`)]
      .join("\n")
      .trim();
    const rest = words.length - SHOWN_CHARS_MAX;
    const unseen = rest > 0 ? `\n… and ${rest} more characters, which are not shown` : "";
    const text = `The server ${this.#server} asks ${run.model.id}:\n${words.slice(0, SHOWN_CHARS_MAX)}${unseen}`;
    const display = { kind: "text" as const, text };
    const decision = await decide(name, { accesses: [{ kind: "foreign" }], display }, run.policy());
    if (decision.verdict === "allow") return undefined;
    if (decision.verdict === "deny") return refusalText(decision);
    const call = { id: `${name}-${run.clock.id()}`, name, input: request };
    const answer = await run.approver.approve({ call, display, decision }, signal);
    return answer.allowed ? undefined : answer.why;
  }

  #isTooOften(): boolean {
    const run = this.#run();
    if (run !== this.#askedIn) this.#asked = 0;
    this.#askedIn = run;
    return ++this.#asked > ASKED_MAX;
  }
}

/** Whoever is asked may open it: a file, or a script, is no page. */
const isOfWeb = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? "");

/** No result of a call, it has passed no mask. */
function withoutSecrets(request: SampleRequest, { withoutSecrets: mask = (text) => text }: ServersRun): SampleRequest {
  const { system, messages } = request;
  return {
    ...request,
    ...(system === undefined ? {} : { system: mask(system) }),
    messages: messages.map((message) => ({ ...message, text: mask(message.text) })),
  };
}

/** One request that is no part of the session, whose cost is. */
async function ask(request: SampleRequest, run: ServersRun, signal: AbortSignal): Promise<SampleAnswer> {
  const { model, clock, ledger, sessionId } = run;
  const messages = request.messages.map(
    ({ role, text }): ModelMessage => (role === "user" ? { role, text } : { role, content: [{ kind: "text", text }] }),
  );
  const outputTokensMax = Math.min(request.outputTokensMax, SAMPLE_TOKENS_MAX);
  const asked = { system: request.system ?? "Answer the request.", messages, tools: [], sessionId, outputTokensMax };
  const startedMs = clock.now();
  for await (const part of model.step(asked, signal)) {
    if (part.type === "failed") return { kind: "refused", why: part.failure.message };
    if (part.type !== "end") continue;
    ledger.addReply(part.usage, part.costUsd, clock.now() - startedMs);
    return { kind: "text", text: replyText(part.content), model: model.id };
  }
  return { kind: "refused", why: "no answer came" };
}
