import type { Environment } from "../../app/settings/locations.ts";
import { type TerminalFacts, terminalFacts } from "../../app/settings/terminal-facts.ts";
import { TerminalApp } from "./app.ts";
import { loadKeymap } from "./keymap.ts";
import { readHistory, saveHistory } from "./plain/input-history.ts";
import { InlineScreen } from "./screen/inline-screen.ts";
import type { Screen } from "./screen/screen.ts";
import { processTerminal, type TerminalPort } from "./screen/tty.ts";
import { createRichText, type RichText } from "./text/rich-text.ts";
import { createTheme } from "./theme.ts";

/** The application with its prompt on the screen; nothing of settings or session is known to it yet. */
export interface FirstPrompt {
  readonly app: TerminalApp;
  readonly terminal: TerminalPort;
  readonly rich: RichText;
  /** What is wrong with the keymap file. */
  readonly problems: readonly string[];
}

let early: FirstPrompt | undefined;
let withdrawn = "";

/** Called by the program's entry before anything else is read: a person sees where to type at once. */
export function showFirstPrompt(environment: Environment): void {
  early = openPrompt(terminalFacts(environment));
}

/** The prompt that is there already, at most once. */
export function takeFirstPrompt(): FirstPrompt | undefined {
  const taken = early;
  early = undefined;
  return taken;
}

/** Puts an early prompt away because something must be asked first; what was typed comes back with the next one. */
export function withdrawFirstPrompt(): void {
  const taken = takeFirstPrompt();
  if (!taken) return;
  withdrawn = taken.app.typed;
  taken.app.close();
}

/** What was typed while something else was asked stands in the next prompt. */
export function keepForPrompt(typed: string): void {
  withdrawn += typed.replace(/[\r\n]+/g, "").replace(/\p{Cc}.*/gu, "");
}

export function openPrompt(
  facts: TerminalFacts,
  screenOn: (terminal: TerminalPort) => Screen = (port) => new InlineScreen(port),
): FirstPrompt {
  const { historyFile, keymapFile, colors } = facts;
  const theme = facts.themes.map((name) => createTheme(name, colors)).find((made) => made !== undefined);
  if (!theme) throw new Error("the default theme is missing");
  const terminal = processTerminal();
  const screen = screenOn(terminal);
  const rich = createRichText(theme);
  const { keymap, problems } = loadKeymap(keymapFile);
  const app = new TerminalApp({
    ...{ terminal, screen, rich, theme, facts, keymap },
    history: readHistory(historyFile),
    saveHistory: (text) => saveHistory(historyFile, text),
  });
  app.write(withdrawn);
  app.start();
  return { app, terminal, rich, problems };
}
