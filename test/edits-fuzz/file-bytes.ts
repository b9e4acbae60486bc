import type { Random } from "../random.ts";

export type Encoding = "utf-8" | "utf-8-mark" | "utf-16le-mark" | "latin1" | "ebcdic-records" | "ebcdic-lines";

/** How the lines of a file are written. `ends` are those of each line; the last may be empty. */
export interface FileForm {
  readonly encoding: Encoding;
  readonly ends: readonly string[];
}

const LINE_ENDS = ["\n", "\n", "\n", "\n", "\r\n", "\r\n", "\r", "mixed"] as const;

/** A form for lines; those of a host have the ends of a host. */
export function formOf(lines: readonly string[], encodings: readonly Encoding[], random: Random): FileForm {
  const encoding = random.pick(encodings);
  if (encoding === "ebcdic-records") return { encoding, ends: lines.map(() => "") };
  if (encoding === "ebcdic-lines") return { encoding, ends: lines.map(() => "\u0085") };
  const kind = random.pick(LINE_ENDS);
  const ends: string[] = lines.map(() => (kind === "mixed" ? random.pick(["\n", "\r\n"]) : kind));
  return { encoding, ends: random.chance(0.12) && lines.at(-1) !== "" ? ends.with(-1, "") : ends };
}

const RECORD = 80;
const MARK = "\ufeff";

export function bytesOf(lines: readonly string[], { encoding, ends }: FileForm): Buffer {
  const width = encoding === "ebcdic-records" ? RECORD : 0;
  const text = lines.map((line, index) => line.padEnd(width) + (ends[index] ?? "")).join("");
  switch (encoding) {
    case "utf-8":
      return Buffer.from(text);
    case "utf-8-mark":
      return Buffer.from(MARK + text);
    case "utf-16le-mark":
      return Buffer.from(MARK + text, "utf16le");
    case "latin1":
      return Buffer.from(text, "latin1");
    default:
      return Buffer.from([...text].map((character) => EBCDIC.get(character) ?? 0));
  }
}

/** A line as it was read back, with its end. */
export interface WrittenLine {
  readonly text: string;
  readonly end: string;
}

/** The lines that bytes hold; undefined where they are not in the form. */
export function linesIn(bytes: Uint8Array, { encoding, ends }: FileForm): readonly WrittenLine[] | undefined {
  const text = textIn(Buffer.from(bytes), encoding);
  if (text === undefined) return undefined;
  if (encoding === "ebcdic-records")
    return (text.match(/[\s\S]{80}|[\s\S]+$/g) ?? []).map((line) => ({ text: line, end: "" }));
  const isOfReturns = ends.includes("\r");
  const pattern =
    encoding === "ebcdic-lines"
      ? /([\s\S]*?)(\u0085|$)/g
      : isOfReturns
        ? /([\s\S]*?)(\r|$)/g
        : /([\s\S]*?)(\r\n|\n|$)/g;
  const lines = [...text.matchAll(pattern)].map(([, line = "", end = ""]) => ({ text: line, end }));
  while (lines.at(-1)?.text === "" && lines.at(-1)?.end === "") lines.pop();
  return lines;
}

function textIn(bytes: Buffer, encoding: Encoding): string | undefined {
  switch (encoding) {
    case "utf-8":
      return bytes.toString("utf8");
    case "utf-8-mark":
    case "utf-16le-mark": {
      const text = bytes.toString(encoding === "utf-8-mark" ? "utf8" : "utf16le");
      return text.startsWith(MARK) ? text.slice(1) : undefined;
    }
    case "latin1":
      return bytes.toString("latin1");
    default:
      return [...bytes].map((byte) => FROM_EBCDIC.get(byte) ?? "\ufffd").join("");
  }
}

/** The characters that all code pages of hosts share, by IBM's table of CCSID 37; NEL ends a line. */
const EBCDIC = new Map<string, number>(
  (
    [
      ["abcdefghi", 0x81],
      ["jklmnopqr", 0x91],
      ["stuvwxyz", 0xa2],
      ["ABCDEFGHI", 0xc1],
      ["JKLMNOPQR", 0xd1],
      ["STUVWXYZ", 0xe2],
      ["0123456789", 0xf0],
      [" ", 0x40],
      [".<(+", 0x4b],
      ["*);", 0x5c],
      ["-/", 0x60],
      [",%_>?", 0x6b],
      [":#@'=\"", 0x7a],
      ["&", 0x50],
      ["$", 0x5b],
      ["\u0085", 0x15],
    ] as const
  ).flatMap(([characters, first]) => [...characters].map((character, index) => [character, first + index] as const)),
);
const FROM_EBCDIC = new Map([...EBCDIC].map(([character, byte]) => [byte, character]));
