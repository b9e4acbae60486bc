/** A path as git takes it behind `--`, with what stands before it and changes what it means (gitglossary(7), `parse_element_magic` in git's pathspec.c). */
export interface Pathspec {
  /** Words such as `exclude`, `top`, `glob`, `literal`, `icase`; of `attr:…` and `prefix:…` all. */
  readonly magic: ReadonlySet<string>;
  readonly path: string;
}

const LONG = /^:\(([^)]*)\)([\s\S]*)$/;
const SIGNS: Readonly<Record<string, string>> = { "/": "top", "!": "exclude", "^": "exclude" };
/** What git keeps for signs of its own to come, and refuses. */
const KEPT_SIGN = /[!"#%&',\-/:;<=>@_`~^]/;

/** @returns undefined where git refuses it */
export function pathspecOf(text: string): Pathspec | undefined {
  if (!text.startsWith(":")) return { magic: new Set(), path: text };
  const [, words, rest = ""] = LONG.exec(text) ?? [];
  if (words !== undefined) return { magic: new Set(words.split(",").filter((word) => word !== "")), path: rest };
  if (text.startsWith(":(")) return undefined;
  const magic = new Set<string>();
  for (let at = 1; at < text.length; at++) {
    const sign = text[at] ?? "";
    if (sign === ":") return { magic, path: text.slice(at + 1) };
    const meant = SIGNS[sign];
    if (meant === undefined) return KEPT_SIGN.test(sign) ? undefined : { magic, path: text.slice(at) };
    magic.add(meant);
  }
  return { magic, path: "" };
}

/** Whether a path leaves out what it names. */
export const excludes = (text: string): boolean => pathspecOf(text)?.magic.has("exclude") === true;
