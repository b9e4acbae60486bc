import { realpathSync } from "node:fs";
import type { CodeIndex } from "../adapters/code-index/code-intelligence.ts";
import { hasMainframeSource } from "../adapters/code-index/has-source.ts";
import type { CodeIntelligence } from "../core/ports.ts";

export interface CodePlace {
  readonly root: string;
  readonly cacheFolder: string;
}

/** Code intelligence over a folder; parsers and index are loaded with the first question. */
export function createCodeIntelligence(place: CodePlace): CodeIntelligence & { close(): void } {
  let useful: boolean | undefined;
  let index: CodeIndex | undefined;
  return {
    isUseful: () => (useful ??= hasMainframeSource(place.root)),
    async query(verb, input, signal) {
      const { createCodeQuery, openCodeIndex } = await import("../adapters/code-index/code-intelligence.ts");
      index ??= openCodeIndex({ root: realpathSync(place.root), cacheFolder: place.cacheFolder });
      const opened = index;
      return createCodeQuery(() => opened)(verb, input, signal);
    },
    close: () => index?.close(),
  };
}
