import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import type { CodeIndex } from "../../adapters/code-index/code-intelligence.ts";
import { sourcesIn } from "../../adapters/code-index/has-source.ts";
import type { CodeIntelligence, CodeOffer } from "../../core/ports/knowledge.ts";

export interface CodePlace {
  readonly root: string;
  readonly cacheFolder: string;
  /** More folders of the same estate; the list may change. */
  readonly addedRoots: readonly string[];
  /** Rules that deny paths: what they cover is in no answer. */
  readonly deny: readonly string[];
  /** Folders of copybooks that win, or `NAME=FOLDER`. */
  readonly libraries: readonly string[];
}

/** Code intelligence over a folder; parsers and index are loaded with the first question. */
export function createCodeIntelligence(place: CodePlace): CodeIntelligence & { close(): void } {
  let offer: CodeOffer | undefined;
  let index: CodeIndex | undefined;
  let of = place.addedRoots.join("\0");
  /** Other folders are another estate. */
  const look = (): void => {
    const now = place.addedRoots.join("\0");
    if (now === of) return;
    of = now;
    offer = undefined;
    index?.close();
    index = undefined;
  };
  return {
    offer() {
      look();
      offer ??= widest([place.root, ...place.addedRoots].map((folder) => sourcesIn(resolve(place.root, folder))));
      return offer;
    },
    async query(verb, input, signal, told) {
      const { createCodeQuery, openCodeIndex } = await import("../../adapters/code-index/code-intelligence.ts");
      look();
      index ??= openCodeIndex({
        ...place,
        root: realpathSync(place.root),
        addedRoots: place.addedRoots.flatMap((folder) => realFolder(place.root, folder)),
      });
      const opened = index;
      return createCodeQuery(() => opened)(verb, input, signal, told);
    },
    close: () => index?.close(),
  };
}

function widest(offers: readonly CodeOffer[]): CodeOffer {
  return (["all", "core"] as const).find((offer) => offers.includes(offer)) ?? "none";
}

/** A folder that is not there has no code. */
function realFolder(root: string, folder: string): string[] {
  try {
    return [realpathSync(resolve(root, folder))];
  } catch {
    return [];
  }
}
