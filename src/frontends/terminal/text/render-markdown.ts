import { Markdown, type MarkdownTheme, setCapabilities } from "@earendil-works/pi-tui";
import { fenceAfter, isDiagram } from "../blocks/split-answer.ts";
import { drawMermaid } from "../diagrams/draw-mermaid.ts";
import type { Role, Theme } from "../theme.ts";
import { highlightCode } from "./highlight-code.ts";
import { beginsTable, renderTable } from "./render-table.ts";

// Told, not probed: the probe would start a process, and links are shown with their address anyway.
setCapabilities({ images: null, trueColor: true, hyperlinks: false });

const CELL_COLUMNS_MAX = 10_000;

/** Markdown as rows of at most `width` columns. */
export function renderMarkdown(text: string, width: number, theme: Theme): readonly string[] {
  const columns = Math.max(4, width);
  const rows: string[] = [];
  for (const part of partsOf(text)) {
    const shown = part.isTable
      ? tableRows(part.lines, columns, theme)
      : rowsOf(part.lines.join("\n").replace(/^\n+|(?<!\n)\n+$/g, ""), columns, theme);
    if (shown.length > 0) rows.push(...(rows.length > 0 ? [""] : []), ...shown);
  }
  return rows;
}

function rowsOf(text: string, columns: number, theme: Theme): readonly string[] {
  return new Markdown(text, 0, 0, themeFor(theme, columns)).render(columns);
}

function tableRows(lines: readonly string[], columns: number, theme: Theme): readonly string[] {
  return renderTable(lines, columns, {
    inline: (text) => (rowsOf(text, CELL_COLUMNS_MAX, theme)[0] ?? "").replace(/ +$/, ""),
    border: (text) => theme.paint("border", text),
    heading: (text) => theme.paint("strong", text),
  });
}

interface MarkdownPart {
  readonly isTable: boolean;
  readonly lines: string[];
}

/** Tables at the margin by themselves, since the renderer knows no alignment; what stands in a fence is none. */
function partsOf(text: string): readonly MarkdownPart[] {
  const lines = text.split("\n");
  const parts: MarkdownPart[] = [{ isTable: false, lines: [] }];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    fence = fenceAfter(fence, /^\s*(`{3,}|~{3,})/.exec(line)?.[1]);
    const last = parts.at(-1) as MarkdownPart;
    const isTable = last.isTable ? line.includes("|") : fence === undefined && opensTable(line, lines[index + 1]);
    const shown = fence === undefined ? withWholeNames(line) : line;
    if (isTable === last.isTable) last.lines.push(shown);
    else parts.push({ isTable, lines: [shown] });
  }
  return parts;
}

/** `__init__` is the name of something, not "init" in bold; source, within backquotes or set in, is left as it is. */
function withWholeNames(line: string): string {
  if (!line.includes("__") || /^(?: {4,}|\t)(?![-*+] |\d+[.)] )/.test(line)) return line;
  const pieces = line.split(/(`+[^`]*`+)/);
  return pieces
    .map((piece, index) => (index % 2 === 1 ? piece : piece.replace(/(?<![\w\\])__(\w+?)__(?!\w)/g, "\\_\\_$1\\_\\_")))
    .join("");
}

const opensTable = (line: string, next = ""): boolean => /^\S/.test(line) && beginsTable(line, next);

/** @param columns  of the text that is being rendered: the renderer's callback for source is not told */
function themeFor(theme: Theme, columns: number): MarkdownTheme {
  const as =
    (role: Role) =>
    (text: string): string =>
      theme.paint(role, text);
  return {
    heading: as("heading"),
    link: as("link"),
    linkUrl: as("dim"),
    code: as("code"),
    codeBlock: as("code"),
    codeBlockBorder: as("border"),
    quote: as("quote"),
    quoteBorder: as("border"),
    hr: as("border"),
    listBullet: as("accent"),
    bold: as("strong"),
    italic: as("italic"),
    strikethrough: as("strike"),
    underline: as("italic"),
    highlightCode: (code, language = "") => [
      ...((isDiagram(language) ? drawMermaid(code, columns - 2) : undefined) ?? highlightCode(code, language, theme)),
    ],
  };
}
