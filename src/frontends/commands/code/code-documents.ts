import type { CodeIndex } from "../../../app/knowledge/code-estate.ts";
import { inertJson } from "../../../app/report/standard-streams.ts";
import type { FileUses } from "../../../engines/citadel/queries/file-uses.ts";
import type { CommandContext } from "../command.ts";

/** Items written at once: a graph of millions of lines does not fit into one string. */
const CHUNK_ITEMS = 2000;

/** The graph as the one JSON document of the contract, or what it holds in numbers. */
export function writeGraph(
  graph: Awaited<ReturnType<CodeIndex["graph"]>>,
  asJson: boolean,
  context: CommandContext,
): void {
  if (!asJson) {
    context.out(`${counts("Nodes", graph.nodes)}${counts("Edges", graph.edges)}`);
    const unresolved = graph.edges.filter((edge) => edge.resolved === "unresolved").length;
    context.out(
      `Files: ${graph.files.length}\nUnresolved edges: ${unresolved}\n\nThe whole graph is printed with --json.\n`,
    );
    return;
  }
  const lists = { files: graph.files, nodes: graph.nodes, edges: graph.edges, problems: graph.problems };
  let opening = "{";
  for (const [name, items] of Object.entries(lists)) {
    context.data(`${opening}${JSON.stringify(name)}:[`);
    opening = ",";
    for (let at = 0; at < items.length; at += CHUNK_ITEMS) {
      const chunk = items.slice(at, at + CHUNK_ITEMS).map((item) => inertJson(JSON.stringify(item)));
      context.data(`${at === 0 ? "" : ","}${chunk.join(",\n")}`);
    }
    context.data("]");
  }
  context.data("}\n");
}

function counts(title: string, items: readonly { readonly kind: string }[]): string {
  const found = new Map<string, number>();
  for (const { kind } of items) found.set(kind, (found.get(kind) ?? 0) + 1);
  const rows = [...found].sort((left, right) => right[1] - left[1]).map(([kind, count]) => `  ${kind}: ${count}`);
  return `${title}: ${items.length}\n${rows.join("\n")}\n\n`;
}

/** What the index holds after it was brought in step, and what could not be read. */
export function writeIndex(
  report: Awaited<ReturnType<CodeIndex["sync"]>>,
  asJson: boolean,
  context: CommandContext,
): void {
  if (asJson) return context.json(report);
  const languages = Object.entries(report.languages)
    .sort((left, right) => right[1] - left[1])
    .map(([language, files]) => `  ${language}: ${files}`);
  const problems = report.problems.map(({ path, message }) => `  ${path}: ${message}`);
  const rows = [
    `Files: ${report.files}, ${report.lines} lines`,
    ...languages,
    `Parsed now: ${report.parsed}, by worker threads: ${report.parsedByWorkers}; gone: ${report.gone}`,
    ...(problems.length > 0 ? [`Problems: ${problems.length}`, ...problems] : []),
  ];
  context.out(`${rows.join("\n")}\n`);
}

/** Every use of a data item and operation on a file, as the one JSON document of the contract or as lines; written file by file. */
export async function writeUses(
  files: AsyncIterable<FileUses>,
  asJson: boolean,
  context: CommandContext,
): Promise<void> {
  const operations: string[] = [];
  let opening = '{"programs":{';
  for await (const { path, uses, operations: rows } of files) {
    if (asJson) {
      context.data(inertJson(`${opening}${JSON.stringify(path)}:${JSON.stringify(uses)}`));
      operations.push(`${JSON.stringify(path)}:${JSON.stringify(rows)}`);
      opening = ",\n";
      continue;
    }
    for (const [item, file, line, access] of uses) context.out(`${file ?? path}:${line} ${access} ${item}\n`);
    for (const [select, operation, file, line, assign] of rows)
      context.out(`${file ?? path}:${line} ${operation} ${select} (${assign})\n`);
  }
  if (asJson) context.data(inertJson(`${opening === ",\n" ? "" : opening}},"crud":{${operations.join(",\n")}}}\n`));
}
