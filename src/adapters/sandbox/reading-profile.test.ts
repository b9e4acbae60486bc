import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { atOnce } from "../../base/steps.ts";
import { secretFiles } from "./reading-profile.ts";

/** So many `.env.INDEX` in each of these folders, and one secret beside them. */
function rootWith(crowds: Readonly<Record<string, number>>): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-secrets-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const crowd = Object.entries(crowds).flatMap(([folder, count]) =>
    Array.from({ length: count }, (_, index) => `${folder}/.env.${index}`),
  );
  for (const path of [...crowd, "deploy/prod/.env", "deploy/notes.txt"]) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), "PASSWORD=blue-horse-7\n");
  }
  return root;
}

function masked(root: string): readonly string[] {
  return atOnce(secretFiles([root], { reads: "workspace" })).map(
    ({ path, kind }) => relative(root, path) + (kind === "folder" ? "/" : ""),
  );
}

test("secrets that are many are masked one by one as long as they can be, and the folder around them then: none unmasks another", () => {
  expect(masked(rootWith({ few: 499 })).length).toBe(500);
  expect(masked(rootWith({ crowd: 501 })).toSorted()).toEqual(["crowd/", "deploy/prod/.env"]);
  expect(
    masked(rootWith({ "a/b": 301, c: 300 }))
      .toSorted()
      .slice(0, 3),
  ).toEqual(["a/b/", "c/.env.0", "c/.env.1"]);
});

test("what lies at the top is masked one by one, and closes no folder", () => {
  const all = masked(rootWith({ ".": 600 }));
  expect([all.length, all.includes("deploy/prod/.env")]).toEqual([601, true]);
});
