/** A path of an edit's text, made relative to the root without looking at any disk. */
export type PathVerdict =
  | { readonly kind: "inside"; readonly path: string }
  | { readonly kind: "outside"; readonly reason: string };

/**
 * Only lexical: links are the adapter's business. Both slashes count as separators when looking for `..`, so that no
 * platform reads a way out that another did not see.
 * @param root  absolute; an absolute path below it is accepted
 * @param folders  absolute; what lies below one of them is as good, and keeps the name that it was given where that is a plain one
 */
export function pathInsideRoot(name: string, root: string | undefined, folders: readonly string[] = []): PathVerdict {
  const outside = (reason: string): PathVerdict => ({ kind: "outside", reason });
  if (name.trim() === "") return outside("the path is empty");
  if (name.includes("\0")) return outside("the path holds a NUL character");
  const prefix = root === undefined ? undefined : `${root.replace(/\/+$/, "")}/`;
  const relative = prefix !== undefined && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  const elsewhere = nameInFolder(relative, root, folders);
  if (elsewhere !== undefined) return { kind: "inside", path: elsewhere };
  if (/^([\\/]|[A-Za-z]:[\\/]|file:|~[\\/])/i.test(relative)) return outside("the path is absolute");
  if (climbsOut(relative)) return outside("the path climbs out of the root");
  const parts = plainParts(relative);
  return parts.length === 0 ? outside("the path names the root itself") : { kind: "inside", path: parts.join("/") };
}

/** A path that leads into another folder than the root; undefined where it leads into none. */
function nameInFolder(name: string, root: string | undefined, folders: readonly string[]): string | undefined {
  if (folders.length === 0 || name.includes("\\") || !/^(?:\/|\.\.\/)/.test(name)) return undefined;
  const whole = name.startsWith("/") ? name : `${root ?? ""}/${name}`;
  if (climbsOut(whole)) return undefined;
  const path = `/${plainParts(whole).join("/")}`;
  if (!folders.some((folder) => path.startsWith(`${folder.replace(/\/+$/, "")}/`))) return undefined;
  const below = name.replace(/^(?:\/|(?:\.\.\/)+)/, "");
  return plainParts(below).join("/") === below ? name : path;
}

/** The names of a path that does not climb out of where it starts, without detours. */
function plainParts(path: string): readonly string[] {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts;
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
