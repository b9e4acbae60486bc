import type { PdfText } from "../../core/ports/documents.ts";
import { ToolFailure } from "../../core/tool.ts";

/** What one reading takes in; more is asked for by its pages. */
const PAGES_MAX = 20;

/** Pages as the words of a call name them: `7`, `3-9`, `12-`; the first ones where nothing is said. @throws {ToolFailure} */
export function pageRange(words: string | undefined): { readonly from: number; readonly to: number } {
  if (words === undefined) return { from: 1, to: PAGES_MAX };
  const range = /^\s*(\d+)\s*(-\s*(\d*))?\s*$/.exec(words);
  const from = Number(range?.[1]);
  const to = range?.[2] === undefined ? from : Number(range[3] || from + PAGES_MAX - 1);
  if (!range || from < 1 || to < from) throw new ToolFailure(`pages is ${JSON.stringify(words)}; give 7, 3-9 or 12-.`);
  return { from, to: Math.min(to, from + PAGES_MAX - 1) };
}

/** Text whose every page begins with a line that says its number. @throws {ToolFailure} where it cannot be read */
export function pdfLines(path: string, pdf: PdfText, from: number): string {
  if (pdf.kind === "refused") throw new ToolFailure(`${path} cannot be read: ${pdf.why}.`);
  const { pages, total, title } = pdf;
  const last = pages.at(-1);
  if (!last) throw new ToolFailure(`${path} has ${total} pages; page ${from} is past its end.`);
  const more = last.number < total ? `; pages ${last.number + 1}- goes on` : "";
  const head = `PDF${title === undefined ? "" : ` "${title}"`}, ${total} pages, shown ${from}-${last.number}${more}`;
  const isPictures = pages.every(({ text }) => text === "");
  const note = isPictures ? ["(these pages hold pictures and no text; nothing here reads letters in pictures)"] : [];
  return [head, ...note, ...pages.map(({ number, text }) => `--- page ${number} of ${total} ---\n${text}`)].join("\n");
}

const PDF_HEAD_BYTES = 1024;

/** Some writers put a few bytes before the mark. */
export function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, PDF_HEAD_BYTES)).includes("%PDF-");
}

const OFFICE: Readonly<Record<string, string>> = {
  docx: "a Word document (`pandoc FILE -t markdown` reads it)",
  xlsx: "an Excel workbook (`xlsx2csv FILE` or `libreoffice --convert-to csv FILE` reads it)",
  pptx: "a PowerPoint presentation (`libreoffice --convert-to pdf FILE`, then read the PDF)",
  odt: "an OpenDocument text (`pandoc FILE -t markdown` reads it)",
  ods: "an OpenDocument spreadsheet (`libreoffice --convert-to csv FILE` reads it)",
  odp: "an OpenDocument presentation (`libreoffice --convert-to pdf FILE`, then read the PDF)",
};
/** Names of the parts by which an archive is known as what it is; the name of the file says nothing. */
const OFFICE_PARTS: Readonly<Record<string, string>> = {
  "word/": "docx",
  "xl/": "xlsx",
  "ppt/": "pptx",
  "application/vnd.oasis.opendocument.text": "odt",
  "application/vnd.oasis.opendocument.spreadsheet": "ods",
  "application/vnd.oasis.opendocument.presentation": "odp",
};
const PART_BYTES = 16_384;
const OLD_OFFICE = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/** What a file of an office program is; undefined for any other. Nothing of its content is guessed. */
export function officeKind(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, PART_BYTES));
  if (head.startsWith(OLD_OFFICE)) return "a document of an old Office program (`libreoffice --convert-to pdf FILE`)";
  if (!head.startsWith("PK\x03\x04")) return undefined;
  const tail = new TextDecoder("latin1").decode(bytes.subarray(-PART_BYTES));
  const part = Object.keys(OFFICE_PARTS).find((name) => head.includes(name) || tail.includes(name));
  return part === undefined ? undefined : OFFICE[OFFICE_PARTS[part] ?? ""];
}
