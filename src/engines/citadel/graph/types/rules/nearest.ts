import { distance } from "../../name-index.ts";

/** The one whose file is nearest, where several have one name. */
export function nearest<T extends { readonly file: { readonly path: string } }>(
  found: readonly T[],
  from: string,
): T | undefined {
  if (found.length < 2) return found[0];
  return [...found].sort(
    (left, right) =>
      distance(left.file.path, from) - distance(right.file.path, from) || (left.file.path < right.file.path ? -1 : 1),
  )[0];
}
