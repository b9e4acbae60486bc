// Bundles the program, its workers and each public subpath into dist/, and declares the types of the subpaths.
import { chmodSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { rolldown } from "rolldown";
import { compileAhead } from "./build/compile-ahead.mjs";
import { nodesOwn } from "./build/nodes-own.mjs";
import { writePages } from "./build/pages.mjs";
import { refuseWarnings } from "./build/refuse-warnings.mjs";
import { checkSeams, groups } from "./build/seams.mjs";
import { writeTypes } from "./build/types.mjs";

const named = (files, folder = "") => files.map((file) => [`${folder}${basename(file, ".ts")}`, file]);
const input = {
  waymark: "src/main.ts",
  "first-prompt": "src/frontends/terminal/first-prompt.ts",
  ...Object.fromEntries(named(globSync("src/exports/*.ts", { exclude: ["**/*.test.ts"] }), "exports/")),
  ...Object.fromEntries(named(globSync("src/**/*-worker.ts"))),
};
const version = JSON.stringify(JSON.parse(readFileSync("package.json", "utf8")).version);

rmSync("dist", { recursive: true, force: true });
const bundle = await rolldown({
  input,
  platform: "node",
  onLog: refuseWarnings,
  plugins: [nodesOwn],
  external: [
    "@opentelemetry/api",
    /^@vscode\/tree-sitter-wasm/,
    /^@vscode\/ripgrep/,
    /^sharp$/,
    /^bullmq$/,
    /^ioredis$/,
    /^node:/,
  ],
  transform: { define: { WAYMARK_VERSION: version } },
  // A UMD `main` cannot be bundled; packages that have an ESM build name it `module`.
  resolve: { mainFields: ["module", "main"] },
});
const { output } = await bundle.write({
  dir: "dist",
  format: "esm",
  entryFileNames: "[name].js",
  chunkFileNames: "chunks/[name]-[hash].js",
  codeSplitting: { groups },
  // Names are kept for stacks; with a single character beyond ASCII the engine keeps a file's source with two bytes a character.
  minify: { mangle: false, compress: true, codegen: { removeWhitespace: true, asciiOnly: true } },
});
await bundle.close();
checkSeams(output);
writeTypes("dist/types");
await writePages("dist");

// The entry answers --version and refuses an old Node before any other file is read.
writeFileSync("dist/main.js", readFileSync("scripts/entry.mjs", "utf8").replaceAll("WAYMARK_VERSION", version));
chmodSync("dist/main.js", 0o755);
compileAhead("dist", output);
