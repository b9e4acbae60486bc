import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readerOfAll } from "../trust/trust.ts";
import { commandsIn, fillTemplate } from "./custom-commands.ts";

test("arguments stand where the template names them, else at its end", () => {
  expect(fillTemplate("Review $1 and $2: $ARGUMENTS", 'a.ts "b c.ts"')).toBe('Review a.ts and b c.ts: a.ts "b c.ts"');
  expect(fillTemplate("Review it.", "quickly")).toBe("Review it.\n\nquickly");
  expect(fillTemplate("Review it.", "")).toBe("Review it.");
});

test("an argument that looks like a placeholder stays as it is", () => {
  expect(fillTemplate("Say $ARGUMENTS", "$1 & $&")).toBe("Say $1 & $&");
});

test("a link of a project's command shows no file outside of the project, and none of secrets", () => {
  const base = mkdtempSync(join(tmpdir(), "waymark-commands-"));
  const within = join(base, "project");
  const folder = join(within, "commands");
  mkdirSync(folder, { recursive: true });
  for (const path of ["outside.txt", "project/shared.txt", "project/.env", "project/commands/plain.md"])
    writeFileSync(join(base, path), "text\n");
  symlinkSync(join(base, "outside.txt"), join(folder, "out.md"));
  symlinkSync(join(within, ".env"), join(folder, "secret.md"));
  symlinkSync(join(within, "shared.txt"), join(folder, "shared.md"));
  const names = commandsIn({ folder, isOwn: false, project: { read: readerOfAll(within), within } }).map(
    ({ name }) => name,
  );
  expect(names.sort()).toEqual(["plain", "shared"]);
  rmSync(base, { recursive: true });
});

test("links that lead to themselves and to each other, or out of the project, come to an end", () => {
  const base = mkdtempSync(join(tmpdir(), "waymark-commands-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const within = join(base, "project");
  const folder = join(within, "commands");
  mkdirSync(join(folder, "deep"), { recursive: true });
  for (const path of ["plain.md", "deep/other.md"]) writeFileSync(join(folder, path), "text\n");
  // Two to the power of forty ways, and the whole disk.
  for (const name of ["a", "b", "c"]) symlinkSync(".", join(folder, name));
  symlinkSync("..", join(folder, "deep/up"));
  symlinkSync("/", join(folder, "disk"));
  const namesOf = (command: Parameters<typeof commandsIn>[0]) => commandsIn(command).map(({ name }) => name);
  expect(namesOf({ folder, isOwn: false, project: { read: readerOfAll(within), within } })).toEqual([
    "deep:other",
    "plain",
  ]);
  rmSync(join(folder, "disk"));
  expect(namesOf({ folder: join(folder, "deep"), isOwn: true })).toEqual(["other", "up:plain"]);
});
