import type { EstateMap } from "./model.ts";

const NODE_KEYS = ["name", "kind", "file", "line"] as const;
const EDGE_KEYS = ["kind", "file", "line", "resolved"] as const;

/** The estate's map as GraphML, as Gephi, yEd and NetworkX read it. */
export function renderGraphml({ nodes, edges }: EstateMap): string {
  const ids = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const keys = [
    ...NODE_KEYS.map(
      (name) =>
        `<key id="n-${name}" for="node" attr.name="${name}" attr.type="${name === "line" ? "int" : "string"}"/>`,
    ),
    ...EDGE_KEYS.map(
      (name) =>
        `<key id="e-${name}" for="edge" attr.name="${name}" attr.type="${name === "line" ? "int" : "string"}"/>`,
    ),
  ];
  const nodeLines = nodes.map((node) => {
    const data = NODE_KEYS.map((key) => datum(`n-${key}`, key === "name" ? node.text : node[key]));
    return `<node id="${ids.get(node.id)}">${data.join("")}</node>`;
  });
  const edgeLines = edges.map((edge, index) => {
    const data = EDGE_KEYS.map((key) => datum(`e-${key}`, edge[key]));
    return `<edge id="e${index}" source="${ids.get(edge.from)}" target="${ids.get(edge.to)}">${data.join("")}</edge>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys,
    '<graph id="estate" edgedefault="directed">',
    ...nodeLines,
    ...edgeLines,
    "</graph>",
    "</graphml>",
    "",
  ].join("\n");
}

const datum = (key: string, value: string | number): string => `<data key="${key}">${xmlText(String(value))}</data>`;

/** Characters that XML 1.0 has no place for become U+FFFD. */
const xmlText = (text: string): string =>
  text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu, "\uFFFD")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
