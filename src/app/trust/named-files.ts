import { hash, randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { entriesIn, isProgram, namesIn, statIfThere } from "../../adapters/folder-entries.ts";
import { noteGiven } from "../../adapters/given-file.ts";
import { plainText } from "../../adapters/read-plain-file.ts";
import { createGlobMatcher } from "../../base/glob.ts";
import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { type NamedPiece, namedPieces, type StartingPrograms, UNTOLD } from "../../engines/paths/named-pieces.ts";
import { commandsIn, deciding, isRecipe, recipesOf } from "../../engines/paths/recipe-files.ts";
import { runsFile } from "../../engines/shell/programs/interpreters.ts";
import { choosesPrograms } from "../../engines/shell/starts/option-variables.ts";
import type { Config } from "../settings/schema.ts";
import { contentHash } from "./content-hash.ts";
import { trustRoot } from "./trust-root.ts";

/** The files that a command names, each with the hash of its content. */
export type NamedFiles = readonly (readonly [word: string, sha256: string])[];

export interface NamingPlace {
  readonly cwd: string;
  /** Absolute folders; only what lies in them counts. */
  readonly roots: readonly string[];
  /** Of the plugin that it comes with. */
  readonly plugin?: string;
}

/** Where a session may write, and where plugins lie. */
export const namingPlace = ({ cwd, config, plugins }: NamedIn): NamingPlace => ({
  cwd,
  roots: [
    trustRoot(cwd),
    ...config.addDirs.map((added) => resolve(cwd, added)),
    ...plugins.map(({ folder }) => folder),
  ],
});

interface NamedIn {
  readonly cwd: string;
  readonly config: Pick<Config, "addDirs">;
  readonly plugins: readonly { readonly folder: string }[];
}

/** A command may go into folders that it names before it starts something there. */
const FOLDERS_MAX = 100;
/** How deep such a folder may lie in another that it names. */
const FOLDERS_DEPTH = 3;
/** More than anybody writes; all of them are looked for in all those folders. */
const PIECES_MAX = 2_000;
/** Of one pattern. */
const MATCHES_MAX = 1_000;

/** A yes to a command is one to these files as they are: where one of them changes it is another command. */
export const filesNamed = (command: string, place: NamingPlace): NamedFiles => filesIn([command], place);

/** Of these what stands where a program, or the file that it runs, does: what is worked on may change. */
export const filesStarted = (command: string, place: NamingPlace): NamedFiles =>
  filesIn([command], place, ({ isStarted }) => isStarted);

function filesIn(texts: readonly string[], place: NamingPlace, counts?: (piece: NamedPiece) => boolean): NamedFiles {
  const paths = pathsNamed(texts, place, counts);
  // Of more nobody can say what a yes was given to: it is another command each time.
  if (paths === undefined) return [[`more than ${PIECES_MAX} words`, randomUUID()]];
  return paths.flatMap(([word, path]) => {
    const sha256 = decidingHash(path);
    return sha256 === undefined ? [] : [[word, sha256] as const];
  });
}

/** Of a package's file what is added to it every day is none of what a yes is given to. */
function decidingHash(path: string): string | undefined {
  const text = isRecipe(basename(path)) ? plainText(path) : undefined;
  return text === undefined ? contentHash(path) : hash("sha256", deciding(basename(path), text));
}

/** No call and no other command changes unasked what this one starts; what a recipe has it do is asked about when it starts again. */
export function noteNamed(command: string, place: NamingPlace): void {
  for (const [, path] of pathsNamed([command], place, undefined, STARTS_FILES) ?? [])
    if (statIfThere(path)?.isFile()) noteGiven(path);
}

const STARTS_FILES: StartingPrograms = {
  startsFile: (program) => runsFile(program) || program === "run-parts",
  recipesOf: () => [],
};
const PROGRAMS: StartingPrograms = { ...STARTS_FILES, recipesOf };

/** What each word of a command may mean in the folders, whether it is there or not; undefined where it has too many. */
function pathsNamed(
  texts: readonly string[],
  place: NamingPlace,
  counts: (piece: NamedPiece) => boolean = () => true,
  programs = PROGRAMS,
): readonly (readonly [word: string, path: string])[] | undefined {
  const { cwd, roots, plugin } = place;
  const starts = [...new Set([cwd, ...(plugin === undefined ? [] : [plugin]), ...roots])];
  const read = texts.map((text) => namedPieces(spelled(text, starts), programs));
  const pieces = read.flatMap((some = []) => some);
  if (read.includes(undefined) || pieces.length > PIECES_MAX) return undefined;
  const below = (piece: NamedPiece, folders: readonly string[]): readonly string[] => {
    const from = piece.isBelowAny ? [...starts, ...folders] : [cwd, ...folders];
    const paths = from.map((folder) => resolve(folder, piece.isBelowAny ? `./${piece.text}` : piece.text));
    return [...new Set(paths)].filter((path) => roots.some((root) => path.startsWith(`${root}/`)));
  };
  const isFolder = (path: string): boolean => statIfThere(path)?.isDirectory() ?? false;
  const found = (piece: NamedPiece, folders: readonly string[]): readonly string[] =>
    piece.isPattern ? below(piece, folders).flatMap((path) => matching(path, roots)) : below(piece, folders);
  let folders: readonly string[] = [];
  for (let depth = 0; depth < FOLDERS_DEPTH; depth++) {
    const all = pieces.flatMap((piece) => found(piece, folders));
    folders = [...new Set(all)].filter(isFolder).slice(0, FOLDERS_MAX);
  }
  return pieces.filter(counts).flatMap((piece) =>
    found(piece, folders)
      .filter((path) => !piece.isPattern || piece.isStarted || isProgram(path))
      .flatMap((path) => [
        [piece.isPattern || piece.isBelowAny ? path : piece.text, path] as const,
        ...(piece.isStarted ? mainOf(path).map((main) => [main, main] as const) : []),
        ...(piece.isStarted ? startedBy(path, place, { pieces, programs }) : []),
      ]),
  );
}

/** What the scripts of a package start that a command calls. */
function startedBy(
  path: string,
  place: NamingPlace,
  { pieces, programs }: { readonly pieces: readonly NamedPiece[]; readonly programs: StartingPrograms },
): readonly (readonly [word: string, path: string])[] {
  const name = basename(path);
  const text = isRecipe(name) ? plainText(path) : undefined;
  const words = pieces.map((piece) => piece.text);
  const commands = text === undefined ? [] : commandsIn(name, text, words);
  if (commands.length === 0) return [];
  // Of the same file all is found already.
  const others = (program: string): readonly string[] =>
    programs.recipesOf(program).filter((recipe) => recipe !== name);
  const inFolder = { ...place, cwd: dirname(path) };
  return pathsNamed(commands, inFolder, ({ isStarted }) => isStarted, { ...programs, recipesOf: others }) ?? [];
}

/** What is run of a folder that is a package. */
function mainOf(path: string): readonly string[] {
  if (basename(path) !== "package.json") return [];
  try {
    const found = parseForeignJson(plainText(path) ?? "{}");
    const main = isObject(found) ? found["main"] : undefined;
    return typeof main === "string" ? ["", ".js", "/index.js"].map((end) => join(dirname(path), `${main}${end}`)) : [];
  } catch {
    return [];
  }
}

/** The folders by their names are told by nothing but running: what a text says of them may have blanks in it. What it writes is not what it runs. */
function spelled(text: string, folders: readonly string[]): string {
  const atHome = text
    .replace(/>{1,2}\s*(?:"[^"]*"|'[^']*'|[^\s;|&<>()"'])+/g, " ")
    .replace(/(^|[\s"'=:])(?:~|\$HOME|\$\{HOME\})(?=\/)/g, (_, before: string) => `${before}${homedir()}`);
  return folders
    .toSorted((one, other) => other.length - one.length)
    .reduce((so, folder) => so.replaceAll(`${folder}/`, `${UNTOLD}/`), atHome);
}

/** What a pattern finds, by the names that are there. */
function matching(pattern: string, roots: readonly string[]): readonly string[] {
  const root = roots.find((one) => pattern.startsWith(`${one}/`)) ?? pattern;
  return relative(root, pattern)
    .split("/")
    .reduce<readonly string[]>(
      (folders, name) => {
        if (name === "**") return folders.flatMap(allFrom).slice(0, MATCHES_MAX);
        if (!/[*?[]/.test(name)) return folders.map((folder) => join(folder, name));
        const fits = createGlobMatcher(name, { wildcards: "reach" });
        return folders
          .flatMap((folder) => namesIn(folder).flatMap((one) => (fits(one) ? join(folder, one) : [])))
          .slice(0, MATCHES_MAX);
      },
      [root],
    );
}

/** A folder with all that lies below it, without what links lead to; what lies high comes first. */
function allFrom(folder: string): readonly string[] {
  const all = [folder];
  const folders = [folder];
  for (const one of folders) {
    const entries = all.length < MATCHES_MAX ? entriesIn(one) : [];
    all.push(...entries.map(({ name }) => join(one, name)));
    folders.push(...entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(one, name)));
  }
  return all;
}

/** Files that a yes was given to with a command. */
export interface AgreedFiles {
  readonly named: NamedFiles;
  readonly naming: NamingPlace;
}

/** The word of a command that names another file by now, or the same with other content. */
export function changedSince(command: string, { named, naming }: AgreedFiles): string | undefined {
  const [then, now] = [named, filesNamed(command, naming)].map(
    (files) => new Map(files.map((file) => [`${file}`, file])),
  );
  const all = new Map([...(then ?? []), ...(now ?? [])]);
  return [...all].find(([key]) => !(then?.has(key) && now?.has(key)))?.[1][0];
}

/** What servers keep their work in: named to be written, and started by nobody but an interpreter that is given it first. */
const DATA = /\.(?:db3?|duckdb|sqlite3?|jsonl?|csv|log)$/i;

/** Those that a server of tools is started from, by its words and by variables that have a program run or read something. */
export function filesOfServer(
  { command, args, cwd, env }: Readonly<Partial<Record<"command" | "args" | "cwd" | "env", unknown>>>,
  place: NamingPlace,
): NamedFiles {
  const folder = typeof cwd === "string" ? resolve(place.cwd, cwd) : place.cwd;
  const isText = (word: unknown): word is string => typeof word === "string";
  const words = [command, args].flat().filter(isText);
  // What is run is told by the word before it.
  const line = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const variables = Object.entries(isObject(env) ? env : {}).filter(([name]) => choosesPrograms(name));
  const texts = [...words, ...variables.map(([, value]) => value).filter(isText), line];
  const all = filesIn(texts, { ...place, cwd: folder });
  const named = [...new Map(all.map((file) => [`${file}`, file])).values()];
  const isInterpreted = words.some((word) => runsFile(basename(word))) && !words.includes("-m");
  return named.filter(
    ([word], index) => !DATA.test(word) || isRecipe(basename(word)) || (isInterpreted && index === 0),
  );
}
