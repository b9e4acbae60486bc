import { expect, test } from "vitest";
import { terminalFacts } from "./terminal-facts.ts";

const colorsOf = (environment: Record<string, string>): string => terminalFacts(environment).colors;

test.each([
  ["true", { TERM: "xterm-256color", COLORTERM: "truecolor" }],
  ["256", { TERM: "xterm-256color" }],
  ["16", { TERM: "xterm" }],
  ["true", { TERM: "xterm-kitty" }],
  ["none", { TERM: "dumb", COLORTERM: "truecolor" }],
  ["none", {}],
  ["none", { TERM: "xterm-256color", NO_COLOR: "1", FORCE_COLOR: "3" }],
  ["256", { TERM: "xterm-256color", NO_COLOR: "" }],
  ["true", { FORCE_COLOR: "3" }],
  ["none", { TERM: "xterm", FORCE_COLOR: "0" }],
])("colours: %s for %o", (colors, environment) => {
  expect(colorsOf(environment)).toBe(colors);
});

test("an environment without a word gives a dark, drawing terminal without an editor", () => {
  expect(terminalFacts({ WAYMARK_HOME: "/h" })).toEqual({
    colors: "none",
    themes: ["", "dark"],
    isPlain: false,
    multiplexer: undefined,
    notifies: undefined,
    language: "en",
    editor: undefined,
    editorFolder: "/h/cache/prompts",
    historyFile: "/h/state/prompt-history.jsonl",
    keymapFile: "/h/config/keymap.json",
  });
});

test("what a terminal says of itself is taken", () => {
  const environment = { TERM: "screen-256color", COLORFGBG: "0;15", WAYMARK_THEME: "color-blind", EDITOR: "vi -n" };
  expect(terminalFacts(environment)).toMatchObject({
    themes: ["color-blind", "light"],
    multiplexer: "screen",
    editor: "vi -n",
  });
  expect(terminalFacts({ ...environment, TMUX: "1", VISUAL: "code --wait" })).toMatchObject({
    multiplexer: "tmux",
    editor: "code --wait",
  });
  expect(terminalFacts({ WAYMARK_SCREEN_READER: "1" }).isPlain).toBe(true);
});
