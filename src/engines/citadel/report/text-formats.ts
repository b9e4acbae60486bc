import { MADE_BY_LINE } from "../../../base/made-by-waymark.ts";
import { type Cell, placeOfCell, type Report, type Table, textOfCell } from "./model.ts";

/**
 * Tables as JSON: every row an object by column, a placed cell with `file` and `line`; the estate's map as it is.
 * @returns one document in pieces: an estate's does not fit into one string. Each ends between two values
 */
export function* jsonPieces({ title, files, tables, map }: Report): Generator<string> {
  yield `{"title":${JSON.stringify(title)},"files":`;
  yield* listPieces(files);
  yield `,"tables":[`;
  let between = "";
  for (const { id, title: heading, columns, rows, note } of tables) {
    yield `${between}{"id":${JSON.stringify(id)},"title":${JSON.stringify(heading)},"note":${JSON.stringify(note)},"rows":`;
    yield* listPieces(rows, (row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ""])));
    yield "}";
    between = ",";
  }
  yield `],"map":{"nodes":`;
  yield* listPieces(map.nodes);
  yield `,"edges":`;
  yield* listPieces(map.edges);
  yield "}}\n";
}

function* listPieces<Item>(items: readonly Item[], shown: (item: Item) => unknown = (item) => item): Generator<string> {
  yield "[";
  for (const [index, item] of items.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(shown(item))}`;
  yield "]";
}

/**
 * One table as CSV (RFC 4180), line by line, with the place of its first cited cell as last columns.
 * What a spreadsheet would take for a formula is given a leading apostrophe.
 */
export function* csvPieces({ columns, rows }: Table): Generator<string> {
  yield `${[...columns, "file", "line"].map(csvCell).join(",")}\r\n`;
  for (const row of rows) {
    const place = row.find((cell) => typeof cell === "object");
    const [file, line] = place && typeof place === "object" ? [place.file, place.line] : ["", ""];
    yield `${[...row.map(textOfCell), file, String(line)].map(csvCell).join(",")}\r\n`;
  }
}

/** RFC 4180; what a spreadsheet would take for a formula is kept a text. */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && !/^[+-]?\d+(?:\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** All tables as Markdown, line by line; a placed cell is followed by its file and line. */
export function* markdownPieces({ title, tables }: Report): Generator<string> {
  yield `# ${escapeMarkdown(title)}\n\n${MADE_BY_LINE}\n\n`;
  for (const [index, { title: heading, columns, rows, note }] of tables.entries()) {
    yield `${index === 0 ? "" : "\n"}## ${heading} (${rows.length})\n\n${note === "" ? "" : `${note}\n\n`}`;
    yield markdownRow(columns);
    yield markdownRow(columns.map(() => "---"));
    for (const row of rows) yield markdownRow(row.map(markdownCell));
  }
  if (tables.length === 0) yield "\n";
}

const markdownCell = (cell: Cell): string =>
  [textOfCell(cell), placeOfCell(cell)]
    .filter((part) => part !== "")
    .map(escapeMarkdown)
    .join(" — ");

const markdownRow = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;

/** One line, with nothing in it that Markdown would act on. */
export const escapeMarkdown = (text: string): string =>
  visibleText(text).replace(/[\\|`*_~<>&[\]]/g, (mark) => MARKDOWN_ENTITIES[mark] ?? `\\${mark}`);

const MARKDOWN_ENTITIES: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };

/** One line, without characters that steer a terminal or turn the direction of what follows. */
export const visibleText = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, "");
