import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, sitDown } from "./sit-down.ts";

const CTRL_B = "\x02";
/** Says a word that its own text does not have, waits for a file, says another. */
const WAITING = "echo be''gun; while ! test -e go; do sleep 0.1; done; echo through";

test("Ctrl-B lets a command that the model waits for go on behind; /tasks shows it, reads it and ends it", async () => {
  const { seat } = await sitDown({
    args: ["--permission-mode", "bypassPermissions"],
    replies: [
      { calls: [{ name: "shell", input: { command: WAITING } }] },
      { expect: ["The user sent it to the background", "bg-1"], text: "I go on meanwhile." },
    ],
  });
  seat.type("start it\r");
  await seat.until("begun");
  seat.type(CTRL_B);
  await seat.until("bg-1 goes on in the background");
  await seat.until("I go on meanwhile.");
  await seat.until((text) => !/Esc cancels/.test(text));
  seat.type("/tasks\r");
  await seat.until(/bg-1 runs: echo be''gun/);
  seat.type("/tasks bg-1\r");
  await seat.until(/› \/tasks bg-1[\s\S]*bg-1[\s\S]*^\W*begun/m);
  seat.type("/tasks stop bg-1\r");
  await seat.until("bg-1 has ended.");
});

test("with nothing to send behind Ctrl-B says so; between runs it is readline's", async () => {
  // Longer than any test: what is typed meanwhile is typed in time.
  const { seat } = await sitDown({ replies: [{ text: "Slow.", delayMs: 600_000 }] });
  seat.type("ab\x02X");
  await seat.until("› aXb");
  seat.type("\r");
  await seat.until("Esc cancels");
  seat.type(CTRL_B);
  await seat.until("There is nothing here that could go on");
  seat.type("\x1b");
  await seat.until((text) => !/Esc cancels/.test(text));
});

test("Ctrl-B lets an agent that is waited for go on; its report comes by itself", async () => {
  const { seat, place } = await sitDown({
    files: {
      ".waymark/agents/worker.md":
        "---\nname: worker\ndescription: Works.\nmodel: scripted/worker.json\n---\nYou work.\n",
      "worker.json": JSON.stringify([
        { calls: [{ name: "shell", input: { command: WAITING } }] },
        { text: "Found it." },
      ]),
    },
    args: ["--trust", "--permission-mode", "bypassPermissions"],
    replies: [
      { calls: [{ name: "task", input: { agent: "worker", prompt: "look" } }] },
      { expect: ["worker-1 works in the background"], text: "Something else first." },
      { expect: ["worker-1, at work in the background, is done", "Found it."], text: "The report is in." },
    ],
  });
  seat.type("go\r");
  await seat.until(/begun|worker-1: shell/);
  seat.type("/background\r");
  await seat.until("worker-1 goes on in the background");
  await seat.until("Something else first.");
  writeFileSync(join(place.cwd, "go"), "");
  await seat.until("The report is in.");
});

test("commands and skills that are made while the session is open are found at once", async () => {
  const { seat, place } = await sitDown({
    replies: [
      { expect: ["Say hello to Ada"], text: "Hello Ada." },
      { expect: ["Follow the skill nightly", "Start with NIGHTRUN"], text: "Night it is." },
    ],
  });
  const own = join(place.home, "waymark/config");
  mkdirSync(join(own, "commands"), { recursive: true });
  mkdirSync(join(own, "skills/nightly"), { recursive: true });
  writeFileSync(join(own, "commands/greet.md"), "Say hello to $ARGUMENTS");
  writeFileSync(
    join(own, "skills/nightly/SKILL.md"),
    "---\nname: nightly\ndescription: the nightly job\n---\nStart with NIGHTRUN.\n",
  );
  await ask(seat, "/greet Ada", "Hello Ada.");
  await ask(seat, "/nightly", "Night it is.");
  seat.type("/help\r");
  expect(await seat.until("Tools of the model")).toContain("skill: the nightly job");
});
