import type { BuildProgress } from "../../../app/knowledge/code-estate.ts";
import { phrase, type Words } from "../../../base/phrase.ts";

/** A build that is over sooner needs no words. */
const SILENT_MS = 2000;
const PAUSE_MS = 1000;

/** Tells of a long build on standard error, a line a second at most. */
export function progressLine(write: (words: Words) => void): {
  readonly show: (progress: BuildProgress) => void;
  end(): void;
} {
  const startMs = performance.now();
  let shownMs = startMs + SILENT_MS - PAUSE_MS;
  let isShown = false;
  return {
    show({ filesDone, files, bytesDone, bytes }) {
      const nowMs = performance.now();
      if (nowMs - shownMs < PAUSE_MS) return;
      shownMs = nowMs;
      isShown = true;
      const share = bytes === 0 ? 100 : Math.floor((100 * bytesDone) / bytes);
      write(phrase`Indexing: ${share} % (${filesDone} of ${files} files)\n`);
    },
    end() {
      if (isShown) write(phrase`Indexed in ${((performance.now() - startMs) / 1000).toFixed(1)} s\n`);
    },
  };
}
