// Model streams as real servers sent them, through the model client: whole, and cut at every byte.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { pathToFileURL } from "node:url";
import { closeConnections } from "../../../src/adapters/models/http/request.ts";
import { createModelClient } from "../../../src/adapters/models/model-client.ts";
import type { Wire } from "../../../src/adapters/models/services/provider.ts";
import { findProvider, type WireChoice } from "../../../src/adapters/models/services/providers.ts";
import { AnswerReader } from "../../../src/adapters/models/sse/answer-events.ts";
import { SseParser } from "../../../src/adapters/models/sse/sse.ts";

interface SseCase {
  readonly id: string;
  readonly level: "framing" | "semantic";
  readonly provider: string;
  readonly protocol?: string;
  readonly raw_sse?: string;
  readonly chunks?: readonly string[];
  readonly chunks_b64?: readonly string[];
  readonly expect: { readonly usage?: object | null };
}

interface Judge {
  judgeSse(testCase: SseCase, result: object): boolean | Readonly<Record<string, boolean>>;
}

/** Positions tried in a long stream; a short one is cut at every byte. */
const CUTS_MAX = 1500;

const WIRES: Readonly<Record<string, Wire>> = {
  "openai-chat": "compatible",
  "openai-responses": "responses",
  anthropic: "anthropic",
  gemini: "gemini",
};

/** `unsafe` counts cases whose text, calls, usage, finish or error differ, whole or cut. */
export async function run(casesFolder: string, verbose: boolean): Promise<{ unsafe: number; lines: string[] }> {
  const { cases } = JSON.parse(readFileSync(join(casesFolder, "sse/open.json"), "utf8")) as { cases: SseCase[] };
  const judge = (await import(pathToFileURL(join(casesFolder, "judge.mjs")).href)) as Judge;
  const server = await serveBytes();
  const lines: string[] = [];
  const wrong = new Map<string, number>();
  let right = 0;
  for (const testCase of cases) {
    const faults =
      testCase.level === "framing" ? framingFaults(testCase, judge) : await streamFaults(testCase, judge, server);
    if (faults.length === 0) right += 1;
    for (const fault of new Set(faults.map((text) => text.split(":", 1)[0] ?? ""))) {
      wrong.set(fault, (wrong.get(fault) ?? 0) + 1);
    }
    if (verbose && faults.length > 0) lines.push(`  ${testCase.id}: ${faults.join("; ")}`);
  }
  await server.close();
  closeConnections();
  const summary = [...wrong].map(([fault, count]) => `${fault} ${count}`).join(", ");
  lines.push(`sse: ${right} of ${cases.length} right${summary ? ` (wrong: ${summary})` : ""}`);
  return { unsafe: cases.length - right, lines };
}

function framingFaults(testCase: SseCase, judge: Judge): string[] {
  const pieces = testCase.chunks_b64
    ? decodePieces(testCase.chunks_b64.map((piece) => Buffer.from(piece, "base64")))
    : (testCase.chunks ?? [testCase.raw_sse ?? ""]);
  const whole = frames(pieces);
  const faults =
    judge.judgeSse(testCase, { events: whole }) === true ? [] : [`framing: ${JSON.stringify(whole).slice(0, 300)}`];
  const everyChar = frames([...pieces].flatMap((piece) => piece.split("")));
  if (JSON.stringify(everyChar) !== JSON.stringify(whole)) faults.push("framing cut");
  return faults;
}

function frames(pieces: readonly string[]) {
  const parser = new SseParser();
  return pieces.flatMap((piece) => parser.push(piece));
}

function decodePieces(pieces: readonly Uint8Array[]): string[] {
  const decoder = new StringDecoder("utf8");
  return pieces.map((piece) => decoder.write(Buffer.from(piece)));
}

async function streamFaults(testCase: SseCase, judge: Judge, server: ByteServer): Promise<string[]> {
  const raw = testCase.raw_sse ?? "";
  const { wire } = choiceFor(testCase, "");
  const whole = completed(raw, wire);
  const bytes = Buffer.from(whole);
  const faults: string[] = [];
  for (const pieceBytes of [bytes.length, 1]) {
    const said = await ask(testCase, server, bytes, pieceBytes);
    const result = inTheWordsOfTheCases(testCase, whole === raw ? said : withoutEnd(said, wire), wire);
    const verdict = judge.judgeSse(testCase, result) as Readonly<Record<string, boolean>>;
    const suffix = pieceBytes === 1 ? " bytewise" : "";
    for (const field of Object.keys(verdict).filter((key) => !verdict[key])) {
      // Calls of a tool that the provider runs for those who offer it: we never do, and cannot know what it was named.
      if (field === "calls" && raw.includes('"tool_search_call"')) continue;
      faults.push(`${field}${suffix}: ${JSON.stringify(result[field as keyof Result]).slice(0, 300)}`);
    }
  }
  if (!survivesCuts(bytes)) faults.push("cut");
  return faults;
}

/** The events must not depend on where the network cut them. */
function survivesCuts(bytes: Buffer): boolean {
  const eventsOf = (cut: number) => {
    const reader = new AnswerReader();
    const events = decodePieces([bytes.subarray(0, cut), bytes.subarray(cut)]).flatMap((piece) => reader.push(piece));
    return JSON.stringify([...events, ...reader.end()]);
  };
  const whole = eventsOf(bytes.length);
  const stride = Math.max(1, Math.ceil(bytes.length / CUTS_MAX));
  for (let cut = 0; cut < bytes.length; cut += stride) if (eventsOf(cut) !== whole) return false;
  return true;
}

function choiceFor(testCase: SseCase, baseUrl: string): WireChoice {
  const wire = WIRES[testCase.protocol ?? ""] ?? "compatible";
  const known = findProvider(testCase.provider) ?? findProvider("openai-compatible");
  if (!known) throw new Error("the list of providers lacks openai-compatible");
  return { provider: known, model: "model", wire, baseUrl, key: "none" };
}

const FINISH: Readonly<Record<string, string>> = {
  stop: "stop",
  calls: "tool-calls",
  length: "length",
  filtered: "content-filter",
  other: "other",
};

interface Result {
  text: string;
  reasoning: string;
  calls: object[];
  finish: string | null;
  usage: { input: number | null; output: number | null };
  error: string | boolean;
}

async function ask(testCase: SseCase, server: ByteServer, bytes: Buffer, pieceBytes: number): Promise<Result> {
  const choice = choiceFor(testCase, server.serve(bytes, pieceBytes));
  const client = createModelClient(choice, { environment: {} });
  const usage = { input: null, output: null };
  const result: Result = { text: "", reasoning: "", calls: [], finish: null, usage, error: false };
  const request = {
    system: "",
    messages: [{ role: "user", text: "question" } as const],
    tools: [],
    sessionId: "cases",
  };
  for await (const part of client.step(request, new AbortController().signal)) {
    if (part.type === "text-delta") result.text += part.text;
    else if (part.type === "reasoning-delta") result.reasoning += part.text;
    else if (part.type === "end") {
      for (const piece of part.content) {
        if (piece.kind === "call") result.calls.push({ name: piece.call.name, arguments: readable(piece.call.input) });
      }
      result.finish = FINISH[part.end] ?? null;
      result.usage = { input: part.usage.inputTokens, output: part.usage.outputTokens };
    } else if (part.type === "failed") {
      result.error = part.failure.message;
      result.finish = part.failure.kind === "refused" ? "content-filter" : "error";
      const counted = part.failure.counted?.usage;
      if (counted) result.usage = { input: counted.inputTokens, output: counted.outputTokens };
    }
  }
  return result;
}

/**
 * The cases hold what other clients make of a stream. Where ours differs on purpose, its result is put into their words here,
 * by the stream alone, so that everything else can be compared.
 */
function inTheWordsOfTheCases(testCase: SseCase, result: Result, wire: Wire): Result {
  const raw = testCase.raw_sse ?? "";
  const events = new SseParser().push(raw);
  const words = { ...result };
  // Calls decide whether calls are run; they repeat the server's last word even where it is "stop".
  const reasons = [...raw.matchAll(/"stop_reason": ?"(\w+)"/g)];
  const saysStop =
    wire === "anthropic" ? reasons.at(-1)?.[1] === "end_turn" : wire === "responses" && !/"function_call"/.test(raw);
  if (words.finish === "tool-calls" && saysStop) words.finish = "stop";
  // We call a chat stream without a reason "other", they leave it out.
  if (wire === "compatible" && words.finish === "other") words.finish = null;
  // An event without data is an error for them even after the reply is complete; we read past it.
  if (events.some((event) => event.data === "")) words.error ||= "an empty event";
  if (!/"(?:usage|usageMetadata)"/.test(raw)) words.usage = { input: null, output: null };
  // What thinking and the server's own tools took is paid for, so we count it; some cases count it apart.
  const counts = testCase.expect.usage;
  if (counts && "thoughts" in counts && words.usage.input !== null && words.usage.output !== null) {
    const last = events.map((event) => readJson(event.data)?.usageMetadata).findLast((found) => found !== undefined);
    const input = words.usage.input - (last?.toolUsePromptTokenCount ?? 0);
    words.usage = { input, output: words.usage.output - (last?.thoughtsTokenCount ?? 0) };
  }
  return words;
}

/**
 * A stream that stops in the middle is a failure for us on every wire, and its calls never count. Two of the wires have no word
 * for it, so the cases hold what had come: such a fragment gets its end here, and its result loses it again.
 */
function completed(raw: string, wire: Wire): string {
  if (wire === "anthropic" && !raw.includes("message_stop")) {
    const delta = {
      type: "message_delta",
      delta: { stop_reason: "end_turn", stop_sequence: null },
      usage: { output_tokens: 0 },
    };
    return `${raw}\n\ndata: ${JSON.stringify(delta)}\n\ndata: {"type":"message_stop"}\n\n`;
  }
  if (wire === "responses" && !/"response\.(?:completed|incomplete|failed)"/.test(raw)) {
    const response = {
      id: "r",
      created_at: 0,
      model: "m",
      incomplete_details: null,
      usage: { input_tokens: 0, output_tokens: 0 },
    };
    return `${raw}\n\ndata: ${JSON.stringify({ type: "response.completed", response })}\n\n`;
  }
  return raw;
}

function withoutEnd(result: Result, wire: Wire): Result {
  return { ...result, finish: wire === "responses" ? "other" : null, usage: { input: null, output: null } };
}

interface UsageEvent {
  readonly usageMetadata?: { readonly thoughtsTokenCount?: number; readonly toolUsePromptTokenCount?: number };
}

function readJson(text: string): UsageEvent | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readable(input: unknown): unknown {
  return typeof input === "string" ? { __raw: input } : input;
}

interface ByteServer {
  /** The address under which these bytes are the answer to the next request. */
  serve(bytes: Buffer, pieceBytes: number): string;
  close(): Promise<void>;
}

async function serveBytes(): Promise<ByteServer> {
  let answer: Buffer = Buffer.alloc(0);
  let piece = 1;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (let at = 0; at < answer.length; at += piece) response.write(answer.subarray(at, at + piece));
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    serve(bytes, pieceBytes) {
      answer = bytes;
      piece = pieceBytes;
      return `http://127.0.0.1:${port}/v1`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
