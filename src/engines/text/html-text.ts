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
  const text = linesOf(piecesOf(shown)).trim();
  return title ? `${decodeEntities(title)}\n\n${text}` : text;
}

/** What a replacement is done in: in a page of 19 MB at once each took 200 MB for the places it found. */
const PIECE_CHARS = 256 * 1024;

/** Each begins with a tag, but none with the end of a link. */
function* piecesOf(html: string): Generator<string, void, void> {
  const cut = /<(?!\/a\b)/gi;
  for (let start = 0; start < html.length; ) {
    cut.lastIndex = start + PIECE_CHARS;
    const end = cut.exec(html)?.index ?? html.length;
    yield html.slice(start, end);
    start = end;
  }
}

const shownOf = (piece: string): string =>
  decodeEntities(
    piece
      .replace(/<h([1-6])\b[^<>]*>/gi, (_, level: string) => `\n\n${"#".repeat(Number(level))} `)
      .replace(/<li\b[^<>]*>/gi, "\n- ")
      .replace(/<a\b[^<>]{0,1000}?\bhref=["']?(https?:[^\s"'<>]+)(?=[\s"'>])[^<>]*>([^<]*)<\/a\s*>/gi, "$2 ($1)")
      .replace(BREAKS, "\n")
      .replace(/<[^<>]{0,2000}>/g, ""),
  );

/** Their lines without blanks around them, and no more than one empty line after another. */
function linesOf(pieces: Iterable<string>): string {
  let text = "";
  let lastLine = "";
  for (const piece of pieces) {
    const shown = shownOf(piece);
    const end = shown.lastIndexOf("\n") + 1;
    // The last line may go on in the next piece.
    if (end > 0) {
      text += tidied(lastLine + shown.slice(0, end));
      lastLine = "";
    }
    lastLine += shown.slice(end);
  }
  return withoutGaps(text + tidied(lastLine));
}

const tidied = (text: string): string =>
  withoutGaps(
    text
      .split("\n")
      // A blank that stands alone stays as it is: to replace every one takes more than the text itself.
      .map((line) => line.replace(/[ \t\r\f]{2,}|[\t\r\f]/g, " ").trim())
      .join("\n"),
  );

const withoutGaps = (text: string): string => text.replace(/\n{3,}/g, "\n\n");

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
