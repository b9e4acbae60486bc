import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { stemOf } from "../../file-names.ts";
import type { Folder } from "../../folder.ts";
import { pathsNamed } from "../../query/scopes.ts";
import { plain } from "../../reading/tokens.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { type HistoryQuestion, tellingWords } from "./said-of-history.ts";

const DESCRIBED_MAX = 4;

/** The one file or folder that a question of its beginning names, by its path or its whole name, or calls a file; none where it says more. */
export function filesNamed(asked: HistoryQuestion, folder: Folder): readonly string[] {
  const isCalledFile = asked.words.some((word) => KIND.test(plain(word)));
  const [word, ...others] = tellingWords(asked.words).filter((one) => !KIND.test(plain(one)));
  const described = isCalledFile ? filesDescribed(asked, folder) : [];
  if (word === undefined || others.length > 0) return described;
  const isWhole = (path: string): boolean => path.endsWith(word.replace(/^\.?\//, "").replace(/\/$/, ""));
  const paths = pathsNamed([word], folder).filter(isWhole);
  // A word that is no path may be a folder's name and mean something else: what is called a file, a folder or a module is one.
  const isFile = isCalledFile || /[/.]/.test(word) || /^[A-Z]/.test(word);
  return isFile && paths.length === 1 ? paths : described;
}

const KIND = /^(?:files?|folder|director(?:y|ies)|modules?|package|ficheiro|arquivo|pasta|modulo|pacote)$/;

/** Files whose names hold all that a question says of them, where they are few. */
export function filesDescribed({ words }: HistoryQuestion, { paths }: Folder): readonly string[] {
  const telling = tellingWords(words).filter((word) => !KIND.test(plain(word)));
  const found = paths.filter((path) => telling.every((word) => holdsWord(path, word)));
  const exact = found.filter((path) => wordParts(stemOf(path)).length === telling.flatMap(wordParts).length);
  const few = exact.length > 0 ? exact : found;
  return telling.length > 0 && few.length <= DESCRIBED_MAX ? few : [];
}
