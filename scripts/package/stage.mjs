// A folder with all that runs: the package as `npm pack` makes it, and the packages that it depends on as they are installed here.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const MODULES = "node_modules";

/** Of the checkout that this is run in. */
export const manifest = () => JSON.parse(readFileSync("package.json", "utf8"));

/**
 * Writes `node_modules/waymark` and what it needs below a folder; asks no registry.
 * @returns the paths of the packages, relative to the folder
 * @throws when nothing was built, or a package that it cannot do without is not installed
 */
export function stage(folder) {
  if (!existsSync("dist/main.js")) throw new Error("Nothing is built: `npm run build` first.");
  const { name } = manifest();
  const home = join(folder, MODULES, name);
  mkdirSync(home, { recursive: true });
  execFileSync("tar", ["-xzf", packed(folder), "--strip-components=1", "-C", home]);
  rmSync(join(home, "dist", "types"), { recursive: true });
  return [join(MODULES, name), ...copyNeeded(folder)];
}

/** The tarball that would be published. */
export function packed(folder) {
  const words = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const printed = execFileSync("npm", words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const [{ filename }] = Object.values(JSON.parse(printed));
  return join(folder, filename);
}

function copyNeeded(folder) {
  const { dependencies, optionalDependencies } = manifest();
  const wanted = [...Object.entries(dependencies), ...Object.entries(optionalDependencies)].map(([name]) => name);
  const copied = [];
  for (const name of wanted) {
    const from = join(MODULES, name);
    if (!existsSync(from)) {
      // Of the packages for other machines each is missing.
      if (name in dependencies) throw new Error(`${name} is not installed: \`npm install\` first.`);
      continue;
    }
    cpSync(from, join(folder, from), { recursive: true, dereference: true });
    copied.push(from);
    const its = JSON.parse(readFileSync(join(from, "package.json"), "utf8"));
    wanted.push(
      ...Object.keys({ ...its.dependencies, ...its.optionalDependencies }).filter((one) => !wanted.includes(one)),
    );
  }
  return copied;
}
