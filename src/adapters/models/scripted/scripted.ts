import { setTimeout as sleep } from "node:timers/promises";
import type { ModelClient, ModelMessage, ModelPart, ModelRequest } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import type { ModelFailure } from "../../../core/protocol/outcome.ts";
import { NO_USAGE } from "../../../core/protocol/usage.ts";
import { readGivenFile } from "../../given-file.ts";
import { parseScript, type ScriptedReply } from "./script-file.ts";

export interface ScriptedOptions {
  /** What the model calls itself; `scripted/NAME`. */
  readonly id: string;
}

/**
 * A model that plays a file of replies, one a step, in order. The format is in docs/reference/scripted-model.md.
 * @throws {ScriptError} for a file that is missing or not in the format: names the file, the line and what is allowed
 */
export async function loadScriptedModel(path: string): Promise<ModelClient> {
  let text: string;
  try {
    text = readGivenFile(path);
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code === "ENOENT" ? "does not exist" : "cannot be read";
    throw new ScriptError(`${path} ${reason}; give \`--model scripted/FILE\` a file of replies.`, { cause: error });
  }
  const script = parseScript(text);
  if (script.kind === "malformed") throw new ScriptError(`${path}, ${script.where}: ${script.message}`);
  return createScriptedModel(script.replies, { id: `scripted/${path}` });
}

export class ScriptError extends Error {
  override readonly name = "ScriptError";
}

/** Plays these replies; the step after the last one fails. */
export function createScriptedModel(replies: readonly ScriptedReply[], options: ScriptedOptions): ModelClient {
  let next = 0;
  return {
    id: options.id,
    abilities: { nativeTools: true },
    async *step(request, signal) {
      signal.throwIfAborted();
      const number = next + 1;
      const reply = replies[next];
      next += 1;
      if (!reply) {
        const message = `${options.id} ends after reply ${replies.length} and was asked for number ${number}; add one.`;
        yield { type: "failed", failure: { kind: "bad-request", message } };
        return;
      }
      yield* play(reply, { number, request, signal, id: options.id });
    },
  };
}

interface Scene {
  readonly number: number;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  readonly id: string;
}

async function* play(reply: ScriptedReply, scene: Scene): AsyncGenerator<ModelPart> {
  const { signal } = scene;
  const missing = findMissing(reply, scene);
  if (missing) {
    yield { type: "failed", failure: missing };
    return;
  }
  await pause(reply.delayMs, signal);
  const content: ReplyPart[] = [];
  if (reply.reasoning) content.push({ kind: "reasoning", text: reply.reasoning });
  if (reply.text) content.push({ kind: "text", text: reply.text });
  for (const call of uniqueCalls(reply, scene)) content.push({ kind: "call", call });
  for (const part of content) {
    for (const delta of deltasOf(part, reply.chunkChars)) {
      yield delta;
      await pause(reply.chunkDelayMs, signal);
    }
  }
  if (reply.fail) {
    const message =
      reply.fail.message ?? `reply ${scene.number} of ${scene.id} is a scripted failure (${reply.fail.kind}).`;
    yield { type: "failed", failure: { ...reply.fail, message } };
    return;
  }
  const end = reply.end ?? (reply.calls?.length ? "calls" : "stop");
  yield { type: "end", content, end, usage: { ...NO_USAGE, ...reply.usage }, costUsd: reply.costUsd ?? 0 };
}

/** @throws when the signal aborts */
async function pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
  if (ms) await sleep(ms, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

function* deltasOf(part: ReplyPart, chunkChars: number | undefined): Generator<ModelPart> {
  const text = part.kind === "call" ? inputText(part.call.input) : part.text;
  const size = chunkChars ?? Math.max(1, text.length);
  for (let at = 0; at < text.length; at += size) {
    const piece = text.slice(at, at + size);
    if (part.kind === "call") {
      yield { type: "call-input-delta", callId: part.call.id, name: part.call.name, text: piece };
    } else yield { type: part.kind === "text" ? "text-delta" : "reasoning-delta", text: piece };
  }
}

/** Text stands for arguments that are no JSON. */
function inputText(input: unknown): string {
  return typeof input === "string" ? input : JSON.stringify(input);
}

function uniqueCalls(reply: ScriptedReply, scene: Scene) {
  const used = new Set<string>();
  return (reply.calls ?? []).map((call, index) => {
    const wanted = call.id ?? `call_${scene.number}_${index + 1}`;
    let id = wanted;
    for (let count = 2; used.has(id); count += 1) id = `${wanted}-${count}`;
    used.add(id);
    return { id, name: call.name, input: call.input ?? {} };
  });
}

const SHOWN_CHARS_MAX = 200;

function findMissing(reply: ScriptedReply, scene: Scene): ModelFailure | undefined {
  const last = lastText(scene.request.messages.at(-1));
  const missing = (reply.expect ?? []).find((text) => !last.includes(text));
  if (missing === undefined) return undefined;
  const shown = last.length > SHOWN_CHARS_MAX ? `${last.slice(0, SHOWN_CHARS_MAX)}…` : last;
  const message = `Reply ${scene.number} of ${scene.id} expects ${JSON.stringify(missing)} in the last message, which is ${JSON.stringify(shown)}.`;
  return { kind: "replay-mismatch", message };
}

function lastText(message: ModelMessage | undefined): string {
  if (!message) return "";
  if (message.role === "user") return message.text;
  if (message.role === "tool") return message.results.map((result) => result.text).join("\n");
  return message.content.map((part) => (part.kind === "call" ? "" : part.text)).join("");
}
