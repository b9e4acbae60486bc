import { relative } from "node:path";
import { showPath } from "../../../engines/paths/file-names.ts";
import { isInside } from "../../inside.ts";
import type { Difference } from "./differences.ts";

export const NAMED_MAX = 8;
const SHOWN_CHARS_MAX = 400;

export const sentence = (what: string, all: readonly Difference[], roots: readonly string[]): string =>
  named(
    what,
    all.map(([path]) => path),
    roots,
  );

export function named(what: string, paths: readonly string[], roots: readonly string[]): string {
  if (paths.length === 0) return "";
  const shown = paths.slice(0, NAMED_MAX).map((path) => {
    const root = roots.find((one) => isInside(path, one));
    return shortened(showPath(root === undefined ? path : relative(root, path) || "."));
  });
  if (paths.length > shown.length) shown.push(`${paths.length - shown.length} more`);
  return `(${what}: ${shown.join(", ")})`;
}

const shortened = (path: string): string =>
  path.length <= SHOWN_CHARS_MAX ? path : `${path.slice(0, SHOWN_CHARS_MAX / 2)}…${path.slice(-SHOWN_CHARS_MAX / 2)}`;
