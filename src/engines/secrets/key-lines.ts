import { createKeyBlockReader, KEY_BLOCK_HINT } from "./key-blocks.ts";

const MASK = "[redacted private key]";
/** A line that may be of a key: letters of Base64 behind quoting, marks and indentation. */
const ROW = /^[\s>|+"'`#*\\-]{0,48}[A-Za-z0-9+/=]{4,}[\s"'`,;+\\)nr]{0,8}$/;

/** Lines of private keys in a text whose marker stands on another line: out of their midst nothing tells what they are. Without the blanks around them. */
export function keyLinesOf(text: string): ReadonlySet<string> {
  KEY_BLOCK_HINT.lastIndex = 0;
  if (!KEY_BLOCK_HINT.test(text)) return NONE;
  const reader = createKeyBlockReader();
  const found = new Set<string>();
  for (const line of text.split(/\r\n|\n|\r/)) {
    const isInside = reader.isInside();
    if (reader.readLine(line).length > 0 && isInside) found.add(line.trim());
  }
  return found;
}

const NONE: ReadonlySet<string> = new Set();

/** Whether a line is such that it may be one of those: only then the text that it comes from has to be asked. */
export const mayBeOfKey = (line: string): boolean => line.length < 400 && ROW.test(line);

/** A text without the lines of keys, and without what of one is quoted in it. */
export function withoutKeyLines(text: string, keys: ReadonlySet<string>): string {
  if (keys.size === 0) return text;
  const all = [...keys].join("\n");
  return text
    .split("\n")
    .map((line) => (keys.has(line.trim()) ? MASK : line.replace(RUN, (run) => (all.includes(run) ? MASK : run))))
    .join("\n");
}

/** So long that a word of a text is hardly ever found in a key. */
const RUN = /[A-Za-z0-9+/=]{8,}/g;
