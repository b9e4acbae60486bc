import { isAbsolute, relative, sep } from "node:path";

/** Whether a path is a folder or lies below it; both absolute and real. */
export function isInside(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between === "" || (between !== ".." && !between.startsWith(`..${sep}`) && !isAbsolute(between));
}
