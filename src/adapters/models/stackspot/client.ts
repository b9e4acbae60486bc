import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Budget, OverBudget } from "../../../base/budget.ts";
import type { ModelAbilities, ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../../core/ports/model.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import { NO_USAGE, type Usage } from "../../../core/protocol/usage.ts";
import { type Asked, cutFailure } from "../http/failures.ts";
import { ServerFault, TransportFault } from "../http/faults.ts";
import { flatHeaders, request as openRequest } from "../http/request.ts";
import { readText } from "../http/whole-text.ts";
import type { Environment } from "../services/providers.ts";
import { filteredFailure, INPUT_TOKENS_MAX, stackspotFailure } from "./failures.ts";
import { flattenPrompt } from "./flatten-prompt.ts";
import { type AnswerEvent, AnswerReader, readDocument } from "./read-answer.ts";
import { requestWindow } from "./request-window.ts";

export interface StackspotOptions {
  readonly asked: Asked;
  /** Realm and client id: whose limit on requests counts. */
  readonly account: string;
  /** A bearer token; `not` is one that was refused. Rejects with what `tokenFailure` knows. */
  readonly token: (not?: string) => Promise<string>;
  /** What a rejection of `token` means. */
  readonly tokenFailure: (error: unknown) => ModelFailure | undefined;
  readonly environment: Environment;
  /** The server keeps the conversation: only what is new is sent. */
  readonly keepsConversation: boolean;
  readonly connectMs: number;
  readonly firstByteMs: number;
  /** Between two pieces of an answer; heart-beats count. Absent: a stream may be silent for as long as it likes (BC-33). */
  readonly stallMs?: number;
  /** Conversations that earlier processes began; those of this one are remembered without it. */
  readonly conversations?: ConversationStore;
  readonly abilities?: Partial<ModelAbilities>;
}

/** An agent of StackSpot: `POST /v1/agent/ID/chat` (BC-30). It has no roles and no tools: a run goes by judge or by text. */
export function createStackspotClient(options: StackspotOptions): ModelClient {
  return new StackspotClient(options);
}

/** A conversation that the server has, as a later process can tell it again. */
export interface Conversation {
  readonly id: string;
  readonly agent: string;
  /** How many messages were sent, without the server's last answer, and their SHA-256. */
  readonly sentCount: number;
  readonly sentSha256: string;
}

export interface ConversationStore {
  read(sessionId: string): Conversation | undefined;
  write(sessionId: string, conversation: Conversation): void;
}

/** For an answer that does not stream (BC-33). */
const WHOLE_ANSWER_MS = 120_000;
/** From when on the system asks a silent peer whether it is still there. */
const KEEP_ALIVE_MS = 60_000;

class StackspotClient implements ModelClient {
  readonly id: string;
  readonly abilities: ModelAbilities;
  readonly #options: StackspotOptions;
  readonly #conversations = new Map<string, Conversation>();
  #refusals = 0;

  constructor(options: StackspotOptions) {
    this.id = `${options.asked.provider.id}/${options.asked.model}`;
    this.abilities = { contextTokensMax: INPUT_TOKENS_MAX, ...options.abilities, nativeTools: false };
    this.#options = options;
  }

  async *step(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart> {
    signal.throwIfAborted();
    if (request.tools.length > 0) return yield { type: "failed", failure: noTools(this.id) };
    const own = new AbortController();
    const abort = () => own.abort(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    try {
      yield* this.#answer(request, own.signal);
    } catch (error) {
      signal.throwIfAborted();
      yield { type: "failed", failure: this.#failure(error) };
    } finally {
      signal.removeEventListener("abort", abort);
      own.abort();
    }
  }

  async *#answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const { asked, account } = this.#options;
    await requestWindow(account).enter(signal);
    const message = await this.#open(this.#body(request), signal);
    this.#refusals = 0;
    const gathered = new Gathered();
    for await (const event of this.#events(message)) {
      if (event.error !== undefined) throw new ServerFault({ body: event.error });
      const text = gathered.add(event);
      if (text !== "") yield { type: "text-delta", text };
      signal.throwIfAborted();
    }
    const { text, wasNull, usage, isOver, conversationId } = gathered;
    if (conversationId !== undefined) this.#remember(conversationId, request);
    if (text === "" && wasNull) {
      const failure = { ...filteredFailure(asked, usage.outputTokens), counted: { usage, costUsd: 0 } };
      return yield { type: "failed", failure };
    }
    if (!isOver && text === "") return yield { type: "failed", failure: cutFailure(asked) };
    yield { type: "end", content: [{ kind: "text", text }], end: gathered.end, usage, costUsd: 0 };
  }

  /** Renews the token once where it is refused (BC-32). */
  async #open(body: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { token } = this.#options;
    const first = await token();
    const answer = await this.#post(body, first, signal);
    if (answer.statusCode !== 401) return this.#checked(answer);
    answer.resume();
    return this.#checked(await this.#post(body, await token(first), signal));
  }

  async #checked(message: IncomingMessage): Promise<IncomingMessage> {
    const status = message.statusCode ?? 0;
    if (status >= 200 && status < 300) return message;
    const text = await readText(message, { timeoutMs: this.#options.firstByteMs, over: "cut" });
    throw new ServerFault({ status, headers: flatHeaders(message), body: text });
  }

  #post(body: string, token: string, signal: AbortSignal): Promise<IncomingMessage> {
    const { asked, environment, connectMs, firstByteMs } = this.#options;
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
      "cache-control": "no-cache",
    };
    const url = `${asked.baseUrl}/agent/${encodeURIComponent(asked.model)}/chat`;
    return openRequest(url, { headers, body, signal }, { environment, connectMs, firstByteMs });
  }

  async *#events(message: IncomingMessage): AsyncGenerator<AnswerEvent> {
    const { stallMs } = this.#options;
    if (/json/.test(message.headers["content-type"] ?? "")) {
      yield { ...readDocument(await readText(message, { timeoutMs: WHOLE_ANSWER_MS, over: "fail" })), isDone: true };
      return;
    }
    // Silence is no sign of an end here; a peer that is gone is.
    message.socket.setKeepAlive(true, KEEP_ALIVE_MS);
    const reader = new AnswerReader();
    // An abort between two reads has no reader to reject.
    message.on("error", () => undefined);
    let stalled: TransportFault | undefined;
    const giveUp = (waitMs: number) => {
      stalled = new TransportFault(
        "stalled",
        `nothing came for ${Math.round(waitMs / 1000)} s in the middle of the answer`,
      );
      message.destroy(stalled);
    };
    const timer = stallMs === undefined ? undefined : setTimeout(giveUp, stallMs, stallMs);
    message.setEncoding("utf8");
    try {
      for await (const text of message) {
        timer?.refresh();
        yield* reader.push(text as string);
      }
    } catch (error) {
      if (stalled) throw stalled;
      if (error instanceof OverBudget) throw TransportFault.overBudget(error);
      const { code } = error as NodeJS.ErrnoException;
      throw new TransportFault("network", "the connection broke in the middle of the answer", code);
    } finally {
      clearTimeout(timer);
    }
    yield* reader.end();
  }

  #body(request: ModelRequest): string {
    const known = this.#known(request.sessionId);
    const { keepsConversation } = this.#options;
    const added = known && keepsConversation ? newMessages(known, request.messages) : undefined;
    const id = keepsConversation && !added ? undefined : known?.id;
    return JSON.stringify({
      streaming: true,
      user_prompt: flattenPrompt(added ? { system: "", messages: added } : request),
      stackspot_knowledge: false,
      return_ks_in_response: true,
      use_conversation: keepsConversation,
      ...(id === undefined ? {} : { conversation_id: id }),
    });
  }

  #known(sessionId: string): Conversation | undefined {
    const known = this.#conversations.get(sessionId) ?? this.#options.conversations?.read(sessionId);
    return known?.agent === this.#options.asked.model ? known : undefined;
  }

  #remember(id: string, { sessionId, messages }: ModelRequest): void {
    const { asked, conversations } = this.#options;
    const conversation = { id, agent: asked.model, sentCount: messages.length, sentSha256: hashOf(messages) };
    this.#conversations.set(sessionId, conversation);
    conversations?.write(sessionId, conversation);
  }

  #failure(error: unknown): ModelFailure {
    const ofToken = this.#options.tokenFailure(error);
    if (ofToken) return ofToken;
    const failure = stackspotFailure(error, this.#options.asked, this.#refusals);
    if (failure.kind === "rate-limit") this.#refusals += 1;
    return failure;
  }
}

/** What came after the server's last answer; undefined when the conversation is not the one it has. */
function newMessages(
  { sentCount, sentSha256 }: Conversation,
  now: readonly ModelMessage[],
): readonly ModelMessage[] | undefined {
  if (now[sentCount]?.role !== "assistant" || hashOf(now.slice(0, sentCount)) !== sentSha256) return undefined;
  const added = now.slice(sentCount + 1);
  return added.length === 0 ? undefined : added;
}

const hashOf = (messages: readonly ModelMessage[]): string =>
  createHash("sha256").update(JSON.stringify(messages)).digest("hex");

/** A last event that repeats a text of at least this length holds the whole of it once more. */
const REPEAT_CHARS_MIN = 20;
const ANSWER_CHARS_MAX = 8_000_000;

class Gathered {
  readonly #budget = new Budget("answer", ANSWER_CHARS_MAX);
  text = "";
  wasNull = false;
  /** The server said that this was all. */
  isOver = false;
  conversationId: string | undefined;
  usage: Usage = NO_USAGE;
  #stopReason = "";

  /** @returns the text to show. @throws {OverBudget} */
  add(event: AnswerEvent): string {
    if (event.isDone || event.stopReason !== undefined || event.outputTokens !== undefined) this.isOver = true;
    if (event.stopReason !== undefined) this.#stopReason = event.stopReason;
    if (event.conversationId !== undefined) this.conversationId = event.conversationId;
    if (event.inputTokens !== undefined) this.usage = { ...this.usage, inputTokens: event.inputTokens };
    if (event.outputTokens !== undefined) this.usage = { ...this.usage, outputTokens: event.outputTokens };
    if (event.message === null) this.wasNull = true;
    const text = event.message ?? "";
    if (event.stopReason !== undefined && text.length >= REPEAT_CHARS_MIN && text === this.text) return "";
    this.#budget.spend(text.length);
    this.text += text;
    return text;
  }

  get end(): "stop" | "length" | "filtered" {
    if (/length|max_tokens/i.test(this.#stopReason)) return "length";
    return /filter/i.test(this.#stopReason) ? "filtered" : "stop";
  }
}

function noTools(id: string): ModelFailure {
  return { kind: "tools-unsupported", message: `${id} cannot call tools; use \`--strategy judge\` or auto.` };
}
