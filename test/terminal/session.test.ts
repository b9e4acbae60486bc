import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flickers, unsynchronized } from "./pseudo-terminal.ts";
import { ask, pause, sitDown } from "./sit-down.ts";

const MARKDOWN =
  "# Findings\n\nThe **date** is read in `PAYROLL.cbl`:\n\n```cobol\n       MOVE WS-DATE TO OUT-DATE.\n```\n\n| a | b |\n|---|---|\n| 1 | 漢字 |\n\nThat is all.";

test("the first prompt is there, and an answer streams below it without a flicker", async () => {
  const { seat, snapshot } = await sitDown({
    replies: [
      {
        reasoning: "First I look.\nThen I think.",
        text: MARKDOWN,
        chunkChars: 3,
        usage: { inputTokens: 1200, outputTokens: 300 },
        costUsd: 0.0123,
      },
    ],
  });
  expect(await snapshot()).toMatchSnapshot("first prompt");
  await ask(seat, "where is the date?", "That is all.");
  expect(from(await snapshot(), "∴ First I look.")).toMatchSnapshot("answer");
  seat.type("\x04");
  expect(await seat.ended()).toBe(0);
  expect(flickers(seat.written)).toBe(0);
  expect(unsynchronized(seat.written).trim()).toMatch(/^\x1b\[2mwaymark -r [\w-]+ goes on with this session\.$/);
});

/** The screen from a mark on: how far it has scrolled depends on how high a question stood, what is below does not. */
function from(screen: string, mark: string): string {
  expect(screen).toContain(mark);
  return screen.slice(screen.indexOf(mark));
}

const EDIT = {
  text: "I change it.",
  calls: [
    {
      name: "edit_file",
      input: {
        path: "a.txt",
        edits: [
          { old_string: "line 2\n", new_string: "line two\n" },
          { old_string: "line 18\n", new_string: "line eighteen\n" },
        ],
      },
    },
  ],
};
const TEXT = Array.from({ length: 20 }, (_, index) => `line ${index + 1}\n`).join("");

test("an edit is asked for with its exact diff, and made once allowed", async () => {
  const { seat, place, snapshot } = await sitDown({ files: { "a.txt": TEXT }, replies: [EDIT, { text: "Changed." }] });
  seat.type("change it\r");
  await seat.until("Yes, once");
  expect(from(await snapshot(), "? edit_file")).toMatchSnapshot("approval");
  expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toBe(TEXT);
  await pause();
  seat.type("y");
  await seat.until((text) => text.includes("Changed.") && !text.includes("Esc cancels"));
  expect(from(await snapshot(), "✓ #1")).toMatchSnapshot("edit done");
  expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toContain("line eighteen");
});

test("always in this session is not asked again; for good is written to the settings", async () => {
  const edit = (from: string, to: string) => ({
    calls: [{ name: "edit_file", input: { path: "a.txt", old_string: from, new_string: to } }],
  });
  const { seat, place } = await sitDown({
    files: { "a.txt": TEXT },
    replies: [edit("line 1\n", "LINE 1\n"), edit("line 2\n", "LINE 2\n"), { text: "Both done." }],
  });
  seat.type("go\r");
  await seat.until("Always, kept in your settings: edit_file(/a.txt)");
  await pause();
  seat.type("p");
  await seat.until("Both done.");
  expect(readFileSync(join(place.cwd, "a.txt"), "utf8")).toMatch(/^LINE 1\nLINE 2\n/);
  const settings: unknown = JSON.parse(readFileSync(join(place.home, "waymark/config/config.json"), "utf8"));
  expect(settings).toEqual({ permissions: { allow: ["edit_file(/a.txt)"] } });
});

test("always in this session ends with it; what the settings keep holds in the next one, too", async () => {
  const make = (name: string) => ({ calls: [{ name: "write_file", input: { path: name, content: "x" } }] });
  const { seat, place } = await sitDown({
    replies: [make("a.txt"), make("b.txt"), { text: "First." }, make("a.txt"), make("b.txt"), { text: "Second." }],
  });
  seat.type("go\r");
  await seat.until("Always in this session: write_file(/a.txt)");
  await pause();
  seat.type("a");
  await seat.until("Always, kept in your settings: write_file(/b.txt)");
  await pause();
  seat.type("p");
  await seat.until("First.");
  seat.type("/clear\r");
  await seat.until("A new conversation");
  for (const name of ["a.txt", "b.txt"]) rmSync(join(place.cwd, name));
  seat.type("again\r");
  await seat.until("Always in this session: write_file(/a.txt)");
  await pause();
  seat.type("y");
  await seat.until("Second.");
  expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("x");
});

test("before anything was asked /status says so, and no price", async () => {
  const { seat } = await sitDown({});
  seat.type("/status\r");
  expect(await seat.until("no model was asked yet")).not.toContain("$0");
});

test("while a run goes on /status tells no cost that only its end knows", async () => {
  const usage = { inputTokens: 900, outputTokens: 7 };
  const { seat } = await sitDown({
    files: { "a.txt": TEXT },
    replies: [
      { text: "Looking.", usage, calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      { text: "Seen.", delayMs: 60_000 },
    ],
  });
  seat.type("look\r");
  await seat.until("read_file");
  seat.type("/status\r");
  expect(await seat.until(/900 tokens in [^\n]*cost told when\s+the run ends/)).not.toContain("$0");
});

test("text typed while the model works steers it; Tab puts a prompt in the queue", async () => {
  const { seat } = await sitDown({
    files: { "a.txt": TEXT },
    replies: [
      { text: "Looking.", delayMs: 1_500, calls: [{ name: "read_file", input: { path: "a.txt" } }] },
      { expect: "rather the other one", text: "The other one it is." },
      { expect: "and then this", text: "And this." },
    ],
  });
  seat.type("look\r");
  await seat.until("Esc cancels");
  seat.type("rather the other one\r");
  await seat.until("» rather the other one");
  seat.type("and then this\t");
  await seat.until("queued: and then this");
  const text = await seat.until("● And this.");
  expect(text.indexOf("The other one it is.")).toBeLessThan(text.indexOf("And this."));
});

test("Esc cancels a run and the session goes on", async () => {
  const { seat } = await sitDown({ replies: [{ text: "never", delayMs: 60_000 }, { text: "Here again." }] });
  seat.type("wait\r");
  await seat.until("Esc cancels");
  seat.type("\x1b");
  await seat.until("Cancelled.");
  await ask(seat, "again", "Here again.");
});

test("one Esc ends the run, with a menu open too; what waited stands in the prompt again and is not sent", async () => {
  const { seat } = await sitDown({
    files: { "near.txt": "" },
    replies: [
      { text: "a beginning that is cut", chunkChars: 4, chunkDelayMs: 2_000 },
      { text: "Only this was asked." },
    ],
  });
  seat.type("wait\r");
  await seat.until("a be");
  seat.type("and the tests\r");
  await seat.until("» and the tests");
  seat.type("then the docs\t");
  await seat.until("queued: then the docs");
  seat.type("of @nea");
  await seat.until("near.txt");
  seat.type("\x1b");
  const text = await seat.until("Cancelled.");
  expect(text).toMatch(/● a be[\s\S]*\n\s*Cancelled\.\n/);
  await seat.until(/and the tests\n.*then the docs\n.*of @nea/);
  seat.type("\x03");
  await ask(seat, "something else", "Only this was asked.");
});

test("Ctrl-C cancels, then clears, then leaves", async () => {
  const { seat } = await sitDown({ replies: [{ text: "never", delayMs: 60_000 }] });
  seat.type("wait\r");
  await seat.until("Esc cancels");
  seat.type("\x03");
  await seat.until("Cancelled.");
  seat.type("half a thought");
  await seat.until("› half a thought");
  seat.type("\x03");
  await seat.until((text) => !text.includes("half a thought"));
  seat.type("\x03");
  await seat.until("Ctrl-C again leaves");
  seat.type("\x03");
  expect(await seat.ended()).toBe(0);
});

test("a model's escape sequences do nothing but show that they were there", async () => {
  const hostile = "before \x1b[2J\x1b[3J\x1b]0;owned\x07\x1b]52;c;aGk=\x07\x1bP1000p\x1b\\\x9b31m\rafter\x1b[?1049h";
  const { seat } = await sitDown({
    replies: [
      {
        text: hostile,
        chunkChars: 1,
        calls: [{ name: "shell", input: { command: "true \x1b[2J; echo \u202e hidden" } }],
      },
      { text: "Quiet." },
    ],
  });
  seat.type("attack\r");
  const asked = await seat.until("Yes, once");
  expect(asked).toContain("\\x1b[2J");
  expect(asked).toContain("\\u{202e}");
  expect(asked).toContain("before");
  expect(asked).toContain("after");
  await pause();
  seat.type("n");
  await seat.until("Quiet.");
  expect(seat.written).not.toMatch(/owned\x07|\x1b\]52|\x1b\[[23]J|1000p|\x1b\[\?1049h|\u202e/);
  expect(flickers(seat.written)).toBe(0);
});
