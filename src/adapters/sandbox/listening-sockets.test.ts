import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { randomOf } from "../../../test/random.ts";
import { seeds } from "../../../test/rounds.ts";
import { descentFrom, listeningSockets } from "./listening-sockets.ts";

const SERVER = `
const { linkSync, unlinkSync, utimesSync } = require("node:fs");
const [bound, moved, timed] = process.argv.slice(1);
require("node:net").createServer().listen(bound, () => {
  if (moved) { linkSync(bound, moved); unlinkSync(bound); }
  if (timed) utimesSync(moved || bound, new Date(Date.now() + 1e9), new Date(Date.now() + 1e9));
  console.log(process.pid);
});
`;

let folder: string;
const children: ChildProcess[] = [];
beforeEach(() => {
  mkdirSync(join(homedir(), ".cache"), { recursive: true });
  folder = realpathSync(mkdtempSync(join(homedir(), ".cache", "waymark-sockets-")));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

async function listens(words: readonly string[], by: readonly string[] = []): Promise<number> {
  const [program = "", ...rest] = [...by, process.execPath, "-e", SERVER, ...words];
  const child = spawn(program, rest, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  const [said] = (await once(child.stdout as NonNullable<typeof child.stdout>, "data")) as [Buffer];
  return Number(said.toString());
}

const found = async (): Promise<readonly string[]> => {
  await new Promise((settled) => setTimeout(settled, 100));
  return listeningSockets([])
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))
    .sort();
};

test.skipIf(process.platform !== "linux")("sockets are found wherever their names lead by now", async () => {
  await listens([join(folder, "plain")]);
  await listens(["relative"]);
  mkdirSync(join(folder, "masters"));
  await listens([join(folder, "masters/host.AbCd"), join(folder, "masters/host")]);
  await listens([join(folder, "line\nend")]);
  await listens([join(folder, "of-tomorrow"), "", "later"]);
  expect(await found()).toEqual(["line\nend", "masters/host", "of-tomorrow", "plain", "relative"]);
});

test.skipIf(process.platform !== "linux")("none is left open for there being many", { timeout: 60_000 }, async () => {
  mkdirSync(join(folder, "many"));
  const many = Array.from({ length: 1_100 }, (_, index) => join(folder, "many", String(index)));
  const server = `
let left = process.argv.length - 1;
for (const path of process.argv.slice(1))
  require("node:net").createServer().listen(path, () => --left === 0 && console.log("all"));`;
  const child = spawn(process.execPath, ["-e", server, ...many], { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  expect((await found()).length).toBe(many.length);
});

const mayUnshare = spawnSync("unshare", ["-n", "true"]).status === 0;
if (!mayUnshare) console.warn("Sockets of another network are not looked for: the kernel lets nobody unshare here.");

test.skipIf(!mayUnshare)(
  "those of our own commands, which have a network of their own, are not among them",
  async () => {
    await listens([join(folder, "ours")], ["unshare", "-n"]);
    expect(await found()).toEqual([]);
  },
);

test.skipIf(!mayUnshare)("those of other programs in a network of their own are", async () => {
  const id = await listens([join(folder, "theirs")], ["setsid", "-f", "unshare", "-n"]);
  try {
    expect(await found()).toEqual(["theirs"]);
  } finally {
    process.kill(id, "SIGKILL");
  }
});

test.each(seeds(20))(
  "who was started by whom is told by asking each for its parent once, in rows and rings too (%i)",
  (seed) => {
    const random = randomOf(seed);
    const ids = Array.from({ length: 300 }, (_, at) => String(at + 1));
    const isRow = random.chance(0.5);
    const parents = new Map(
      ids.map((id) => [id, isRow && random.chance(0.95) ? String(Number(id) - 1) : random.pick(ids)]),
    );
    const top = random.pick(ids);
    const isBelow = (id: string): boolean => {
      const seen = new Set<string>();
      for (let at = id; parents.has(at) && !seen.has(at); at = parents.get(at) ?? "") {
        if (at === top) return true;
        seen.add(at);
      }
      return false;
    };
    const asked: string[] = [];
    const descends = descentFrom(top, (id) => {
      asked.push(id);
      return parents.get(id) ?? "";
    });
    for (const id of Array.from(ids, () => random.pick(ids))) expect([id, descends(id)]).toEqual([id, isBelow(id)]);
    expect(asked.length).toBe(new Set(asked).size);
  },
);
