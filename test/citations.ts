import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Graph, GraphEdge } from "../src/engines/citadel/model.ts";
import { decodeText, detectEncoding } from "../src/engines/text/encoding.ts";

/** How many of a graph's edges were judged, and those whose cited lines do not hold what is claimed. */
export interface CitationScore {
  readonly judged: number;
  readonly wrong: readonly string[];
}

/** A statement may go on over some lines. */
const STATEMENT_LINES = 8;

/** Reads every file anew, by other means than the index, and looks for each edge's target where the edge says it stands. */
export function judgeCitations(graph: Graph, root: string): CitationScore {
  const texts = new Map<string, readonly string[]>();
  const linesOf = (path: string): readonly string[] => {
    const known = texts.get(path) ?? readLines(resolve(root, path));
    texts.set(path, known);
    return known;
  };
  const renames = renamesOf(graph, linesOf);
  const wrong: string[] = [];
  let judged = 0;
  for (const edge of graph.edges) {
    const lines = linesOf(edge.file);
    const shown = `${edge.file}:${edge.line} ${edge.kind} ${edge.name}`;
    if (edge.line < 1 || edge.line > lines.length) wrong.push(`${shown}: there is no such line`);
    for (const { file, line } of edge.via ?? [])
      if (line < 1 || line > linesOf(file).length) wrong.push(`${shown}: via ${file}:${line}, which is no line`);
    // Falling from one paragraph into the next is written nowhere.
    if (edge.kind === "falls-through") continue;
    judged += 1;
    const pairs = renames.get(`${edge.from.replace(/#.*$/s, "")}>${edge.file}`) ?? [];
    if (!cites(edge, lines) && !pairs.some((some) => cites(edge, lines, some))) wrong.push(shown);
  }
  return { judged, wrong };
}

/** What a COPY … REPLACING changes, by the file that copies and the one that is copied. */
function renamesOf(graph: Graph, linesOf: (path: string) => readonly string[]): Map<string, Rename[][]> {
  const found = new Map<string, Rename[][]>();
  for (const { kind, file, line, detail } of graph.edges) {
    if (kind !== "copies" || detail?.["replacing"] !== true) continue;
    const text = linesOf(file)
      .slice(line - 1, line + STATEMENT_LINES)
      .map((code) => code.slice(6, 72))
      .join(" ")
      .split(/\.\s/, 1)[0];
    const pairs = [...(text ?? "").matchAll(/==(.*?)==\s+BY\s+==(.*?)==/gi)].map(([, from = "", to = ""]) => ({
      from: from.trim().toUpperCase(),
      to: to.trim().toUpperCase(),
    }));
    const key = `${file}>${String(detail["member"])}`;
    found.set(key, [...(found.get(key) ?? []), pairs]);
  }
  return found;
}

interface Rename {
  readonly from: string;
  readonly to: string;
}

function cites(edge: GraphEdge, lines: readonly string[], renames: readonly Rename[] = []): boolean {
  const end = Math.max(edge.line + STATEMENT_LINES, Number(edge.detail?.["endLine"] ?? 0));
  const written = lines
    .slice(edge.line - 1, end)
    .join(" ")
    .toUpperCase();
  const cited = renames.reduce((text, { from, to }) => text.replaceAll(from, to), written);
  // A name that is split over two lines stands there without the margin between.
  const joined = cited.replace(/\S{0,8} +(?:\/\/ {1,13})?/g, (gap) => (gap.trim() === "" ? "" : gap.trim()));
  return namesIn(edge).some((name) => cited.includes(name) || joined.includes(name.replaceAll(" ", "")));
}

/** What the cited line may call the target: its name, or the record, cursor, variable, constant, condition, symbol, member or referback that stands for it. */
function namesIn({ name, detail, text }: GraphEdge): string[] {
  const standIns = ["record", "cursor", "variable", "constant", "condition"].map((key) => detail?.[key]);
  const symbols = text.match(/&\w+/g) ?? [];
  const referback = detail?.["dd"] === undefined ? [] : ["DSN=*."];
  const member = /\(([^)]+)\)$/.exec(name)?.[1];
  const command = name.startsWith("EXEC ") ? detail?.["command"] : undefined;
  return [name, command, name.replace(/^.*\./, ""), member, ...standIns, ...symbols, ...referback].flatMap((word) =>
    typeof word === "string" && word !== "" ? word.toUpperCase() : [],
  );
}

function readLines(path: string): readonly string[] {
  const bytes = readFileSync(path);
  const guess = detectEncoding(bytes);
  const text = guess.kind === "not-text" ? bytes.toString("latin1") : decodeText(bytes, guess.encoding);
  return text.split(/\r?\n|\u0085/);
}
