/** Where is worked: absolute. */
interface WorkedFolders {
  readonly root: string;
  readonly added?: readonly string[] | undefined;
}

/** The workspace and then the folders added to it, the outermost first; the whole machine is never one. */
export function rootsOf({ root, added = [] }: WorkedFolders): readonly string[] {
  return [
    ...new Set([
      normalizePath(root),
      ...added
        .map(normalizePath)
        .filter((one) => one !== "/")
        .sort(),
    ]),
  ];
}

/** A folder within another one: what holds it is no more than that one's own. */
export const isNested = (root: string, roots: readonly string[]): boolean =>
  roots.some((other) => other !== root && isWithin(root, other));

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);

/** `.`, `..` and repeated slashes taken out of an absolute path, without looking at links. */
export function normalizePath(path: string): string {
  if (!/\/\.{0,2}(\/|$)/.test(path.slice(1)) && !path.startsWith("//") && !path.startsWith("/.")) return path;
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === "..") names.pop();
    else names.push(name);
  }
  return `/${names.join("/")}`;
}

/** `/proc/self/root` and `/proc/self/cwd` are other names for `/` and the folder. */
export function throughProc(path: string, folder: string | undefined): string {
  const match = /^\/proc\/(?:self|thread-self|\d+|\$\$)(?:\/task\/\d+)?\/(root|cwd)(\/.*)?$/.exec(path);
  if (!match) return path;
  const target = match[1] === "root" ? (match[2] ?? "/") : `${folder ?? "/"}${match[2] ?? ""}`;
  return throughProc(normalizePath(target), folder);
}
