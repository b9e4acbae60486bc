import type { PdfText } from "../../core/ports/documents.ts";
import { askWorker, workerFile } from "../ask-worker.ts";

export interface PdfRequest {
  readonly bytes: Uint8Array;
  /** Counted from 1. */
  readonly from: number;
  readonly to: number;
}

/** A file of another's making is parsed: a thread of its own can be ended, whatever the file makes it do. */
const TIME_MS = 60_000;
/** Near to its end the thread gives back what it no longer needs, which it otherwise keeps. */
const HEAP_MB = 96;
const YOUNG_HEAP_MB = 16;
/** Beyond the file itself, and with it; what unpacks to more lies outside of the thread's heap, so that it is looked for. */
const BESIDE_FILE_MB_MAX = 96;
const MEMORY_MB_MAX = 160;
const BYTES_MAX = 100_000_000;
const MB = 1_000_000;

/**
 * The text of pages, by pdf.js in a thread of its own with limits of time and memory. The bytes go over to it: whoever gives them holds
 * none afterwards. Rejects only when `signal` aborts.
 */
export async function readPdf(
  bytes: Uint8Array,
  range: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<PdfText> {
  if (bytes.length > BYTES_MAX)
    return {
      kind: "refused",
      why: `it has ${Math.round(bytes.length / 1e6)} MB (${BYTES_MAX / 1e6} at most); split it`,
    };
  const memoryMb = Math.min(BESIDE_FILE_MB_MAX + bytes.length / MB, MEMORY_MB_MAX);
  // Of a larger buffer the rest is another's.
  const given = bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
  const handedOver = [given.buffer as ArrayBuffer];
  const limits = { timeMs: TIME_MS, heapMb: HEAP_MB, youngHeapMb: YOUNG_HEAP_MB, memoryMb, signal, handedOver };
  const request = { bytes: given, ...range } satisfies PdfRequest;
  const outcome = await askWorker<PdfText>(workerFile("pdf-worker", import.meta.url), request, limits);
  switch (outcome.kind) {
    case "answer":
      return outcome.answer;
    case "late":
      return refused(`it was not read within ${TIME_MS / 1000} s; name fewer pages`);
    case "too-much":
      return refused(`it takes more than ${Math.round(memoryMb)} MB to read; split it, or name fewer pages`);
    case "failed":
      return refused(reasonOf(outcome.error));
    case "ended":
      return refused("its reader ended");
  }
}

function refused(why: string): PdfText {
  return { kind: "refused", why };
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === "ERR_WORKER_OUT_OF_MEMORY"
    ? `it takes more than ${HEAP_MB} MB to read; split it, or name fewer pages`
    : message;
}
