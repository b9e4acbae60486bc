// Jupyter notebooks (nbformat 4): JSON whose `cells` have a type, a source in one text or in lines, and outputs.

import { applyEdits, type JSONPath, modify } from "jsonc-parser";
import { isObject } from "../../base/is-object.ts";
import { jsonExcess, parseForeignJson } from "../../base/json-depth.ts";

/** Of one output; pictures and tables as HTML are only named. */
const OUTPUT_CHARS_MAX = 1_000;

export interface CellChange {
  /** From 1. An insertion comes to stand here. */
  readonly cell: number;
  readonly mode: "replace" | "insert" | "delete";
  readonly source?: string;
  readonly kind?: "code" | "markdown";
}

export interface NotebookRequest {
  readonly text: string;
  readonly change: CellChange;
}

export type NotebookEdit =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "failed"; readonly why: string };

type Cell = Readonly<Record<string, unknown>>;

/** The cells as text, each below a line with its number and type, outputs shortened; undefined where it is no notebook. */
export function notebookText(text: string): string | undefined {
  const cells = cellsOf(text);
  return cells
    ?.map((cell, index) => {
      const outputs = listOf(cell["outputs"]).filter(isObject).map(outputText);
      const shown = outputs.length === 0 ? "" : `\n--- output of cell ${index + 1} ---\n${outputs.join("\n")}`;
      return `--- cell ${index + 1} of ${cells.length}, ${textOf(cell["cell_type"])} ---\n${sourceOf(cell)}${shown}`;
    })
    .join("\n");
}

/** The notebook with one cell changed; every other byte stays. What a changed cell had put out is taken out. */
export function editNotebook(text: string, change: CellChange): NotebookEdit {
  const excess = jsonExcess(text);
  if (excess !== undefined) return { kind: "failed", why: `it is more JSON than is read here (${excess.message})` };
  const cells = cellsOf(text);
  if (!cells) return { kind: "failed", why: "it is no notebook with cells (nbformat 4)" };
  const { cell: number, mode, source } = change;
  const last = cells.length + (mode === "insert" ? 1 : 0);
  if (number > last) return { kind: "failed", why: `it has ${cells.length} cells; ${number} is past the end` };
  if (mode !== "delete" && source === undefined) return { kind: "failed", why: `to ${mode} a cell takes its source` };
  const index = number - 1;
  const at = (path: JSONPath, value: unknown, isInsertion = false): void => {
    const options = {
      formattingOptions: { insertSpaces: true, tabSize: indentOf(text) },
      isArrayInsertion: isInsertion,
    };
    whole = applyEdits(whole, modify(whole, ["cells", ...path], value, options));
  };
  let whole = text;
  if (mode === "delete") at([index], undefined);
  if (mode === "insert") at([index], newCell(change, cells), true);
  if (mode === "replace") replaceCell(cells[index] ?? {}, change, (field, value) => at([index, field], value));
  return { kind: "text", text: whole };
}

function replaceCell(
  cell: Cell,
  { source = "", kind }: CellChange,
  set: (field: string, value: unknown) => void,
): void {
  const type = kind ?? cell["cell_type"];
  set("source", linesOf(source));
  if (type !== cell["cell_type"]) set("cell_type", type);
  const isCode = type === "code";
  if (isCode || "outputs" in cell) set("outputs", isCode ? [] : undefined);
  if (isCode || "execution_count" in cell) set("execution_count", isCode ? null : undefined);
}

function newCell({ source = "", kind = "code" }: CellChange, cells: readonly Cell[]): Cell {
  const ids = new Set(cells.map(({ id }) => id));
  let id = cells.length + 1;
  while (ids.has(`cell-${id}`)) id += 1;
  return {
    cell_type: kind,
    // Only newer notebooks have ids, and then every cell must have one.
    ...(cells.some((cell) => "id" in cell) ? { id: `cell-${id}` } : {}),
    metadata: {},
    ...(kind === "code" ? { execution_count: null, outputs: [] } : {}),
    source: linesOf(source),
  };
}

function cellsOf(text: string): readonly Cell[] | undefined {
  try {
    const parsed = parseForeignJson(text);
    const cells = isObject(parsed) ? parsed["cells"] : undefined;
    return Array.isArray(cells) && cells.every(isObject) ? cells : undefined;
  } catch {
    return undefined;
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What a file of another's making holds in place of a text is none: it would be made one by its own methods. */
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const joinedText = (value: unknown): string => (typeof value === "string" ? value : listOf(value).map(textOf).join(""));

const sourceOf = (cell: Cell): string => joinedText(cell["source"]);

/** As Jupyter writes them: each with its end, but for the last. */
function linesOf(source: string): readonly string[] {
  return source === "" ? [] : source.split(/(?<=\n)/);
}

function outputText(output: Cell): string {
  if (output["output_type"] === "error") return shortened(`${textOf(output["ename"])}: ${textOf(output["evalue"])}`);
  const data = isObject(output["data"]) ? output["data"] : {};
  const text = joinedText(output["text"] ?? data["text/plain"]);
  const others = Object.keys(data).filter((type) => type !== "text/plain");
  const named = others.length === 0 ? [] : [`[${others.join(", ")}: not shown]`];
  return [...(text === "" ? [] : [shortened(text.trimEnd())]), ...named].join("\n");
}

function shortened(text: string): string {
  return text.length <= OUTPUT_CHARS_MAX
    ? text
    : `${text.slice(0, OUTPUT_CHARS_MAX)}… (${text.length} characters of output)`;
}

/** The blanks that the second line begins with; Jupyter's own are one. */
function indentOf(text: string): number {
  return /\n( +)\S/.exec(text)?.[1]?.length ?? 1;
}
