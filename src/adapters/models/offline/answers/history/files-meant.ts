import { wordParts } from "../../../../../engines/passages/word-parts.ts";
import { isAside } from "../../aside.ts";
import { describedRows } from "../../described-rows.ts";
import { COBOL_PROGRAMS, stemOf } from "../../file-names.ts";
import type { Folder } from "../../folder.ts";
import type { Looking } from "../../looking.ts";
import type { Context } from "../../query/draft.ts";
import { jobs, programs } from "../../query/rows/estate.ts";
import { linesOf } from "../../query/rows/found.ts";
import { pathsNamed } from "../../query/scopes.ts";
import type { Row } from "../../query/shape.ts";
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

/** What a question of changes may mean, each with its files. */
export interface MeantFiles {
  readonly name: string;
  readonly paths: readonly string[];
}

const SAYS_KIND: readonly (readonly [said: RegExp, kind: "job" | "program" | "screen"])[] = [
  [/^(?:jobs?|jcl)$/, "job"],
  [/^(?:screens?|maps?|panels?|telas?|ecras?)$/, "screen"],
  [/^(?:programs?|programas?|transactions?)$/, "program"],
];
const RIVALS_MAX = 3;

/** The jobs, programs or screens that words describe, by what is said of them; else the files whose names hold the words. */
export function* filesOfDescribed(asked: HistoryQuestion, context: Context): Looking<readonly MeantFiles[]> {
  const said = asked.words.map((word) => word.toLowerCase());
  const [, kind] = SAYS_KIND.find(([form]) => said.some((word) => form.test(plain(word)))) ?? [];
  const words = said.filter((word) => word.length > 2 && !SAYS_KIND.some(([form]) => form.test(plain(word))));
  if (words.length === 0 || asked.names.length > 0) return [];
  const { folder } = context;
  const rowKind = kind === "job" ? "job" : "program";
  const rows = folder.tools.has("citadel_crud") ? yield* rowsOf(kind) : [];
  const found = (yield* describedRows({ kind: rowKind, noun: rowKind, words }, rows, context)).filter(({ held }) =>
    words.every((word) => held.has(word)),
  );
  if (found.length === 0 || found.length > RIVALS_MAX) return ofNames(asked, context);
  return found.map(({ row: { name, path } }) => {
    const maps = kind === "screen" ? folder.paths.filter((one) => isMapOf(name, one)) : [];
    return { name, paths: [...maps, path] };
  });
}

/** Only a program that sends a map has a screen. */
function* rowsOf(kind: "job" | "program" | "screen" | undefined): Looking<readonly Row[]> {
  if (kind === "job") return (yield* jobs()).rows;
  const { rows } = yield* programs();
  if (kind !== "screen") return rows;
  const { lines } = yield* linesOf([{ pattern: String.raw`\bSEND\s+MAP\b|\bMAP\s*\(`, glob: COBOL_PROGRAMS }]);
  const sending = new Set(lines.map(({ path }) => path));
  return rows.filter(({ path }) => sending.has(path));
}

/** `COBIL00.bms` is the map of COBIL00C. */
const isMapOf = (program: string, path: string): boolean =>
  /\.bms$/i.test(path) && program.toUpperCase().startsWith(stemOf(path).toUpperCase());

function ofNames(asked: HistoryQuestion, { folder }: Context): readonly MeantFiles[] {
  const all = filesDescribed(asked, folder);
  const own = all.filter((path) => !isAside(path));
  // An example of something is not it.
  const paths = asked.words.some((word) => /^(?:tests?|examples?|samples?)$/i.test(word)) ? all : own;
  return paths.length === 0 ? [] : [{ name: paths.map(stemOf).join(", "), paths }];
}
