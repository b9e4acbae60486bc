import { MADE_BY_META } from "../../../base/made-by-waymark.ts";
import type { Cell, Report } from "./model.ts";

/** The language that a page is in; its texts by those that it is written in, where that is another one. */
export interface PageTongue {
  readonly language: string;
  readonly words: Readonly<Record<string, string>> | undefined;
}

/** What the page is built with. */
export interface PageParts {
  readonly tongue: PageTongue;
  readonly script: string;
  readonly style: string;
  /** The base64 SHA-256 of a text in UTF-8, as a Content-Security-Policy wants it. */
  readonly sha256: (text: string) => string;
  readonly textOf: (path: string) => string | undefined;
}

/** What stands in the page's one data element. A placed cell is `[text, index of its file, line]`. */
export interface PageData {
  readonly title: string;
  readonly files: readonly string[];
  readonly tables: readonly {
    readonly id: string;
    readonly title: string;
    readonly columns: readonly string[];
    readonly note: string;
    readonly rows: readonly (readonly PageCell[])[];
  }[];
  /** `[text, kind, file, line]`. */
  readonly nodes: readonly (readonly [string, string, number, number])[];
  /** `[node, node, kind, file, line, how it was found]`. */
  readonly edges: readonly (readonly [number, number, string, number, number, string])[];
  /** The text of each file; null where it is gone or the page would be too large. */
  readonly sources: readonly (string | null)[];
}

export type PageCell = string | number | readonly [text: string, file: number, line: number];

/** Characters of source that a page carries at most. */
const SOURCE_CHARACTERS_MAX = 24 * 1024 * 1024;

/** One page that needs nothing else: no server, no network, no other file. Nothing in the report can become markup or script. */
export const renderPage = (report: Report, parts: PageParts): string => [...pagePieces(report, parts)].join("");

/** The page in pieces: that of a large estate is longer than a text can be. */
export function* pagePieces(report: Report, { textOf, ...parts }: PageParts): Generator<string> {
  const [head, tail] = pageEnds({ title: "Estate report", ...parts });
  yield head;
  for (const piece of dataPieces(report, textOf)) yield safeText(piece);
  yield tail;
}

/** What a page that stands alone is made of. */
export interface PageAlone extends Omit<PageParts, "textOf"> {
  readonly title: string;
  /** Becomes JSON in the page's one data element. */
  readonly data: unknown;
}

/** The page as one file, whose policy allows its own script and style and nothing else. */
export function pageAlone({ data, ...parts }: PageAlone): string {
  const [head, tail] = pageEnds(parts);
  return head + safeText(JSON.stringify(data)) + tail;
}

/** What stands before and behind the data. */
function pageEnds({
  title,
  script,
  style,
  sha256,
  tongue,
}: Omit<PageAlone, "data">): readonly [head: string, tail: string] {
  const code = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const policy = `default-src 'none'; script-src 'sha256-${sha256(code)}'; style-src 'sha256-${sha256(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const head = `<!doctype html>
<html lang="${tongue.language}">
<head>
${MADE_BY_META}
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style id="__________cytoscape_stylesheet">${style}</style>
</head>
<body>
${wordsElement(tongue)}<script type="application/json" id="data">`;
  return [head, `</script>\n<script>${code}</script>\n</body>\n</html>\n`];
}

/** The words of a page as plain data, which stand before its script; nothing where it says its own. */
export const wordsElement = ({ words }: PageTongue): string =>
  words === undefined ? "" : `<script type="application/json" id="words">${safeText(JSON.stringify(words))}</script>\n`;

/** JSON that no HTML parser can take for the end of its element or the start of a comment. */
const safeText = (json: string): string =>
  json
    .replaceAll("<", "\\u003c")
    .replaceAll(">", "\\u003e")
    .replaceAll("&", "\\u0026")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");

/** What the page shows. @param textOf  gives the sources that go with it */
export function pageData(report: Report, textOf: PageParts["textOf"]): PageData {
  const places = new FilePlaces(report);
  return {
    title: report.title,
    files: places.files,
    tables: report.tables.map((table) => ({ ...table, rows: table.rows.map((row) => places.row(row)) })),
    ...mapData(report, places),
    sources: [...sourcesOf(places.files, textOf)],
  };
}

/** Rows that become text at once. */
const ROWS_OF_PIECE = 2000;

/** The same as JSON in pieces, without holding all of it. */
function* dataPieces(report: Report, textOf: PageParts["textOf"]): Generator<string> {
  const places = new FilePlaces(report);
  yield `{"title":${JSON.stringify(report.title)},"files":${JSON.stringify(places.files)},"tables":[`;
  for (const [at, { rows, note, ...table }] of report.tables.entries()) {
    const { id, title, columns } = table;
    yield `${at === 0 ? "" : ","}${JSON.stringify({ id, title, columns }).slice(0, -1)},"rows":[`;
    for (let row = 0; row < rows.length; row += ROWS_OF_PIECE) {
      const piece = rows.slice(row, row + ROWS_OF_PIECE).map((cells) => places.row(cells));
      yield `${row === 0 ? "" : ","}${JSON.stringify(piece).slice(1, -1)}`;
    }
    yield `],"note":${JSON.stringify(note)}}`;
  }
  yield `],${JSON.stringify(mapData(report, places)).slice(1, -1)},"sources":[`;
  let isFirst = true;
  for (const source of sourcesOf(places.files, textOf)) {
    yield `${isFirst ? "" : ","}${JSON.stringify(source)}`;
    isFirst = false;
  }
  yield "]}";
}

function mapData({ map }: Report, places: FilePlaces): Pick<PageData, "nodes" | "edges"> {
  const numbers = new Map(map.nodes.map(({ id }, index) => [id, index]));
  return {
    nodes: map.nodes.map(({ text, kind, file, line }) => [text, kind, places.of(file), line] as const),
    edges: map.edges.map(
      ({ from, to, kind, file, line, resolved }) =>
        [numbers.get(from) ?? 0, numbers.get(to) ?? 0, kind, places.of(file), line, resolved] as const,
    ),
  };
}

function* sourcesOf(files: readonly string[], textOf: PageParts["textOf"]): Generator<string | null> {
  let left = SOURCE_CHARACTERS_MAX;
  for (const path of files) {
    const text = textOf(path);
    const isTaken = text !== undefined && text.length <= left;
    if (isTaken) left -= text.length;
    yield isTaken ? text : null;
  }
}

/** The files that a report names, those that it is about first. */
class FilePlaces {
  readonly files: string[];
  private readonly places: Map<string, number>;

  constructor({ files, tables, map }: Report) {
    this.files = files.map(({ path }) => path);
    this.places = new Map(this.files.map((path, place) => [path, place]));
    for (const { rows } of tables)
      for (const row of rows) for (const cell of row) if (typeof cell === "object") this.of(cell.file);
    for (const { file } of map.nodes) this.of(file);
    for (const { file } of map.edges) this.of(file);
  }

  of(path: string): number {
    const known = this.places.get(path);
    if (known !== undefined) return known;
    this.places.set(path, this.files.length);
    return this.files.push(path) - 1;
  }

  row(cells: readonly Cell[]): PageCell[] {
    return cells.map((cell) => (typeof cell === "object" ? [cell.text, this.of(cell.file), cell.line] : cell));
  }
}
