import type { Estate } from "../graph/estate.ts";
import type { FileFacts, GraphEdge, GraphNode } from "../model.ts";
import {
  answer,
  byPlace,
  compare,
  failure,
  type Line,
  type QueryResult,
  type Section,
  sectionOfItems,
} from "./answer.ts";
import { describe } from "./impact/item-text.ts";
import { edgeText, factsOf, isFailure, resolutionText, unitsOf } from "./look-up.ts";

const isCall = (edge: GraphEdge): boolean =>
  edge.kind !== "falls-through" &&
  edge.kind !== "copies" &&
  edge.kind !== "includes" &&
  edge.detail?.["access"] === undefined;

/** What a file holds, with what each part calls; its file-level references and includes. */
export function analyzeFile(estate: Estate, path: string): QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const lines: Line[] = [];
  const fileLevel: Line[] = [];
  for (const node of estate.graph.nodes) {
    if (!node.id.startsWith(`${facts.path}#`)) continue;
    const calls = estate.from(node.id).filter(isCall);
    if (node.kind === "data-item" || node.kind === "map-field") continue;
    lines.push({
      text: `${node.name} (${node.kind}), lines ${node.start}-${node.end}`,
      file: node.file,
      line: node.start,
    });
    const sink = node.kind === "program" || node.kind === "copybook" ? fileLevel : lines;
    for (const edge of calls)
      sink.push({ text: edgeText(estate, edge), file: edge.file, line: edge.line, depth: sink === lines ? 1 : 0 });
  }
  const dataItems = facts.symbols.filter((symbol) => symbol.kind === "data-item").length;
  return answer(`Analysis of ${facts.path}`, {
    values: [
      ["Language", facts.language],
      ["Lines", facts.lines],
      ["Parse", facts.parse],
      ["Data items", dataItems],
    ],
    sections: [
      sectionOfItems("Artifacts", lines),
      { heading: "Fields", lines: fieldLines(estate, facts) },
      { heading: "File-level references", lines: fileLevel },
      { heading: "Includes", lines: includeLines(estate, facts.path) },
      {
        heading: "Problems",
        lines: facts.problems.map((problem) => ({ text: problem.message, file: facts.path, line: problem.line })),
      },
    ].filter((section) => section.lines.length > 0),
  });
}

/** The data items of a file that holds nothing else, as copybooks do; those of a program `fields` tells. */
function fieldLines(estate: Estate, { path, symbols }: FileFacts): readonly Line[] {
  if (!symbols.every(({ kind }) => kind === "data-item" || kind === "copybook")) return [];
  return estate
    .inFile(path)
    .filter(({ kind }) => kind === "data-item")
    .map((node) => ({ text: `${node.name}${describe(node)}`, file: path, line: node.start }));
}

/** Functions, paragraphs, programs and steps of a file, each with its extent and what it calls. */
export function listFunctions(estate: Estate, path: string): QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const units = unitsOf(estate, facts.path);
  if (units.length === 0)
    return answer(`Functions of ${facts.path}`, { notes: [`No functions found in ${facts.path}`] });
  const lines = units.flatMap((node): Line[] => [
    { text: `${node.name} (${node.kind}), lines ${node.start}-${node.end}`, file: node.file, line: node.start },
    ...estate
      .from(node.id)
      .filter(isCall)
      .map((edge) => ({ text: edgeText(estate, edge), file: edge.file, line: edge.line, depth: 1 })),
  ]);
  return answer(`Functions of ${facts.path}`, { sections: [sectionOfItems("Functions", lines)] });
}

/** Everything that a file or the files of a folder refer to, grouped by relationship. @param only  relationships; all where absent */
export function listCallouts(estate: Estate, path: string, only?: readonly string[]): QueryResult {
  const files = new Set(estate.filesUnder(path));
  if (files.size === 0) return failure(`No analysed file or folder ${path}`);
  const groups = new Map<string, Line[]>();
  const isFolder = files.size > 1;
  for (const edge of estate.graph.edges) {
    if (!files.has(edge.from.slice(0, edge.from.indexOf("#"))) || !isCallout(edge)) continue;
    if (only && !only.includes(edge.kind)) continue;
    const line = calloutLine(estate, edge, { isFolder });
    const list = groups.get(edge.kind);
    if (list) list.push(line);
    else groups.set(edge.kind, [line]);
  }
  if (groups.size === 0) return answer(`Callouts of ${path}`, { notes: [`No callouts found in ${path}`] });
  const sections: Section[] = [...groups]
    .sort(([left], [right]) => compare(left, right))
    .map(([kind, lines]) => ({ heading: kind, lines: lines.sort(byPlace) }));
  return answer(`Callouts of ${path}`, { sections });
}

const isCallout = ({ kind, detail }: GraphEdge): boolean =>
  kind !== "falls-through" && detail?.["access"] === undefined;

function calloutLine(estate: Estate, edge: GraphEdge, { isFolder }: { readonly isFolder: boolean }): Line {
  const from = estate.node(edge.from);
  const state = isFolder ? ` [${edge.resolved === "unresolved" ? "unresolved" : "resolved"}]` : "";
  const range = edge.thru === undefined ? "" : ` THRU ${edge.thru}`;
  return {
    text: `${from ? estate.title(from) : edge.from} -> ${edge.name}${range}${state}${resolutionText(edge)}`,
    file: edge.file,
    line: edge.line,
  };
}

function includeLines(estate: Estate, path: string): Line[] {
  return estate.graph.edges
    .filter((edge) => (edge.kind === "copies" || edge.kind === "includes") && edge.from.startsWith(`${path}#`))
    .map((edge) => {
      const target = estate.node(edge.to);
      return {
        text: `${edge.text}${target ? ` -> ${target.file}` : resolutionText(edge)}${alsoIn(edge)}`,
        file: edge.file,
        line: edge.line,
      };
    });
}

/** The other files of that name, which were not taken. */
function alsoIn({ detail }: GraphEdge): string {
  const others = [detail?.["others"], detail?.["sameName"]].flat().filter((path) => typeof path === "string");
  return others.length === 0 ? "" : ` (also in ${[...new Set(others)].join(", ")})`;
}

/** COPY, EXEC SQL INCLUDE and JCL INCLUDE members. */
export function listIncludes(estate: Estate, path: string): QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const lines = includeLines(estate, facts.path);
  if (lines.length === 0)
    return answer(`Includes of ${facts.path}`, { notes: [`No preprocessor includes found in ${facts.path}`] });
  return answer(`Includes of ${facts.path}`, { sections: [{ heading: "Includes", lines }] });
}

/** One function's text and where it stands; `missing` when the file has none of that name. */
export type Body =
  | {
      readonly kind: "body";
      readonly name: string;
      readonly file: string;
      readonly start: number;
      readonly end: number;
      readonly text: string;
    }
  | { readonly kind: "missing"; readonly name: string };

/**
 * The source of the named functions of a file, names without regard to case.
 * @param textOf  the current text of a file by its path; undefined when it is gone
 */
export function functionBodies(
  estate: Estate,
  path: string,
  names: readonly string[],
  textOf: (path: string) => string | undefined,
): Body[] | QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const units = unitsOf(estate, facts.path);
  const texts = new Map<string, readonly string[]>();
  const linesOf = (file: string): readonly string[] => {
    const known = texts.get(file);
    if (known) return known;
    const lines = (textOf(file) ?? "").split("\n").map((line) => line.replace(/\r$/, ""));
    texts.set(file, lines);
    return lines;
  };
  return names.map((name): Body => {
    const node = units.find((unit) => unit.name.toUpperCase() === name.toUpperCase());
    if (!node) return { kind: "missing", name };
    const end = Math.max(node.end, Number(node.detail?.["sectionEnd"] ?? 0));
    return {
      kind: "body",
      name: node.name,
      file: node.file,
      start: node.start,
      end,
      text: linesOf(node.file)
        .slice(node.start - 1, end)
        .join("\n"),
    };
  });
}

/** Size of a file and of each of its paragraphs. */
export function fileStats(estate: Estate, path: string): QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const units = unitsOf(estate, facts.path).filter((node) => node.kind !== "program" && node.kind !== "job");
  const lines = units.map((node) => {
    const decisions = node.detail?.["decisions"];
    const complexity = typeof decisions === "number" ? `, complexity ${decisions + 1}` : "";
    return {
      text: `${node.name}: lines ${node.start}-${node.end} (${node.end - node.start + 1} lines${complexity})`,
      file: node.file,
      line: node.start,
    };
  });
  const paragraphs = units.filter((node) => node.kind === "paragraph").length;
  return answer(`Statistics of ${facts.path}`, {
    values: [
      ["Language", facts.language],
      ["Total lines", facts.lines],
      ["Paragraph count", paragraphs],
      ["Section count", units.filter((node) => node.kind === "section").length],
    ],
    sections: [{ heading: "Units", lines }],
  });
}

/** A file in a few lines: entry points and main calls. */
export function fileSummary(estate: Estate, path: string): QueryResult {
  const facts = factsOf(estate, path);
  if (isFailure(facts)) return facts;
  const units = unitsOf(estate, facts.path);
  const entries = units.filter(
    (node) =>
      node.kind === "program" || node.kind === "entry" || node.kind === "job" || node.detail?.["reach"] === "entry",
  );
  const calls = new Map<string, GraphEdge>();
  for (const node of estate.graph.nodes) {
    if (!node.id.startsWith(`${facts.path}#`)) continue;
    for (const edge of estate.from(node.id))
      if (isCall(edge) && edge.kind !== "goto" && !calls.has(`${edge.kind} ${edge.name}`))
        calls.set(`${edge.kind} ${edge.name}`, edge);
  }
  const missing = estate.graph.edges.filter(
    (edge) => edge.resolved === "unresolved" && edge.from.startsWith(`${facts.path}#`),
  ).length;
  return answer(`Summary of ${facts.path}`, {
    values: [
      ["Language", facts.language],
      ["Total lines", facts.lines],
      ["Paragraph count", units.filter((node) => node.kind === "paragraph").length],
      ["Parse", facts.parse],
      ["Unresolved references", missing],
    ],
    sections: [
      {
        heading: "Entry points",
        lines: entries.map((node: GraphNode) => ({
          text: `${node.name} (${node.kind})`,
          file: node.file,
          line: node.start,
        })),
      },
      {
        heading: "Main calls",
        lines: [...calls]
          .sort(([left], [right]) => compare(left, right))
          .map(([text, edge]) => ({ text: `${text}${resolutionText(edge)}`, file: edge.file, line: edge.line })),
      },
    ],
  });
}
