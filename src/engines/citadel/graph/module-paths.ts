import { SCRIPT_PROJECT } from "../languages/script-project/settings.ts";
import { distance } from "./name-index.ts";
import { above, folderOf, joined } from "./paths.ts";
import type { ScriptPackages } from "./script-packages.ts";

/** Languages that can name each other's modules. */
const FAMILIES: Readonly<Record<string, string>> = {
  typescript: "ecmascript",
  tsx: "ecmascript",
  javascript: "ecmascript",
  python: "python",
  java: "java",
  go: "go",
  "go-module": "go-module",
  c: "c",
  cpp: "c",
  csharp: "csharp",
  rust: "rust",
  ruby: "ruby",
  php: "php",
  bash: "bash",
  [SCRIPT_PROJECT]: SCRIPT_PROJECT,
};

/** The family of a modern language; undefined for one whose names do not go by modules. */
export const familyOf = (language: string): string | undefined => FAMILIES[language];

const SCRIPT_ENDS = ["ts", "tsx", "mts", "cts", "d.ts", "js", "jsx", "mjs", "cjs"];

/** Finds the files that an import names, by the rules of its language, among the files of the estate. */
export class ModulePaths {
  private readonly files: ReadonlySet<string>;
  private readonly folders = new Map<string, string[]>();
  private readonly byName = new Map<string, string[]>();

  private readonly packages: ScriptPackages;

  constructor(paths: Iterable<string>, packages: ScriptPackages) {
    this.files = new Set(paths);
    this.packages = packages;
    for (const path of this.files) {
      push(this.folders, folderOf(path), path);
      push(this.byName, path.slice(path.lastIndexOf("/") + 1), path);
    }
  }

  /** @returns the best first; a package of several files gives them all; empty when none is in the estate */
  resolve(from: string, specifier: string, family: string): readonly string[] {
    switch (family) {
      case "ecmascript":
        return this.script(from, specifier);
      case "python":
        return this.python(from, specifier);
      case "java":
        return this.java(from, specifier.replace(/\$/g, "."));
      case "go":
        return this.go(from, specifier);
      case "rust":
        return this.rust(from, specifier);
      case "php":
        return specifier.includes("\\") ? this.php(from, specifier) : this.path(from, specifier);
      default:
        return this.path(from, specifier);
    }
  }

  /** Whether an import says that it is of the project itself: by a path, or by a name that the settings give. */
  isOwn(from: string, specifier: string): boolean {
    return /^(?:[./]|[@~#]\/)/.test(specifier) || this.packages.places(from, specifier).isOwn;
  }

  private script(from: string, specifier: string): string[] {
    if (!specifier.startsWith(".")) {
      const { places, isOwn } = this.packages.places(from, specifier);
      for (const place of places)
        for (const form of scriptFiles(place)) if (this.files.has(form) && form !== from) return [form];
      if (isOwn) return [];
    }
    return this.first(from, scriptPlaces(specifier), scriptFiles);
  }

  /** Tries each place below each folder above the file, nearest first; `./` and `../` only from the file's own folder. */
  private first(from: string, places: readonly string[], forms: (path: string) => readonly string[]): string[] {
    for (const place of places) {
      const bases = place.startsWith(".") ? [folderOf(from)] : above(folderOf(from));
      for (const base of bases)
        for (const form of forms(joined(base, place))) if (this.files.has(form) && form !== from) return [form];
    }
    return [];
  }

  private path(from: string, specifier: string): string[] {
    // What a variable stands for at the start of a path is not known; what follows is.
    const place = specifier.replace(/^\$\{?\w+\}?\//, "").replace(/^\/+/, "");
    const forms = (path: string): string[] => [path, `${path}.rb`, `${path}.h`, `${path}.php`, `${path}.sh`];
    const found = this.first(from, [`./${place}`, place, `include/${place}`, `lib/${place}`], forms);
    return found.length > 0 ? found : this.endingWith(place, from);
  }

  private python(from: string, specifier: string): string[] {
    const forms = (path: string): string[] => [`${path}.py`, `${path}/__init__.py`, `${path}.pyi`];
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const rest = specifier.slice(dots).split(".").filter(Boolean).join("/");
    if (dots > 0) return this.first(from, [`./${"../".repeat(dots - 1)}${rest}`], forms);
    const found = this.first(from, [rest, `src/${rest}`], forms);
    return found.length > 0 || !rest.includes("/") ? found : this.endingWith(`${rest}.py`, from);
  }

  private java(from: string, specifier: string): string[] {
    const parts = specifier.replace(/\.\*$/, "").split(".");
    // A nested type, or a static member, lies in the file of the type around it.
    for (let length = parts.length; length > 1; length -= 1) {
      const found = this.endingWith(`${parts.slice(0, length).join("/")}.java`, from);
      if (found.length > 0) return found.slice(0, 1);
    }
    return specifier.endsWith(".*") ? this.folderEndingWith(parts.join("/"), from) : [];
  }

  private go(from: string, specifier: string): readonly string[] {
    const parts = specifier.split("/");
    // A first part without a dot is the standard library's, unless the module has such a name.
    const last = (parts[0] ?? "").includes(".") ? parts.length - 1 : Math.min(1, parts.length - 2);
    for (let start = 0; start <= last; start += 1)
      for (const base of above(folderOf(from))) {
        const folder = joined(base, parts.slice(start).join("/"));
        const found = (this.folders.get(folder) ?? []).filter((path) => /(?<!_test)\.go$/.test(path));
        if (found.length > 0 && folder !== folderOf(from)) return found;
      }
    return [];
  }

  private rust(from: string, specifier: string): string[] {
    const forms = (path: string): string[] => [`${path}.rs`, `${path}/mod.rs`];
    const [lead, ...inner] = specifier.split("::");
    const own = /(?:^|\/)(?:mod|lib|main)\.rs$/.test(from) ? folderOf(from) : from.replace(/\.rs$/, "");
    const names = /^(?:crate|self|super)$/.test(lead ?? "") ? inner : [lead, ...inner];
    const isNear = lead === "self" || lead === specifier;
    const base = isNear ? own : lead === "super" ? folderOf(own) : undefined;
    for (let length = names.length; length > 0; length -= 1) {
      const place = names.slice(0, length).join("/");
      const places = base === undefined ? [`src/${place}`, place] : [];
      const near = base === undefined ? [] : forms(joined(base, place)).filter((path) => this.files.has(path));
      const found = near.length > 0 ? near.slice(0, 1) : this.first(from, places, forms);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** Namespaces are folders below some root: the longest end of the name that is a file wins. */
  private php(from: string, specifier: string): string[] {
    const parts = specifier.replace(/^\\/, "").split("\\");
    for (let start = 0; start < parts.length; start += 1) {
      const found = this.endingWith(`${parts.slice(start).join("/")}.php`, from);
      if (found.length > 0) return found.slice(0, 1);
    }
    return [];
  }

  private endingWith(end: string, from: string): string[] {
    const clean = end.replace(/^(?:\.{0,2}\/)+/, "");
    const named = this.byName.get(clean.slice(clean.lastIndexOf("/") + 1)) ?? [];
    const found = named.filter((path) => path !== from && (path === clean || path.endsWith(`/${clean}`)));
    return found.sort((left, right) => distance(left, from) - distance(right, from) || (left < right ? -1 : 1));
  }

  private folderEndingWith(end: string, from: string): string[] {
    const found = [...this.folders.keys()].filter((folder) => folder === end || folder.endsWith(`/${end}`));
    found.sort((left, right) => distance(left, from) - distance(right, from) || (left < right ? -1 : 1));
    return this.folders.get(found[0] ?? "") ?? [];
  }
}

/** `@/x`, `~/x` and `#/x` are the usual aliases of a project's own folders; a plain name is a package of someone else. */
function scriptPlaces(specifier: string): readonly string[] {
  if (specifier.startsWith(".")) return [specifier];
  const alias = /^[@~#]\/(.+)$/.exec(specifier)?.[1];
  if (alias !== undefined) return [alias, `src/${alias}`, `app/${alias}`];
  return /^\w[\w-]*\//.test(specifier) ? [specifier, `src/${specifier}`] : [];
}

/** `./x.js` also names `./x.ts`, from which it is compiled. */
function scriptFiles(path: string): readonly string[] {
  const bare = path.replace(/\.[mc]?jsx?$/, "");
  const stems = bare === path ? [path] : [path, bare];
  return stems.flatMap((stem) => [
    stem,
    ...SCRIPT_ENDS.map((end) => `${stem}.${end}`),
    ...SCRIPT_ENDS.map((end) => `${stem}/index.${end}`),
  ]);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
