import type { GraphNode } from "../model.ts";
import { answer, compare, failure, type Line, type QueryResult } from "./answer.ts";
import { type FieldMeaning, Meanings } from "./field-meaning.ts";
import { FlowIndex, itemId } from "./flow-index.ts";
import { meaningText, type SourceParts } from "./rules.ts";

/** One entry of the field dictionary. Offset and length are in bytes, in the record. */
export interface Field {
  readonly meaning: FieldMeaning;
  readonly level: number;
  readonly offset: number | undefined;
  readonly length: number | undefined;
  readonly occurs: number;
  readonly record: string;
  /** The copybook that declares it, or none. */
  readonly copybook: string;
  readonly reads: number;
  readonly writes: number;
  readonly programs: readonly string[];
  readonly node: GraphNode;
}

/** Every named data item of the files, in the order of files and lines; condition names are values of theirs. */
export function findFields(
  { estate, textOf }: SourceParts,
  files: ReadonlySet<string>,
  flows: FlowIndex = new FlowIndex(estate),
): Field[] {
  const meanings = new Meanings(estate, textOf);
  const nodes = estate.graph.nodes.filter(
    ({ kind, file, name, detail }) =>
      kind === "data-item" && files.has(file) && detail?.["level"] !== 88 && name.toUpperCase() !== "FILLER",
  );
  nodes.sort(
    (left, right) => compare(left.file, right.file) || left.start - right.start || compare(left.name, right.name),
  );
  return nodes.map((node): Field => {
    const { detail = {} } = node;
    const uses = flows
      .idsOf(
        node,
        estate.inFile(node.file).filter(({ start }) => start === node.start),
      )
      .flatMap((id) => flows.uses(id));
    const own = uses.length > 0 ? uses : flows.uses(itemId({ ...node, line: node.start }));
    const language = estate.facts.get(node.file)?.language;
    return {
      meaning: meanings.of(node),
      level: Number(detail["level"] ?? 0),
      offset: numberOf(detail["offset"]),
      length: numberOf(detail["length"]),
      occurs: Number(detail["occurs"] ?? 1),
      record: meanings.recordOf(node).name,
      copybook: language === "cobol" ? "" : (node.file.split("/").pop() ?? node.file),
      reads: own.filter(({ isRead }) => isRead).length,
      writes: own.filter(({ isWritten }) => isWritten).length,
      programs: [...new Set(own.map(({ facts }) => facts.path))].sort(compare),
      node,
    };
  });
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** The dictionary of a file or folder, one section a file. */
export function fieldDictionary(
  parts: SourceParts,
  path: string,
  names: readonly string[],
  flows: FlowIndex,
): QueryResult {
  const files = new Set(parts.estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const wanted = new Set(names.map((name) => name.toUpperCase()));
  const fields = findFields(parts, files, flows).filter(
    ({ node }) => wanted.size === 0 || wanted.has(node.name.toUpperCase()),
  );
  if (fields.length === 0) return answer(`Fields of ${path}`, { notes: ["No data item here"] });
  const byFile = Map.groupBy(fields, ({ node }) => node.file);
  return answer(`Fields of ${path}`, {
    values: [["Fields", fields.length]],
    sections: [...byFile].map(([heading, group]) => ({ heading, lines: group.map(fieldLine) })),
  });
}

function fieldLine({ meaning, offset, length, reads, writes, programs, node }: Field): Line {
  const place = offset === undefined ? "" : ` at ${offset}, ${length} bytes`;
  const used = `read ${reads}, written ${writes} times in ${programs.length} programs`;
  return {
    text: `${node.name}${place}: ${[meaningText(meaning), used].filter((part) => part !== "").join("; ")}`,
    file: node.file,
    line: node.start,
  };
}
