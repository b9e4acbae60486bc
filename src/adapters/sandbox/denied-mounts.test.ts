import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { atOnce } from "../../base/steps.ts";
import { isInside } from "../inside.ts";
import { deniedMounts } from "./denied-mounts.ts";

const isMeant = (path: string): boolean => path.endsWith(".key");

/** A folder with so many empty files of a rule in each of these folders, and a plain one beside them. */
function rootWith(crowds: Readonly<Record<string, number>>): { readonly root: string; readonly denied: string[] } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "waymark-denied-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const denied = Object.entries(crowds).flatMap(([folder, count]) =>
    Array.from({ length: count }, (_, index) => join(root, folder, `${index}.key`)),
  );
  for (const path of denied) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, "");
  }
  writeFileSync(join(root, "plain.txt"), "");
  return { root, denied };
}

test("few files are covered one by one, in a folder of too many the folder is, and the one that is worked in never", () => {
  const { root } = rootWith({ few: 3, crowd: 150, ".": 2 });
  const { hidden, readOnly, above } = atOnce(deniedMounts([root], { reads: isMeant, writes: isMeant }));
  expect(hidden.map(({ path }) => path.slice(root.length + 1)).toSorted()).toEqual([
    ...["0.key", "1.key"],
    ...["crowd", "few/0.key", "few/1.key", "few/2.key"],
  ]);
  expect([readOnly, above]).toEqual([[], [join(root, "few")]]);
});

test("however they are spread, each is covered, by no more than can be mounted, and nothing in the root is closed with them", () => {
  const folder = fc
    .array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 4 })
    .map((names) => names.join("/"));
  const crowds = fc.dictionary(folder, fc.integer({ min: 1, max: 130 }), { maxKeys: 9 });
  fc.assert(
    fc.property(crowds, (spread) => {
      const { root, denied } = rootWith(spread);
      const { hidden } = atOnce(deniedMounts([root], { reads: isMeant, writes: undefined }));
      const open = denied.filter((path) => !hidden.some((one) => isInside(path, one.path)));
      expect([open, hidden.length <= 500]).toEqual([[], true]);
      expect(hidden.some((one) => isInside(join(root, "plain.txt"), one.path))).toBe(false);
    }),
    { numRuns: rounds(6) },
  );
});
