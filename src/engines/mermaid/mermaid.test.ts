import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import type { FlowGraph } from "./diagram.ts";
import { drawMermaid } from "./draw-svg.ts";
import { layOut } from "./lay-out.ts";
import { readMermaid } from "./read-mermaid.ts";

const flow = (source: string): FlowGraph => {
  const read = readMermaid(source);
  if (read?.kind !== "flow") throw new Error("no flowchart");
  return read;
};

describe("reading", () => {
  test("a flowchart: shapes, entities, chains, groups, labels in both ways, colours of classes", () => {
    const read = flow(`flowchart LR
  %% a comment
  a["Say #quot;hi#quot; #35;1"] --> b(["P"]):::done
  b -.->|"GO TO"| c[("ACCT")] & d{{"M"}}
  c -- then --> e{yes?}
  e ==> a;
  subgraph x
  end
  classDef done fill:#d3f2d3,stroke:#2b8a3e`);
    expect(read.isSideways).toBe(true);
    expect(read.nodes).toEqual([
      { id: "a", label: 'Say "hi" #1', shape: "box" },
      { id: "b", label: "P", shape: "round", fill: "#d3f2d3", stroke: "#2b8a3e" },
      { id: "c", label: "ACCT", shape: "store" },
      { id: "d", label: "M", shape: "hexagon" },
      { id: "e", label: "yes?", shape: "diamond" },
    ]);
    expect(read.edges).toEqual([
      { from: "a", to: "b", label: "", isDotted: false, isOpen: false },
      { from: "b", to: "c", label: "GO TO", isDotted: true, isOpen: false },
      { from: "b", to: "d", label: "GO TO", isDotted: true, isOpen: false },
      { from: "c", to: "e", label: "then", isDotted: false, isOpen: false },
      { from: "e", to: "a", label: "", isDotted: false, isOpen: false },
    ]);
  });

  test("a sequence diagram: named actors, calls and returns", () => {
    expect(
      readMermaid("sequenceDiagram\n participant p as MAIN (a.cbl)\n p->>q: calls X#59; at a:1\n q-->>p: return"),
    ).toEqual({
      kind: "sequence",
      actors: [
        { id: "p", label: "MAIN (a.cbl)" },
        { id: "q", label: "q" },
      ],
      steps: [
        { kind: "message", from: "p", to: "q", text: "calls X; at a:1", isDotted: false },
        { kind: "message", from: "q", to: "p", text: "return", isDotted: true },
      ],
    });
  });

  test.each(["pie title x", "", "flowchart TD", "sequenceDiagram", "gantt\n a --> b"])(
    "%j is left to its source",
    (source) => {
      expect(drawMermaid(source)).toBeUndefined();
    },
  );
});

test("each box lies below those that lead to it, boxes do not overlap, and a circle is laid out all the same", () => {
  const arbitrary = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 });
  fc.assert(
    fc.property(arbitrary, fc.boolean(), (pairs, isSideways) => {
      const nodes = Array.from({ length: 15 }, (_, index) => ({
        id: `n${index}`,
        label: `node ${index}`,
        shape: "box" as const,
      }));
      const edges = pairs.map(([from, to]) => ({
        from: `n${from}`,
        to: `n${to}`,
        label: "",
        isDotted: false,
        isOpen: false,
      }));
      const { boxes, width, height } = layOut(nodes, edges, isSideways);
      const all = [...boxes.values()];
      expect(all).toHaveLength(nodes.length);
      for (const [index, one] of all.entries()) {
        expect(one.x >= 0 && one.y >= 0 && one.x + one.width <= width && one.y + one.height <= height).toBe(true);
        for (const other of all.slice(index + 1)) {
          const apart =
            one.x + one.width <= other.x ||
            other.x + other.width <= one.x ||
            one.y + one.height <= other.y ||
            other.y + other.height <= one.y;
          expect(apart, `${one.node.id} and ${other.node.id}`).toBe(true);
        }
      }
      // Without circles every edge goes on to a later layer.
      if (pairs.every(([from, to]) => from < to))
        for (const { from, to } of edges) {
          const [start, end] = [boxes.get(from), boxes.get(to)];
          expect(isSideways ? (end?.x ?? 0) > (start?.x ?? 0) : (end?.y ?? 0) > (start?.y ?? 0)).toBe(true);
        }
    }),
  );
});

test("whatever a diagram says, the picture is well-formed and holds no script, no address, no handler", () => {
  const text = fc.string({ unit: "binary", maxLength: 60 });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (labels) => {
      const svg = drawMermaid(
        `flowchart TD\n${labels.map((label, index) => `n${index}["${label}"] -->|"${label}"| m`).join("\n")}`,
      );
      if (svg === undefined) return;
      expect(svg.match(/<(?!\/?(?:svg|defs|marker|path|rect|polygon|text)\b)/g)).toBeNull();
      expect(svg.match(/<text/g)?.length).toBe(svg.match(/<\/text>/g)?.length);
    }),
    { numRuns: rounds(12) },
  );
  const hostile = drawMermaid(
    'flowchart TD\n a["<script>alert(1)</script>"]:::x --> b["<img src=http://x onerror=y>"]\n classDef x fill:url(http://x),stroke:red',
  );
  expect(hostile).not.toMatch(/<script|<img|url\(http/);
  expect(hostile).toContain("&lt;script&gt;");
});

test("a long line and a large diagram take no time worth the name and are left to their source", () => {
  expect(drawMermaid(`flowchart TD\n${"a".repeat(500_000)}`)).toBeDefined();
  expect(
    drawMermaid(`flowchart TD\n${Array.from({ length: 900 }, (_, index) => `n${index} --> n${index + 1}`).join("\n")}`),
  ).toBeUndefined();
});
