import type { Cell, Report } from "./model.ts";

/** What the page is built with. */
export interface PageParts {
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
export function renderPage(report: Report, { textOf, ...parts }: PageParts): string {
  return pageAlone({ title: "Estate report", data: pageData(report, textOf), ...parts });
}

/** What a page that stands alone is made of. */
export interface PageAlone extends Omit<PageParts, "textOf"> {
  readonly title: string;
  /** Becomes JSON in the page's one data element. */
  readonly data: unknown;
}

/** The page as one file, whose policy allows its own script and style and nothing else. */
export function pageAlone({ title, data, script, style, sha256 }: PageAlone): string {
  const code = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const policy = `default-src 'none'; script-src 'sha256-${sha256(code)}'; style-src 'sha256-${sha256(style)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style id="__________cytoscape_stylesheet">${style}</style>
</head>
<body>
<script type="application/json" id="data">${safeJson(data)}</script>
<script>${code}</script>
</body>
</html>
`;
}

/** JSON that no HTML parser can take for the end of its element or the start of a comment. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

/** What the page shows. @param textOf  gives the sources that go with it */
export function pageData(report: Report, textOf: PageParts["textOf"]): PageData {
  const files = report.files.map(({ path }) => path);
  const indices = new Map(files.map((path, index) => [path, index]));
  const indexOf = (path: string): number => {
    const known = indices.get(path);
    if (known !== undefined) return known;
    indices.set(path, files.length);
    return files.push(path) - 1;
  };
  const cell = (value: Cell): PageCell =>
    typeof value === "object" ? [value.text, indexOf(value.file), value.line] : value;
  const numbers = new Map(report.map.nodes.map(({ id }, index) => [id, index]));
  const data = {
    title: report.title,
    files,
    tables: report.tables.map((table) => ({ ...table, rows: table.rows.map((row) => row.map(cell)) })),
    nodes: report.map.nodes.map(({ text, kind, file, line }) => [text, kind, indexOf(file), line] as const),
    edges: report.map.edges.map(
      ({ from, to, kind, file, line, resolved }) =>
        [numbers.get(from) ?? 0, numbers.get(to) ?? 0, kind, indexOf(file), line, resolved] as const,
    ),
  };
  let left = SOURCE_CHARACTERS_MAX;
  const sources = files.map((path) => {
    const text = textOf(path);
    if (text === undefined || text.length > left) return null;
    left -= text.length;
    return text;
  });
  return { ...data, sources };
}
