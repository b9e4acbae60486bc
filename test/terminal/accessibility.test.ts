import { expect, onTestFinished, test } from "vitest";
import { SLASH_COMMANDS } from "../../src/frontends/terminal/slash/index.ts";
import { MAIN, makePlace } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { ask, sitDown } from "./sit-down.ts";

function listen(replies: readonly object[], files: Readonly<Record<string, string>> = {}): Seat {
  const place = makePlace({ ...files, "script.json": JSON.stringify(replies) });
  const seat = new Seat(["-m", "scripted/script.json", "--screen-reader"], { ...place, columns: 100, rows: 50 });
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  return seat;
}

test("a screen reader hears sentences: numbered calls, questions with their keys, nothing that is redrawn", async () => {
  const seat = listen(
    [
      { text: "I look.", calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      { calls: [{ name: "shell", input: { command: "touch made" } }] },
      { text: "All **done**." },
    ],
    { "a.txt": "alpha\n" },
  );
  await seat.until("›");
  seat.type("do it\r");
  const asked = await seat.until("Allow it? Number or letter");
  expect(asked).toMatch(/1\. Yes, once \(y\)[\s\S]*\d\. No \(n\)/);
  seat.type("99\r");
  await seat.until("There is no answer 99.");
  seat.type("n\r");
  const text = await seat.until("All **done**.");
  expect(text).toMatch(/Call 1, read_file: Read a\.txt\nCall 1 is done/);
  expect(text).toMatch(/Call 2, shell: \$ touch made/);
  expect(text).toContain("Call 2 failed: Not allowed: the user said no");
  expect(seat.written).not.toMatch(/\x1b\[\?2026h|\x1b\[\d*A|[✓✗●⠋▶☐]/);
});

test("a command longer than the window is shown page by page, and no yes counts before its end", async () => {
  const rows = Array.from({ length: 90 }, (_, index) => `: ${index} >> made`).join("\n");
  const seat = listen([{ calls: [{ name: "shell", input: { command: `touch made\n${rows}` } }] }, { text: "Done." }]);
  await seat.until("›");
  seat.type("do it\r");
  await seat.until("Rows 1-47 of");
  seat.type("y\r");
  await seat.until(/Rows 1-47 of[\s\S]*Rows 1-47 of/);
  seat.type("1\r");
  await seat.until(/(?:Rows 1-47 of[\s\S]*){3}/);
  const sinceAsked = (): string => seat.written.slice(seat.written.indexOf("Rows 1-47 of"));
  expect(sinceAsked()).not.toContain(": 89 >> made");
  seat.type("\r");
  await seat.until("Rows 48-94 of");
  seat.type("\r");
  await seat.until("Allow it?");
  expect(sinceAsked()).toContain(": 89 >> made");
  seat.type("n\r");
  await seat.until("the user said no");
  await seat.until("Done.");
});

test("each line of a change that is asked about is set off, the first one too", async () => {
  const edit = { path: "a.txt", oldText: "alpha", newText: "beta" };
  const seat = listen(
    [
      {
        calls: [
          { name: "read_file", input: { path: "a.txt" } },
          { name: "edit_file", input: edit },
        ],
      },
      { text: "Done." },
    ],
    { "a.txt": "alpha\n" },
  );
  await seat.until("›");
  seat.type("do it\r");
  const asked = await seat.until("Allow it? Number or letter");
  const rows = asked.split("\n").filter((row) => /^(?:│ )?(?:[-+](?:alpha|beta)|@@ |--- |\+\+\+ )/.test(row));
  expect(rows.length).toBeGreaterThan(3);
  for (const row of rows) expect(row).toMatch(/^│ /);
  seat.type("n\r");
  await seat.until("Done.");
});

test("a screen reader has every command, chooses from lists by number, and mentions files", async () => {
  const seat = listen([{ expect: ['<file path="a.txt">', "alpha"], text: "I have it." }], { "a.txt": "alpha\n" });
  await seat.until("›");
  seat.type("/help\r");
  const help = await seat.until("Tools of the model");
  for (const { name } of SLASH_COMMANDS) expect(help).toContain(`/${name}`);
  seat.type("/mode\r");
  await seat.until(/2\. plan, only looks[\s\S]*Number or name/);
  seat.type("2\r");
  await seat.until("Mode plan: only looks");
  seat.type("read @a.txt\r");
  await seat.until("I have it.");
  seat.type("/fly\r");
  await seat.until("There is no command /fly");
  seat.type("/exit\r");
  expect(await seat.ended()).toBe(0);
});

test("whoever leaves while the model works has the answer's end and no crash", async () => {
  const seat = listen([{ text: "It took a while.", delayMs: 1_500 }]);
  await seat.until("›");
  seat.type("go on\r");
  await seat.until("go on");
  seat.type("\x04");
  expect(await seat.ended()).toBe(0);
  expect(seat.written).not.toContain("a bug of Waymark");
});

test("with reduced motion nothing spins", async () => {
  const { seat } = await sitDown({
    replies: [{ text: "Slow.", delayMs: 700 }],
    seat: { environment: { WAYMARK_REDUCED_MOTION: "true" } },
  });
  await ask(seat, "go on", "Slow.");
  expect(seat.written).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/);
  expect(seat.written).toContain("Esc cancels");
});

test("without a terminal there is no session: a piped prompt is answered in plain text", async () => {
  const place = makePlace({ "script.json": JSON.stringify([{ text: "Plain." }]) });
  onTestFinished(() => place.remove());
  const seat = new Seat([], {
    ...place,
    command: {
      file: "/bin/sh",
      args: ["-c", `echo hello | '${process.execPath}' '${MAIN}' -m scripted/script.json | cat`],
    },
  });
  await seat.ended();
  expect((await seat.everything()).trim()).toBe("Plain.");
  seat.close();
});
