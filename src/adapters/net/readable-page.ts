import type { FetchedPage } from "../../core/ports/knowledge.ts";
import { ToolFailure } from "../../core/tool.ts";
import { askWorker, workerFile } from "../ask-worker.ts";

export interface PageRequest {
  readonly html: string;
  /** By which its links are completed. */
  readonly url: string;
}

/** A page of this size is read at once, whatever it holds; the start of a thread costs more. */
const HERE_CHARS_MAX = 32_000;
const TIME_MS = 30_000;
const HEAP_MB = 112;
/** Without a limit V8 lets young objects grow as long as it likes: a page of 19 MB took 190 MB more. */
const YOUNG_HEAP_MB = 16;

/**
 * A page as Markdown. A large one is read by a thread of its own, which can be ended: nobody waits for what its author wrote.
 * @throws {ToolFailure} when it takes too long or too much; the signal's reason when that aborts
 */
export async function readablePage({ text: html, url }: FetchedPage, signal: AbortSignal): Promise<string> {
  if (html.length <= HERE_CHARS_MAX) return (await import("./page-markdown.ts")).pageMarkdown(html, url);
  const request = { html, url } satisfies PageRequest;
  const limits = { timeMs: TIME_MS, heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB, signal };
  const outcome = await askWorker<string>(workerFile("page-worker", import.meta.url), request, limits);
  if (outcome.kind === "answer") return outcome.answer;
  throw new ToolFailure(`${url} is too much to read as a page; ask for it with raw: true.`);
}
