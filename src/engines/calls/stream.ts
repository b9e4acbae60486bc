import { type ExtractOptions, extractToolCalls } from "./extract.ts";
import type { Extraction } from "./model.ts";
export interface CallExtractor {
  readonly push: (chunk: string) => { readonly text: string };
  readonly end: () => Extraction & { readonly text: string };
}
export function createCallExtractor(options: ExtractOptions = {}): CallExtractor {
  const chunks: string[] = [];
  return { push: (c) => (chunks.push(c), { text: "" }), end: () => { const f = extractToolCalls(chunks.join(""), options); return { ...f, text: f.content }; } };
}
