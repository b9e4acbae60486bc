import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { keepUnsent, readUnsent } from "../../adapters/sessions/unsent-texts.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Rooms } from "../rooms.ts";
import { UnsentTexts } from "./unsent-texts.ts";

const REDACTION = { text: async (text: string) => text } as Rooms["redaction"];
const BEGUN: RecordedEvent = { type: "prompt", text: "hello", origin: "user" };

let top = "";
let unsent: UnsentTexts;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-unsent-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  top = folder;
  unsent = new UnsentTexts(REDACTION);
});
const session = (name: string, history: RecordedEvent[] = [BEGUN]) => ({ folder: join(top, name), history });
const lies = (): readonly (readonly string[])[] => ["a", "b"].map((name) => readUnsent(join(top, name)));

test("what is sent before a session has begun is kept once it has", async () => {
  unsent.enter(session("a", []));
  expect(await unsent.keep(["first"])).toBe(false);
  expect(existsSync(join(top, "a"))).toBe(false);
  unsent.begin();
  await unsent.keep(["first"]);
  expect(lies()).toEqual([["first"], []]);
});

test("what waits goes along to the next session, and lies in one of them alone", async () => {
  unsent.enter(session("a"));
  await unsent.keep(["one", "two"]);
  unsent.enter(session("b", []));
  await unsent.keep(["two"]);
  expect(lies()).toEqual([["two"], []]);
  unsent.begin();
  await unsent.keep(["two"]);
  expect(lies()).toEqual([[], ["two"]]);
  unsent.enter(session("a"));
  await unsent.keep([]);
  expect(lies()).toEqual([[], []]);
});

test("what was kept with a session that is entered stays until somebody takes it", async () => {
  keepUnsent(join(top, "b"), ["kept"]);
  unsent.enter(session("a"));
  await unsent.keep(["mine"]);
  unsent.enter(session("b"));
  await unsent.keep(["mine", "more"]);
  expect(lies()).toEqual([[], ["kept", "mine", "more"]]);
  keepUnsent(join(top, "a"), ["of a"]);
  unsent.enter(session("a"));
  expect(unsent.takeOffered()).toEqual(["of a"]);
  expect(unsent.takeOffered()).toEqual([]);
});
