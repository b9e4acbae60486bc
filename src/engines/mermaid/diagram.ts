/** A Mermaid diagram as far as it can be drawn, as text or as a picture. */
export type Diagram = FlowGraph | SequenceChart;

export interface FlowGraph {
  readonly kind: "flow";
  /** Layers from left to right. */
  readonly isSideways: boolean;
  /** In the order of their first mention. */
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export interface FlowNode {
  readonly id: string;
  readonly label: string;
  readonly shape: "box" | "round" | "store" | "hexagon" | "diamond";
  /** `#rgb` or `#rrggbb`. */
  readonly fill?: string;
  readonly stroke?: string;
}

export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isDotted: boolean;
  /** Without a head: `---`. */
  readonly isOpen: boolean;
}

export interface SequenceChart {
  readonly kind: "sequence";
  readonly actors: readonly Actor[];
  readonly steps: readonly SequenceStep[];
}

export interface Actor {
  readonly id: string;
  readonly label: string;
}

export type SequenceStep =
  | {
      readonly kind: "message";
      readonly from: string;
      readonly to: string;
      readonly text: string;
      readonly isDotted: boolean;
    }
  /** A note, or the beginning, a part or the end of a block such as `loop`. */
  | { readonly kind: "note" | "block"; readonly text: string };
