import { distance } from "../../name-index.ts";
import type { FileScope } from "../types.ts";

/** Finds the modules that imports of Python name: by their dotted names, as the packages around them give them. */
export class PythonModules {
  private readonly byPath: ReadonlyMap<string, FileScope>;
  private readonly byName = new Map<string, FileScope[]>();

  constructor(files: readonly FileScope[]) {
    this.byPath = new Map(files.map((file) => [file.path, file]));
    for (const file of files) {
      const name = this.nameOf(file.path);
      const same = this.byName.get(name);
      if (same) same.push(file);
      else this.byName.set(name, [file]);
    }
  }

  /** @param specifier  dots at its beginning are folders above the file */
  find(from: FileScope, specifier: string): FileScope | undefined {
    const dots = /^\.*/.exec(specifier)?.[0].length ?? 0;
    const rest = specifier.slice(dots).split(".").filter(Boolean).join("/");
    if (dots === 0) return this.absolute(from, specifier, rest);
    let folder = folderOf(from.path);
    for (let at = 1; at < dots; at += 1) folder = folderOf(folder);
    return this.at([folder, rest].filter(Boolean).join("/"));
  }

  /** A module inside a package. */
  below(file: FileScope, name: string): FileScope | undefined {
    return /(?:^|\/)__init__\.pyi?$/.test(file.path)
      ? this.at(`${folderOf(file.path)}/${name}`.replace(/^\//, ""))
      : undefined;
  }

  private absolute(from: FileScope, specifier: string, place: string): FileScope | undefined {
    // Folders that are no packages are where absolute imports begin, as are `src` folders.
    for (let folder: string | undefined = folderOf(from.path); folder !== undefined; folder = above(folder)) {
      if (this.isPackage(folder)) continue;
      for (const base of [folder, `${folder}/src`]) {
        const found = this.at([base.replace(/^\//, ""), place].filter(Boolean).join("/"));
        if (found) return found;
      }
    }
    const named = this.byName.get(specifier) ?? [];
    return [...named].sort((left, right) => distance(left.path, from.path) - distance(right.path, from.path))[0];
  }

  private at(path: string): FileScope | undefined {
    for (const form of [
      `${path}.py`,
      `${path}/__init__.py`,
      `${path}.pyi`,
      `${path}/__init__.pyi`,
      ...(path === "" ? ["__init__.py"] : []),
    ]) {
      const found = this.byPath.get(form);
      if (found) return found;
    }
    return undefined;
  }

  private isPackage(folder: string): boolean {
    const init = folder === "" ? "__init__.py" : `${folder}/__init__.py`;
    return this.byPath.has(init);
  }

  private nameOf(path: string): string {
    const parts = [(path.split("/").at(-1) ?? "").replace(/\.pyi?$/, "")];
    for (let folder = folderOf(path); folder !== "" && this.isPackage(folder); folder = folderOf(folder))
      parts.unshift(folder.slice(folder.lastIndexOf("/") + 1));
    return parts.filter((part) => part !== "__init__").join(".");
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));
const above = (folder: string): string | undefined => (folder === "" ? undefined : folderOf(folder));
