import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { AddedFolders } from "./added-folders.ts";

/** A working folder `work` with folders beside it. */
function place(given: readonly string[] = []) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-added-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  for (const name of ["work/inner", "other/deep", "third", "me/notes", "me/.config/own/deep"])
    mkdirSync(join(base, name), { recursive: true });
  writeFileSync(join(base, "file"), "");
  const own = [join(base, "me/.config/own")];
  return { base, added: new AddedFolders({ cwd: join(base, "work"), given, home: join(base, "me"), own }) };
}

test("folders come from the working folder, from home and by their whole path; the list that was handed out has them all", () => {
  const { base, added } = place();
  const held = added.now;
  expect([added.add("../other/deep"), added.add("~/notes")]).toEqual([
    join(base, "other/deep"),
    join(base, "me/notes"),
  ]);
  expect(held).toEqual([join(base, "other/deep"), join(base, "me/notes")]);
  expect(added.ofSession).toEqual(held);
});

test("what is no folder, the whole file system, and what is worked in already are refused", () => {
  const { added } = place(["../third"]);
  const why = (path: string): string => {
    try {
      return added.add(path);
    } catch (error) {
      return String(error);
    }
  };
  expect(why("../none")).toMatch(/none does not exist/);
  expect(why("../file")).toMatch(/file is no folder/);
  expect(why("/")).toMatch(/whole file system/);
  for (const path of [".", "inner", "../third"]) expect(why(path)).toMatch(/is worked in already/);
  expect(added.now).toHaveLength(1);
});

test("a session has its own folders again, but for those that are gone or lead elsewhere now", () => {
  const { base, added } = place(["../third"]);
  added.add("../other");
  const [kept, gone, moved] = [join(base, "other/deep"), join(base, "gone"), join(base, "moved")];
  symlinkSync(join(base, "third"), moved);
  expect(added.useSession([kept, gone, moved])).toEqual([gone, moved]);
  expect(added.now).toEqual([join(base, "third"), kept]);
  expect(added.useSession([])).toEqual([]);
  expect(added.now).toEqual([join(base, "third")]);
});

test("the whole disk, a home or what holds it, and Waymark's own folders are not worked in, by whichever way they come", () => {
  const typed = place();
  symlinkSync(join(typed.base, "me"), join(typed.base, "other/link"));
  const tooMuch = [
    ...["/", "//", "~", "~/", "../me", "..", "../third/../me/.", "../other/link"],
    ...["~/.config/own", "~/.config/own/deep", "../me/.config/own"],
  ];
  for (const folder of tooMuch)
    expect(() => typed.added.add(folder), folder).toThrow(/whole file system|whole home|Waymark's own/);
  expect(typed.added.now).toEqual([]);
  for (const folder of tooMuch.filter((one) => !/^~|link/.test(one)))
    expect(() => place([folder]), folder).toThrow(/whole file system|whole home|Waymark's own/);
  const kept = ["/", join(typed.base, "me"), join(typed.base, "third")];
  expect(typed.added.useSession(kept)).toEqual(kept.slice(0, 2));
  expect(typed.added.now).toEqual(kept.slice(2));
});
