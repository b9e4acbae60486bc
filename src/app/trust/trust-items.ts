import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { readPlainFile } from "../../adapters/instructions/read-plain-file.ts";
import { gitPrograms } from "../../adapters/workspace/git-programs.ts";
import { OWN_FOLDER, OWN_NAMES } from "./own-names.ts";

/** One thing in a folder that would configure us or start a program. */
export interface TrustItem {
  /** Relative to the folder that is trusted. */
  readonly path: string;
  /** What it is, for the question: one line each. */
  readonly what: readonly string[];
  readonly sha256: string;
  readonly gitPrograms?: readonly string[];
}

const FILES_MAX = 500;
const DEPTH_MAX = 6;
const OURS: ReadonlySet<string> = new Set(Object.values(OWN_NAMES));

/** The repository a folder belongs to, or the folder itself. */
export function trustRoot(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    if (existsSync(join(folder, ".git"))) return folder;
    if (folder === dirname(folder)) return cwd;
  }
}

/** Folders whose settings count for `cwd`: from it up to the root of its repository, nearest first. */
export function settingFolders(cwd: string): readonly string[] {
  const root = trustRoot(cwd);
  const folders = [cwd];
  for (let folder = cwd; folder !== root; ) {
    folder = dirname(folder);
    folders.push(folder);
  }
  return folders;
}

/** Everything that trusting the folder would let count, in a stable order. Reads files, starts nothing. */
export function trustItems(cwd: string): readonly TrustItem[] {
  const root = trustRoot(cwd);
  const paths = settingFolders(cwd).flatMap((folder) => filesBelow(join(folder, OWN_FOLDER)));
  const items = [join(cwd, ".env"), ...paths, ...filesBelow(join(cwd, ".claude", "skills"), 1)].flatMap(
    (path) => itemOf(path, root) ?? [],
  );
  const programs = gitPrograms(cwd);
  if (programs.length > 0) {
    const what = programs.map((program) => `git would start: ${program}`);
    items.push({ path: "git configuration", what, sha256: hash(programs.join("\n")), gitPrograms: programs });
  }
  return items;
}

function itemOf(path: string, root: string): TrustItem | undefined {
  const file = readPlainFile(path);
  if (file.kind === "missing") return undefined;
  const text = file.kind === "text" ? file.text : `(${file.why})`;
  const shown = relative(root, path);
  return { path: shown, what: [kindOf(shown), ...commandsIn(text), ...addressesIn(text)], sha256: hash(text) };
}

function kindOf(path: string): string {
  if (path.endsWith(".env")) return "variables for this session";
  const folder = /(?:^|\/)\.(?:waymark|claude)\/([^/]+)\//.exec(path)?.[1];
  if (/(?:^|\/)\.waymark\/config\.json$/.test(path)) return "settings";
  return folder === undefined ? "configuration" : folder.replace(/s$/, "");
}

/** Settings that name a program, as they stand in the file. */
function commandsIn(text: string): readonly string[] {
  const found = text.matchAll(/"(\w*(?:command|helper|program|hook)\w*)"\s*:\s*("(?:[^"\\\n]|\\.){1,400}")/gi);
  return [...found].slice(0, 20).map(([, name, value]) => `${name}: ${value}`);
}

/** Where a provider would be reached, with the person's own key: in settings, and in variables. */
function addressesIn(text: string): readonly string[] {
  const found = text.matchAll(
    /(?:"baseUrl"\s*:\s*|^\s*(?:export\s+)?\w+_(?:BASE_URL|API_BASE|HOST)\s*=\s*)["']?([^\s"']{1,200})/gm,
  );
  return [...found].slice(0, 20).map(([, address]) => `requests would go to: ${address}`);
}

function filesBelow(folder: string, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  const files: string[] = [];
  for (const entry of entriesOf(folder)) {
    if (files.length >= FILES_MAX) break;
    const path = join(folder, entry.name);
    if (depth === 0 && OURS.has(entry.name)) continue;
    if (!entry.isDirectory()) files.push(path);
    else files.push(...filesBelow(path, depth + 1));
  }
  return files;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
