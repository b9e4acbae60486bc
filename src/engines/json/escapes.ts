import { type Cursor, repaired } from "./cursor.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  "\n": "\n",
  "\r": "\r",
  "\t": "\t",
};

/**
 * The characters of a string. An escape that JSON does not know keeps its backslash, for it may mean something; one that
 * the end of the text cuts is left out.
 */
export function unescaped(cursor: Cursor, begin: number, end: number): string {
  const raw = cursor.text.slice(begin, end);
  if (!raw.includes("\\")) {
    if (/[\u0000-\u001f]/.test(raw)) repaired(cursor, "escaped a control character", begin);
    return raw;
  }
  const isCut = end === cursor.text.length;
  const body = isCut ? raw.replace(/(^|[^\\])((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, "$1$2") : raw;
  return body.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gs, (whole, u, x, letter) => {
    if (u !== undefined) return String.fromCharCode(Number.parseInt(u, 16));
    if (x !== undefined) return String.fromCharCode(Number.parseInt(x, 16));
    const known = ESCAPES[letter];
    if (known === undefined) repaired(cursor, "kept an unknown escape as it is written", begin);
    return known ?? whole;
  });
}
