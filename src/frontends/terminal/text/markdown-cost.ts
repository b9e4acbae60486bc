/** A block of an answer that is longer is no prose. */
const CHARS_MAX = 64 * 1024;
/** Each delimiter that opens is tried against each one that may close: 150 of them take 2 ms, 30,000 half a minute. */
const DELIMITERS_MAX = 150;
/** In all texts of a block: 40 ms. */
const PAIRS_MAX = 400_000;
/** From some fifty levels on the renderer takes seconds, from a hundred its stack is full. */
const DEPTH_MAX = 24;

const DELIMITERS = /[*_~`[\]<!]/g;
/** What begins a text of its own: an item, a heading, a row, an empty line. */
const OWN_TEXT = /^\s*(?:$|#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|\||```|~~~)/;
const NESTING = /^(?:\s{2}|\t|\s?>|\s?[-*+]\s|\s?\d{1,9}[.)]\s)*/;
const LEVEL = /\s{2}|\t|>|[-*+]\s|\d[.)]\s/g;

/**
 * Whether text is built such that rendering it as Markdown would keep the screen waiting: then it is shown as it is. Linear in
 * its length.
 */
export function isCostlyMarkdown(text: string): boolean {
  if (text.length > CHARS_MAX) return true;
  let pairs = 0;
  let delimiters = 0;
  let hasOpenCode = false;
  for (const line of text.split("\n")) {
    if (depthOf(line) > DEPTH_MAX) return true;
    if (OWN_TEXT.test(line)) {
      pairs += delimiters * delimiters;
      delimiters = 0;
      hasOpenCode = false;
    }
    delimiters += (hasOpenCode ? line : withoutCode(line)).match(DELIMITERS)?.length ?? 0;
    hasOpenCode ||= (line.match(/`/g)?.length ?? 0) % 2 === 1;
    if (delimiters > DELIMITERS_MAX || pairs > PAIRS_MAX) return true;
  }
  return false;
}

/** Without what plainly is code: it opens and ends nothing. Where a backtick may be something else the line stays as it is. */
function withoutCode(line: string): string {
  return CODE_IN_DOUBT.test(line) ? line : line.replace(/`[^`]*`/g, "");
}

const CODE_IN_DOUBT = /[\\<]|``|^[^`]*`[^`]*(?:`[^`]*`[^`]*)*$/;

/** How many quotes and lists a line lies in, by what it begins with; counted in its first characters. */
function depthOf(line: string): number {
  const opening = NESTING.exec(line.slice(0, OPENING_CHARS))?.[0] ?? "";
  return opening.match(LEVEL)?.length ?? 0;
}

const OPENING_CHARS = 200;
