import { withoutEnclosed } from "../../base/enclosed.ts";

const DROPPED = /<(script|style|noscript|template|svg|head)\b[^<>]*>/gi;
const BREAKS =
  /<\/?(?:p|div|section|article|main|header|footer|nav|aside|li|ul|ol|table|tr|h[1-6]|pre|blockquote|br|hr|dt|dd|form|figure)\b[^<>]*>/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "–",
  mdash: "—",
  hellip: "…",
  copy: "©",
};

/** What a reader sees of a page, roughly: text and line breaks, headings marked, links with their address. For models, not browsers. */
export function htmlText(html: string): string {
  const title = /<title\b[^<>]*>([^<]*)/i.exec(html)?.[1]?.trim();
  const shown = withoutEnclosed(
    html.replace(/<!--[\s\S]*?(?:-->|$)/g, ""),
    DROPPED,
    ([, name = ""]) => new RegExp(`</${name.toLowerCase()}\\s*>`, "gi"),
  );
  const body = shown
    .replace(/<h([1-6])\b[^<>]*>/gi, (_, level: string) => `\n\n${"#".repeat(Number(level))} `)
    .replace(/<li\b[^<>]*>/gi, "\n- ")
    .replace(/<a\b[^<>]{0,1000}?\bhref=["']?(https?:[^\s"'<>]+)[^<>]*>([^<]*)<\/a\s*>/gi, "$2 ($1)")
    .replace(BREAKS, "\n")
    .replace(/<[^<>]{0,2000}>/g, "");
  const lines = decodeEntities(body)
    .split("\n")
    .map((line) => line.replace(/[ \t\r\f]+/g, " ").trim());
  const text = lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return title ? `${decodeEntities(title)}\n\n${text}` : text;
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : "";
    },
  );
}
