import { Markdown, type MarkdownTheme, setCapabilities } from "@earendil-works/pi-tui";
import { isDiagram } from "../blocks/split-answer.ts";
import { drawMermaid } from "../diagrams/draw-mermaid.ts";
import type { Role, Theme } from "../theme.ts";
import { highlightCode } from "./highlight-code.ts";

// Told, not probed: the probe would start a process, and links are shown with their address anyway.
setCapabilities({ images: null, trueColor: true, hyperlinks: false });

/** Markdown as rows of at most `width` columns. */
export function renderMarkdown(text: string, width: number, theme: Theme): readonly string[] {
  const columns = Math.max(4, width);
  return new Markdown(text, 0, 0, themeFor(theme, columns)).render(columns);
}

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
