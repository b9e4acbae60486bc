import type { EstateMap } from "./model.ts";

const NODE_KEYS = ["name", "kind", "file", "line"] as const;
const EDGE_KEYS = ["kind", "file", "line", "resolved"] as const;

/** The estate's map as GraphML, as Gephi, yEd and NetworkX read it, line by line. */
export function* graphmlPieces({ nodes, edges }: EstateMap): Generator<string> {
  const ids = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n`;
  for (const name of NODE_KEYS) yield keyLine("node", name);
  for (const name of EDGE_KEYS) yield keyLine("edge", name);
  yield '<graph id="estate" edgedefault="directed">\n';
  for (const node of nodes) {
    const data = NODE_KEYS.map((key) => datum(`n-${key}`, key === "name" ? node.text : node[key]));
    yield `<node id="${ids.get(node.id)}">${data.join("")}</node>\n`;
  }
  for (const [index, edge] of edges.entries()) {
    const data = EDGE_KEYS.map((key) => datum(`e-${key}`, edge[key]));
    yield `<edge id="e${index}" source="${ids.get(edge.from)}" target="${ids.get(edge.to)}">${data.join("")}</edge>\n`;
  }
  yield "</graph>\n</graphml>\n";
}

const keyLine = (of: "node" | "edge", name: string): string =>
  `<key id="${of[0]}-${name}" for="${of}" attr.name="${name}" attr.type="${name === "line" ? "int" : "string"}"/>\n`;

const datum = (key: string, value: string | number): string => `<data key="${key}">${xmlText(String(value))}</data>`;

/** Characters that XML 1.0 has no place for become U+FFFD. */
const xmlText = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
