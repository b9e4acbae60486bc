import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makePlace, scriptedModel } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { ask, pause, sitDown } from "./sit-down.ts";

/** A title, a colour that blinks, a control of eight bits, an override of the direction. */
const ACTS = "\x1b]0;PWN\x07\x1b[31;5m\x9d0;PWN\x9c\u202ePWN";
const RAW = /\x1b\]0;PWN|\x1b\[31;5m|\x9d|\u202e/;

test("names of folders and plans, what is pasted and found again, and a goal act on nothing, wherever they are drawn", async () => {
  const { seat, place } = await sitDown({ replies: [{ text: "Set." }, { text: "Still at it." }] });
  mkdirSync(join(place.cwd, `evdir${ACTS}`));
  mkdirSync(join(place.cwd, ".waymark/plans"), { recursive: true });
  writeFileSync(join(place.cwd, `.waymark/plans/evp${ACTS.replaceAll("/", "")}.json`), "{}");
  for (const [typed, shown] of [
    ["/add-dir ", "evdir"],
    ["\x15/plan show ", "evp"],
    ["\x15pasted \x1b[200~\u202ePWN\x9d0;\x1b[201~", "PWN"],
  ] as const) {
    seat.type(typed);
    await seat.until(shown);
    await pause(200);
  }
  seat.type("\x15");
  await ask(seat, "hi", "Set.");
  seat.type("\x1b[200~/goal go \u202ePWN on\x1b[201~");
  await seat.until("on");
  seat.type("\r");
  await seat.until(/goal.*PWN/);
  expect(seat.written).not.toMatch(RAW);
});

test("of two questions a yes to the first is none to the second, which has just come up", async () => {
  const calls = ["one", "two"].map((name) => ({ name: "shell", input: { command: `touch ${name}.txt` } }));
  const { seat } = await sitDown({ replies: [{ calls }, { text: "Done." }] });
  seat.type("go\r");
  await seat.until(/touch one\.txt[\s\S]*Yes, once/);
  await pause();
  seat.type("y");
  await seat.until(/touch two\.txt[\s\S]*Yes, once/);
  seat.type("y");
  // Longer than a letter waits to stand alone.
  await pause(450);
  expect(await seat.screen()).toContain("Yes, once");
});

test("whoever types a sentence when the question of trust comes up has not said yes; after a pause it counts", async () => {
  const place = makePlace({ ".waymark/commands/audit.md": "Look it over.\n" });
  const model = scriptedModel(place, [{ text: "Nothing was asked." }]);
  const seat = new Seat(["-m", model], place);
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  await seat.until("Let them count in this folder");
  for (const key of "yay, why") {
    seat.type(key);
    await pause(120);
  }
  expect((await seat.screen()).trimEnd()).toMatch(/work without them:$/);
  await pause();
  seat.type("y");
  await seat.until(/work without them: yes/);
});
