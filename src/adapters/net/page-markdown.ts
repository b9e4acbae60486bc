import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import TurndownService from "turndown/lib/turndown.browser.es.js";
import { htmlText } from "../../engines/text/html-text.ts";

/** Beyond these the parsers of others take minutes; a page of people's making has a tenth. */
const ELEMENTS_MAX = 50_000;
const DEPTH_MAX = 500;
const CHARS_MAX = 4_000_000;
/** `<`, `>` and `&` beside the tags: each parts the text once more, and a page of nothing else took a minute and 3 GB. */
const MARKS_MAX = 20_000;
/** They close themselves, or may. */
const OPEN_ENDED = /^(?:p|li|td|th|tr|dt|dd|option|br|hr|img|input|meta|link|area|base|col|embed|source|track|wbr)$/i;
/** With less, what was taken for the article is a caption or a note about cookies. */
const ARTICLE_CHARS_MIN = 200;

/**
 * A page as Markdown: its article without the navigation around it, or all of it where it has none.
 * @param url  of the page, by which its links are completed
 */
export function pageMarkdown(html: string, url: string): string {
  if (isUnwieldy(html)) return htmlText(html);
  try {
    const { document } = parseHTML(/<body/i.test(html) ? html : `<html><body>${html}</body></html>`);
    const title = (document.querySelector("title")?.textContent ?? "").trim();
    for (const dropped of document.querySelectorAll("script, style, noscript, template, svg, iframe, body title"))
      dropped.remove();
    completeLinks(document, url);
    const whole = document.body?.cloneNode(true);
    const article = new Readability(document as unknown as Document, { keepClasses: true }).parse();
    const isArticle = (article?.textContent?.trim().length ?? 0) >= ARTICLE_CHARS_MIN;
    const node = isArticle ? parseHTML(`<html><body>${article?.content ?? ""}</body></html>`).document.body : whole;
    const name = article?.title?.trim() || title;
    const text = markdownOf(node).trim();
    return name === "" || text.startsWith(`# ${name}`) ? text : `# ${name}\n\n${text}`;
  } catch {
    // Whatever a page breaks in the parsers of others, its text can be had.
    return htmlText(html);
  }
}

function isUnwieldy(html: string): boolean {
  if (html.length > CHARS_MAX) return true;
  let elements = 0;
  let depth = 0;
  for (const [, closing, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    elements += 1;
    if (!OPEN_ENDED.test(name)) depth += closing ? -1 : 1;
    if (elements > ELEMENTS_MAX || depth > DEPTH_MAX) return true;
  }
  return hasMoreMarks(html, 2 * elements + MARKS_MAX);
}

function hasMoreMarks(html: string, most: number): boolean {
  const marks = /[<>&]/g;
  for (let count = 0; marks.test(html); ) if (++count > most) return true;
  return false;
}

function completeLinks(document: { querySelectorAll(selector: string): Iterable<Element> }, url: string): void {
  for (const [selector, name] of [
    ["a[href]", "href"],
    ["img[src]", "src"],
  ] as const)
    for (const element of document.querySelectorAll(selector)) {
      const whole = URL.parse(element.getAttribute(name) ?? "", url);
      if (whole?.protocol === "http:" || whole?.protocol === "https:") element.setAttribute(name, whole.href);
      // What a link would run, or carry as data, is nothing to read.
      else element.removeAttribute(name);
    }
}

function markdownOf(node: unknown): string {
  const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced", bulletListMarker: "-" });
  turndown.addRule("table row", { filter: "tr", replacement: (content) => `\n|${content}` });
  turndown.addRule("table cell", {
    filter: ["td", "th"],
    replacement: (content) => ` ${content.trim().replace(/\s+/g, " ")} |`,
  });
  return turndown.turndown(node as Parameters<typeof turndown.turndown>[0]);
}
