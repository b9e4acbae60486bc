import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place } from "./run-waymark.ts";

const CHECKOUT = resolve(import.meta.dirname, "../..");

let place: Place;
beforeEach(() => {
  place = makePlace({ "a.ts": "export const a = 1;\n" });
});
afterEach(() => place.remove());

test("the tarball runs where it is unpacked, and the formula has its checksum", () => {
  execFileSync(process.execPath, ["scripts/package/tarball.mjs", place.home], { cwd: CHECKOUT });
  const [file = ""] = readdirSync(place.home).filter((name) => name.endsWith(".tar.gz"));
  const sha256 = createHash("sha256")
    .update(readFileSync(join(place.home, file)))
    .digest("hex");
  const formula = readFileSync(join(place.home, "waymark.rb"), "utf8");
  expect(formula).toContain(`sha256 "${sha256}"`);
  expect(formula).not.toMatch(/"(?:URL|SHA256|VERSION|HOMEPAGE)"/);
  execFileSync("tar", ["-xzf", join(place.home, file), "-C", place.home]);
  const [folder = ""] = readdirSync(place.home).filter((name) => /^waymark-[\d.]+$/.test(name));
  const { status, stdout } = spawnSync(join(place.home, folder, "bin", "waymark"), ["code", "functions", "a.ts"], {
    cwd: place.cwd,
    env: { ...process.env, HOME: place.home, WAYMARK_HOME: join(place.home, "own") },
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, expect.stringContaining("a.ts")]);
});

/** A registry that has what is installed in the checkout, and nothing else. */
async function startRegistry(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const url = decodeURIComponent(request.url ?? "");
    if (url.endsWith(".tgz")) return void response.end(readFileSync(join(folder, url)));
    const home = join(CHECKOUT, "node_modules", url);
    if (!existsSync(join(home, "package.json"))) return void response.writeHead(404).end("{}");
    const filename = `${url.replaceAll(/\W+/g, "-")}.tgz`;
    // Not compressed, which would take longer than all else here: npm looks whether it is.
    const tarball = join(folder, filename);
    if (!existsSync(tarball)) execFileSync("tar", ["-cf", tarball, "-C", dirname(home), basename(home)]);
    const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as { name: string; version: string };
    const { port } = server.address() as AddressInfo;
    const dist = { tarball: `http://127.0.0.1:${port}/${filename}` };
    const { name, version } = manifest;
    const answer = { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } };
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}

test("npm installs it globally with this Node, says nothing of engines, and takes it away again", async () => {
  const registry = await startRegistry(place.home);
  try {
    const { port } = registry.address() as AddressInfo;
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(place.home, "c"),
    };
    const { stdout } = await promisify(execFile)(process.execPath, ["scripts/package/try-install.mjs"], {
      cwd: CHECKOUT,
      env,
    });
    expect(
      stdout
        .trim()
        .split("\n")
        .map((line) => line.slice(0, 4)),
    ).toEqual(Array(7).fill("ok  "));
  } finally {
    registry.close();
  }
});

test("README, guide, Containerfile and the entry name the Nodes of the manifest", () => {
  const read = (path: string): string => readFileSync(join(CHECKOUT, path), "utf8");
  const { engines } = JSON.parse(read("package.json")) as { engines: { node: string } };
  const wanted = [...engines.node.matchAll(/(\d+)\.(\d+)\.\d+/g)].map(([, major, minor]) => `${major}.${minor}+`);
  expect(wanted).toHaveLength(3);
  for (const path of ["README.md", "docs/guide/install.md", "scripts/entry.mjs"])
    for (const version of wanted) expect(read(path), path).toContain(version);
  const images = [...read("Containerfile").matchAll(/^FROM \S+\/node:(\d+)/gm)].map(([, major]) => major);
  expect(wanted.map((version) => version.split(".")[0])).toEqual(expect.arrayContaining(images));
});

test("the scripts that a Containerfile and the guide name are there", () => {
  const { scripts } = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8")) as { scripts: object };
  const guide = readFileSync(join(CHECKOUT, "docs/guide/install.md"), "utf8");
  const named = [...guide.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(2);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});
