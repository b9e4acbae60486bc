import type { LanguageFrontend } from "../../engines/citadel/frontend.ts";
import { LANGUAGES, LanguageFinder } from "../../engines/citadel/languages/index.ts";
import { createTreeSitterFrontends, treeSitterLanguages } from "./tree-sitter.ts";

/** Languages whose parser must be loaded first, such as a WebAssembly grammar: loaded when a file asks for one. */
export interface LazyFrontends {
  readonly extensions: readonly string[];
  load(): Promise<readonly LanguageFrontend[]>;
}

export const LAZY_FRONTENDS: readonly LazyFrontends[] = treeSitterLanguages.map(({ language, extensions }) => ({
  extensions,
  load: () => createTreeSitterFrontends([language]),
}));

/** The languages of some files: those of the engine, and of the lazy ones those that a file needs. */
export async function loadFinder(extensions: ReadonlySet<string>): Promise<LanguageFinder> {
  const needed = LAZY_FRONTENDS.filter((lazy) => lazy.extensions.some((extension) => extensions.has(extension)));
  const loaded = await Promise.all(needed.map((lazy) => lazy.load()));
  return new LanguageFinder([...LANGUAGES, ...loaded.flat()]);
}
