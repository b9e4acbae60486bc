import { expect, test } from "vitest";
import { NO_USAGE } from "../../core/protocol/usage.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import { SessionView } from "./session-view.ts";
import { createRichText } from "./text/rich-text.ts";
import { createTheme, type Theme } from "./theme.ts";

const theme = createTheme("dark", "none");
if (!theme) throw new Error("no such theme");

const terminal: TerminalPort = {
  ...{ columns: 80, rows: 24, write: () => {}, start: () => {}, stop: () => {} },
  ...{ suspend: () => {}, lend: () => () => {} },
};

function watched(): { readonly view: SessionView; readonly shown: readonly string[] } {
  const shown: string[] = [];
  const screen: Screen = {
    draw: (committed) => {
      for (const row of committed) shown.push(row.trim());
    },
    ...{ resized() {}, release() {}, reclaim() {}, scroll() {}, clear() {}, close() {} },
  };
  const view = new SessionView({
    ...{ terminal, screen, rich: createRichText(theme as Theme), theme: () => theme as Theme },
    bottom: () => ({ rows: [] }),
  });
  return { view, shown };
}

test("what comes of a command stands below it, however soon it comes", () => {
  const { view, shown } = watched();
  view.answerTo("/compact");
  view.showTyped();
  view.push({ type: "note", topic: "compaction", text: "Nothing was condensed." });
  view.close();
  expect(shown.filter((row) => row !== "")).toEqual(["› /compact", "Nothing was condensed."]);
});

test("who leaves behind a long answer finds all of it, and what was said after it", () => {
  const { view, shown } = watched();
  const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index} of the answer`);
  const text = lines.join("\n\n");
  view.push({ type: "text-delta", text });
  view.push({
    ...{ type: "reply", content: [{ kind: "text", text }], end: "stop", model: "m" },
    ...{ usage: NO_USAGE, costUsd: 0, durationMs: 1 },
  });
  view.frame();
  expect(shown).not.toContain(lines.at(-1));
  view.say("goodbye");
  view.close();
  expect(shown.filter((row) => row !== "" && row !== "\u25cf")).toHaveLength(lines.length + 1);
  expect(shown.at(-1)).toBe("goodbye");
});
