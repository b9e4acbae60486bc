import { readMermaid } from "../../../engines/mermaid/read-mermaid.ts";
import { drawFlow } from "./draw-flow.ts";
import { drawSequence } from "./draw-sequence.ts";
import { drawTree } from "./draw-tree.ts";

const SOURCE_CHARS_MAX = 200_000;

/** A Mermaid diagram as rows of text, no wider than `width`; undefined for kinds that cannot be drawn. */
export function drawMermaid(source: string, width: number): readonly string[] | undefined {
  if (source.length > SOURCE_CHARS_MAX) return undefined;
  const diagram = readMermaid(source);
  if (!diagram) return undefined;
  if (diagram.kind === "sequence") return drawSequence(diagram, width);
  return drawFlow(diagram, width) ?? drawTree(diagram, width);
}
