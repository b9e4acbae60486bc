// Bundles src/main.ts and each public subpath into dist/, with lazy chunks kept apart.
import { chmodSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { rolldown } from "rolldown";

const exportNames = globSync("src/exports/*.ts", { exclude: ["**/*.test.ts"] }).map((file) => basename(file, ".ts"));
const workerFiles = globSync("src/**/*-worker.ts");
const input = {
  waymark: "src/main.ts",
  ...Object.fromEntries(exportNames.map((name) => [`exports/${name}`, `src/exports/${name}.ts`])),
  ...Object.fromEntries(workerFiles.map((file) => [basename(file, ".ts"), file])),
};
const version = JSON.parse(readFileSync("package.json", "utf8")).version;

// Naming the global Headers makes Node load its whole fetch stack; inside the provider packages a small class stands in.
const lightHeaders = {
  name: "light-headers",
  transform: {
    filter: { id: /node_modules\/@ai-sdk\// },
    handler(code) {
      if (!code.includes("new Headers(")) return undefined;
      const standIn = JSON.stringify(resolve("src/adapters/models/light-headers.ts"));
      return { code: `import { LightHeaders as Headers } from ${standIn};\n${code}`, map: null };
    },
  },
};

rmSync("dist", { recursive: true, force: true });
const bundle = await rolldown({
  input,
  plugins: [lightHeaders],
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
  minify: { mangle: false, compress: true, codegen: { removeWhitespace: false } },
});
await bundle.close();

// The entry answers --version and refuses an old Node before any other file is read.
cpSync("scripts/entry.mjs", "dist/main.js");
writeFileSync(
  "dist/main.js",
  readFileSync("dist/main.js", "utf8").replaceAll("WAYMARK_VERSION", JSON.stringify(version)),
);
chmodSync("dist/main.js", 0o755);
