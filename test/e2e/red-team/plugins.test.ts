import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { makePlace, type Place, runWaymark } from "../run-waymark.ts";

/** Archives that were made to harm, and a project that wants to say where plugins come from. */

let place: Place;
beforeEach(() => {
  place = makePlace({ "notes.txt": "kept\n" });
});
afterEach(() => place.remove());

interface Entry {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly link?: string;
  /** In place of the content's own. */
  readonly size?: string;
}

function tar(entries: readonly Entry[]): Buffer {
  const blocks = entries.map(({ name, content = "", type = "0", link = "", size }) => {
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0, "utf8");
    header.write("0000755", 100);
    header.write(size ?? content.length.toString(8).padStart(11, "0"), 124, "latin1");
    header.write(type, 156);
    header.write(link, 157);
    return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, "\0"))]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

const GOOD = { name: "p/commands/a.md", content: "A." };
const longName = (path: string, type: "L" | "x"): Entry =>
  type === "L"
    ? { name: "././@LongLink", content: `${path}\0`, type }
    : { name: "pax", content: record("path", path), type };

/** A record of pax: its length, which counts itself, and the pair. */
function record(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`;
  let length = rest.length;
  while (String(length).length + rest.length !== length) length = String(length).length + rest.length;
  return `${length}${rest}`;
}

function add(bytes: Buffer) {
  const archive = join(place.home, "hostile.tgz");
  writeFileSync(archive, bytes);
  return runWaymark(["plugin", "add", archive, "--yes", "--json"], place);
}

const PLACES = [
  "../../escaped",
  "/tmp/escaped",
  "p/../../escaped",
  "..\\escaped",
  "C:/escaped",
  "p//escaped",
  "p/./escaped",
  "\u202eescaped",
  "a\u001b[2Jescaped",
  "a\nescaped",
  `p/${"x".repeat(256)}`,
];

test.each<readonly [string, readonly Entry[]]>(
  inTurn(3, [
    ...PLACES.flatMap((name) => [
      ...(name.length < 100 ? [[`a file at ${JSON.stringify(name)}`, [GOOD, { name, content: "x" }]] as const] : []),
      [
        `the same by a long name of GNU: ${JSON.stringify(name.slice(0, 30))}`,
        [GOOD, longName(name, "L"), { name: "p/b.md", content: "x" }],
      ] as const,
    ]),
    ["the same by a name of pax", [GOOD, longName("../../escaped", "x"), { name: "p/b.md", content: "x" }]],
    ["a file that lies in a file", [GOOD, { name: "p/commands/a.md/b.md", content: "x" }]],
    [
      "more files than anybody reads",
      [GOOD, ...Array.from({ length: 6_000 }, (_, index) => ({ name: `p/commands/${index}.md` }))],
    ],
    ["a size of eight gigabytes", [GOOD, { name: "p/b.md", content: "x", size: "77777777777" }]],
    ["a size below zero", [GOOD, { name: "p/b.md", content: "x", size: "-0000000001" }]],
    [
      "a size in another base",
      [GOOD, { name: "p/b.md", content: "x", size: "\x80\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" }],
    ],
  ]),
)("an archive with %s is refused in one line, and writes nothing", async (_, entries) => {
  const { code, stderr } = await add(gzipSync(tar(entries)));
  expect(stderr).toMatch(/^waymark: .*cannot be added as a plugin: [^\n]+\n$/);
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  expect(code).toBe(42);
  expect(readdirSync(place.cwd)).toEqual(["notes.txt"]);
  expect(existsSync("/tmp/escaped")).toBe(false);
  expect(readdirSync(place.home, { recursive: true }).filter((path) => /\.md$|escaped/.test(String(path)))).toEqual([]);
});

test("a bomb, and a file that is larger than any plugin, are refused before they are read", async () => {
  const bomb = await add(gzipSync(Buffer.alloc(300_000_000)));
  expect(bomb.stderr).toMatch(/cannot be added as a plugin: it has more than 64 MB\.\n$/);
  expect(bomb.code).toBe(42);
  const { code, stderr } = await add(Buffer.alloc(65 * 1024 * 1024));
  expect(stderr).toMatch(/cannot be added as a plugin: it is larger than 64 MB/);
  expect(code).toBe(42);
});

test("links, devices, pipes and repositories of an archive are left out", async () => {
  const entries: Entry[] = [
    GOOD,
    { name: "p/commands/link.md", type: "2", link: "/etc/passwd" },
    { name: "p/commands/hard.md", type: "1", link: "/etc/passwd" },
    { name: "p/folder", type: "2", link: "/tmp" },
    ...["3", "4", "6", "7", "S", "V"].map((type) => ({ name: `p/commands/kind-${type}.md`, type })),
    { name: "p/.git/hooks/post-checkout", content: "#!/bin/sh\ntouch escaped\n" },
    { name: "p/.GIT/config", content: "[core]\nfsmonitor = touch escaped\n" },
    { name: "p/.git", content: "gitdir: /tmp\n" },
  ];
  const added = await add(gzipSync(tar(entries)));
  expect(added).toMatchObject({ code: 0, stderr: "" });
  const kept = readdirSync(place.home, { recursive: true })
    .map(String)
    .filter((path) => /hostile\/./.test(path));
  expect(kept.map((path) => path.replace(/^.*hostile\//, "")).sort()).toEqual(["commands", "commands/a.md"]);
  // What was agreed to is what lies there: nothing of it is out of the sum.
  expect(JSON.parse((await runWaymark(["plugin", "list", "--json"], place)).stdout)).toMatchObject([
    { state: "enabled" },
  ]);
});

test("a project does not say which registry a plugin comes from", async () => {
  const hits = { own: 0, foreign: 0 };
  const servers = await Promise.all(
    (["own", "foreign"] as const).map(async (whose) => {
      const server = createServer((_, answer) => {
        hits[whose]++;
        answer.writeHead(404, { "content-type": "application/json" }).end('{"error":"not found"}');
      });
      await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
      return server;
    }),
  );
  const [own, foreign] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  writeFileSync(join(place.home, ".npmrc"), `registry=${own}\nfetch-retries=0\nupdate-notifier=false\n`);
  for (const folder of [place.cwd, join(place.cwd, "..")]) {
    writeFileSync(join(folder, ".npmrc"), `registry=${foreign}\nfetch-retries=0\n`);
    writeFileSync(join(folder, "package.json"), "{}");
  }
  mkdirSync(join(place.cwd, "node_modules"));
  const added = await runWaymark(["plugin", "add", "waymark-plugin-of-a-test", "--yes"], place);
  for (const server of servers) server.close();
  expect(added.code).toBe(42);
  expect(added.stderr).toContain("npm did not get it");
  expect(hits.foreign).toBe(0);
  expect(hits.own).toBeGreaterThan(0);
  expect(readFileSync(join(place.cwd, "notes.txt"), "utf8")).toBe("kept\n");
});
