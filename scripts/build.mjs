// Bundles src/main.ts and each public subpath into dist/, with lazy chunks kept apart.
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { rolldown } from "rolldown";
import { dropFacades } from "./build/drop-facades.mjs";
import { lateTextTables } from "./build/late-text-tables.mjs";
import { leanBuiltins } from "./build/lean-builtins.mjs";
import { lightStandIns } from "./build/light-stand-ins.mjs";
import { startChunks } from "./build/start-chunk.mjs";

const exportNames = globSync("src/exports/*.ts", { exclude: ["**/*.test.ts"] }).map((file) => basename(file, ".ts"));
const workerFiles = globSync("src/**/*-worker.ts");
const input = {
  waymark: "src/main.ts",
  "first-prompt": "src/frontends/terminal/first-prompt.ts",
  ...Object.fromEntries(exportNames.map((name) => [`exports/${name}`, `src/exports/${name}.ts`])),
  ...Object.fromEntries(workerFiles.map((file) => [basename(file, ".ts"), file])),
};
const version = JSON.parse(readFileSync("package.json", "utf8")).version;

const start = startChunks({
  // What every run loads before its first answer is shown.
  start: [
    "src/frontends/commands/command-line.ts",
    "src/app/assemble.ts",
    "src/adapters/models/model-client.ts",
    "src/adapters/models/wires/wire-settings.ts",
    "src/adapters/models/services/catalogue.ts",
  ],
  // What a session at the terminal loads before its first prompt.
  prompt: ["src/frontends/terminal/first-prompt.ts"],
});

rmSync("dist", { recursive: true, force: true });
const bundle = await rolldown({
  input,
  plugins: [lightStandIns, lateTextTables, start.plugin, leanBuiltins],
  platform: "node",
  external: [/^@vscode\/tree-sitter-wasm/, /^@vscode\/ripgrep/, /^node:/],
  transform: { define: { WAYMARK_VERSION: JSON.stringify(version) } },
  treeshake: true,
  // A UMD `main` cannot be bundled; packages that have an ESM build name it `module`.
  resolve: { mainFields: ["module", "main"] },
});
await bundle.write({
  dir: "dist",
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: { groups: start.groups },
  minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } },
});
await bundle.close();
dropFacades("dist");
writeAsLatin("dist/chunks/{start,shared}-*.js");

// The entry answers --version and refuses an old Node before any other file is read.
cpSync("scripts/entry.mjs", "dist/main.js");
writeFileSync(
  "dist/main.js",
  readFileSync("dist/main.js", "utf8").replaceAll("WAYMARK_VERSION", JSON.stringify(version)),
);
chmodSync("dist/main.js", 0o755);

/**
 * Spells what is beyond Latin-1: with a single such character the engine keeps the whole source, which it does for as long as
 * the process lives, with two bytes a character.
 */
function writeAsLatin(files) {
  for (const file of globSync(files)) {
    const code = readFileSync(file, "utf8");
    if (/String\.raw`[^`]*[^\u0000-\u007f]/.test(code))
      throw new Error(`${file}: a raw template has a character that would be spelt in it; write it as an escape.`);
    const spelt = code.replace(/[^\u0000-\u007f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    writeFileSync(file, spelt);
  }
}
