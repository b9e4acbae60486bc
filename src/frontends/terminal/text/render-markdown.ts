import { Markdown, type MarkdownTheme, setCapabilities } from "@earendil-works/pi-tui";
import type { Role, Theme } from "../theme.ts";
import { highlightCode } from "./highlight-code.ts";

// Told, not probed: the probe would start a process, and links are shown with their address anyway.
setCapabilities({ images: null, trueColor: true, hyperlinks: false });

/** Markdown as rows of at most `width` columns. */
export function renderMarkdown(text: string, width: number, theme: Theme): readonly string[] {
  return new Markdown(text, 0, 0, themeFor(theme)).render(Math.max(4, width));
}

let cached: { readonly theme: Theme; readonly made: MarkdownTheme } | undefined;

function themeFor(theme: Theme): MarkdownTheme {
  if (cached?.theme === theme) return cached.made;
  const as =
    (role: Role) =>
    (text: string): string =>
      theme.paint(role, text);
  const made: MarkdownTheme = {
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
    highlightCode: (code, language) => [...highlightCode(code, language ?? "", theme)],
  };
  cached = { theme, made };
  return made;
}
