import { Worker } from "node:worker_threads";
import type { FetchedPage } from "../../core/ports/knowledge.ts";
import { ToolFailure } from "../../core/tool.ts";
import { workerFile } from "../worker-file.ts";

export interface PageRequest {
  readonly html: string;
  /** By which its links are completed. */
  readonly url: string;
}

/** A page of this size is read at once, whatever it holds; the start of a thread costs more. */
const HERE_CHARS_MAX = 32_000;
const TIME_MS = 30_000;
const HEAP_MB = 256;

/**
 * A page as Markdown. A large one is read by a thread of its own, which can be ended: nobody waits for what its author wrote.
 * @throws {ToolFailure} when it takes too long or too much; the signal's reason when that aborts
 */
export async function readablePage({ text: html, url }: FetchedPage, signal: AbortSignal): Promise<string> {
  if (html.length <= HERE_CHARS_MAX) return (await import("./page-markdown.ts")).pageMarkdown(html, url);
  signal.throwIfAborted();
  const worker = new Worker(workerFile("page-worker", import.meta.url), {
    workerData: { html, url } satisfies PageRequest,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    stdout: true,
    stderr: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const giveUp = (): void =>
    reject(new ToolFailure(`${url} is too much to read as a page; ask for it with raw: true.`));
  const late = setTimeout(giveUp, TIME_MS);
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort);
  worker.once("message", resolve).once("error", giveUp).once("exit", giveUp);
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", abort);
    await worker.terminate();
  }
}
