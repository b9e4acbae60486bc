import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import type { WireReply } from "../e2e/provider-servers/wire-server.ts";

export interface PlayedCall {
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the model is to do, told to it in the prompt itself, so that the server need not know who asks. */
export interface PlayedTurn {
  readonly label: string;
  /** The calls of each reply; a last word follows. */
  readonly replies: readonly (readonly PlayedCall[])[];
}

export interface PlayedModel {
  readonly url: string;
  /** The calls that had a result in the conversation when the turn of that label was asked for first. */
  callsKnown(label: string): ReadonlySet<string> | undefined;
  /** Which version of `whole.txt` the turn of that label was shown. */
  versionRead(label: string): string | undefined;
  close(): Promise<void>;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
}

/** Stands for the name of the version that the last read of `whole.txt` showed. */
export const VERSION_READ = "VERSION-READ";
const TURN = /TURN (\{.*\}) TURN-END/;
/** The conversations grow for an hour; only the newest turns are asked about. */
const TURNS_KEPT = 50;

export const promptOf = (turn: PlayedTurn): string => `TURN ${JSON.stringify(turn)} TURN-END`;

/** A model on loopback that does what the last prompt says, reply by reply, and remembers nothing of its own. */
export async function startPlayedModel(): Promise<PlayedModel> {
  const known = new Map<string, ReadonlySet<string>>();
  const read = new Map<string, string>();
  const server = await startOpenAiChat(({ body }) => {
    const { messages } = JSON.parse(body) as { readonly messages: readonly Message[] };
    const index = messages.findLastIndex((message) => message.role === "user" && turnIn(message) !== undefined);
    const turn = messages[index] && turnIn(messages[index]);
    if (turn === undefined) return { text: "Nothing was asked." };
    const since = messages.slice(index + 1);
    if (!known.has(turn.label)) known.set(turn.label, new Set(messages.flatMap(resultOf)));
    // Behind the result there may be news of the engine.
    const version = since.map(versionIn).findLast((found) => found !== undefined);
    if (version !== undefined) read.set(turn.label, version);
    for (const map of [known, read]) for (const label of [...map.keys()].slice(0, -TURNS_KEPT)) map.delete(label);
    (server.requests as unknown[]).length = 0;
    return replyTo(turn, since, version ?? "none");
  });
  return {
    url: server.url,
    callsKnown: (label) => known.get(label),
    versionRead: (label) => read.get(label),
    close: () => server.close(),
  };
}

function replyTo(turn: PlayedTurn, since: readonly Message[], version: string): WireReply {
  const calls = turn.replies[since.filter(({ role }) => role === "assistant").length];
  if (calls === undefined) return { text: `Done with ${turn.label}.` };
  const filled = JSON.parse(JSON.stringify(calls).replaceAll(VERSION_READ, version)) as readonly PlayedCall[];
  return { calls: filled, deltaChars: 4000 };
}

const versionIn = ({ content }: Message): string | undefined => /^\s*\d*\s*version (\S+)/m.exec(textOf(content))?.[1];

const resultOf = ({ role, tool_call_id: id }: Message): readonly string[] =>
  role === "tool" && id !== undefined ? [id] : [];

function turnIn({ content }: Message): PlayedTurn | undefined {
  const found = TURN.exec(textOf(content))?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as PlayedTurn);
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: { readonly text?: string }) => part.text ?? "").join("");
}
