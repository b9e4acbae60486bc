import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { listenAt } from "./listen-at.ts";

/** A folder whose path has that many characters at least. */
function folderOf(charactersMin: number): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-listen-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  let folder = base;
  while (folder.length < charactersMin) folder = join(folder, "a".repeat(40));
  mkdirSync(folder, { recursive: true });
  return folder;
}

const isReached = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });

test.skipIf(!existsSync("/proc/self/fd")).each([0, 90, 104, 300, 2_000])(
  "a socket in a folder of %d characters is listened on, and is gone with its server",
  async (characters) => {
    const folder = folderOf(characters);
    const server = createServer((socket) => void socket.destroy());
    await listenAt(server, join(folder, "socket"));
    expect(existsSync(join(folder, "socket"))).toBe(true);
    expect(await isReached(String(server.address()))).toBe(true);
    await new Promise((closed) => server.close(closed));
    expect(existsSync(join(folder, "socket"))).toBe(false);
  },
);

test("a name that no folder makes short enough is refused in words", async () => {
  const path = join(folderOf(0), "s".repeat(150));
  await expect(listenAt(createServer(), path)).rejects.toThrow(/the path of its socket has \d+ bytes/);
});

test("what the system refuses is told as it is", async () => {
  await expect(listenAt(createServer(), join(folderOf(200), "gone", "socket"))).rejects.toThrow("ENOENT");
});
