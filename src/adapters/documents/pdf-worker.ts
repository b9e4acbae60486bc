import { parentPort, workerData } from "node:worker_threads";
import { getDocumentProxy } from "unpdf";
import type { PdfPage, PdfText } from "../../core/ports/documents.ts";
import type { PdfRequest } from "./read-pdf.ts";

/** One page of a drawing can hold millions of letters. */
const PAGE_CHARS_MAX = 200_000;

/** Gives what each kind of error of pdf.js means for the person. */
const REASONS: Readonly<Record<string, string>> = {
  PasswordException: "it is encrypted with a password; decrypt it first (qpdf --password=… --decrypt IN OUT)",
  InvalidPDFException: "it is damaged or cut off",
};

async function read({ bytes, from, to }: PdfRequest): Promise<PdfText> {
  try {
    const document = await getDocumentProxy(bytes, { disableFontFace: true, verbosity: 0 });
    const pages: PdfPage[] = [];
    for (let number = from; number <= Math.min(to, document.numPages); number += 1) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const text = items.map((item) => ("str" in item ? `${item.str}${item.hasEOL ? "\n" : ""}` : "")).join("");
      pages.push({ number, text: text.trim().slice(0, PAGE_CHARS_MAX) });
      page.cleanup();
    }
    const { info } = await document.getMetadata();
    const title = (info as { readonly Title?: unknown }).Title;
    const named = typeof title === "string" && title.trim() !== "" ? { title } : {};
    return { kind: "pages", pages, total: document.numPages, ...named };
  } catch (error) {
    const { name, message } = error as Error;
    return { kind: "refused", why: REASONS[name] ?? message };
  }
}

parentPort?.postMessage(await read(workerData as PdfRequest));
