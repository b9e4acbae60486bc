import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { processName } from "../../adapters/process-identity.ts";
import { replaceFile } from "../../adapters/whole-file.ts";
import { isObject } from "../../base/is-object.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../../core/ports/model.ts";
import type { ReplyPart } from "../../core/protocol/event.ts";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import { findSecrets } from "../../engines/secrets/find-secrets.ts";
import { standIn } from "./stand-in.ts";

export interface AnswerCacheOptions {
  /** Whole answers lie here, a file each, readable by their owner alone. */
  readonly folder: string;
  /** Once passed, those that were not asked for longest go first. */
  readonly bytesMax: number;
}

type Answer = Extract<ModelPart, { readonly type: "end" }>;
type Prose = Exclude<ReplyPart, { readonly kind: "call" }>;

/**
 * The model, not asked again for what it has answered: the same request, byte for byte, gets the same answer, without tokens. Requests
 * in which tools ran always go through, for what those saw may have changed; answers that call tools, were cut, or hold what looks like
 * a secret are not kept. A cache that cannot be read or written is one that is empty.
 */
export function withAnswerCache(model: ModelClient, options: AnswerCacheOptions): ModelClient {
  const kept = new KeptAnswers(options);
  return standIn(
    () => model,
    (request, signal) => stepKept(model, kept, request, signal),
  );
}

async function* stepKept(
  model: ModelClient,
  kept: KeptAnswers,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart, void> {
  if (request.messages.some(({ role }) => role === "tool")) return yield* model.step(request, signal);
  signal.throwIfAborted();
  const key = keyOf(model, request);
  const content = kept.read(key);
  if (content) return yield* answered(content);
  for await (const part of model.step(request, signal)) {
    if (part.type === "end" && isWorthKeeping(part)) kept.write(key, part.content);
    yield part;
  }
}

function* answered(content: readonly Prose[]): Generator<ModelPart, void> {
  yield { type: "status", text: "Answered from the cache of answers; WAYMARK_ANSWER_CACHE=0 asks the model anew." };
  for (const { kind, text } of content) yield { type: kind === "text" ? "text-delta" : "reasoning-delta", text };
  yield { type: "end", content, end: "stop", usage: NO_USAGE, costUsd: 0 };
}

/** Everything of a request that an answer may depend on. */
function keyOf(model: ModelClient, { sessionId: _, ...request }: ModelRequest): string {
  const asked = JSON.stringify([model.id, model.effort ?? null, request]);
  return createHash("sha256").update(asked).digest("hex");
}

function isWorthKeeping({ content, end }: Answer): boolean {
  if (end !== "stop" || !content.every(isProse)) return false;
  const text = content.map((part) => part.text).join("\n");
  return text.trim() !== "" && findSecrets(text).length === 0;
}

function isProse(part: ReplyPart): part is Prose {
  return part.kind !== "call";
}

function isKeptProse(part: unknown): part is Prose {
  return (
    isObject(part) && (part["kind"] === "text" || part["kind"] === "reasoning") && typeof part["text"] === "string"
  );
}

class KeptAnswers {
  private readonly options: AnswerCacheOptions;
  private sizeBytes: number | undefined;

  constructor(options: AnswerCacheOptions) {
    this.options = options;
  }

  read(key: string): readonly Prose[] | undefined {
    const path = this.path(key);
    try {
      const content: unknown = JSON.parse(readFileSync(path, "utf8"));
      const now = new Date();
      utimesSync(path, now, now);
      return Array.isArray(content) && content.every(isKeptProse) ? content : undefined;
    } catch {
      return undefined;
    }
  }

  write(key: string, content: readonly ReplyPart[]): void {
    const text = JSON.stringify(content);
    try {
      makeFolder(this.options.folder, { mode: 0o700 });
      const path = this.path(key);
      replaceFile(path, text, { beside: `${path}.${processName()}.tmp`, mustReachDisk: false });
      this.makeRoom(Buffer.byteLength(text));
    } catch {
      // An answer that is not kept is asked for again.
    }
  }

  private path(key: string): string {
    return join(this.options.folder, `${key}.json`);
  }

  private makeRoom(addedBytes: number): void {
    const { folder, bytesMax } = this.options;
    this.sizeBytes = this.sizeBytes === undefined ? undefined : this.sizeBytes + addedBytes;
    if (this.sizeBytes !== undefined && this.sizeBytes <= bytesMax) return;
    const files = readdirSync(folder).map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return { name, size, mtimeMs };
    });
    files.sort((left, right) => right.mtimeMs - left.mtimeMs);
    this.sizeBytes = 0;
    for (const { name, size } of files) {
      if (this.sizeBytes + size > bytesMax) rmSync(join(folder, name), { force: true });
      else this.sizeBytes += size;
    }
  }
}
