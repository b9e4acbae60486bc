/** A type that a class inherits from, with where its name stands in the text. */
export interface TypeName {
  readonly name: string;
  readonly offset: number;
}

const KEYWORDS =
  /\b(?:extends|implements|public|private|protected|virtual|override|use|permits|with|dyn|typename)\b|[<:+&*?;]/g;

/**
 * The types in a heritage clause of any of the languages: `extends B<T> implements C, D.E`, `: public B`, `(E, metaclass=F)`.
 * Type arguments, keyword arguments and constructor arguments are left out; a qualified name gives its last part.
 */
export function typeNames(text: string): TypeName[] {
  const plain = hideNested(text).replace(/::/g, "..").replace(/\\/g, ".");
  const split = plain.replace(/\b(?:extends|implements)\b/g, (word) => ",".padEnd(word.length));
  const found: TypeName[] = [];
  let at = 0;
  for (const piece of split.split(",")) {
    const cleaned = piece.replace(KEYWORDS, (word) => " ".repeat(word.length));
    const match = /^\s*(?:[\w$\u0080-\uffff]+\.+)*([\w$\u0080-\uffff]+)\s*$/.exec(cleaned);
    const name = match?.[1];
    if (name !== undefined && !/^\d/.test(name)) found.push({ name, offset: at + cleaned.lastIndexOf(name) });
    at += piece.length + 1;
  }
  return found;
}

/** Blanks what stands in brackets, except one pair around the whole. */
function hideNested(text: string): string {
  if (!/[<([{]/.test(text)) return text;
  let depth = 0;
  let shown = "";
  const isWrapped = /^\s*\(/.test(text) && /\)\s*$/.test(text);
  const base = isWrapped ? 1 : 0;
  for (const sign of text) {
    const opens = "<([{".includes(sign);
    const closes = ">)]}".includes(sign);
    if (closes) depth--;
    const hidden = opens || closes || depth > base;
    shown += hidden && sign !== "\n" ? " ".repeat(sign.length) : sign;
    if (opens) depth++;
  }
  return shown;
}
