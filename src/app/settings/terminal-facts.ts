import { join } from "node:path";
import { languageOf } from "./language.ts";
import { type Environment, locations } from "./locations.ts";

/** How many colours a terminal shows. */
export type ColorDepth = "none" | "16" | "256" | "true";

/** What the environment says of a person's terminal. It is known before any settings are read: the prompt is drawn with it. */
export interface TerminalFacts {
  readonly colors: ColorDepth;
  /** Names of themes, the wished one first; a wish may name none. */
  readonly themes: readonly string[];
  /** Lines one below the other and nothing redrawn: for who listens, and where nothing can be drawn. */
  readonly isPlain: boolean;
  /** What stands between us and the terminal, and passes on only what is wrapped for it. */
  readonly multiplexer: "tmux" | "screen" | undefined;
  /** The sequence by which it shows a notification on the desktop; undefined: none that is known. */
  readonly notifies: "osc9" | "osc777" | undefined;
  /** Of what the terminal's face says. */
  readonly language: "en" | "pt";
  /** The command line of the person's editor. */
  readonly editor: string | undefined;
  /** Where what it changes lies. */
  readonly editorFolder: string;
  readonly historyFile: string;
  readonly keymapFile: string;
}

export function terminalFacts(environment: Environment): TerminalFacts {
  const { cache, config, state } = locations(environment);
  const term = environment["TERM"] ?? "";
  return {
    colors: colorDepth(environment, term),
    themes: [environment["WAYMARK_THEME"] ?? "", backgroundTheme(environment["COLORFGBG"])],
    isPlain: Boolean(environment["WAYMARK_SCREEN_READER"]) || term === "dumb",
    multiplexer: environment["TMUX"] ? "tmux" : term.startsWith("screen") ? "screen" : undefined,
    notifies: notifies(environment, term),
    language: languageOf(environment),
    editor: environment["VISUAL"] || environment["EDITOR"] || undefined,
    editorFolder: join(cache, "prompts"),
    historyFile: join(state, "prompt-history.jsonl"),
    keymapFile: join(config, "keymap.json"),
  };
}

/** By NO_COLOR, FORCE_COLOR, COLORTERM and TERM. https://no-color.org: any value that is not empty counts. */
function colorDepth(environment: Environment, term: string): ColorDepth {
  if (environment["NO_COLOR"]) return "none";
  const forced = { "0": "none", "1": "16", "2": "256", "3": "true" } as const;
  const wish = environment["FORCE_COLOR"];
  if (wish !== undefined && wish in forced) return forced[wish as keyof typeof forced];
  if (term === "dumb" || term === "") return "none";
  if (/^(?:truecolor|24bit)$/.test(environment["COLORTERM"] ?? "")) return "true";
  if (/-direct$|kitty|ghostty|alacritty|wezterm/.test(term)) return "true";
  return /256/.test(term) ? "256" : "16";
}

/** OSC 9 is iTerm2's, which WezTerm, Ghostty and Windows Terminal took over; OSC 777 is rxvt's, which VTE and kitty know. */
function notifies(environment: Environment, term: string): TerminalFacts["notifies"] {
  const program = environment["TERM_PROGRAM"] ?? "";
  if (/^(?:iTerm\.app|WezTerm|ghostty)$/i.test(program) || environment["WT_SESSION"]) return "osc9";
  return /kitty|rxvt|foot/.test(term) || environment["VTE_VERSION"] ? "osc777" : undefined;
}

/** Light when the terminal says that its background is (COLORFGBG ends with 7 or 15), else dark. */
function backgroundTheme(colors: string | undefined): "light" | "dark" {
  return /(?:^|;)(?:7|15)$/.test(colors ?? "") ? "light" : "dark";
}
