import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { parseSync } from "oxc-parser";

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Subresource integrity, as the lock file has it; empty where it has none. */
  readonly integrity: string;
  readonly how: "bundled" | "installed" | "installed where it can be";
}

interface LockEntry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

type Lock = Readonly<Record<string, LockEntry>>;

/**
 * The packages whose code reaches who installs us: those that the sources import, which the build bundles, with all that they
 * need, and those that are installed beside it. More than is used may be listed, never less. Sorted by name.
 */
export function shippedPackages(): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as { readonly packages: Lock };
  const root = packages[""] ?? {};
  const installed = closure(Object.keys(root.dependencies ?? {}), packages);
  const optional = closure(Object.keys(root.optionalDependencies ?? {}), packages);
  // What a person may install beside us, or not, is not ours to ship.
  const beside = new Set(Object.keys(root.peerDependencies ?? {}));
  const bundled = closure(
    [...importedPackages()].filter((name) => !beside.has(name)),
    packages,
  );
  const how = (path: string): ShippedPackage["how"] =>
    installed.has(path) ? "installed" : optional.has(path) ? "installed where it can be" : "bundled";
  return [...new Set([...bundled, ...installed, ...optional])]
    .map((path) => {
      const { version = "", license = "see the package", integrity = "" } = packages[path] ?? {};
      return { name: nameOf(path), version, licence: license, integrity, how: how(path) };
    })
    .sort((left, right) => (`${left.name}@${left.version}` < `${right.name}@${right.version}` ? -1 : 1));
}

/** What the sources import for more than its types. */
function importedPackages(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const file of globSync("src/**/*.ts", { exclude: ["**/*.test.ts"] })) {
    const text = readFileSync(file, "utf8");
    const { staticImports, dynamicImports } = parseSync(file, text).module;
    const specifiers = [
      ...staticImports
        .filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType))
        .map(({ moduleRequest }) => moduleRequest.value),
      ...dynamicImports.map(({ moduleRequest }) => text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
    ];
    for (const specifier of specifiers)
      if (/^@?[a-z]/.test(specifier) && !isBuiltin(specifier)) names.add(packageOf(specifier));
  }
  return names;
}

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** The places in the lock file of these packages and of all that they need. */
function closure(names: readonly string[], packages: Lock): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = placeOf(name, from, packages);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path] ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) visit(needed, path);
  };
  for (const name of names) visit(name, "");
  return found;
}

/** Where Node would find a package from here: beside the one that asks, or further up. */
function placeOf(name: string, from: string, packages: Lock): string | undefined {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    const path = `${base === "" ? "" : `${base}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (base === "") return undefined;
    if (!base.includes("/node_modules/")) base = "";
  }
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
