import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MAIN, makePlace } from "../e2e/run-waymark.ts";
import { Seat } from "./pseudo-terminal.ts";
import { ask, pause, sitDown } from "./sit-down.ts";

const FILES = {
  ".gitignore": "build/\n",
  "src/payroll/dates.cbl": "       MOVE A TO B.\n",
  "src/payroll/main.cbl": "       STOP RUN.\n",
  "docs/payroll.md": "# Pay\n",
  "build/payroll.o": "x",
  "read me.txt": "hello\n",
};

test("@ completes files and folders, folders first, and nothing that git ignores", async () => {
  const { seat, snapshot } = await sitDown({ files: FILES });
  seat.type("look at @payr");
  await seat.until("@src/payroll/dates.cbl");
  const screen = await snapshot();
  expect(screen).toMatchSnapshot("completion");
  expect(screen).not.toContain("payroll.o");
  seat.type("\t");
  await seat.until("› look at @src/payroll/");
});

test("a mentioned file is attached; an address, a package and a word are not; a missing file is reported", async () => {
  const { seat } = await sitDown({
    files: FILES,
    replies: [
      { expect: ['<file path="src/payroll/dates.cbl">', "MOVE A TO B.", '<file path="read me.txt">'], text: "Read." },
    ],
  });
  const prompt =
    'see @src/payroll/dates.cbl and @"read me.txt", me@host.org, @types/node, @someone, @src/payroll/date.cbl';
  seat.type(`\x1b[200~${prompt}\x1b[201~\r`);
  const text = await seat.until("● Read.");
  expect(text).toMatch(
    /There is no file src\/payroll\/date\.cbl; it was not attached\. Did you mean\s+@src\/payroll\/dates\.cbl/,
  );
  expect(text).not.toMatch(/no file (?:host|types|someone)/);
  expect(text).toContain("Attached: src/payroll/dates.cbl, read me.txt");
});

test("a paste of 5,000 lines is one unit in the prompt and whole for the model", async () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `pasted line ${index}`);
  const { seat } = await sitDown({
    replies: [{ expect: ["pasted line 0\n", "pasted line 2500\n", "pasted line 4999"], text: "All of it." }],
  });
  seat.type(`\x1b[200~${lines.join("\r")}\x1b[201~`);
  await seat.until("[Paste #1: 5000 lines]");
  seat.type(" and now?\r");
  await seat.until("All of it.");
});

test("a paste is undone as one, and deleted as one", async () => {
  const { seat } = await sitDown({});
  seat.type(`before \x1b[200~${"x\r".repeat(50)}\x1b[201~`);
  await seat.until("before [Paste #1: 50 lines]");
  seat.type("\x7f");
  await seat.until((text) => !text.includes("Paste"));
  seat.type("\x1f");
  await seat.until("before [Paste #1: 50 lines]");
});

test("several lines by backslash, Ctrl+J and Alt+Enter are one prompt", async () => {
  const { seat } = await sitDown({ replies: [{ expect: "one\ntwo\nthree\nfour", text: "Four lines." }] });
  seat.type("one\\\rtwo\nthree\x1b\rfour\r");
  await seat.until("Four lines.");
});

test("what was sent is found again by Up and by Ctrl+R", async () => {
  const { seat } = await sitDown({
    replies: [{ text: "First." }, { text: "Second." }, { text: "Third." }, { text: "Fourth." }],
  });
  await ask(seat, "alpha question", "First.");
  await ask(seat, "beta question", "Second.");
  seat.type("\x1b[A\x1b[A\r");
  await seat.until("Third.");
  seat.type("\x12bet");
  await seat.until(/search bet\n\s+beta question/);
  seat.type("\r");
  await seat.until("› beta question");
  seat.type("\r");
  await seat.until("Fourth.");
});

test("! as the first of a session takes an output of megabytes", async () => {
  const { seat } = await sitDown({});
  seat.type("!seq 1000000\r");
  await seat.until(/✓ #1 shell[\s\S]*more lines/);
});

test("! runs a shell line through the permissions, and the model is told of it", async () => {
  const { seat } = await sitDown({
    files: FILES,
    replies: [{ expect: ["I ran this myself: $ cat docs/payroll.md", "# Pay"], text: "I see it." }],
  });
  seat.type("!cat docs/payroll.md\r");
  await seat.until(/✓ #1 shell \$ cat docs\/payroll\.md/);
  await ask(seat, "what did it say?", "I see it.");
});

test("a line that was refused is no news for the model", async () => {
  const { seat, place } = await sitDown({ args: ["--permission-mode", "plan"], replies: [{ text: "Hello." }] });
  seat.type("!touch made.txt\r");
  await seat.until(/not allowed/i);
  await ask(seat, "greet me", "Hello.");
  const [log = ""] = globSync(join(place.home, "waymark/state/sessions/*/*.jsonl"));
  const text = readFileSync(log, "utf8");
  expect(text).toContain("greet me");
  expect(text).not.toContain("I ran this myself");
});

test("what a person types needs no leave, but for what no rule covers", async () => {
  const { seat, place } = await sitDown({ files: FILES });
  seat.type("!rm -rf docs && echo is''gone\r");
  await seat.until("isgone");
  expect(existsSync(join(place.cwd, "docs/payroll.md"))).toBe(false);
  seat.type("!echo x > .mcp.json\r");
  await seat.until("Yes, once");
  await pause();
  seat.type("n");
  await seat.until("not allowed");
});

test("/ completes commands and their arguments", async () => {
  const { seat, snapshot } = await sitDown({});
  seat.type("/mo");
  await seat.until("/model");
  expect(await snapshot()).toMatchSnapshot("commands");
  seat.type("de acc");
  await seat.until(/❯ acceptEdits/);
  seat.type("\r");
  await seat.until("/mode acceptEdits");
  seat.type("\r");
  await seat.until("edits without asking");
});

test("a command from a file is there in a trusted folder only", async () => {
  const files = { ".waymark/commands/audit.md": "---\ndescription: looks it over\n---\nReview $1 for $ARGUMENTS" };
  const untrusted = await sitDown({ files, trust: "n" });
  untrusted.seat.type("/audit\r");
  await untrusted.seat.until("/audit is a command of this folder, which is not trusted");
  const trusted = await sitDown({
    files,
    args: ["--trust"],
    replies: [{ expect: "Review speed for speed and size", text: "Reviewed." }],
  });
  trusted.seat.type("/audit speed and size\r");
  await trusted.seat.until("Reviewed.");
});

test("Shift+Tab goes round the modes", async () => {
  const { seat } = await sitDown({});
  seat.type("\x1b[Z");
  await seat.until("Mode plan: only looks");
  seat.type("\x1b[Z");
  await seat.until("Mode acceptEdits");
});

test("Esc Esc goes back to an earlier prompt in a copy of the session", async () => {
  const { seat } = await sitDown({ replies: [{ text: "One." }, { text: "Two." }, { text: "Other two." }] });
  await ask(seat, "first thing", "One.");
  await ask(seat, "second thing", "Two.");
  seat.type("\x1b");
  await pause(150);
  seat.type("\x1b");
  await seat.until("Go back to before which prompt?");
  await pause();
  seat.type("1");
  await seat.until((text) => text.split("› first thing").length === 3 && text.includes("› second thing\nscripted"));
  seat.type(" differently\r");
  await seat.until("Other two.");
});

test("the external editor gets the prompt and gives it back", async () => {
  const { seat, place } = await sitDown({
    replies: [{ expect: "written elsewhere", text: "Got it." }],
    files: { edit: '#!/bin/sh\nsed -i s/here/elsewhere/ "$1"\necho "$1" > edited\n' },
    seat: { environment: { EDITOR: "sh ./edit" } },
  });
  seat.type("written here");
  await seat.until("› written here");
  seat.type("\x07");
  const screen = await seat.until("› written elsewhere");
  // Nothing of the prompt stays above the other program.
  expect(screen).not.toContain("written here");
  expect(readFileSync(join(place.cwd, "edited"), "utf8")).toContain(join(place.home, "waymark/cache/prompts"));
  seat.type("\r");
  await seat.until("Got it.");
});

test("a keymap file changes keys, and says what it does not know", async () => {
  const place = await sitDown({});
  const folder = join(place.place.home, "waymark/config");
  place.seat.type("/exit\r");
  await place.seat.ended();
  mkdirSync(folder, { recursive: true });
  const again = await sitDown({ seat: { environment: { WAYMARK_HOME: join(place.place.home, "waymark") } } });
  again.seat.type("\x04");
  await again.seat.ended();
  writeFileSync(
    join(folder, "keymap.json"),
    JSON.stringify({ submit: ["ctrl+s"], newLine: ["enter"], fly: ["ctrl+f"] }),
  );
  const { seat } = await sitDown({
    replies: [{ expect: "a\nb", text: "Two lines." }],
    seat: { environment: { WAYMARK_HOME: join(place.place.home, "waymark") } },
  });
  await seat.until(/there is no action\s+"fly"/);
  seat.type("a\rb\x13");
  await seat.until("Two lines.");
});

test("/theme, /export, /copy, /status, /context and /e do what they say", async () => {
  const { seat, place } = await sitDown({
    files: FILES,
    replies: [
      { calls: [{ name: "read_file", input: { path: "src/payroll/main.cbl" } }] },
      { text: "**The** answer.", usage: { inputTokens: 900, outputTokens: 100 } },
    ],
    seat: { environment: { TMUX: "/tmp/tmux,1,0" } },
  });
  await ask(seat, "tell me", "The answer.");
  seat.type("/copy\r");
  await seat.until(/Whether it took them\s+cannot be known/);
  expect(seat.written).toContain(
    `\x1bPtmux;\x1b\x1b]52;c;${Buffer.from("**The** answer.").toString("base64")}\x07\x1b\\`,
  );
  seat.type("/export out.md\r");
  await seat.until("The session is in");
  expect(readFileSync(join(place.cwd, "out.md"), "utf8")).toContain("**The** answer.");
  seat.type("/e 1\r");
  await seat.until("STOP RUN.");
  seat.type("/context\r");
  await seat.until("1.0k of 128k tokens");
  seat.type("/status\r");
  await seat.until("strategy");
  seat.type("/theme color-blind\r");
  await seat.until("Theme color-blind");
  expect(JSON.parse(readFileSync(join(place.home, "waymark/config/config.json"), "utf8"))).toEqual({
    theme: "color-blind",
  });
});

test("-r alone asks which session to go on with, and its prompts come back as they were typed", async () => {
  const first = await sitDown({ files: FILES, replies: [{ text: "First answer." }] });
  await ask(first.seat, "see @docs/payroll.md please", "First answer.");
  first.seat.type("\x04");
  await first.seat.ended();
  const seat = new Seat(["-m", "scripted/script.json", "-r"], first.place);
  onTestFinished(() => seat.close());
  await seat.until("Go on with which session?");
  seat.type("1");
  const text = await seat.until("● First answer.");
  expect(text).toContain("› see @docs/payroll.md please\n");
  expect(text).not.toContain("<file path");
});

test("what is typed before anything is read is there when it is, and sent once it can be", async () => {
  const place = makePlace({ "script.json": JSON.stringify([{ expect: "early bird", text: "Caught." }]) });
  const seat = new Seat(["-m", "scripted/script.json"], place);
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  await seat.until("›");
  seat.type("early bird\r");
  await seat.until("● Caught.");
});

test("what is typed ahead of the program, Enter too, is sent", async () => {
  const place = makePlace({ "script.json": JSON.stringify([{ expect: "early bird", text: "Caught." }]) });
  const command = `echo ready; sleep 0.5; exec '${process.execPath}' '${MAIN}' -m scripted/script.json`;
  const seat = new Seat([], { ...place, command: { file: "/bin/sh", args: ["-c", command] } });
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  await seat.until("ready");
  seat.type("early bird\r");
  await seat.until("Caught.");
});

test("/context: the shares are parts of one whole, whatever the provider counted", async () => {
  const usage = { inputTokens: 100, outputTokens: 5, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const { seat } = await sitDown({ replies: [{ text: "Counted.", usage }], seat: { columns: 100, rows: 40 } });
  await ask(seat, "count", "Counted.");
  seat.type("/context\r");
  const table = await seat.until(/prompts[^\n]*%/);
  const shares = [...table.slice(table.indexOf("share")).matchAll(/(\d+) %/g)].map((match) => Number(match[1]));
  const sum = shares.reduce((total, part) => total + part, 0);
  expect(Math.abs(sum - 100)).toBeLessThanOrEqual(shares.length);
});

test("Ctrl-V mentions the picture on the clipboard, kept as a file; without one it says so", async () => {
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const { seat, place } = await sitDown({ replies: [{ text: "I look." }] });
  await pause(200);
  seat.type("\x16");
  await seat.until("There is no picture on the clipboard");
  // No program of the folder that is worked in is started by its name.
  const programs = join(dirname(place.cwd), "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "xclip"), `#!/bin/sh\necho ${png} | base64 -d\n`, { mode: 0o755 });
  const { seat: other } = await sitDown({
    replies: [{ text: "I look." }],
    seat: { cwd: place.cwd, environment: { PATH: `${programs}:${process.env["PATH"]}` } },
  });
  other.type("\x16");
  await other.until("@.waymark/pictures/paste-1.png");
  expect(readFileSync(join(place.cwd, ".waymark/pictures/paste-1.png")).toString("base64")).toBe(png);
});

test("Enter sends what only has letters of a proposal, and a name is not taken for a file", async () => {
  const files = { "docs/under-edit.md": "# Notes\n", "ledger.py": "def due():\n    return 1\n\n\nprint(due())\n" };
  const { seat } = await sitDown({ files });
  seat.type("/impact due");
  await seat.until("/impact due");
  await pause();
  seat.type("\r");
  await seat.until("Impact of a change to due");
  // Letters of docs/under-edit.md in their order, but no part of it.
  seat.type("/callers due");
  await seat.until(/❯ docs\/under-edit\.md/);
  seat.type("\r");
  await seat.until("Callers of due");
  seat.type("/functions ledg");
  await seat.until(/❯ ledger\.py/);
  seat.type("\r");
  await seat.until("/functions ledger.py");
  seat.type("\r");
  await seat.until("Functions of ledger.py");
  // The name of a folder is written out without its slash.
  seat.type("/dead docs");
  await seat.until(/❯ docs\//);
  seat.type("\r");
  await seat.until("No analysed file or folder docs");
});
