import { expect, test } from "vitest";
import { terminalFacts } from "../../app/settings/terminal-facts.ts";
import { notification } from "./notification.ts";

const sequence = (environment: Record<string, string>, wish = "auto" as const): string =>
  notification("Allow\x1b it; now?", wish, terminalFacts({ WAYMARK_HOME: "/nowhere", ...environment }));

test("each terminal is told in its own way, and nothing of the text is an escape", () => {
  expect(sequence({ TERM: "xterm" })).toBe("\x07");
  expect(sequence({ TERM_PROGRAM: "iTerm.app" })).toBe("\x07\x1b]9;Allow  it; now?\x07");
  expect(sequence({ TERM: "xterm-kitty" })).toBe("\x07\x1b]777;notify;Waymark;Allow  it, now?\x07");
  expect(sequence({ TERM_PROGRAM: "WezTerm", TMUX: "x" })).toBe("\x07\x1bPtmux;\x1b\x1b]9;Allow  it; now?\x07\x1b\\");
});

test("the language is that of the first variable that says one", () => {
  const language = (environment: Record<string, string>) =>
    terminalFacts({ WAYMARK_HOME: "/nowhere", ...environment }).language;
  expect(language({ LANG: "pt_BR.UTF-8" })).toBe("pt");
  expect(language({ LC_ALL: "C.UTF-8", LANG: "pt_BR.UTF-8" })).toBe("en");
  expect(language({ LANG: "en_US", WAYMARK_LANGUAGE: "pt" })).toBe("pt");
  expect(language({ LANG: "ptx" })).toBe("en");
});
