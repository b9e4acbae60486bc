import type { WordPart } from "../blocks/block-context.ts";
import type { Theme } from "../theme.ts";
import { isCostlyMarkdown } from "./markdown-cost.ts";
import { stripStyles } from "./width.ts";
import { wrapStyled } from "./wrap.ts";

/** Markdown and source as coloured rows. Plain until `load` has brought in the renderers. */
export interface RichText {
  markdown(text: string, width: number): readonly string[];
  highlight(code: string, language: string): readonly string[];
  changedWords(other: string, text: string): readonly WordPart[];
  /** A Mermaid diagram as rows of text; undefined when it cannot be drawn. */
  diagram(source: string, width: number): readonly string[] | undefined;
  useTheme(theme: Theme): void;
  /** The renderers are large: they come after the first prompt is on the screen. */
  load(): Promise<void>;
}

type Renderers = Awaited<ReturnType<typeof loadRenderers>>;

export function createRichText(first: Theme): RichText {
  let theme = first;
  let renderers: Renderers | undefined;
  let loading: Promise<void> | undefined;
  return {
    markdown(text, width) {
      if (!renderers || isPlainProse(text) || isCostlyMarkdown(text)) return wrapStyled(text, width);
      return renderers.renderMarkdown(text, width, theme).map(trimEnd);
    },
    highlight(code, language) {
      return renderers && language !== "" ? renderers.highlightCode(code, language, theme) : code.split("\n");
    },
    changedWords(other, text) {
      return renderers ? renderers.changedWords(other, text) : [{ text, isChanged: false }];
    },
    diagram: (source, width) => renderers?.drawMermaid(source, width),
    useTheme(next) {
      theme = next;
    },
    load() {
      loading ??= loadRenderers().then((loaded) => {
        renderers = loaded;
      });
      return loading;
    },
  };
}

/** One paragraph in which Markdown means nothing: most of what streams, and many times cheaper than the renderer. */
function isPlainProse(text: string): boolean {
  return !/[*_`[\]<>|#~\n\\&@]|^[-+=\s]|^\d+[.)]|:\/\/|www\.| $/.test(text);
}

/** Whether a whole answer can be shown before the renderers are there. */
export function isPlainText(text: string): boolean {
  return text.split(/\n\s*\n/).every((paragraph) => isPlainProse(paragraph.trim()));
}

async function loadRenderers() {
  const [{ renderMarkdown }, { highlightCode }, { changedWords }, { drawMermaid }] = await Promise.all([
    import("./render-markdown.ts"),
    import("./highlight-code.ts"),
    import("./changed-words.ts"),
    import("../diagrams/draw-mermaid.ts"),
  ]);
  return { renderMarkdown, highlightCode, changedWords, drawMermaid };
}

/** Blanks at a row's end would wrap when the terminal becomes narrower. */
function trimEnd(row: string): string {
  if (!row.endsWith(" ") && !row.includes("\x1b")) return row;
  const plain = stripStyles(row);
  const blanks = plain.length - plain.trimEnd().length;
  return blanks > 0 && row.endsWith(" ".repeat(blanks)) ? row.slice(0, -blanks) : row;
}
