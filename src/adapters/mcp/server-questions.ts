import { basename } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Client,
  type ClientCapabilities,
  type CreateMessageRequestParams,
  type ElicitRequestParams,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/client";
import type { JsonSchema } from "../../base/json-schema.ts";
import type { Inquiry, InquiryAnswer } from "../../core/ports/person.ts";
import { partText } from "./answer-text.ts";

/** A request to our model, by a server. */
export interface SampleRequest {
  readonly system: string | undefined;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly text: string }[];
  readonly outputTokensMax: number;
}

export type SampleAnswer =
  | { readonly kind: "text"; readonly text: string; readonly model: string }
  | { readonly kind: "refused"; readonly why: string };

/** Answers what a server asks of us. */
export interface ServerAnswers {
  /** The person fills in a form or goes to a page. */
  inquire(inquiry: Inquiry, signal: AbortSignal): Promise<InquiryAnswer>;
  /** The model writes a text. */
  sample(request: SampleRequest, signal: AbortSignal): Promise<SampleAnswer>;
}

export const CAPABILITIES: ClientCapabilities = { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } };

/** Each costs an answer, however short; none that means well asks so often for one call. */
const QUESTIONS_MAX = 200;

/**
 * Whatever a server may ask of us is answered.
 * @param options.root       the folder that is worked in; servers that ask are told
 * @param options.onTooMany  it asks without end
 * @returns                  to be called when we ask it something: then it may ask again
 */
export function answerServer(
  client: Client,
  answers: ServerAnswers,
  { root, onTooMany }: { readonly root: string; onTooMany(why: string): void },
): () => void {
  let asked = 0;
  const count = (): void => {
    if (++asked === QUESTIONS_MAX) onTooMany(`asks us more than ${QUESTIONS_MAX} questions for one of ours`);
    if (asked >= QUESTIONS_MAX) throw new ProtocolError(USER_REJECTED, "too many questions");
  };
  const folder = { uri: pathToFileURL(root).href, name: basename(root) };
  client.setRequestHandler("roots/list", () => {
    count();
    return { roots: [folder] };
  });
  client.setRequestHandler("elicitation/create", async ({ params }, { mcpReq }) => {
    count();
    const answer = await answers.inquire(inquiryIn(params), mcpReq.signal);
    switch (answer.kind) {
      case "given":
        return params.mode === "url" ? { action: "accept" } : { action: "accept", content: flat(answer.values) };
      case "declined":
        return { action: "decline" };
      case "cancelled":
        return { action: "cancel" };
    }
  });
  client.setRequestHandler("sampling/createMessage", async ({ params }, { mcpReq }) => {
    count();
    const answer = await answers.sample(sampleIn(params), mcpReq.signal);
    if (answer.kind === "refused") throw new ProtocolError(USER_REJECTED, answer.why);
    return {
      model: answer.model,
      role: "assistant",
      content: { type: "text", text: answer.text },
      stopReason: "endTurn",
    };
  });
  return () => {
    asked = 0;
  };
}

/** What the specification gives for a person who says no. */
const USER_REJECTED = -1;

function inquiryIn(params: ElicitRequestParams): Inquiry {
  const { message } = params;
  if (params.mode === "url") return { kind: "page", url: params.url, message };
  return { kind: "form", schema: params.requestedSchema as JsonSchema, message };
}

function sampleIn({ systemPrompt, messages, maxTokens }: CreateMessageRequestParams): SampleRequest {
  const told = messages.map(({ role, content }) => {
    const parts = Array.isArray(content) ? content : [content];
    return { role, text: parts.map(sampledText).join("\n") };
  });
  return { system: systemPrompt, messages: told, outputTokensMax: maxTokens };
}

type SampledPart = Exclude<CreateMessageRequestParams["messages"][number]["content"], readonly unknown[]>;

/** Tools of its own are not offered to our model. */
function sampledText(part: SampledPart): string {
  if (part.type === "tool_use" || part.type === "tool_result")
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "tools in sampling are not supported here");
  return partText(part);
}

type Flat = Record<string, string | number | boolean | string[]>;

/** A form has no values within values. */
const flat = (values: Readonly<Record<string, unknown>>): Flat => values as Flat;
