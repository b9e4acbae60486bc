/** The folder of a path; empty for the root. */
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The folder and those above it, up to the root. */
export function above(folder: string): string[] {
  const parts = folder === "" ? [] : folder.split("/");
  return Array.from({ length: parts.length + 1 }, (_, index) => parts.slice(0, parts.length - index).join("/"));
}

/** Whether a path is a folder or lies in it; all do in the root. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === "" || path === folder || path.startsWith(`${folder}/`);

/** A path seen from a folder, without dots. */
export function joined(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${base}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return (base.startsWith("/") ? "/" : "") + parts.join("/");
}
