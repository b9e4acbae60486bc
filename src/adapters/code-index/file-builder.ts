import { LANGUAGES, LanguageFinder } from "../../engines/citadel/languages/index.ts";
import { within } from "../bounded-time.ts";
import type { BuildPlace } from "./build-place.ts";
import type { FileEntry } from "./entry.ts";
import { MemberPaths } from "./member-paths.ts";
import { PackWriter } from "./packs/pack.ts";
import { FileParser, type ParsedFile } from "./parse-file.ts";
import { createTreeSitterFrontends, treeSitterLanguages } from "./tree-sitter.ts";

/** How long this thread parses before others get a turn, and at most for one file. */
const TURN_MS = 40;
const HERE_MS_MAX = 1_500;

/** Parses files one by one into a pack of its own. The parsers come with this module, so it is loaded when needed. */
export interface FileBuilder {
  /** Starts anew after files have changed; looks members up among the paths of this place. */
  renew(place: BuildPlace): Promise<void>;
  build(path: string): void;
  /**
   * As many of the files as can be had in a while, from the first of them on.
   * @returns how many were dealt with, and which of those took too long or too much: they are for a thread that keeps nobody waiting
   */
  buildSome(paths: readonly string[]): { readonly count: number; readonly heavy: readonly string[] };
  /** A file that cannot be parsed. */
  fail(path: string, message: string): void;
  /** The entries of the files since the last time; what they tell of is in the pack. */
  flush(): FileEntry[];
  close(): void;
}

export async function createFileBuilder(place: BuildPlace, pack: string): Promise<FileBuilder> {
  const builder = new PackBuilder(place, pack);
  await builder.renew(place);
  return builder;
}

class PackBuilder implements FileBuilder {
  private readonly writer: PackWriter;
  private place: BuildPlace | undefined;
  private members: MemberPaths | undefined;
  private finder: LanguageFinder | undefined;
  private parser: FileParser | undefined;

  constructor(place: BuildPlace, pack: string) {
    this.writer = new PackWriter(place.folder, pack);
  }

  async renew(place: BuildPlace): Promise<void> {
    const { root, encoding, paths, libraries, extensions, copied } = place;
    const isLoaded = this.finder && this.place?.extensions === extensions;
    const finder = isLoaded ? this.finder : await loadFinder(new Set(extensions));
    const isForeign = (path: string): boolean => !mayBeCopied(finder?.byPath(path)?.language);
    if (!this.members || this.place?.paths !== paths) this.members = new MemberPaths(paths, libraries, isForeign);
    this.finder = finder;
    this.place = place;
    if (finder)
      this.parser = new FileParser({ root, finder, members: this.members, encoding, copied: new Set(copied) });
  }

  build(path: string): void {
    this.writer.add(this.renewed().parse(path));
  }

  buildSome(paths: readonly string[]): { readonly count: number; readonly heavy: readonly string[] } {
    const parser = this.renewed();
    const files: ParsedFile[] = [];
    const turnEndMs = performance.now() + TURN_MS;
    const isWhole = within(HERE_MS_MAX, () => {
      for (const path of paths) {
        if (files.length > 0 && performance.now() >= turnEndMs) break;
        files.push(parser.parse(path));
      }
      return true;
    });
    const cut = isWhole ? [] : paths.slice(files.length, files.length + 1);
    const heavy = files.filter(({ isHeavy }) => isHeavy);
    for (const file of files) if (!file.isHeavy) this.writer.add(file);
    return { count: files.length + cut.length, heavy: [...heavy.map(({ path }) => path), ...cut] };
  }

  fail(path: string, message: string): void {
    this.writer.add(this.renewed().fail(path, message));
  }

  private renewed(): FileParser {
    if (!this.parser) throw new Error("a builder must be renewed before it builds");
    return this.parser;
  }

  flush(): FileEntry[] {
    return this.writer.flush();
  }

  close(): void {
    this.writer.close();
  }
}

const mayBeCopied = (language: string | undefined): boolean =>
  language === undefined || language === "cobol" || language === "copybook";

/** The languages of some files: those of the engine, and of those with a grammar that must be loaded the ones that a file needs. */
export async function loadFinder(extensions: ReadonlySet<string>): Promise<LanguageFinder> {
  const needed = treeSitterLanguages.filter((one) => one.extensions.some((extension) => extensions.has(extension)));
  return new LanguageFinder([
    ...LANGUAGES,
    ...(await createTreeSitterFrontends(needed.map(({ language }) => language))),
  ]);
}
