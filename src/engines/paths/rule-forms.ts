import { createReach, expandBraces } from "../../base/glob.ts";
import { keptBy } from "./path-rules.ts";

/** What a rule is read against. */
export interface RuleGround {
  /** Absolute path of the working folder. */
  readonly root: string;
  readonly home: string | undefined;
  /** Absolute, where another folder than the working one is meant by a relative pattern: that of a project's settings. */
  readonly from?: string;
  /** Where an absolute path without globs leads; undefined where nothing is there. */
  readonly realPath: (path: string) => string | undefined;
}

/**
 * The same refusal in every form in which it must be looked for: a rule that is written in a way which nothing is ever called by would
 * refuse nothing, unsaid. Braces are alternatives, `~` and `$HOME` the home, `..` starts at the working folder, and a link on the
 * way stands for where it leads.
 * @param source  `Tool` or `Tool(pattern)`; only for what denies or asks, as a permission must not grow
 * @returns the rule itself first
 */
export function refusalForms(source: string, ground: RuleGround): readonly string[] {
  const [, tool, pattern] = /^([\w*.-]+)\((.+)\)$/s.exec(source.trim()) ?? [];
  if (tool === undefined || pattern === undefined) return [source];
  const patterns = [...expandBraces(pattern.trim())];
  const ofPath = (one: string): readonly string[] => [...pathForms(one, ground), ...formsFrom(one, ground)];
  const forms = keptBy(source) !== undefined ? patterns.flatMap(ofPath) : patterns;
  return [...new Set([source, ...forms.map((form) => `${tool}(${form})`)])];
}

/** Tools whose patterns are commands. */
const OF_COMMANDS = /^(?:shell|network|outside)$/;

/** The same of a permission, which must not grow: the home that it names has a path, and one without links. */
export function permissionForms(source: string, { home, realPath }: RuleGround): readonly string[] {
  const [, tool, rest] = /^([\w*.-]+)\((?:~|\$HOME|\$\{HOME\})(\/.+)\)$/s.exec(source.trim()) ?? [];
  if (tool === undefined || home === undefined || OF_COMMANDS.test(tool)) return [source];
  return [...new Set([home, realPath(home) ?? home])].map((folder) => `${tool}(/${folder}${rest})`);
}

/** A relative pattern by its whole path; one without a slash means each folder below. */
function formsFrom(pattern: string, ground: RuleGround): readonly string[] {
  const text = pattern.replaceAll("\\", "/");
  if (ground.from === undefined || /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)|^\/\//.test(text)) return [];
  // No pattern can say a bracket; one more name that is refused is better than none.
  const folder = ground.from.replace(/[*?[\]{}\\]/g, "?");
  return onDisk(`${folder}/${/\/(?!$)/.test(text) ? "" : "**/"}${text}`, ground);
}

function pathForms(pattern: string, ground: RuleGround): readonly string[] {
  const text = pattern.replaceAll("\\", "/");
  const inHome = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)(.*)$/s.exec(text)?.[1];
  if (inHome !== undefined) return ground.home === undefined ? [] : onDisk(`${ground.home}${inHome}`, ground);
  if (text.startsWith("//")) return onDisk(text, ground);
  const plain = withoutDots(text);
  if (text.startsWith("/"))
    return [plain, ...(isOfThisDisk(plain, ground) ? onDisk(plain, ground) : []), ...throughLinks(plain, ground)];
  if (!text.split("/").includes("..")) return [plain, ...throughLinks(plain, ground)];
  const resolved = withoutDots(`${ground.root}/${text}`);
  const inside = `${withoutDots(ground.root)}/`;
  return resolved.startsWith(inside) ? [`/${resolved.slice(inside.length)}`] : onDisk(resolved, ground);
}

/** Where what a pattern begins with leads from the working folder, where that is another place than it is written. */
function throughLinks(pattern: string, ground: RuleGround): readonly string[] {
  const root = ground.realPath(withoutDots(ground.root));
  const names = pattern.split("/").filter((name) => name !== "" && name !== ".");
  if (root === undefined || names.length === 0 || /[*?]/.test(names[0] ?? "")) return [];
  const written = [root, ...names].join("/");
  return onDisk(written, ground).filter((form) => form !== `/${written}`);
}

/** A pattern of the whole disk is written with two slashes; one alone starts at the working folder as well. */
function onDisk(path: string, { realPath }: RuleGround): readonly string[] {
  const plain = withoutDots(`/${path}`);
  const names = plain.split("/");
  // Brackets may be letters: where a folder is called so, it is meant as well.
  const firstGlob = names.findIndex((name) => /[*?]/.test(name));
  const fixed = firstGlob < 0 ? names : names.slice(0, firstGlob);
  for (let count = fixed.length; count > 1; count--) {
    const real = realPath(fixed.slice(0, count).join("/"));
    if (real !== undefined) return [`/${plain}`, `/${[real, ...names.slice(count)].join("/")}`];
  }
  return [`/${plain}`];
}

const isOfThisDisk = (path: string, { realPath }: RuleGround): boolean =>
  realPath(`/${path.split("/")[1] ?? ""}`) !== undefined;

/** Without empty names, `.` and `..`, by the text alone; a slash at either end stays. */
function withoutDots(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name === "..") names.pop();
    else names.push(name);
  }
  const begins = path.startsWith("/") ? "/" : path.startsWith("./") ? "./" : "";
  return `${begins}${names.join("/")}${path.endsWith("/") && names.length > 0 ? "/" : ""}`;
}

/**
 * A refusal as it is to be held where the files of a folder were copied to: a rule that names a file by its whole path means the copy of it, too. In the
 * forms of `refusalForms`, where a pattern of the whole disk has two slashes.
 * @param copy  where `folder` lies again; both absolute
 * @returns the rule itself first
 */
export function refusalInCopy(source: string, folder: string, copy: string): readonly string[] {
  const [, tool, pattern] = /^([\w*.-]+)\(\/\/(.+)\)$/s.exec(source) ?? [];
  if (tool === undefined || pattern === undefined) return [source];
  // A walk in the copy asks of the names in it, not of the copy itself.
  const rests = new Set(
    restsBelow(pattern.split("/"), namesOf(folder)).map((rest) => rest.join("/").replace(/^(?:\*\*)?$/, "**/*")),
  );
  return [source, ...[...rests].map((rest) => `${tool}(/${["", ...namesOf(copy), rest].join("/")})`)];
}

const namesOf = (path: string): readonly string[] => path.split("/").filter((name) => name !== "");

/** What is left of a pattern behind a folder, for each way in which its beginning may mean that folder or one above it. */
function restsBelow(pattern: readonly string[], folder: readonly string[]): readonly (readonly string[])[] {
  let reached = passingStars(new Set([0]), pattern);
  for (const name of folder) {
    const next = new Set<number>();
    for (const index of reached) {
      const part = pattern[index];
      if (part === undefined || part === "**") next.add(index);
      else if (part === name || createReach(part, { ignoreCase: true })(name)) next.add(index + 1);
    }
    reached = passingStars(next, pattern);
  }
  return [...reached].map((index) => pattern.slice(index));
}

/** Two stars stand for no folder as well. */
function passingStars(reached: Set<number>, pattern: readonly string[]): Set<number> {
  for (const index of reached) if (pattern[index] === "**") reached.add(index + 1);
  return reached;
}
