import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

/** A file that only passes on what another one exports: the bundler writes one for each lazy module that lies in a shared chunk. */
const FACADE = /^export\{([^{}]*)\}from"\.\/((?:start|shared|prompt)-[\w-]+\.js)";?\s*$/;
const LAZY = /\bimport\(([`"'])(\.\/|\.\/chunks\/|\.\.\/chunks\/)([\w-]+\.js)\1\)/g;

/** Lets lazy imports of what lies in the start chunk name that chunk itself: one file less to look for, read and link each. */
export function dropFacades(folder) {
  const facades = new Map();
  for (const file of globSync(`${folder}/chunks/*.js`)) {
    const [, names, target] = FACADE.exec(readFileSync(file, "utf8")) ?? [];
    if (names === undefined) continue;
    const members = names.split(",").map((name) => name.split(" as "));
    const object = members.map(([inner, outer = inner]) => `${outer}:all.${inner}`).join(",");
    facades.set(basename(file), { file, target, object });
  }
  for (const file of globSync(`${folder}/**/*.js`)) {
    const code = readFileSync(file, "utf8");
    const changed = code.replace(LAZY, (whole, _quote, path, name) => {
      const facade = facades.get(name);
      return facade ? `import("${path}${facade.target}").then(all=>({${facade.object}}))` : whole;
    });
    if (changed !== code) writeFileSync(file, changed);
  }
  for (const { file } of facades.values()) rmSync(file);
}
