// What an installation brings: `npm pack` of this package and its dependencies, without the optional ones.
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, statSync } from "node:fs";
import type { Measurement } from "./measurement.ts";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}

const INSTALL_SCRIPTS = ["preinstall", "install", "postinstall", "prepare"];

export async function bench(): Promise<readonly Measurement[]> {
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], { encoding: "utf8" }),
  ) as readonly [{ readonly unpackedSize: number; readonly size: number }];
  const folders = withDependencies("package.json");
  const bytes = packed.unpackedSize + folders.reduce((sum, folder) => sum + sizeOf(folder), 0);
  // `prepare` of this package would run for git dependencies only; npm runs none of it from a registry.
  const scripts = ["package.json", ...folders.map((folder) => `${folder}/package.json`)].flatMap((file) =>
    INSTALL_SCRIPTS.filter((name) => readManifest(file).scripts?.[name] !== undefined),
  );
  return [
    { name: "package, packed", value: packed.size / 1e6, unit: "MB" },
    { name: "installed without optional parts", value: bytes / 1e6, unit: "MB", target: "<= 60" },
    { name: "packages besides this one", value: folders.length, unit: "" },
    { name: "install scripts", value: scripts.length, unit: "", target: "<= 0" },
  ];
}

const readManifest = (file: string): Manifest => JSON.parse(readFileSync(file, "utf8")) as Manifest;

/** Folders of all that is needed at run time; all lie flat here. */
function withDependencies(manifest: string, found = new Set<string>()): readonly string[] {
  for (const name of Object.keys(readManifest(manifest).dependencies ?? {})) {
    const folder = `node_modules/${name}`;
    if (found.has(folder)) continue;
    found.add(folder);
    withDependencies(`${folder}/package.json`, found);
  }
  return [...found];
}

function sizeOf(folder: string): number {
  const files = globSync(`${folder}/**/*`).map((file) => statSync(file));
  return files.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}
