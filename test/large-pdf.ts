import { randomBytes } from "node:crypto";
import { deflateSync } from "node:zlib";

const PICTURES = 30;
const PICTURE_BYTES = 3_000_000;
const UNPACKED_BYTES = 300_000_000;

/** A PDF of 90 MB as a scanner writes it: pages of a large picture and one line of text. */
export function scannedPdf(): Buffer {
  const picture =
    "/Type/XObject/Subtype/Image/Width 2000/Height 3000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode";
  const pages = Array.from({ length: PICTURES }, (_, index) => {
    const resources = `<</XObject<</I ${5 + index * 3} 0 R>>/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`;
    return [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${4 + index * 3} 0 R/Resources${resources}>>`,
      stream("", `q 600 0 0 800 0 0 cm /I Do Q BT /F 12 Tf 20 20 Td (Scan ${index + 1}) Tj ET`),
      stream(picture, randomBytes(PICTURE_BYTES)),
    ];
  });
  return pdfOf(pages);
}

/** A PDF of half a megabyte, whose one page shows what is packed twice and unpacks to 300 MB. */
export function pdfBomb(): Buffer {
  const packed = `${deflateSync(Buffer.alloc(UNPACKED_BYTES, " ")).toString("hex")}>`;
  return pdfOf([
    [
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>",
      stream("/Filter[/ASCIIHexDecode/FlateDecode]", packed),
    ],
  ]);
}

function stream(entries: string, data: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`),
    Buffer.from(data),
    Buffer.from("\nendstream"),
  ]);
}

/** Objects of pages, a page first each time, behind those of the catalogue; with their cross references at the end. */
function pdfOf(pages: readonly (readonly (string | Buffer)[])[]): Buffer {
  const kids: string[] = [];
  let next = 3;
  for (const page of pages) {
    kids.push(`${next} 0 R`);
    next += page.length;
  }
  const tree = `<</Type/Pages/Kids[${kids.join(" ")}]/Count ${pages.length}>>`;
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", tree, ...pages.flat()];
  const parts = [Buffer.from("%PDF-1.5\n")];
  let length = parts[0]?.length ?? 0;
  const rows = objects.map((object, index) => {
    const written = Buffer.concat([
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from("\nendobj\n"),
    ]);
    const row = `${String(length).padStart(10, "0")} 00000 n \n`;
    length += written.length;
    parts.push(written);
    return row;
  });
  const head = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  const tail = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(`${head}${rows.join("")}${tail}`)]);
}
