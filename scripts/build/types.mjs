import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";

const NAMED = /(?:from|import\()\s*["'](\.[^"']+)\.ts["']/g;

/**
 * Declares the public subpaths below `folder`: as the compiler writes them, what they name included and nothing else.
 * @throws an Error when the compiler does not
 */
export function writeTypes(folder) {
  const all = mkdtempSync(join(tmpdir(), "waymark-types-"));
  try {
    const compiler = join("node_modules", "typescript", "bin", "tsc");
    const command = [compiler, "-p", "tsconfig.types.json", "--outDir", all];
    const { status } = spawnSync(process.execPath, command, { stdio: "inherit" });
    if (status !== 0) throw new Error("The compiler wrote no types.");
    const needed = new Set(globSync(join(all, "exports", "*.d.ts")));
    for (const file of needed) {
      for (const [, path] of readFileSync(file, "utf8").matchAll(NAMED))
        needed.add(`${join(dirname(file), path)}.d.ts`);
      cpSync(file, join(folder, relative(all, file)));
    }
  } finally {
    rmSync(all, { recursive: true, force: true });
  }
}
