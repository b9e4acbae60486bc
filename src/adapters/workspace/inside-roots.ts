import { lstatSync, readlinkSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { ToolFailure } from "../../core/tool.ts";
import { asFailure, isMissing } from "./file-errors.ts";

const LINKS_MAX = 40;

/**
 * The real path that a path leads to, every symbolic link followed, whether the last parts exist or not.
 * @param root   absolute; what a relative path starts from
 * @param roots  real paths; the result lies in one of them
 * @throws {ToolFailure} when it leads outside, by `..`, a link, `~` or otherwise
 */
export function resolveInside(path: string, root: string, roots: readonly string[]): string {
  if (path.includes("\0")) throw new ToolFailure("A path cannot hold a NUL character.");
  if (/^~[^/\\]*(?:[/\\]|$)/.test(path) && !existsAsIs(join(root, path)))
    throw new ToolFailure(`${path} is not expanded to a home folder. Give a path inside ${root}.`);
  const absolute = isAbsolute(path) ? resolve(path) : resolve(root, path);
  const real = realPath(absolute, path);
  if (roots.some((allowed) => isInside(real, allowed))) return real;
  throw new ToolFailure(
    `${path} is outside the working folder ${root}${roots.length > 1 ? " and the added folders" : ""}.`,
  );
}

/** Whether a real path is a folder or lies below it. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function existsAsIs(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Like realpath, but for paths whose end does not exist yet; a dangling link counts as where it points. */
function realPath(absolute: string, shown: string): string {
  let path = absolute;
  let rest = "";
  for (let links = 0; links < LINKS_MAX; ) {
    try {
      return join(realpathSync.native(path), rest);
    } catch (error) {
      if (!isMissing(error)) throw asFailure(shown, "resolved", error);
    }
    const target = danglingTarget(path);
    if (target === undefined) {
      rest = join(path.slice(dirname(path).length), rest);
      path = dirname(path);
    } else {
      path = resolve(dirname(path), target);
      links++;
    }
  }
  throw new ToolFailure(`${shown} cannot be resolved: its symbolic links go in a circle.`);
}

function danglingTarget(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
