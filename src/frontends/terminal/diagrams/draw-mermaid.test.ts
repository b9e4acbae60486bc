import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../../test/rounds.ts";
import { readMermaid } from "../../../engines/mermaid/read-mermaid.ts";
import { textWidth } from "../text/width.ts";
import { drawMermaid } from "./draw-mermaid.ts";

const draw = (source: string, width = 76): string => (drawMermaid(source, width) ?? ["(not drawn)"]).join("\n");

test("CW-93: a flowchart is boxes and lines, branches with their words, ways back named below", () => {
  expect(
    draw(`flowchart TD
  A["0000-MAIN"] --> C{More records?}
  C -->|yes| D[2000-PROCESS]
  C -->|no| E([9000-END])
  D --> C
  classDef hot fill:#f00`),
  ).toMatchInlineSnapshot(`
    "┌───────────┐
    │ 0000-MAIN │
    └───────────┘
          │
          ▼
    ┌───────────────┐
    │ More records? │
    └───────────────┘
            ├────────────────┐
            │yes             │no
            ▼                ▼
    ┌──────────────┐   ┌──────────┐
    │ 2000-PROCESS │   │ 9000-END │
    └──────────────┘   └──────────┘
    ↩ 2000-PROCESS → More records?"
  `);
});

test("chains, groups and a link's words in its middle are read", () => {
  const graph = readMermaid("graph LR; A-->B & C; B-- over there -->C; C -.-> D-1.x:::big");
  expect(graph).toEqual({
    kind: "flow",
    isSideways: true,
    nodes: ["A", "B", "C", "D-1.x"].map((id) => ({ id, label: id, shape: "box" })),
    edges: [
      { from: "A", to: "B", label: "", isDotted: false, isOpen: false },
      { from: "A", to: "C", label: "", isDotted: false, isOpen: false },
      { from: "B", to: "C", label: "over there", isDotted: false, isOpen: false },
      { from: "C", to: "D-1.x", label: "", isDotted: true, isOpen: false },
    ],
  });
});

test("a graph that does not fit is a tree that names what was shown already", () => {
  expect(
    draw(
      `flowchart TD
  A[one of the longer names] --> B[another of the longer names]
  A --> C[a third of the longer names]
  B --> D
  C --> D
  D --> E
  E --> A`,
      34,
    ),
  ).toMatchInlineSnapshot(`
    "one of the longer names
    ├─▶ another of the longer names
    │  └─▶ D
    │     └─▶ E
    │    └─▶ one of the longer names ↑
    └─▶ a third of the longer names
       └─▶ D ↑"
  `);
});

test("states are a flow from start to end", () => {
  expect(draw("stateDiagram-v2\n [*] --> Idle\n Idle --> [*] : stop")).toMatchInlineSnapshot(`
    "┌─────────┐
    │ (start) │
    └─────────┘
         │
         ▼
     ┌──────┐
     │ Idle │
     └──────┘
         │
         │stop
         ▼
     ┌───────┐
     │ (end) │
     └───────┘"
  `);
});

test("CW-93: a sequence has its actors side by side and dashed answers", () => {
  expect(
    draw(`sequenceDiagram
  participant n0 as FEEPOST
  participant n1 as RATECALC
  n0->>n1: calls RATECALC at FEEPOST.cbl:31
  loop every fee
  n1->>n1: rounds
  end
  n1-->>n0: return`),
  ).toMatchInlineSnapshot(`
    "┌─────────┐  ┌──────────┐
    │ FEEPOST │  │ RATECALC │
    └─────────┘  └──────────┘
         │ calls RATECALC at FEEPOST.cbl:31
         │────────────▶│
    ── loop every fee ──
         │             │ rounds
         │             │─↺
    ── end ──          │
         │ return      │
         │◀╌╌╌╌╌╌╌╌╌╌╌╌│
         │             │"
  `);
});

test("a sequence that does not fit is a numbered list", () => {
  expect(
    draw("sequenceDiagram\n Alphabetical->>Beneficiary: a message\n Beneficiary->>Gregorian: more", 24),
  ).toMatchInlineSnapshot(`
    "1. Alphabetical ─▶
    Beneficiary: a message
    2. Beneficiary ─▶
    Gregorian: more"
  `);
});

test("entities and quotes of labels are read, other kinds of diagrams are left as they are", () => {
  expect(draw('flowchart TD\n n0["say #quot;hi#quot; #lt;b#gt; #35;1"]')).toContain('say "hi" <b> #1');
  expect(draw('pie title Pets\n  "Dogs" : 386')).toBe("(not drawn)");
  expect(draw("")).toBe("(not drawn)");
});

test("whatever the graph, no row is wider than the screen and every label is there", () => {
  const node = fc.integer({ min: 0, max: 12 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(node, node, fc.constantFrom("-->", "-.->", "---", "-->|maybe|")), {
        minLength: 1,
        maxLength: 25,
      }),
      fc.integer({ min: 20, max: 120 }),
      (edges, width) => {
        const source = `flowchart TD\n${edges.map(([from, to, link]) => `N${from}[漢${from}x] ${link} N${to}[漢${to}x]`).join("\n")}`;
        const rows = drawMermaid(source, width) ?? [];
        for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(width);
        const text = rows.join("\n");
        for (const [from, to] of edges) for (const id of [from, to]) expect(text).toContain(`漢${id}x`);
      },
    ),
    { numRuns: rounds(60) },
  );
});

test("garbage neither throws nor hangs", () => {
  fc.assert(
    fc.property(fc.constantFrom("flowchart TD\n", "sequenceDiagram\n", "stateDiagram\n"), fc.string(), (head, text) => {
      drawMermaid(head + text, 40);
    }),
    { numRuns: rounds(60) },
  );
});
