import type { GraphNode } from "../../model.ts";

/** `: PIC X(3), 3 bytes at offset 0`, or nothing when nothing is known. */
export function describe(node: GraphNode): string {
  const { detail = {} } = node;
  const parts = [
    detail["picture"] && `PIC ${detail["picture"]}`,
    detail["usage"],
    detail["length"] !== undefined &&
      `${detail["length"]} bytes${detail["offset"] === undefined ? "" : ` at offset ${detail["offset"]}`}`,
  ];
  const text = parts.filter((part) => typeof part === "string" && part !== "").join(", ");
  return text === "" ? "" : `: ${text}`;
}
