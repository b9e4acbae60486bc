import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openHouse } from "./open-house.ts";
import { readPlace } from "./place.ts";
import { Rooms } from "./rooms.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-rooms-")));
  mkdirSync(join(base, "work"));
  symlinkSync(join(base, "work"), join(base, "link"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const place = (folder: string) => ({ folder: join(base, folder), environment: { WAYMARK_HOME: join(base, "home") } });

test("a house is opened by the real path of its folder, and never where there is none", async () => {
  expect((await openHouse(place("link"))).cwd).toBe(join(base, "work"));
  await expect(openHouse(place("nowhere"))).rejects.toThrow("does not exist");
});

test("a folder that comes to be worked in has no program that is found by its name any more, for whoever starts one", async () => {
  const programs = ["third", "other"].map((name) => join(base, name, "bin"));
  for (const folder of [...programs, join(base, "bin")]) mkdirSync(folder, { recursive: true });
  const environment = { ...place("work").environment, PATH: [...programs, join(base, "bin")].join(delimiter) };
  const given = { addDirs: [join(base, "third")] };
  const house = await openHouse({ ...place("work"), environment, flags: given });
  const paths = (): readonly unknown[] => [house.environment["PATH"], house.settings.environment["PATH"]];
  expect(paths()).toEqual([1, 2].map(() => [programs[1], join(base, "bin")].join(delimiter)));
  house.added.add(join(base, "other"));
  expect(paths()).toEqual([join(base, "bin"), join(base, "bin")]);
  expect(environment.PATH).toContain(programs[0]);
  await house.close();
});

test("a part is made once, when it is first asked for", async () => {
  const rooms = new Rooms(await readPlace(place("work")));
  expect(rooms.redaction).toBe(rooms.redaction);
  expect(rooms.sandbox).toBe(rooms.sandbox);
  expect(await rooms.knowledge()).toBe(await rooms.knowledge());
  await rooms.close();
});

test("what was started is ended, the last first, and once", async () => {
  const rooms = new Rooms(await readPlace(place("work")));
  const ended: string[] = [];
  rooms.onClose(() => ended.push("first"));
  rooms.onClose(async () => ended.push("second"));
  await rooms.close();
  await rooms.close();
  expect(ended).toEqual(["second", "first"]);
});

test("one that cannot be ended does not keep the others from it", async () => {
  const rooms = new Rooms(await readPlace(place("work")));
  const ended: string[] = [];
  rooms.onClose(() => ended.push("first"));
  rooms.onClose(() => Promise.reject(new Error("stuck")));
  await expect(rooms.close()).rejects.toThrow("stuck");
  expect(ended).toEqual(["first"]);
});

test("broken settings concern only who asks for one", async () => {
  mkdirSync(join(base, "home/config"), { recursive: true });
  writeFileSync(join(base, "home/config/config.json"), "{ broken");
  const rooms = new Rooms(await readPlace(place("work")));
  expect(rooms.places.state).toBe(join(base, "home/state"));
  expect(() => rooms.config).toThrow("not valid JSON");
  await rooms.close();
});
