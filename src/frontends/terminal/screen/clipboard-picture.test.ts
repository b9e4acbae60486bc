import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { keepClipboardPicture } from "./clipboard-picture.ts";

/** A clipboard with a picture, and folders beside each other. */
function place(): string {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-clipboard-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const name of ["bin", "work", "outside"]) mkdirSync(join(base, name));
  writeFileSync(join(base, "bin/wl-paste"), "#!/bin/sh\nprintf '\\211PNG...'\n");
  chmodSync(join(base, "bin/wl-paste"), 0o755);
  vi.stubEnv("PATH", `${join(base, "bin")}:/usr/bin:/bin`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return base;
}

test.skipIf(process.platform === "win32")("a pasted picture is kept in the folder, one beside the other", async () => {
  const work = join(place(), "work");
  expect(await keepClipboardPicture(work)).toBe(".waymark/pictures/paste-1.png");
  expect(await keepClipboardPicture(work)).toBe(".waymark/pictures/paste-2.png");
  expect(existsSync(join(work, ".waymark/pictures/paste-2.png"))).toBe(true);
});

test.skipIf(process.platform === "win32").each([".waymark", ".waymark/pictures"])(
  "nothing is pasted through %s, a link out of the folder",
  async (link) => {
    const base = place();
    const work = join(base, "work");
    if (link.includes("/")) mkdirSync(join(work, ".waymark"));
    symlinkSync(join(base, "outside"), join(work, link));
    await expect(keepClipboardPicture(work)).rejects.toThrow("is a link that leads out of");
    expect(readdirSync(join(base, "outside"))).toEqual([]);
  },
);
