import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { withPauses } from "../../base/in-turns.ts";
import type { Steps } from "../../base/steps.ts";
import type { WalkOptions } from "../../core/ports/workspace.ts";
import type { NativePath } from "../../engines/paths/file-names.ts";
import { compileIgnoreRules, type IgnoreRules } from "../../engines/text/gitignore.ts";
import { commonGitFolder, namedGitFolder } from "../git-folder.ts";
import { PathMoved } from "../pinned-folder.ts";
import { NO_REGULAR_FILE, readPlainFile } from "../read-plain-file.ts";
import { errorCode } from "./file-errors.ts";
import { type ListedEntry, listedEntries } from "./list-folder.ts";

/** One regular file: `path` is what is shown to people, `native` what opens it. */
export interface WalkedFile {
  readonly path: string;
  readonly native: NativePath;
}

const BATCH_FILES = 512;
/** How many names of a folder are looked at before others have a turn, whether or not there were files among them. */
const NAMES_AT_ONCE = 10_000;
/** The same of folders that are gone into: each costs as much as many names. */
const FOLDERS_AT_ONCE = 500;
/** Deeper than any path that the system takes. */
const FOLDER_DEPTH_MAX = 4_096;

/** The files below a folder as shown paths; gives other work a turn between batches. */
export async function* walkParts(
  start: string,
  shown: string,
  options: WalkOptions = {},
): AsyncGenerator<readonly string[]> {
  for (const batch of walkBatches(start, shown, options)) {
    if (options.signal?.aborted) return;
    yield batch.map(({ path }) => path);
    await new Promise(setImmediate);
  }
}

export interface BatchOptions extends WalkOptions {
  /** At what stands in place of an ignore file and is no file: who opens it may wait for ever. */
  readonly onPipe?: () => void;
}

/**
 * The files below a folder, folder by folder in the order of their names, in batches. Symbolic links are not
 * followed and `.git` is never entered. Follows ripgrep: `.gitignore`, `.ignore`, `.rgignore` and
 * `.git/info/exclude` of the folder, of those below it and of those above it up to the repository's, with or
 * without a repository.
 */
export function* walkBatches(
  start: string,
  shown: string,
  options: BatchOptions = {},
): Generator<readonly WalkedFile[]> {
  const prefix = shown === "." ? "" : `${shown.replace(/\/$/, "")}/`;
  const above = options.includeIgnored ? undefined : levelsAbove(start, options);
  const walk = new Walk(options);
  let batch: WalkedFile[] = [];
  const plain = `${start.replace(/\/$/, "")}/`;
  for (const files of walk.below({ absolute: start, shown: prefix, plain, above })) {
    const isPause = files.length === 0;
    batch = batch.length === 0 ? files : batch.concat(files);
    if (batch.length < BATCH_FILES && !isPause) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The ignore files of one folder, and those of the folders around it. */
interface Level {
  /** Absolute path of the folder with a slash at its end. */
  readonly base: string;
  /** Strongest first: `.rgignore`, `.ignore`, `.gitignore`, `.git/info/exclude`. */
  readonly rules: readonly (IgnoreRules | undefined)[];
  readonly isRepository: boolean;
  readonly above: Level | undefined;
}

interface Folder {
  readonly absolute: NativePath;
  /** Shown path with a slash at its end, empty for the root. */
  readonly shown: string;
  /** Absolute path in shown names with a slash at its end: what ignore patterns are matched on. */
  readonly plain: string;
  readonly above: Level | undefined;
}

const IGNORE_FILES = [".rgignore", ".ignore", ".gitignore"] as const;
const GIT_KINDS_FROM = 2;
const KINDS = 4;

class Walk {
  private readonly options: BatchOptions;

  constructor(options: BatchOptions) {
    this.options = options;
  }

  /** Files that stand side by side come together; a part without files asks for a pause. */
  *below(top: Folder): Generator<WalkedFile[]> {
    // No recursion: a thousand folders in each other are no thousand calls.
    const open = [this.partsOf(top)];
    let gone = 0;
    for (let at = open.at(-1); at !== undefined && !this.options.signal?.aborted; at = open.at(-1)) {
      const { done, value } = at.next();
      if (done) open.pop();
      else if (Array.isArray(value)) yield value;
      else if (open.length <= FOLDER_DEPTH_MAX) {
        open.push(this.partsOf(value));
        if (++gone % FOLDERS_AT_ONCE === 0) yield [];
      }
    }
  }

  /** Of one folder the files, and the folders where they stand among them. */
  private *partsOf(folder: Folder): Generator<WalkedFile[] | Folder, undefined> {
    const entries = yield* withPauses(entriesOf(folder.absolute), () => []);
    const level = this.options.includeIgnored ? undefined : levelOf(folder, entries, this.options);
    let files: WalkedFile[] = [];
    for (const [index, entry] of entries.entries()) {
      if ((index + 1) % NAMES_AT_ONCE === 0) yield [];
      if (this.isLeftOut(`${folder.plain}${entry.name}`, entry, level)) continue;
      const native = joinNative(folder.absolute, nativeOf(entry));
      const path = `${folder.shown}${entry.name}`;
      if (entry.isFile() && files.push({ path, native }) < BATCH_FILES) continue;
      if (files.length > 0) yield files;
      files = [];
      if (entry.isDirectory())
        yield { absolute: native, shown: `${path}/`, plain: `${folder.plain}${entry.name}/`, above: level };
    }
    if (files.length > 0) yield files;
  }

  private isLeftOut(plain: string, entry: ListedEntry, level: Level | undefined): boolean {
    if (entry.name === ".git" || !(entry.isFile() || entry.isDirectory())) return true;
    const verdict = level && verdictOf(level, plain, entry.isDirectory());
    if (verdict === "ignored") return true;
    return !this.options.includeHidden && verdict === undefined && entry.name.startsWith(".");
  }
}

/** The strongest kind of file that speaks decides; of one kind, the nearest. A repository's border stops git's files. */
function verdictOf(nearest: Level, plain: string, isFolder: boolean): "ignored" | "kept" | undefined {
  for (let kind = 0; kind < KINDS; kind++) {
    let leftRepository = false;
    for (let level: Level | undefined = nearest; level !== undefined; level = level.above) {
      if (leftRepository && kind >= GIT_KINDS_FROM) break;
      const verdict = level.rules[kind]?.verdict(plain.slice(level.base.length), isFolder);
      if (verdict !== undefined) return verdict;
      leftRepository ||= level.isRepository;
    }
  }
  return undefined;
}

/** Nothing of a folder that may not be read, or is gone meanwhile: ripgrep leaves it out, too. */
function* entriesOf(folder: NativePath): Steps<readonly ListedEntry[]> {
  try {
    return yield* listedEntries(folder);
  } catch (error) {
    if (error instanceof PathMoved || errorCode(error) !== undefined) return [];
    throw error;
  }
}

const nativeOf = ({ name, native }: ListedEntry): NativePath => native ?? name;

function joinNative(folder: NativePath, name: NativePath): NativePath {
  if (typeof folder === "string" && typeof name === "string")
    return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
  return Buffer.concat([Buffer.from(folder), Buffer.from("/"), Buffer.from(name)]);
}

function levelOf(folder: Folder, entries: readonly ListedEntry[], options: BatchOptions): Level | undefined {
  const names = new Set<string>();
  for (const entry of entries) if (entry.name.startsWith(".")) names.add(entry.name);
  if (names.size === 0 || typeof folder.absolute !== "string") return folder.above;
  return readLevel(folder.absolute, { has: (name) => names.has(name), above: folder.above, options });
}

/** Ignore files of the folders around the one where a walk starts. */
function levelsAbove(start: string, options: BatchOptions): Level | undefined {
  const folders: string[] = [];
  for (let folder = dirname(start); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  let above: Level | undefined;
  for (const folder of folders.reverse())
    above = readLevel(folder, { has: (name) => existsSync(join(folder, name)), above, options });
  return above;
}

interface LevelParts {
  readonly has: (name: string) => boolean;
  readonly above: Level | undefined;
  readonly options: BatchOptions;
}

function readLevel(folder: string, { has, above, options }: LevelParts): Level | undefined {
  const isRepository = has(".git");
  const rules = [
    ...IGNORE_FILES.map((name) => (has(name) ? readRules(join(folder, name), options) : undefined)),
    isRepository ? readRules(excludeFile(folder), options) : undefined,
  ];
  if (!isRepository && rules.every((one) => one === undefined)) return above;
  return { base: folder.endsWith("/") ? folder : `${folder}/`, rules, isRepository, above };
}

function readRules(path: string, { onPipe }: BatchOptions): IgnoreRules | undefined {
  const file = readPlainFile(path);
  if (file.kind === "refused" && file.why === NO_REGULAR_FILE) onPipe?.();
  const rules = compileIgnoreRules(file.kind === "text" ? file.text : "");
  return rules.size > 0 ? rules : undefined;
}

/** In a linked worktree or a submodule `.git` is a file that names the folder, which may name the common one. */
function excludeFile(folder: string): string {
  const git = join(folder, ".git");
  const named = namedGitFolder(git);
  return join(named === undefined ? git : commonGitFolder(named), "info/exclude");
}
