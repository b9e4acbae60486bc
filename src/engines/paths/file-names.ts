/** A path as the operating system takes it: a string, or bytes where it holds a name that is not UTF-8. */
export type NativePath = string | Buffer;

/**
 * A name as it is shown and sent to a model: always one line of valid Unicode. Control characters and bytes that are
 * no UTF-8 become `\n`, `\t`, `\xE9`; {@link nativeNames} turns them back.
 */
export function showName(name: string): string {
  return CONTROL.test(name) ? name.replace(CONTROL_ALL, escapeCharacter) : name;
}

/** The same for the raw bytes of a name. */
export function showNameBytes(name: Buffer): string {
  const decoded = name.toString("utf8");
  if (!decoded.includes("\uFFFD")) return showName(decoded);
  let shown = "";
  for (let index = 0; index < name.length; ) {
    const length = sequenceLength(name, index);
    if (length === 0) shown += `\\x${(name[index] ?? 0).toString(16).padStart(2, "0").toUpperCase()}`;
    else shown += showName(name.toString("utf8", index, index + length));
    index += Math.max(length, 1);
  }
  return shown;
}

/** The path that a shown one stands for; undefined when it holds nothing that {@link showName} would have written. */
export function nativeNames(shown: string): NativePath | undefined {
  if (!ESCAPED.test(shown)) return undefined;
  const bytes = Buffer.concat(
    shown.split(ESCAPED_ALL).map((piece, index) => (index % 2 === 0 ? Buffer.from(piece) : unescapePiece(piece))),
  );
  const text = bytes.toString("utf8");
  return text.includes("\uFFFD") ? bytes : text;
}

/**
 * A name as text that stands for each of its bytes, to build paths of: what is no UTF-8 becomes halves of characters (U+DC80 to U+DCFF),
 * which no valid text holds. {@link nativePath} gives it to the operating system, {@link showPath} to whoever reads it.
 */
export function faithfulName(name: Buffer): string {
  const decoded = name.toString("utf8");
  // Most of a long text is plain, and stays as it is.
  return decoded.includes("\uFFFD") ? name.toString("latin1").replace(BEYOND_ASCII, faithfulRun) : decoded;
}

function faithfulRun(run: string): string {
  const bytes = Buffer.from(run, "latin1");
  let faithful = "";
  for (let index = 0; index < bytes.length; ) {
    const length = sequenceLength(bytes, index);
    if (length === 0) faithful += String.fromCharCode(HALF + (bytes[index] ?? 0));
    else faithful += bytes.toString("utf8", index, index + length);
    index += Math.max(length, 1);
  }
  return faithful;
}

/** A path of such names as the operating system takes it. */
export const nativePath = (path: NativePath): string =>
  typeof path === "string" && path.isWellFormed() ? path : (faithfulBytes(path) as Native);

/** The types of the system's calls know of no names in bytes. */
type Native = Buffer & string;

/** Text of such names in bytes. */
export const faithfulBytes = (text: NativePath): Buffer =>
  typeof text !== "string"
    ? text
    : Buffer.concat(
        text
          .split(HALVES)
          .map((piece) => (HALF_ALONE.test(piece) ? Buffer.of(piece.charCodeAt(0) - HALF) : Buffer.from(piece))),
      );

/** Such a path as it is shown. */
export const showPath = (path: string): string => (path.isWellFormed() ? path : showNameBytes(faithfulBytes(path)));

const BEYOND_ASCII = /[\x80-\xff]+/g;
const HALF = 0xdc00;
const HALVES = /([\uDC80-\uDCFF])/u;
const HALF_ALONE = /^[\uDC80-\uDCFF]$/u;
const CONTROL = /[\u0000-\u001f\u007f]/;
const CONTROL_ALL = /[\u0000-\u001f\u007f]/g;
const ESCAPED = /\\(?:x[0-9A-F]{2}|[ntr])/;
const ESCAPED_ALL = /(\\(?:x[0-9A-F]{2}|[ntr]))/;
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\t": "\\t", "\r": "\\r" };
const LONG: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13 };

function escapeCharacter(character: string): string {
  return SHORT[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0").toUpperCase()}`;
}

function unescapePiece(piece: string): Buffer {
  const letter = piece[1] ?? "";
  return Buffer.from([letter === "x" ? Number.parseInt(piece.slice(2), 16) : (LONG[letter] ?? 0)]);
}

/** Bytes of the valid UTF-8 character at `index`, 0 when there is none. */
function sequenceLength(bytes: Buffer, index: number): number {
  for (const length of [1, 2, 3, 4]) {
    if (index + length > bytes.length) break;
    const text = bytes.toString("utf8", index, index + length);
    if (!text.includes("\uFFFD")) return length;
  }
  return 0;
}
