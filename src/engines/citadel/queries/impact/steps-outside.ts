import type { Estate } from "../../graph/estate.ts";
import { type Place, pathOf } from "../../model.ts";
import { type FlowIndex, type FlowStep, itemId, itemNode } from "../flow-index.ts";
import { heldBy } from "./data-to-convert.ts";
import { recordsOf } from "./other-layouts.ts";

/**
 * Steps of a value out of the programs and back: from the record of a dataset, file or queue to the other records of it,
 * from a host variable to those that get the same column of the table.
 */
export function stepsOutside(estate: Estate, flows: FlowIndex, id: string): FlowStep[] {
  const node = itemNode(estate, id);
  if (!node) return [];
  return heldBy(estate, node).flatMap(({ target, edge }) => {
    // A map's input and output lie over each other.
    if (target.kind === "map" || target.kind === "map-field") return [];
    const step = (to: string, place: Place & { readonly path: string }, kind: FlowStep["use"]["kind"]): FlowStep[] => {
      const { path, file, line } = place;
      const facts = estate.facts.get(path);
      if (!facts || to === id) return [];
      const use = { facts, unit: target.name, file, line, isRead: false, isWritten: true, kind, part: 0 };
      return [{ use, from: id, to, literal: undefined }];
    };
    if (edge.detail?.["join"] === "record")
      return recordsOf(estate, target).flatMap((record) =>
        step(
          itemId({ ...record, line: record.start }),
          { path: record.file, file: record.file, line: record.start },
          "exec",
        ),
      );
    const column = edge.detail?.["column"];
    if (column === undefined) return [];
    return estate.from(target.id).flatMap((other) => {
      const variable = other.detail?.["column"] === column ? estate.node(other.to) : undefined;
      if (!variable) return [];
      const to = itemId({ ...variable, line: variable.start });
      const isGot = flows
        .uses(to)
        .some(({ kind, isWritten, line }) => kind === "sql" && isWritten && line === other.line);
      const by = String(other.detail?.["by"]);
      return isGot ? step(to, { path: pathOf(by), file: other.file, line: other.line }, "sql") : [];
    });
  });
}
