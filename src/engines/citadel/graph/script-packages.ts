import { createGlobMatcher } from "../../../base/glob.ts";
import {
  type CompilerSettings,
  type PackageSettings,
  SCRIPT_PROJECT,
  type ScriptSettings,
} from "../languages/script-project/settings.ts";
import type { FileFacts } from "../model.ts";
import { CompilerProjects, matchOf } from "./compiler-settings.ts";
import { above, folderOf, joined } from "./paths.ts";

interface Package {
  readonly folder: string;
  readonly settings: PackageSettings;
}

/** What a name of an import may mean by the settings of its project. */
export interface NamedPlaces {
  /** From the root of the estate, best first; what is built from it and its endings are still open. */
  readonly places: readonly string[];
  /** The settings say that it is no library's, whether a file is there or not. */
  readonly isOwn: boolean;
}

const NOTHING: NamedPlaces = { places: [], isOwn: false };
/** Folders in which a package puts what it builds, one in another. */
const BUILT =
  /^(?:(?:dist|lib|libs|build|built|out|output|es|esm|cjs|umd|types|typings|commonjs|module|node|browser)\/)+/;

/**
 * Names that imports of TypeScript and JavaScript go by: patterns and base of the compiler's settings, names of a package of its
 * own, packages of the workspace. A package that is built leads to what it is built from.
 */
export class ScriptPackages {
  private readonly compiler: CompilerProjects;
  /** By folder; the list of a workspace may stand beside a package's own file. */
  private readonly packages = new Map<string, Package[]>();
  private readonly byName = new Map<string, Package[]>();
  private readonly members = new Map<string, (folder: string) => boolean>();
  private readonly known = new Map<string, NamedPlaces>();

  constructor(files: Iterable<FileFacts>) {
    const compilers = new Map<string, CompilerSettings>();
    for (const { path, language, symbols } of files) {
      const settings = language === SCRIPT_PROJECT ? settingsOf(symbols[0]?.detail) : undefined;
      if (settings?.kind === "compiler") compilers.set(path, settings);
      else if (settings) this.add({ folder: folderOf(path), settings });
    }
    this.compiler = new CompilerProjects(compilers, (name, from) =>
      this.packagesOf(name, folderOf(from)).map(({ folder }) => folder),
    );
  }

  private add(found: Package): void {
    push(this.packages, found.folder, found);
    if (found.settings.name !== "") push(this.byName, found.settings.name, found);
  }

  /** @param name  as it is imported, no path */
  places(from: string, name: string): NamedPlaces {
    if (this.packages.size === 0 && this.compiler.isEmpty) return NOTHING;
    const key = `${folderOf(from)}\0${name}`;
    let found = this.known.get(key);
    if (!found) {
      found = name.startsWith("#") ? this.inner(from, name) : undefined;
      found ??= this.named(from, name);
      this.known.set(key, found);
    }
    return found;
  }

  private named(from: string, name: string): NamedPlaces {
    const aliased = this.compiler.places(from, name);
    const [, packageName = "", rest = ""] = /^((?:@[^/]+\/)?[^/]+)\/?(.*)$/.exec(name) ?? [];
    const packages = this.packagesOf(packageName, folderOf(from));
    const places = packages.flatMap((found) => this.exported(found, rest));
    return { places: [...aliased.places, ...places], isOwn: aliased.isOwn || packages.length > 0 };
  }

  /** `#x`: what the package around the file calls so. */
  private inner(from: string, name: string): NamedPlaces | undefined {
    const own = this.around(folderOf(from)).find(({ settings }) => settings.name !== "" || settings.imports.length > 0);
    const match = own && matchOf(own.settings.imports, name);
    if (!own || !match) return undefined;
    const [first = ""] = match.places;
    // A name may also stand for another package, of the workspace or not.
    if (!first.startsWith(".")) return first.startsWith("#") ? NOTHING : this.named(from, first);
    return { places: this.withSources(own, match.places), isOwn: true };
  }

  /** The packages of that name that are seen from a folder: of a workspace around it, of a link, the package itself. */
  private packagesOf(name: string, from: string): readonly Package[] {
    const all = this.byName.get(name);
    if (!all) return [];
    const around = this.around(from);
    const own = around.find(({ settings }) => settings.name !== "");
    if (own?.settings.name === name) return own.settings.exports ? [own] : [];
    const link = own?.settings.links.find((each) => each.name === name);
    if (own && link && link.place !== "") return this.packages.get(joined(own.folder, link.place)) ?? [];
    const member = around
      .filter(({ settings }) => settings.workspaces.length > 0)
      .map((root) => all.find(({ folder }) => folder !== root.folder && this.isMember(root, folder)))
      .find((found) => found !== undefined);
    if (member) return [member];
    // Its workspace lies above the root of the estate.
    return link && all.length === 1 ? all : [];
  }

  /** The nearest first. */
  private around(folder: string): readonly Package[] {
    return above(folder).flatMap((each) => this.packages.get(each) ?? []);
  }

  private isMember(root: Package, folder: string): boolean {
    const key = `${root.folder}\0${root.settings.workspaces.join("\0")}`;
    let matches = this.members.get(key);
    if (!matches) {
      matches = memberMatcher(root);
      this.members.set(key, matches);
    }
    return matches(folder);
  }

  /** What a package gives under a path of its own. */
  private exported(found: Package, rest: string): readonly string[] {
    const { exports, entries } = found.settings;
    const places = exports
      ? (matchOf(exports, rest === "" ? "." : `./${rest}`)?.places ?? [])
      : rest === ""
        ? [...entries, "index"]
        : [rest];
    if (places.length === 0) return [];
    const stem = rest === "" ? "index" : rest;
    // A bundle's name says nothing of the file it begins with: that has the name by which it is imported.
    const usual = [`src/${stem}`, stem].map((place) => joined(found.folder, place));
    return [...this.withSources(found, places), ...usual];
  }

  /** As they are written, then what they are built from. */
  private withSources({ folder }: Package, places: readonly string[]): string[] {
    const written = places.map((place) => joined(folder, place));
    const built = written.flatMap((place) => {
      const inside = place.slice(folder === "" ? 0 : folder.length + 1);
      const bare = inside.replace(BUILT, "");
      const usual = bare === inside ? [] : [`src/${bare}`, bare].map((each) => joined(folder, each));
      return [...this.compiler.sourcesOf(folder, place), ...usual];
    });
    return [...written, ...built.map(withoutDeclaration)];
  }
}

/** `index.d.ts` is built from `index.ts` or the like. */
const withoutDeclaration = (place: string): string => place.replace(/\.d\.[mc]?ts$/, "");

function memberMatcher({ folder: home, settings }: Package): (folder: string) => boolean {
  const matcherOf = (glob: string): ((path: string) => boolean) =>
    createGlobMatcher(`/${glob.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "")}`);
  const wanted = settings.workspaces.filter((glob) => !glob.startsWith("!")).map(matcherOf);
  const unwanted = settings.workspaces.flatMap((glob) => (glob.startsWith("!") ? matcherOf(glob.slice(1)) : []));
  return (folder) => {
    if (home !== "" && !folder.startsWith(`${home}/`)) return false;
    const inside = home === "" ? folder : folder.slice(home.length + 1);
    return wanted.some((matches) => matches(inside)) && !unwanted.some((matches) => matches(inside));
  };
}

const settingsOf = (detail: FileFacts["symbols"][number]["detail"]): ScriptSettings | undefined =>
  detail?.["settings"] as ScriptSettings | undefined;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
