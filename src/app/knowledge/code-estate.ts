import { existsSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { type CodeIndex, type CodeIndexOptions, openCodeIndex } from "../../adapters/code-index/code-intelligence.ts";
import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { GRAPH_KINDS, type GraphSelection } from "../../engines/citadel/graph/select-graph.ts";
import { QUERY_VERBS, type QueryInput, type QueryVerb } from "../../engines/citadel/queries/run-query.ts";
import { hasPattern } from "../../engines/paths/path-rules.ts";
import type { Encoding } from "../../engines/text/encoding.ts";
import { folderFault } from "../file-fault.ts";
import type { Rooms } from "../rooms.ts";
import { trustRoot } from "../trust/trust-root.ts";

export type { BuildProgress } from "../../adapters/code-index/build-files.ts";
export type { CodeIndex } from "../../adapters/code-index/code-intelligence.ts";
export type { GraphSelection } from "../../engines/citadel/graph/select-graph.ts";

export const CODE_VERBS = [...QUERY_VERBS, "index", "graph", "uses", "report"] as const;
export type CodeVerb = (typeof CODE_VERBS)[number];
/** Verbs whose first argument may be a name instead of a path. */
const NAMED: ReadonlySet<string> = new Set<QueryVerb>([
  "callers",
  "crud",
  "impact",
  "jobs",
  "lineage",
  "rules",
  "fields",
  "screens",
  "sequence",
]);

/** Verbs whose names only narrow the answer down. */
const FILTERED: ReadonlySet<string> = new Set<QueryVerb>(["crud", "jobs", "rules", "fields", "screens", "sequence"]);

/** Folders besides the root; relative ones start at `cwd`. */
export interface EstateRequest {
  readonly cwd: string;
  /** Folders of copybooks that win, or `NAME=FOLDER`. */
  readonly library?: readonly string[];
  /** Other folders of the same estate. */
  readonly addDir?: readonly string[];
  /** Of all files; detected when absent. */
  readonly encoding?: Encoding;
  /** The process does nothing but answer. */
  readonly isAlone?: boolean;
}

/** A question as a person types it: a path and names, in this order, either of them optional. */
export interface CodeQuestion extends Pick<EstateRequest, "cwd" | "addDir"> {
  readonly verb: CodeVerb;
  readonly words: readonly string[];
  /** The folder whose code is looked at. */
  readonly root?: string;
  readonly name?: readonly string[];
  readonly max?: number;
  readonly exclude?: readonly string[];
  readonly only?: readonly string[];
  /** For `impact`: the PICTURE that a field would get, and whether transfers between screens are followed. */
  readonly to?: string;
  readonly navigation?: boolean;
  /** For `impact`: commits that are compared; a word is then a path. */
  readonly diff?: string | true;
}

/** Which files belong to it besides those below the root, and which may not be shown: by the flags and the settings. */
export const openEstate = (rooms: Rooms, request: EstateRequest): CodeIndex =>
  openAt(rooms, estatePlace(rooms, request));

/** Opens the index of a place until the rooms close. */
export function openAt(rooms: Rooms, place: CodeIndexOptions): CodeIndex {
  const index = openCodeIndex(place);
  rooms.onClose(() => index.close());
  return index;
}

/** The place of an estate by the flags and the settings. */
export function estatePlace(rooms: Rooms, request: EstateRequest): CodeIndexOptions {
  const { cwd: root, config, places } = rooms;
  const { cwd } = request;
  const libraries = (request.library ?? []).map((library) => {
    const [, name = "", folder = ""] = /^([^=/]+=)?(.*)$/s.exec(library) ?? [];
    // A folder outside of the root is known by its whole path.
    return existsSync(resolve(root, folder)) ? library : `${name}${rootFolder(resolve(cwd, folder))}`;
  });
  const outside = libraries.map((library) => library.replace(/^[^=/]+=/, "")).filter(isAbsolute);
  const added = [...(request.addDir ?? []), ...outside].map((folder) => rootFolder(resolve(cwd, folder)));
  return {
    root,
    cacheFolder: places.cache,
    // One question and out: the files that matter are read faster than all of them.
    wholeBytesMax: 0,
    addedRoots: [...added, ...config.addDirs.map((folder) => resolve(root, folder)).filter((path) => existsSync(path))],
    libraries: [...libraries, ...config.copyLibraries],
    deny: config.permissions.deny.filter(hasPattern),
    ...(request.encoding === undefined ? {} : { encoding: request.encoding }),
    ...(request.isAlone && { isAlone: true }),
  };
}

interface Place {
  readonly root: string;
  readonly input: QueryInput;
}

function wholePlace({ words, root, cwd }: CodeQuestion): Place {
  const folder = root ?? words[0];
  return { root: rootFolder(resolve(cwd, folder ?? ".")), input: { path: "." } };
}

/** Tells path and names apart: a path is what exists below the root, or below the working folder. */
export function placeOf(flags: CodeQuestion): Place {
  const { verb, words, cwd } = flags;
  if (verb === "index" || verb === "graph") return wholePlace(flags);
  const [first] = words;
  const added = (flags.addDir ?? []).map((folder) => rootFolder(resolve(cwd, folder)));
  const away = flags.root === undefined && first !== undefined ? outside(first, [cwd, ...added]) : undefined;
  const root = rootFolder(away ?? resolve(cwd, flags.root ?? "."));
  const { path, names } = pathAndNames(flags, (word) => pathBelow(word, [root, ...added], cwd));
  return {
    root,
    input: {
      path,
      ...(names.length > 0 && { names }),
      ...(flags.max !== undefined && { diagramsMax: flags.max }),
      ...(flags.exclude && { exclude: flags.exclude }),
      ...(flags.only && { only: flags.only }),
      ...(flags.to !== undefined && { to: flags.to }),
      ...(flags.navigation && { navigation: true }),
    },
  };
}

/** A part of a graph as a person names it. */
interface GraphFlags {
  readonly kind?: readonly string[];
  readonly from?: readonly string[];
  readonly file?: readonly string[];
}

/** @throws {UserError} when there is no such kind or file */
export function graphSelection(
  { kind, from, file }: GraphFlags,
  root: string,
  { cwd, addDir = [] }: EstateRequest,
): GraphSelection {
  const strange = kind?.find((name) => !GRAPH_KINDS.includes(name));
  if (strange !== undefined) {
    const near = didYouMean(strange, GRAPH_KINDS);
    throw new UserError(phrase`A graph has no kind "${strange}"; ${near}it has ${GRAPH_KINDS.join(", ")}.`, EXIT.usage);
  }
  const roots = [root, ...addDir.map((folder) => rootFolder(resolve(cwd, folder)))];
  const files = file?.map((word) => {
    const path = pathBelow(word, roots, cwd);
    if (path !== undefined) return path;
    throw new UserError(
      phrase`There is no ${word} below ${root}; give a path relative to it with --file.`,
      EXIT.badInput,
    );
  });
  return { ...(kind && { kinds: kind }), ...(from && { from }), ...(files && { files }) };
}

function pathAndNames(
  { verb, words, name = [], diff }: CodeQuestion,
  known: (word: string) => string | undefined,
): { readonly path: string; readonly names: readonly string[] } {
  const isName = NAMED.has(verb) && diff === undefined;
  const at = words.findIndex((word) => !isName || known(word) !== undefined);
  const word = words[at];
  const path = word === undefined ? "." : (known(word) ?? word);
  const names = [...name, ...words.filter((_, index) => index !== at)];
  if (!isName || FILTERED.has(verb) || names.length > 0 || word === undefined) return { path, names };
  // A file alone asks for the program or copybook that it holds.
  return { path: verb === "lineage" ? path : ".", names: [basename(path).replace(/\.[^.]*$/, "")] };
}

/** Where a path that leads out of the working folder and of those that were added is looked at: a folder by itself, a file with its whole repository. */
function outside(word: string, [cwd = ".", ...added]: readonly string[]): string | undefined {
  const path = resolve(cwd, word);
  if ([cwd, ...added].some((folder) => isBelow(path, folder)) || !existsSync(path)) return undefined;
  return statSync(path).isDirectory() ? path : trustRoot(dirname(path));
}

/** Relative to the first root, or absolute below another. */
function pathBelow(word: string, [root = ".", ...added]: readonly string[], cwd: string): string | undefined {
  for (const path of [resolve(root, word), resolve(cwd, word)]) {
    if (!existsSync(path)) continue;
    const real = realpathSync(path);
    if (isBelow(real, root)) return relative(root, real).split(sep).join("/") || ".";
    if (added.some((folder) => isBelow(real, folder))) return real;
  }
  return undefined;
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`);

function rootFolder(path: string): string {
  try {
    if (statSync(path).isDirectory()) return realpathSync(path);
  } catch (error) {
    throw new UserError(phrase`The folder ${path} ${folderFault(error)}; give another with --root.`, EXIT.badInput, {
      cause: error,
    });
  }
  throw new UserError(phrase`${path} is not a folder; give one with --root.`, EXIT.badInput);
}
