import { basename, resolve } from "node:path";
import { statIfThere } from "../../adapters/folder-entries.ts";
import { noteGiven } from "../../adapters/given-file.ts";
import { partedWords } from "../../base/parted-words.ts";
import { runsFile } from "../../engines/shell/programs/interpreters.ts";
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
const FOLDERS_MAX = 10;

const OWN_FOLDERS = /"?\$\{?(?:CLAUDE|WAYMARK)_(PROJECT_DIR|PLUGIN_ROOT)\}?"?/g;

/** A yes to a command is one to these files as they are: where one of them changes it is another command. */
export const filesNamed = (command: string, place: NamingPlace): NamedFiles =>
  pathsNamed(command, place).flatMap(([word, path]) => {
    const sha256 = contentHash(path);
    return sha256 === undefined ? [] : [[word, sha256] as const];
  });

/** No call and no other command changes unasked what this one starts. */
export function noteNamed(command: string, place: NamingPlace): void {
  for (const [, path] of pathsNamed(command, place)) if (statIfThere(path)?.isFile()) noteGiven(path);
}

/** What each word of a command may mean in the folders, whether it is there or not. */
function pathsNamed(command: string, { cwd, roots, plugin = "" }: NamingPlace): readonly (readonly [string, string])[] {
  const text = command
    // What it writes is not what it runs.
    .replace(/>{1,2}\s*[^\s;|&<>()]+/g, " ")
    .replace(OWN_FOLDERS, (_, name) => (name === "PROJECT_DIR" ? cwd : plugin));
  const words = new Set([...partedWords(text), ...text.split(/[\s"'`;|&()<>=:,@]+/)].filter((word) => word !== ""));
  const within = (folder: string, word: string): readonly string[] => {
    const path = resolve(folder, word);
    return roots.some((root) => path.startsWith(`${root}/`)) ? [path] : [];
  };
  const isFolder = (path: string): boolean => statIfThere(path)?.isDirectory() ?? false;
  const folders = [...words].flatMap((word) => within(cwd, word)).filter(isFolder);
  return [...words].flatMap((word) => {
    const paths = new Set([cwd, ...folders.slice(0, FOLDERS_MAX)].flatMap((folder) => within(folder, word)));
    return [...paths].map((path) => [word, path] as const);
  });
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

/** Those that a server of tools is started from. */
export function filesOfServer(
  { command, args, cwd }: { readonly command?: unknown; readonly args?: unknown; readonly cwd?: unknown },
  place: NamingPlace,
): NamedFiles {
  const folder = typeof cwd === "string" ? resolve(place.cwd, cwd) : place.cwd;
  const words = [command, args].flat().filter((word) => typeof word === "string");
  const named = filesNamed(words.map((word) => JSON.stringify(word)).join(" "), { ...place, cwd: folder });
  const isProgram = words.some((word) => runsFile(basename(word))) && !words.includes("-m");
  return named.filter(([word], index) => !DATA.test(word) || (isProgram && index === 0));
}
