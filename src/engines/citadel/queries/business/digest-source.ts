import type { FileDigest } from "./digest-shape.ts";

/** The digests of an estate's files. */
export interface DigestSource {
  /** Every file that a language took, in the order of their paths. */
  readonly paths: readonly string[];
  languageOf(path: string): string | undefined;
  /** Made or read anew each time; undefined for a file that says nothing of data. */
  digest(path: string): FileDigest | undefined;
}

/** The files of a source that are a file or lie below a folder; all for `.`. */
export function pathsUnder({ paths }: DigestSource, path: string): string[] {
  const clean = path.replace(/^\.\/+/, "").replace(/\/+$/, "");
  if (clean === "" || clean === ".") return [...paths];
  if (paths.includes(clean)) return [clean];
  return paths.filter((file) => file.startsWith(`${clean}/`));
}
