import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask, pause, sitDown } from "./sit-down.ts";

const edit = (path: string, from: string, to: string) => ({
  name: "edit_file",
  input: { path, old_string: from, new_string: to },
});

test("/clear begins a new conversation on an empty screen; the old one can be resumed", async () => {
  const { seat } = await sitDown({ replies: [{ text: "First answer." }, { text: "Second answer." }] });
  await ask(seat, "first question", "First answer.");
  seat.type("/clear\r");
  const cleared = await seat.until(/A new conversation\. \/resume [\w-]+ goes/);
  expect(await seat.screen()).not.toContain("First answer.");
  await ask(seat, "second question", "Second answer.");
  seat.type("/summary\r");
  await seat.until("1. second question");
  const id = /\/resume ([\w-]+)/.exec(cleared)?.[1] ?? "";
  seat.type(`/resume ${id}\r`);
  await seat.until((text) => text.split("First answer.").length === 3);
});

test("a digit chooses in the question for leave, and one of the answers accepts every edit from then on", async () => {
  const { seat, place } = await sitDown({
    files: { "a.txt": "one\n", "b.txt": "one\n" },
    replies: [
      { calls: [edit("a.txt", "one", "two")] },
      { calls: [edit("b.txt", "one", "two")] },
      { text: "Both edited." },
    ],
    seat: { rows: 40 },
  });
  seat.type("edit both\r");
  const asked = await seat.until("every edit of this session");
  const number = /(\d) e Yes, and every edit/.exec(asked)?.[1] ?? "";
  await pause();
  seat.type(number);
  await seat.until("Both edited.");
  expect(readFileSync(join(place.cwd, "b.txt"), "utf8")).toBe("two\n");
  await seat.until("acceptEdits");
});

test("`#` remembers and `?` helps; neither is sent to the model", async () => {
  const { seat } = await sitDown({ replies: [{ text: "Never asked." }], seat: { rows: 60 } });
  seat.type("# always use tabs\r");
  await seat.until(/✓ #1 remember[\s\S]*always use tabs/);
  seat.type("?\r");
  await seat.until("Tools of the model");
  seat.type("/memory\r");
  const shown = await seat.until(/\(project.*always use tabs/);
  expect(shown).not.toContain("Never asked.");
});

test("code of an answer stands at the first column as it is, without signs around it", async () => {
  const { seat } = await sitDown({
    replies: [{ text: "Look:\n\n```py\ndef f():\n    return 1\n```\n\nThat is all." }],
  });
  await ask(seat, "show", "That is all.");
  expect(await seat.screen()).toMatch(/\ndef f\(\):\n {4}return 1\n/);
});

test("columns of a table are aligned as the delimiter row says", async () => {
  const { seat } = await sitDown({
    replies: [{ text: "Sums:\n\n| name | sum |\n|:---|---:|\n| rent | 1,200 |\n| 漢字 | 7 |\n\nDone." }],
  });
  await ask(seat, "sums", "Done.");
  expect(await seat.screen()).toMatch(/name │ {3}sum\n\s+─+┼─+\n\s+rent │ 1,200\n\s+漢字 │ {5}7\n/);
});

test("a diff keeps the columns of COBOL, in what goes on below as well", async () => {
  const line = "           05  WS-BALANCE-OF-THE-ACCOUNT    PIC S9(09)V99 COMP-3 VALUE ZERO.";
  const { seat } = await sitDown({
    files: { "a.cpy": `${line}\n` },
    args: ["--permission-mode", "acceptEdits"],
    replies: [{ calls: [edit("a.cpy", "S9(09)V99", "S9(11)V99")] }, { text: "Widened." }],
    seat: { columns: 70 },
  });
  await ask(seat, "widen", "Widened.");
  expect(await seat.screen()).toMatch(/\n {6}1 \+ {12}05 {2}WS-BALANCE[^\n]*\n {21}\S/);
});

test("/context while the model writes stands below what it writes, and is history only behind it", async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(" ");
  const { seat } = await sitDown({ replies: [{ text: words, chunkDelayMs: 60 }], seat: { rows: 60 } });
  seat.type("write\r");
  await seat.until("word3");
  seat.type("/context\r");
  await seat.until("| share".replace("| ", ""));
  await seat.until("word59");
  const text = await seat.until((all) => !/Esc cancels/.test(all));
  expect(text.indexOf("word59")).toBeLessThan(text.indexOf("share"));
});

test("/export asks where, with a proposal", async () => {
  const { seat, place } = await sitDown({ replies: [{ text: "Kept." }] });
  await ask(seat, "keep this", "Kept.");
  seat.type("/export\r");
  await seat.until(/which file\?\n.*1\. waymark-\w+\.md/);
  seat.type("talk.md\r");
  await seat.until("The session is in");
  expect(readFileSync(join(place.cwd, "talk.md"), "utf8")).toContain("keep this");
});

test("the terminal is told when it waits for the person: bell, and what the terminal shows", async () => {
  const scene = {
    files: { "a.txt": "one\n" },
    replies: [{ calls: [edit("a.txt", "one", "two")] }, { text: "Edited." }],
  };
  const { seat } = await sitDown({ ...scene, seat: { environment: { TERM_PROGRAM: "WezTerm" } } });
  seat.type("edit\r");
  await seat.until("Yes, once");
  expect(seat.written).toContain("\x07\x1b]9;Waymark asks you something.\x07");
  const { seat: silent } = await sitDown({ ...scene, seat: { environment: { WAYMARK_NOTIFICATIONS: "off" } } });
  silent.type("edit\r");
  await silent.until("Yes, once");
  expect(silent.written).not.toContain("\x07");
});

test("the line at the bottom tells model, effort, mode, branch, and says when a price is unknown", async () => {
  const { seat } = await sitDown({
    files: { ".git/HEAD": "ref: refs/heads/topic\n" },
    replies: [{ text: "Hi.", usage: { inputTokens: 900, outputTokens: 30, cacheReadTokens: 0, cacheWriteTokens: 0 } }],
    seat: { columns: 120 },
  });
  seat.type("/effort high\r");
  await seat.until("The effort is high.");
  await ask(seat, "hello", "Hi.");
  await seat.until(/scripted\/script\.json:high · default · .*⎇ topic/);
});

test("the question about a change of fixed-form source shows its columns, and the columns of what is beside it", async () => {
  const line = "       01  WS-TOTAL                    PIC S9(09)V99.              REV00010";
  const { seat } = await sitDown({
    files: { "a.cpy": `${line}\n` },
    replies: [{ calls: [edit("a.cpy", "S9(09)V99.", "S9(11)V99.")] }, { text: "Widened." }],
    seat: { columns: 100, rows: 40 },
  });
  seat.type("widen\r");
  const asked = await seat.until("Yes, once");
  expect(asked).toContain(`- ${line}`);
  expect(asked).toContain(`+ ${line.replace("09", "11")}`);
});
