import type { BuildPlace } from "./build-place.ts";
import type { FileEntry } from "./entry.ts";
import { loadFinder } from "./frontends.ts";
import { MemberPaths } from "./member-paths.ts";
import { PackWriter } from "./pack.ts";
import { FileParser } from "./parse-file.ts";

/** Parses files one by one into a pack of its own. The parsers come with this module, so it is loaded when needed. */
export interface FileBuilder {
  /** The entry may only be told to anyone after `flush`. */
  build(path: string): FileEntry;
  flush(): void;
  close(): void;
}

export async function createFileBuilder(place: BuildPlace, pack: string): Promise<FileBuilder> {
  const finder = await loadFinder(new Set(place.extensions));
  const members = new MemberPaths(place.paths, place.libraries);
  const parser = new FileParser({ root: place.root, finder, members, encoding: place.encoding });
  const writer = new PackWriter(place.folder, pack);
  return {
    build: (path) => writer.add(parser.parse(path)),
    flush: () => writer.flush(),
    close: () => writer.close(),
  };
}
