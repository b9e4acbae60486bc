import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Seat } from "./pseudo-terminal.ts";
import { sitDown } from "./sit-down.ts";

const UNTIL_GO = "while ! test -e go; do sleep 0.05; done";
/** A run that lasts until the test makes a file of that name. */
const HELD = { calls: [{ name: "shell", input: { command: UNTIL_GO } }] };
const NEVER = { text: "never", delayMs: 60_000 };
const ALL = ["--permission-mode", "bypassPermissions"];

/** What a kill would leave of what nobody has read. */
const keptIn = ({ home }: { readonly home: string }): unknown =>
  globSync(join(home, "waymark/state/sessions/*/*/unsent.json")).flatMap((file) =>
    JSON.parse(readFileSync(file, "utf8")),
  );

function expectOrder(text: string, parts: readonly string[]): void {
  const places = parts.map((part) => text.lastIndexOf(part));
  expect(places, text).not.toContain(-1);
  expect(places, text).toEqual(places.toSorted((one, other) => one - other));
}

test("what is typed during a run goes after it in its order, each as what it is; what only shows is shown at once", async () => {
  const { seat, place } = await sitDown({
    args: ALL,
    seat: { rows: 40 },
    replies: [
      HELD,
      { expect: "rather briefly", text: "Briefly." },
      { expect: ["made by hand", "and the rest"], text: "Last answer." },
    ],
  });
  seat.type("begin\r");
  await seat.until("Running shell");
  for (const line of ["/export kept.md\r", "!echo made by hand\r", "and the rest\t", "rather briefly\r"]) {
    seat.type(line);
    await seat.until(line.slice(0, -1));
  }
  seat.type("/plan list\r");
  const during = await seat.until("There is no plan in this folder");
  expect(during).toMatch(/» rather briefly\n\s+queued: \/export kept\.md\n\s+queued: !echo made by hand/);
  expect(existsSync(join(place.cwd, "kept.md"))).toBe(false);
  const typed = ["rather briefly", "/export kept.md", "!echo made by hand", "and the rest"];
  await expect.poll(() => keptIn(place)).toEqual(typed);
  writeFileSync(join(place.cwd, "go"), "");
  const text = await seat.until("● Last answer.");
  await expect.poll(() => keptIn(place)).toEqual([]);
  const after = ["● Briefly.", "› /export kept.md", "The session is in", "$ echo made by hand", "› and the rest"];
  expectOrder(text, ["There is no plan", ...after, "● Last answer."]);
});

test("what waits is taken back, the newest first, and by Esc all of it; nothing of it is done", async () => {
  const { seat, place } = await sitDown({ replies: [NEVER, { text: "Here again." }] });
  seat.type("wait\r");
  await seat.until("Esc cancels");
  seat.type("/export one.md\r");
  seat.type("!touch two.md\r");
  await seat.until("queued: !touch two.md");
  seat.type("\t");
  await seat.until((text) => text.includes("! !touch two.md") && !text.includes("queued: !touch"));
  seat.type("\x1b");
  expect(await seat.until("Cancelled.")).not.toContain("queued:");
  await seat.until(/› \/export one\.md\n\s+!touch two\.md/);
  seat.type("\x03");
  await seat.until((shown) => !shown.includes("two.md"));
  seat.type("again\r");
  await seat.until("Here again.");
  expect(existsSync(join(place.cwd, "one.md")) || existsSync(join(place.cwd, "two.md"))).toBe(false);
});

test("what was given back and is sent as it stands goes as it was typed, each text by itself", async () => {
  const { seat, place } = await sitDown({ replies: [NEVER] });
  seat.type("wait\r");
  await seat.until("Esc cancels");
  seat.type("/export one.md\r");
  await seat.until("queued: /export one.md");
  seat.type("waymark config path\r");
  await seat.until("› waymark config path");
  seat.type("!touch two.md");
  await seat.until("! !touch two.md");
  seat.type("\x1b");
  await seat.until(/› \/export one\.md\n\s+!touch two\.md/);
  seat.type("\r");
  await seat.until(/The session is in[\s\S]*\$ touch two\.md/);
  await expect.poll(() => existsSync(join(place.cwd, "two.md"))).toBe(true);
  expect(existsSync(join(place.cwd, "one.md"))).toBe(true);
});

test("while a command of the person runs, what shows is shown, and a prompt waits for it", async () => {
  const { seat, place } = await sitDown({ replies: [{ expect: "by hand", text: "I have seen it." }] });
  seat.type(`!${UNTIL_GO}; echo made by hand\r`);
  await seat.until("Running shell");
  seat.type("what was it?\r");
  await seat.until("queued: what was it?");
  seat.type("/tools\r");
  await seat.until("read_file");
  writeFileSync(join(place.cwd, "go"), "");
  await seat.until("● I have seen it.");
});

test("no more wait than there is room for, and what has none stays in the prompt", async () => {
  const { seat } = await sitDown({ replies: [NEVER] });
  seat.type("wait\r");
  await seat.until("Esc cancels");
  for (let number = 1; number <= 51; number++) seat.type(`text ${number}\t`);
  const text = await seat.until("No more than 50 can wait");
  expect(text).toMatch(/› text 51$/m);
  expect(text).toContain("… 47 more");
});

test("in a session for a screen reader what is typed during a run waits, shows or steers in the same way", async () => {
  const { seat, place } = await sitDown({
    args: [...ALL, "--screen-reader"],
    seat: { columns: 100, rows: 50 },
    replies: [HELD, { expect: "rather briefly", text: "Briefly." }, { expect: "made by hand", text: "Last answer." }],
  });
  seat.type("begin\r");
  await seat.until("Call 1, shell");
  for (const line of ["!echo made by hand", "/export kept.md"]) {
    seat.type(`${line}\r`);
    await seat.until(`queued: ${line}`);
  }
  seat.type("rather briefly\r");
  await seat.until("The model reads that");
  seat.type("/plan list\r");
  await seat.until("There is no plan in this folder");
  await expect.poll(() => keptIn(place)).toEqual(["rather briefly", "!echo made by hand", "/export kept.md"]);
  expect(existsSync(join(place.cwd, "kept.md"))).toBe(false);
  writeFileSync(join(place.cwd, "go"), "");
  const text = await seat.until("The session is in");
  expectOrder(text, [
    "There is no plan",
    "Briefly.",
    "› !echo made by hand",
    "is done. made by hand",
    "› /export kept.md",
  ]);
  seat.type("and now?\r");
  await seat.until("Last answer.");
});

test("a line that comes between two prompts of a plain session waits for its turn", async () => {
  const { seat } = await sitDown({
    args: ["--screen-reader"],
    replies: [{ text: "First answer." }, { expect: "second line", text: "Second answer." }],
  });
  seat.type("first line\rsecond line\r/tools\r");
  const text = await seat.until("Second answer.");
  expectOrder(text, ["First answer.", "Second answer."]);
  await seat.until("read_file");
});

test("what waits when the person leaves is told and kept, and stands in the prompt when the session goes on", async () => {
  const { seat, place } = await sitDown({ args: ALL, replies: [HELD, NEVER] });
  seat.type("wait\r");
  await seat.until("Running shell");
  seat.type("and briefly\r");
  await seat.until("» and briefly");
  seat.type("!touch two.md\r");
  await seat.until("queued: !touch two.md");
  seat.type("/exit\r");
  const told = await seat.until("goes on with this session");
  expect(told).toMatch(/Not sent[^\n]*\(2\):\n\s+and briefly\n\s+!touch two\.md/);
  const again = new Seat(["-c", "-m", "scripted/script.json"], { ...place, environment: { WAYMARK_SANDBOX: "off" } });
  onTestFinished(() => again.close());
  await again.until(/stands in the prompt \(2\)[\s\S]*› and briefly\n\s+!touch two\.md/);
  expect(keptIn(place)).toEqual(["and briefly", "!touch two.md"]);
  expect(existsSync(join(place.cwd, "two.md"))).toBe(false);
});

test("what Ctrl-C gave back is not lost to who goes on pressing it", async () => {
  const { seat } = await sitDown({ replies: [NEVER] });
  seat.type("wait\r");
  await seat.until("Esc cancels");
  seat.type("!touch two.md\r");
  await seat.until("queued: !touch two.md");
  seat.type("\x03");
  await seat.until("Cancelled.");
  seat.type("\x03");
  await seat.until((text) => !/› !touch|! !touch/.test(text));
  seat.type("\x03");
  await seat.until("again leaves");
  seat.type("\x03");
  expect(await seat.until("goes on with this session")).toMatch(/Not sent[^\n]*\(1\):\n\s+!touch two\.md/);
});

test("what was kept with a session is offered by /resume, too, and what waits behind /clear is kept nowhere once it is done", async () => {
  const { seat, place } = await sitDown({ args: ALL, replies: [HELD, { text: "Done." }] });
  seat.type("wait\r");
  await seat.until("Running shell");
  seat.type("and briefly\r");
  await seat.until("» and briefly");
  seat.type("/exit\r");
  const id = /waymark -r (\S+)/.exec(await seat.until("goes on with this session"))?.[1] ?? "";
  const again = new Seat(["-m", "scripted/script.json", ...ALL], { ...place, environment: { WAYMARK_SANDBOX: "off" } });
  onTestFinished(() => again.close());
  await again.until("scripted/script.json");
  again.type(`/resume ${id}\r`);
  await again.until(/stands in the prompt \(1\)[\s\S]*› and briefly/);
  expect(keptIn(place)).toEqual(["and briefly"]);
  again.type("\r");
  await again.until("Running shell");
  for (const line of ["/clear\r", "!touch two.md\r"]) {
    again.type(line);
    await again.until(`queued: ${line.trim()}`);
  }
  writeFileSync(join(place.cwd, "go"), "");
  await again.until("$ touch two.md");
  await expect.poll(() => [existsSync(join(place.cwd, "two.md")), keptIn(place)]).toEqual([true, []]);
});

test("plan mode that was chosen between two prompts is the session's when it goes on", async () => {
  const { seat, place } = await sitDown({ replies: [{ text: "Hello." }] });
  seat.type("hi\r");
  await seat.until("● Hello.");
  seat.type("\x1b[Z");
  await seat.until("· plan ·");
  seat.type("/exit\r");
  await seat.until("goes on with this session");
  const again = new Seat(["-c", "-m", "scripted/script.json"], { ...place, environment: { WAYMARK_SANDBOX: "off" } });
  onTestFinished(() => again.close());
  await again.until("· plan ·");
});
