import type { FileFacts } from "./model.ts";

/** One source file as text. `path` is relative to the estate's root, with forward slashes. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** Answers a COPY, INCLUDE or procedure look-up; the estate decides which library wins. */
export interface MemberLookup {
  /**
   * @param name     the member as written, without quotes
   * @param kind     what is wanted
   * @param library  the `OF`/`IN` qualifier or JCLLIB hint, when one is written
   * @returns        the chosen member, and the other places that hold the same name; undefined when there is none
   */
  find(
    name: string,
    kind: "copybook" | "procedure" | "control-card",
    library?: string,
  ): { readonly source: SourceText; readonly others: readonly string[] } | undefined;
}

/** A language: recognises its files and turns one into facts. Pure: no clock, no disk. Never throws on bad input. */
export interface LanguageFrontend {
  /** Lower-case name, as it appears in `files[].language`. */
  readonly language: string;
  /** File extensions with the dot, lower case; without one at the beginning, whole names of files. */
  readonly extensions: readonly string[];
  /** Names of files that are its own, where no whole name and before any extension tells. */
  readonly names?: RegExp;
  /** Extensions of files that mostly are no source: they are its own where it recognises their text, and no other language's. */
  readonly maybe?: readonly string[];
  /** Recognises a file that has no telling extension, from its path and first few kilobytes. */
  detect?(path: string, head: string): boolean;
  parse(source: SourceText, members: MemberLookup): FileFacts;
}
