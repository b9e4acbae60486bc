import type { CompilerSettings, PlacesOfPattern } from "../languages/script-project/settings.ts";
import { above, folderOf, isWithin, joined } from "./paths.ts";

/** A project of the compiler: its own settings over those that it extends, all paths from the root of the estate. */
interface Project {
  readonly paths: readonly PlacesOfPattern[];
  /** Where names begin that no pattern takes. */
  readonly baseUrl?: string;
  readonly outputs: readonly string[];
  readonly roots: readonly string[];
}

const EXTENDS_MAX = 16;
const REFERENCES_MAX = 200;
const NO_PROJECT: Project = { paths: [], outputs: [], roots: [] };

/** What the files `tsconfig.json` and `jsconfig.json` of an estate say of names. */
export class CompilerProjects {
  private readonly settings: ReadonlyMap<string, CompilerSettings>;
  private readonly packageFolders: (name: string, from: string) => readonly string[];
  private readonly ofFolder = new Map<string, readonly Project[]>();

  /** @param packageFolders  where a package lies whose settings are extended by name */
  constructor(
    settings: ReadonlyMap<string, CompilerSettings>,
    packageFolders: (name: string, from: string) => readonly string[],
  ) {
    this.settings = settings;
    this.packageFolders = packageFolders;
  }

  get isEmpty(): boolean {
    return this.settings.size === 0;
  }

  /** Places that a name may mean in a file, by `paths` and `baseUrl`; `isOwn` when a pattern says that it is no library's. */
  places(from: string, name: string): { readonly places: readonly string[]; readonly isOwn: boolean } {
    const places: string[] = [];
    let isOwn = false;
    for (const { paths, baseUrl } of this.projects(folderOf(from))) {
      const match = matchOf(paths, name);
      places.push(...(match?.places ?? []));
      const isForAll = match?.pattern === "*" || match?.places.some((place) => /(?:^|\/)node_modules\//.test(place));
      isOwn ||= match !== undefined && !isForAll;
      if (baseUrl !== undefined) places.push(joined(baseUrl, name));
    }
    return { places, isOwn };
  }

  /** The files that something is built from, by the folders that the project of its folder builds from and to. */
  sourcesOf(folder: string, built: string): readonly string[] {
    return this.projects(folder).flatMap(({ outputs, roots }) =>
      outputs
        .filter((output) => isWithin(built, output))
        .flatMap((output) =>
          (roots.length > 0 ? roots : [joined(folder, "src"), folder]).map((root) =>
            joined(root, built.slice(output.length)),
          ),
        ),
    );
  }

  /** The project of the nearest folder that has one, and those parts of it that lie around the folder. */
  private projects(folder: string): readonly Project[] {
    const known = this.ofFolder.get(folder);
    if (known) return known;
    const path = above(folder)
      .flatMap((each) => [joined(each, "tsconfig.json"), joined(each, "jsconfig.json")])
      .find((each) => this.settings.has(each));
    const found = path === undefined ? [] : [path, ...this.partsOf(path, folder)];
    const projects = found.map((each) => this.project(each, folderOf(each), new Set()));
    this.ofFolder.set(folder, projects);
    return projects;
  }

  private partsOf(path: string, folder: string): string[] {
    const { references = [] } = this.settings.get(path) ?? {};
    return references
      .slice(0, REFERENCES_MAX)
      .flatMap((reference) => this.fileOf(joined(folderOf(path), reference)) ?? [])
      .filter((part) => part !== path && isWithin(folder, folderOf(part)));
  }

  private fileOf(path: string): string | undefined {
    return [path, `${path}.json`, joined(path, "tsconfig.json")].find((each) => this.settings.has(each));
  }

  /** @param home  the folder of the project that all of it is for */
  private project(path: string, home: string, seen: ReadonlySet<string>): Project {
    const own = this.settings.get(path);
    if (!own || seen.has(path) || seen.size > EXTENDS_MAX) return NO_PROJECT;
    const inside = new Set([...seen, path]);
    let whole = NO_PROJECT;
    for (const base of own.extends)
      for (const found of this.extended(path, base)) whole = { ...whole, ...this.project(found, home, inside) };
    const placed = (place: string): string =>
      place.startsWith("${configDir}")
        ? joined(home, place.slice("${configDir}".length))
        : joined(folderOf(path), place);
    const baseUrl = own.baseUrl === undefined ? whole.baseUrl : placed(own.baseUrl);
    // Without a base the patterns count from the file that has them.
    const inPattern = (place: string): string =>
      baseUrl === undefined || place.startsWith("${") ? placed(place) : joined(baseUrl, place);
    return {
      paths: own.paths?.map(([pattern, places]): PlacesOfPattern => [pattern, places.map(inPattern)]) ?? whole.paths,
      ...(baseUrl !== undefined && { baseUrl }),
      outputs: own.outputs.length > 0 ? own.outputs.map(placed) : whole.outputs,
      roots: own.roots.length > 0 ? own.roots.map(placed) : whole.roots,
    };
  }

  private extended(path: string, base: string): readonly string[] {
    if (/^[./]/.test(base)) return [this.fileOf(joined(folderOf(path), base)) ?? []].flat();
    const [, name = "", rest = ""] = /^((?:@[^/]+\/)?[^/]+)(.*)$/.exec(base) ?? [];
    return this.packageFolders(name, path)
      .flatMap((folder) => this.fileOf(joined(folder, rest)) ?? [])
      .slice(0, 1);
  }
}

/** The pattern that a name goes by, the longest before its star, and the places that it then stands for. */
export function matchOf(
  patterns: readonly PlacesOfPattern[],
  name: string,
): { readonly pattern: string; readonly places: readonly string[] } | undefined {
  let best: { readonly pattern: string; readonly places: readonly string[]; readonly rank: number } | undefined;
  for (const [pattern, places] of patterns) {
    const star = pattern.indexOf("*");
    if (star < 0) {
      if (pattern === name) return { pattern, places };
      continue;
    }
    const [before, behind] = [pattern.slice(0, star), pattern.slice(star + 1)];
    const isMatch = name.length >= pattern.length - 1 && name.startsWith(before) && name.endsWith(behind);
    if (!isMatch || star <= (best?.rank ?? -1)) continue;
    const part = name.slice(star, name.length - behind.length);
    best = { pattern, places: places.map((place) => place.replaceAll("*", () => part)), rank: star };
  }
  return best;
}
