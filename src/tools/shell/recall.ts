import type { MemoryNote } from "../../core/knowledge.ts";
import { rankByBm25 } from "../../engines/bm25/bm25.ts";
import { defineTool } from "../define-tool.ts";

const NOTES_MAX = 20;

export const recall = defineTool({
  name: "recall",
  description: "Finds remembered notes; without query the newest.",
  schema: { type: "object", properties: { query: { type: "string" } } },
  isUseful: ({ memory }) => !memory.isEmpty(),
  intent: ({ query = "" }) => ({ accesses: [], display: { kind: "text", text: `Recall ${query}`.trim() } }),
  async run({ query = "" }, { memory }) {
    const notes = memory.read();
    const found = query.trim() === "" ? newest(notes) : matching(query, notes);
    const text =
      found.length === 0
        ? `No notes${query === "" ? "" : ` match '${query}'`}.`
        : found
            .map(({ text: said, path, line, date }) => `- ${said} (${path}:${line}${date ? `, ${date}` : ""})`)
            .join("\n");
    return { text, display: { kind: "text", text: `${found.length} notes` } };
  },
});

function newest(notes: readonly MemoryNote[]): readonly MemoryNote[] {
  return notes.slice(-NOTES_MAX).reverse();
}

function matching(query: string, notes: readonly MemoryNote[]): readonly MemoryNote[] {
  const hits = rankByBm25(
    query,
    notes.map((note) => [{ text: note.text, weight: 1 }]),
  );
  return hits.slice(0, NOTES_MAX).flatMap((hit) => notes[hit.documentIndex] ?? []);
}
