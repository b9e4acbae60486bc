import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import type { PreparedSearch } from "./prepared-search.ts";
import { walkBatches } from "./walk.ts";

const MEMORY_BYTES_MAX = 160 * 1024 * 1024;
const MEMORY_LOOK_MS = 20;
const PAGE_BYTES = 4096;
const PIPE_LOOK_MS = 300;

/** Ends a program that takes too much memory, as ripgrep does at an ignore file that leads to a device; not where the system does not tell. */
export function watchMemory(
  pid: number | undefined,
  end: () => void,
): { readonly isTooLarge: () => boolean; stop(): void } {
  let isTooLarge = false;
  const timer = setInterval(() => {
    isTooLarge ||= residentBytes(pid) > MEMORY_BYTES_MAX;
    if (isTooLarge) end();
  }, MEMORY_LOOK_MS);
  return { isTooLarge: () => isTooLarge, stop: () => clearInterval(timer) };
}

/** Ends a program that waits for the other end of a pipe in place of an ignore file. Most searches are over before one is looked for. */
export function watchPipes(
  { start, shown, includeHidden }: PreparedSearch,
  end: () => void,
): { readonly isFound: () => boolean; stop(): void } {
  let isFound = false;
  const over = new AbortController();
  const onPipe = (): void => {
    isFound = true;
    over.abort();
    end();
  };
  const look = async (): Promise<void> => {
    for (const _ of walkBatches(start, shown, { includeHidden, onPipe, signal: over.signal })) await setImmediate();
  };
  const timer = setTimeout(() => void look(), PIPE_LOOK_MS);
  return {
    isFound: () => isFound,
    stop: () => {
      clearTimeout(timer);
      over.abort();
    },
  };
}

function residentBytes(pid: number | undefined): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
