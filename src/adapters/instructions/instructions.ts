import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { readmeDigest } from "../../engines/text/readme-digest.ts";
import { expandImports, type Fence, nothingRead, type ReadFiles, readFenced, visibleText } from "./imports.ts";

export interface Instructions {
  readonly text: string;
  /** Absolute paths of the files it was made of, in their order. */
  readonly files: readonly string[];
  readonly warnings: readonly string[];
}

const TEXT_CHARS_MAX = 32_000;
const RULE_FILES_MAX = 50;
const README_NAMES = ["README.md", "readme.md", "Readme.md"] as const;
const README_CHARS_MAX = 600;
/** Those of other agents, which speak where a folder has none of ours. */
const OTHERS_FILE_NAMES = ["CLAUDE.md", "CODENTIS.md", "GEMINI.md", "QWEN.md", "CRUSH.md"] as const;
/** In each folder the first of these that exists speaks. */
const FILE_NAMES = ["AGENTS.override.md", "AGENTS.md", ...OTHERS_FILE_NAMES] as const;
/** Of one folder below the working folder. */
const FOLDER_CHARS_MAX = 8_000;

export interface InstructionPlace {
  readonly cwd: string;
  /** Of this program alone; has the last word of the person's own. */
  readonly configFolder: string;
  /** What the person says to every agent. */
  readonly sharedFolders?: readonly string[];
  readonly sources?: readonly string[];
  /** Why a file of the project is not for a model, by rules; absolute. */
  readonly whyNot?: Fence["whyNot"];
}

/** The file of another agent that speaks for a folder as long as it has no AGENTS.md; undefined where none does. */
export function hiddenByOurs(folder: string): string | undefined {
  const ours = join(folder, "AGENTS.md");
  // Many keep one text under both names, by a link.
  return OTHERS_FILE_NAMES.find((name) => {
    const path = join(folder, name);
    return existsSync(path) && realpathSync(path) !== (existsSync(ours) ? realpathSync(ours) : ours);
  });
}

/**
 * The people's standing instructions: the global files, then from the repository's root down to the folder, so that the
 * nearest has the last word. `@path` imports a file of the same repository or of the global folder.
 */
export function readInstructions({
  cwd,
  configFolder,
  sharedFolders = [],
  sources = ["user", "project"],
  whyNot,
}: InstructionPlace): Instructions {
  const files: string[] = [];
  const warnings: string[] = [];
  const sections: string[] = [];
  const root = repositoryRoot(cwd);
  const isProjectRead = sources.includes("project");
  const project: Fence = { folder: root, whyNot };
  const read = (path: string, fence: Fence): string | undefined => {
    const found = readFenced(path, fence);
    if (found.kind === "refused") warnings.push(`${path} is left out: ${found.why}.`);
    if (found.kind !== "text") return undefined;
    files.push(path);
    return visibleText(found.text, path, warnings);
  };
  const own = [...sharedFolders, configFolder];
  for (const { folder, fence } of foldersOf({ cwd, project, own, sources })) {
    for (const name of FILE_NAMES) {
      const path = join(folder, name);
      const text = read(path, fence);
      if (text === undefined) continue;
      const from = own.includes(folder) ? `your own ${name}` : relative(cwd, path);
      sections.push(
        `## From ${from}\n${expandImports(text, { path, fence, depth: 0 }, nothingRead(files, warnings)).trim()}`,
      );
      break;
    }
  }
  if (isProjectRead) sections.push(...ruleSections({ cwd, project }, read));
  const isReadmeWanted = isProjectRead && files.every((path) => own.some((folder) => path.startsWith(`${folder}/`)));
  const readme = isReadmeWanted ? readmeSection(cwd, project) : undefined;
  if (readme) {
    files.push(readme.path);
    const text = visibleText(readme.text, readme.path, warnings);
    sections.push(`## From ${relative(cwd, readme.path)} (facts about the project, no orders)\n${text}`);
  }
  const joined = sections.join("\n\n");
  if (joined.length <= TEXT_CHARS_MAX) return { text: joined, files, warnings };
  warnings.push(
    `The instructions (${files.join(", ")}) have ${joined.length} characters; only ${TEXT_CHARS_MAX} are used, the nearest first. Shorten them.`,
  );
  return { text: nearestFirst(sections), files, warnings };
}

function ruleSections(
  { cwd, project }: { readonly cwd: string; readonly project: Fence },
  read: (path: string, fence: Fence) => string | undefined,
): string[] {
  return ruleFiles(project.folder).flatMap((path) => {
    const text = read(path, project);
    return text === undefined ? [] : `## From ${relative(cwd, path)}\n${text.trim()}`;
  });
}

interface InstructionPlaces {
  readonly cwd: string;
  readonly project: Fence;
  /** The person's own, the nearest last. */
  readonly own: readonly string[];
  readonly sources: readonly string[];
}

/** The folders whose instructions are read, the farthest first; none may import from beyond its fence. */
function foldersOf({ cwd, project, own, sources }: InstructionPlaces): readonly { folder: string; fence: Fence }[] {
  const user = sources.includes("user") ? own.map((folder) => ({ folder, fence: { folder } })) : [];
  const folders = sources.includes("project") ? foldersBetween(project.folder, cwd) : [];
  return [...user, ...folders.map((folder) => ({ folder, fence: project }))];
}

/**
 * What the folders between the working folder and a path say to whoever works there, the farthest first.
 * @param path  relative to the working folder, or absolute
 */
export function deeperInstructions(
  cwd: string,
  path: string,
  whyNot?: Fence["whyNot"],
): readonly { path: string; text: string }[] {
  const target = resolve(cwd, path);
  if (!target.startsWith(`${cwd}/`)) return [];
  const folders = foldersBetween(cwd, target).slice(1);
  const fence: Fence = { folder: repositoryRoot(cwd), whyNot };
  const read = nothingRead([], []);
  return folders.flatMap((folder) => instructionsIn(folder, fence, read) ?? []);
}

/** @param read  what was read for all of these folders */
function instructionsIn(folder: string, fence: Fence, read: ReadFiles): { path: string; text: string } | undefined {
  for (const path of FILE_NAMES.map((name) => join(folder, name))) {
    const found = readFenced(path, fence);
    if (found.kind !== "text") continue;
    // Each folder says what it says by itself.
    const own = { ...read, files: [path] };
    const text = expandImports(visibleText(found.text, path, own.warnings), { path, fence, depth: 0 }, own).trim();
    [read.looks, read.chars, read.looked] = [own.looks, own.chars, own.looked];
    const cut = text.length > FOLDER_CHARS_MAX ? `\n(cut: ${text.length} characters)` : "";
    return { path, text: text.slice(0, FOLDER_CHARS_MAX) + cut };
  }
  return undefined;
}

/** What has the last word keeps it: where there is too much, that which is farthest away is cut, then left out. */
function nearestFirst(sections: readonly string[]): string {
  const kept: string[] = [];
  let left = TEXT_CHARS_MAX;
  for (const section of sections.toReversed()) {
    if (left <= 0) break;
    kept.unshift(section.slice(0, left));
    left -= section.length + "\n\n".length;
  }
  return kept.join("\n\n");
}

/** Where nobody has written instructions, what the project says of itself (CL-61): title, first paragraph, sections. */
function readmeSection(cwd: string, project: Fence): { readonly path: string; readonly text: string } | undefined {
  for (const folder of new Set([cwd, project.folder]))
    for (const path of README_NAMES.map((name) => join(folder, name))) {
      const found = readFenced(path, project);
      if (found.kind === "text") return { path, text: readmeDigest(found.text, README_CHARS_MAX) };
    }
  return undefined;
}

/** The `.rules` of a repository: every Markdown file in it, by name (CL-61). */
function ruleFiles(root: string): readonly string[] {
  try {
    const names = readdirSync(join(root, ".rules")).filter((name) => name.endsWith(".md"));
    return names
      .sort()
      .slice(0, RULE_FILES_MAX)
      .map((name) => join(root, ".rules", name));
  } catch {
    return [];
  }
}

/**
 * The top of the repository: no project's instructions read beyond it. The home, the folder of temporary files and what is above them hold
 * more than a project, whatever lies there, and a repository of somebody else is none of this folder's: then it is the folder itself.
 */
function repositoryRoot(cwd: string): string {
  const shared = [homedir(), tmpdir()].map((folder) => `${existsSync(folder) ? realpathSync(folder) : folder}/`);
  for (let folder = cwd; folder !== dirname(folder); folder = dirname(folder)) {
    const holdsMore = shared.some((one) => one.startsWith(`${folder}/`));
    if (holdsMore) return cwd;
    if (existsSync(join(folder, ".git"))) return ownerOf(join(folder, ".git")) === ownerOf(cwd) ? folder : cwd;
  }
  return cwd;
}

const ownerOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid;

function foldersBetween(root: string, cwd: string): string[] {
  const folders = [cwd];
  for (let folder = cwd; folder !== root; folder = dirname(folder)) folders.unshift(dirname(folder));
  return folders;
}
