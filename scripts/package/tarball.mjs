// `npm run tarball -- [FOLDER] [URL]` makes waymark-VERSION-OS-CPU.tar.gz with bin/ and libexec/, which needs a Node and nothing of npm, and a
// Homebrew formula for it. URL is where the tarball will lie.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { manifest, stage } from "./stage.mjs";

const { name, version, homepage = "https://example.com" } = manifest();
const folder = resolve(process.argv[2] ?? ".");
const file = `${name}-${version}-${process.platform}-${process.arch}.tar.gz`;
const url = process.argv[3] ?? pathToFileURL(join(folder, file)).href;

const work = mkdtempSync(join(tmpdir(), "waymark-tarball-"));
try {
  const root = join(work, `${name}-${version}`);
  mkdirSync(join(root, "bin"), { recursive: true });
  stage(work);
  mkdirSync(join(root, "libexec"));
  renameSync(join(work, "node_modules"), join(root, "libexec", "node_modules"));
  symlinkSync(`../libexec/node_modules/${name}/dist/main.js`, join(root, "bin", name));
  mkdirSync(folder, { recursive: true });
  execFileSync("tar", ["-czf", join(folder, file), "-C", work, `${name}-${version}`]);
} finally {
  rmSync(work, { recursive: true, force: true });
}
const sha256 = createHash("sha256")
  .update(readFileSync(join(folder, file)))
  .digest("hex");
const filled = { HOMEPAGE: homepage, URL: url, SHA256: sha256, VERSION: version };
const template = readFileSync(join(import.meta.dirname, "waymark.rb"), "utf8");
writeFileSync(
  join(folder, "waymark.rb"),
  template.replace(/"(HOMEPAGE|URL|SHA256|VERSION)"/g, (_, word) => JSON.stringify(filled[word])),
);
console.log(`${join(folder, file)}\n${join(folder, "waymark.rb")}`);
