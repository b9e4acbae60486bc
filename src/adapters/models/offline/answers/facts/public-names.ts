import type { SourceFile } from "./source-files.ts";

/** Which names a package hands to its users: what its `__init__.py` and index files name, what an `export` declares. */
export function publicNames(files: readonly SourceFile[]): (name: string) => boolean {
  const names = new Set<string>();
  for (const { path, lines } of files) {
    const isIndex = /(?:^|\/)(?:__init__\.py|index\.[cm]?[jt]s)$/.test(path) && !/(?:^|\/)_\w+\//.test(path);
    for (const { text } of lines) {
      const exported =
        /^export (?:default )?(?:abstract |async |declare )*(?:class|function\*?|const|interface|type|enum) (\w+)/.exec(
          text,
        )?.[1];
      if (exported !== undefined) names.add(exported);
      const listed = isIndex
        ? (/^\s+["']?(\w+)["']?,\s*$/.exec(text)?.[1] ?? /\bas (\w+)\s*$/.exec(text)?.[1])
        : undefined;
      if (listed !== undefined) names.add(listed);
    }
  }
  return (name) => names.has(name);
}
