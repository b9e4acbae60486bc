import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { encodeLine } from "../../src/adapters/sessions/log-line.ts";
import { sessionFile, sessionFolder } from "../../src/adapters/sessions/session-catalogue.ts";
import type { RecordedEvent } from "../../src/core/protocol/event.ts";
import { MAIN, makePlace } from "../e2e/run-waymark.ts";
import { flickers, Seat } from "./pseudo-terminal.ts";
import { ask, pause, sitDown } from "./sit-down.ts";

test("Ctrl-Z gives the terminal back, and fg brings the session back whole", async () => {
  const place = makePlace({ "script.json": JSON.stringify([{ text: "Back again." }]) });
  const seat = new Seat([], {
    ...place,
    command: { file: "/bin/bash", args: ["--norc", "--noprofile", "-i"] },
    environment: { PS1: "shell> " },
  });
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  await seat.until("shell>");
  seat.type(`'${process.execPath}' '${MAIN}' -m scripted/script.json\r`);
  await seat.until(/› *\nscripted\/script.json/);
  seat.type("half a thought");
  await seat.until("› half a thought");
  seat.type("\x1a");
  await seat.until("Stopped");
  seat.type("echo the shell is $((20 + 3))\r");
  await seat.until("the shell is 23");
  seat.type("fg\r");
  await seat.until((text) => text.lastIndexOf("› half a thought") > text.indexOf("the shell is 23"));
  seat.type(" more\r");
  await seat.until("Back again.");
  seat.type("\x04");
  await seat.until((text) => text.trimEnd().endsWith("shell>"));
  seat.type("stty -a | grep -o ' icanon'\r");
  await seat.until(/\n icanon/);
});

test("a storm of sizes leaves the history whole and the prompt usable", async () => {
  const { seat } = await sitDown({
    replies: [
      {
        text: Array.from({ length: 30 }, (_, index) => `Paragraph ${index} of the answer.`).join("\n\n"),
        chunkChars: 5,
      },
      { text: "Still here." },
    ],
  });
  seat.type("long answer\r");
  for (const [columns, rows] of [
    [60, 20],
    [100, 30],
    [40, 12],
    [120, 40],
    [33, 9],
    [80, 24],
  ] as const) {
    seat.resize(columns, rows);
    await pause(60);
  }
  await seat.until("Paragraph 29 of the answer.");
  // Whether the run is over is not looked for: a frame for a size that the terminal has left meanwhile may stay in its history.
  seat.type("still there?\r");
  await seat.until("● Still here.");
  const text = (await seat.everything()).replace(/\s+/g, " ");
  for (let index = 0; index < 30; index++) expect(text.split(`Paragraph ${index} of the answer.`).length).toBe(2);
  expect(flickers(seat.written)).toBe(0);
});

test("a session of 10,000 events opens at its end and goes on", async () => {
  const place = makePlace({ "script.json": JSON.stringify([{ text: "Going on." }]) });
  const id = "long-session";
  const path = sessionFile(sessionFolder(`${place.home}/waymark/state`, place.cwd), id);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    Buffer.concat(
      longSession(place.cwd, id).map((event, index) =>
        encodeLine({ n: index + 1, at: "2026-11-01T00:00:00.000Z", event }),
      ),
    ),
  );
  const seat = new Seat(["-m", "scripted/script.json", "-r", id], place);
  onTestFinished(() => {
    seat.close();
    place.remove();
  });
  const text = await seat.until("answer number 2499");
  expect(text).not.toContain("answer number 2000");
  expect(text).toMatch(/… \d+ earlier parts; \/export writes the whole session/);
  await ask(seat, "and now?", "Going on.");
});

function longSession(cwd: string, sessionId: string): readonly RecordedEvent[] {
  const usage = { inputTokens: 10, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const start: RecordedEvent = { type: "session-start", sessionId, cwd, version: "0.1.0" };
  const runs = Array.from({ length: 2_500 }, (_, index): readonly RecordedEvent[] => [
    { type: "run-start", strategy: "react", model: "scripted/x", permissionMode: "default", tools: [] },
    { type: "prompt", text: `question number ${index}`, origin: "user" },
    {
      type: "reply",
      content: [{ kind: "text", text: `answer number ${index}` }],
      end: "stop",
      model: "scripted/x",
      usage,
      costUsd: 0,
      durationMs: 1,
    },
    {
      type: "run-end",
      outcome: { kind: "done", text: "" },
      steps: 1,
      usage,
      costUsd: 0,
      durationMs: 1,
      apiDurationMs: 1,
    },
  ]);
  return [start, ...runs.flat()];
}

test("wide and combining characters keep the cursor and the rows where they belong", async () => {
  const { seat } = await sitDown({ replies: [{ text: "漢字 かな 👩‍👩‍👧 é 🇩🇪 ok" }], seat: { columns: 24 } });
  seat.type("日本語 e\u0301 👍🏽 テスト入力のながいぎょう");
  await seat.until("ぎょう");
  const cursor = seat.terminal.buffer.active;
  expect(cursor.cursorX).toBeGreaterThan(2);
  seat.type("\r");
  await seat.until("ok");
  expect(flickers(seat.written)).toBe(0);
});

test("NO_COLOR leaves no colour in the stream; TERM=dumb gets plain lines", async () => {
  const { seat } = await sitDown({ replies: [{ text: "**bold** `code`" }], seat: { environment: { NO_COLOR: "1" } } });
  await ask(seat, "hello", "bold code");
  expect(seat.written).not.toMatch(/\x1b\[[0-9;]+m(?<!\x1b\[0m)/);
  const place = makePlace({ "script.json": JSON.stringify([{ text: "Plain answer." }]) });
  const dumb = new Seat(["-m", "scripted/script.json"], { ...place, environment: { TERM: "dumb" } });
  onTestFinished(() => {
    dumb.close();
    place.remove();
  });
  await dumb.until("›");
  dumb.type("hello\r");
  await dumb.until("Plain answer.");
  expect(dumb.written).not.toContain("\x1b[?2026h");
});

test("full screen keeps to the second buffer and leaves the conversation behind", async () => {
  const { seat } = await sitDown({ args: ["--full-screen"], replies: [{ text: "On the whole screen." }] });
  expect(seat.terminal.buffer.active.type).toBe("alternate");
  await ask(seat, "hello", "On the whole screen.");
  seat.type("\x04");
  await seat.ended();
  expect(seat.terminal.buffer.active.type).toBe("normal");
  expect(await seat.everything()).toContain("On the whole screen.");
});

test("a call in which the process was killed is shown as interrupted, not as done", async () => {
  const command = "touch begun; sleep 60";
  const { seat, place } = await sitDown({
    args: ["--permission-mode", "bypassPermissions"],
    replies: [{ calls: [{ name: "shell", input: { command } }] }, { text: "Never." }],
  });
  seat.type("wait\r");
  await seat.until("Running shell");
  await expect.poll(() => existsSync(join(place.cwd, "begun"))).toBe(true);
  seat.close();
  const again = new Seat(["-m", "scripted/script.json", "-c"], place);
  onTestFinished(() => again.close());
  expect(await again.until("/help lists commands")).toMatch(/✗ #1 shell \$ touch begun; sleep 60 interrupted/);
});
