/** A path of an edit's text, made relative to the root without looking at any disk. */
export type PathVerdict =
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside"; readonly reason: string };

/**
 * Only lexical: links are the adapter's business. Both slashes count as separators when looking for `..`, so that no
 * platform reads a way out that another did not see.
 * @param root  absolute; an absolute path below it is accepted
 */
export function pathInsideRoot(name: string, root: string | undefined): PathVerdict {
  const outside = (reason: string): PathVerdict => ({ kind: "outside", reason });
  if (name.trim() === "") return outside("the path is empty");
  if (name.includes("\0")) return outside("the path holds a NUL character");
  const prefix = root === undefined ? undefined : `${root.replace(/\/+$/, "")}/`;
  const relative = prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  if (/^([\\/]|[A-Za-z]:[\\/]|file:|~[\\/])/i.test(relative)) return outside("the path is absolute");
  if (climbsOut(relative)) return outside("the path climbs out of the root");
  const parts: string[] = [];
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === "..") parts.pop();
    else parts.push(part);
  }
  return parts.length === 0 ? outside("the path names the root itself") : { kind: "inside", path: parts.join("/") };
}

function climbsOut(relative: string): boolean {
  let depth = 0;
  for (const part of relative.split(/[\\/]/)) {
    if (part === "..") depth--;
    else if (part !== "" && part !== ".") depth++;
    if (depth < 0) return true;
  }
  return false;
}

/** A name without the quotes or the emphasis that prose puts around one. */
export const undecorated = (name: string): string =>
  unquotePath(name.trim()).replace(/^(`{1,2}|\*\*|')([^`*']+)\1$/, "$2");

/** Undoes git's quoting of a path: `"foo\tbar"`, `"\303\251"`. A path that is not quoted comes back as it is. */
export function unquotePath(text: string): string {
  if (!/^".*"$/.test(text)) return text;
  const bytes: number[] = [];
  const body = text.slice(1, -1);
  for (const match of body.matchAll(/\\([0-7]{3})|\\(.)|([^\\])/gsu)) {
    if (match[1] !== undefined) bytes.push(Number.parseInt(match[1], 8) & 0xff);
    else
      bytes.push(
        ...new TextEncoder().encode(match[2] === undefined ? (match[3] ?? "") : (ESCAPES[match[2]] ?? match[2])),
      );
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};
