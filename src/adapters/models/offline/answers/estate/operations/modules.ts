import type { Folder } from "../../../folder.ts";

/** "Only the base", "not the optional modules". */
export const OF_BASE =
  /\b(?:base|core|main) (?:app|application|system|part)\b|\b(?:no|not|without|leav\w+ out|except|excluding|ignor\w+|only)\b.*\b(?:optional|modules?|extensions?|add-?ons?)\b/;

/** The folder with a README of its own that holds a file: a part of the application that stands by itself; empty for what is of the base. */
export function moduleOf(path: string, { paths }: Pick<Folder, "paths">): string {
  const parts = path.split("/").slice(0, -1);
  for (let depth = parts.length; depth > 0; depth--) {
    const folder = parts.slice(0, depth).join("/");
    if (paths.some((one) => one.startsWith(`${folder}/README`))) return folder;
  }
  return "";
}

/** What is of the base before what is of modules, each in its order. */
export function baseFirst<Row extends { readonly path: string }>(rows: readonly Row[], folder: Folder): readonly Row[] {
  const modules = new Map(rows.map(({ path }) => [path, moduleOf(path, folder)] as const));
  return rows.toSorted((one, other) => {
    const [first = "", second = ""] = [modules.get(one.path), modules.get(other.path)];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}
