import { lstatSync, type Stats, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { isInside, leadsInside } from "../../adapters/inside.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/**
 * Where something is written that a person asked for. A folder of others may hold a link by that name: what goes into a folder
 * stays in it, and nothing is made where a link leads to nothing. A pipe in it would be waited for without end, past Ctrl-C.
 * @param path    as it was given, or by default; outside of the folder it is what the person named
 * @param folder  that relative paths begin at
 * @throws {UserError} where a link on the way leads out of the folder, or a pipe is there
 */
export function outputPath(path: string, folder: string): string {
  const target = isAbsolute(path) ? path : resolve(folder, path);
  if (!isInside(target, folder)) return target;
  const link = linkOut(target, folder);
  if (link === undefined) {
    if (!isPipe(target)) return target;
    throw new UserError(phrase`${target} is a pipe or a socket, no file; name another place.`, EXIT.badInput);
  }
  throw new UserError(
    phrase`${link} is a link that leads out of ${folder}, or to nothing, and is not written through; name another place.`,
    EXIT.badInput,
  );
}

/**
 * The same where the command was called in one folder and works in another, as with `-C`: in neither a link leads elsewhere.
 * @param cd  from the folder that it was called in
 */
export function namedOutput(path: string, cwd: string, cd = "."): string {
  return outputPath(outputPath(path, cwd), resolve(cwd, cd));
}

function linkOut(target: string, folder: string): string | undefined {
  let at = folder;
  for (const name of relative(folder, target).split(sep)) {
    at = join(at, name);
    const stats = entryAt(at);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink() && !leadsInside(at, folder)) return at;
  }
  return undefined;
}

function isPipe(path: string): boolean {
  if (entryAt(path) === undefined) return false;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && (stats.isFIFO() || stats.isSocket());
}

function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Below what is no folder: whoever writes is told why it cannot.
    return undefined;
  }
}
