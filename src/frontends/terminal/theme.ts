import type { ColorDepth } from "../../app/settings/terminal-facts.ts";

/** What a piece of text is, not how it looks. */
export type Role =
  | "accent"
  | "dim"
  | "strong"
  | "italic"
  | "strike"
  | "heading"
  | "code"
  | "link"
  | "quote"
  | "good"
  | "bad"
  | "warn"
  | "added"
  | "removed"
  | "addedWord"
  | "removedWord"
  | "user"
  | "border"
  | "keyword"
  | "string"
  | "number"
  | "comment"
  | "title"
  | "type";

export type Paint = (role: Role, text: string) => string;

export interface Theme {
  readonly name: string;
  readonly paint: Paint;
}

/** SGR parameters at 16, 256 and true colour. One entry stands for all depths. */
type Look = readonly [string] | readonly [string, string, string];
type Palette = Readonly<Record<Role, Look>>;

const COMMON = {
  dim: ["2"],
  strong: ["1"],
  italic: ["3"],
  strike: ["9"],
  quote: ["3"],
} as const satisfies Partial<Palette>;

const DARK: Palette = {
  ...COMMON,
  accent: ["36", "38;5;80", "38;2;94;214;214"],
  heading: ["1;36", "1;38;5;80", "1;38;2;94;214;214"],
  code: ["33", "38;5;222", "38;2;240;205;140"],
  link: ["4;34", "4;38;5;75", "4;38;2;110;175;255"],
  good: ["32", "38;5;114", "38;2;135;215;135"],
  bad: ["31", "38;5;210", "38;2;255;135;135"],
  warn: ["33", "38;5;221", "38;2;255;215;95"],
  added: ["32", "38;5;114", "38;2;135;215;135"],
  removed: ["31", "38;5;210", "38;2;255;135;135"],
  addedWord: ["7;32", "30;48;5;114", "38;2;10;30;10;48;2;135;215;135"],
  removedWord: ["7;31", "30;48;5;210", "38;2;40;10;10;48;2;255;135;135"],
  user: ["1;34", "1;38;5;75", "1;38;2;110;175;255"],
  border: ["90", "38;5;240", "38;2;95;100;110"],
  keyword: ["35", "38;5;176", "38;2;215;150;215"],
  string: ["32", "38;5;150", "38;2;175;215;135"],
  number: ["33", "38;5;216", "38;2;255;180;130"],
  comment: ["90", "38;5;245", "38;2;140;145;155"],
  title: ["34", "38;5;75", "38;2;110;175;255"],
  type: ["36", "38;5;80", "38;2;94;214;214"],
};

const LIGHT: Palette = {
  ...DARK,
  accent: ["36", "38;5;30", "38;2;0;120;130"],
  heading: ["1;36", "1;38;5;30", "1;38;2;0;105;115"],
  code: ["35", "38;5;94", "38;2;130;80;0"],
  link: ["4;34", "4;38;5;26", "4;38;2;0;85;190"],
  good: ["32", "38;5;28", "38;2;0;115;30"],
  bad: ["31", "38;5;124", "38;2;175;0;25"],
  warn: ["33", "38;5;130", "38;2;150;90;0"],
  added: ["32", "38;5;28", "38;2;0;115;30"],
  removed: ["31", "38;5;124", "38;2;175;0;25"],
  addedWord: ["7;32", "38;5;15;48;5;28", "38;2;255;255;255;48;2;0;115;30"],
  removedWord: ["7;31", "38;5;15;48;5;124", "38;2;255;255;255;48;2;175;0;25"],
  user: ["1;34", "1;38;5;26", "1;38;2;0;85;190"],
  border: ["37", "38;5;250", "38;2;175;180;190"],
  keyword: ["35", "38;5;90", "38;2;130;0;140"],
  string: ["32", "38;5;28", "38;2;0;110;40"],
  number: ["31", "38;5;130", "38;2;165;75;0"],
  comment: ["90", "38;5;243", "38;2;110;115;125"],
  title: ["34", "38;5;26", "38;2;0;85;190"],
  type: ["36", "38;5;30", "38;2;0;120;130"],
};

/** Blue and orange instead of green and red, after Okabe and Ito; added and removed also differ by sign and underline. */
const COLOR_BLIND: Palette = {
  ...DARK,
  good: ["34", "38;5;74", "38;2;86;180;233"],
  bad: ["33", "38;5;214", "38;2;230;159;0"],
  warn: ["1;33", "1;38;5;227", "1;38;2;240;228;66"],
  added: ["34", "38;5;74", "38;2;86;180;233"],
  removed: ["33", "38;5;214", "38;2;230;159;0"],
  addedWord: ["7;34", "30;48;5;74", "38;2;0;0;0;48;2;86;180;233"],
  removedWord: ["4;7;33", "4;30;48;5;214", "4;38;2;0;0;0;48;2;230;159;0"],
};

const PALETTES: Readonly<Record<string, Palette>> = { dark: DARK, light: LIGHT, "color-blind": COLOR_BLIND };

export const THEME_NAMES: readonly string[] = Object.keys(PALETTES);

/** @returns undefined when there is no theme of that name */
export function createTheme(name: string, depth: ColorDepth): Theme | undefined {
  const palette = PALETTES[name];
  if (!palette) return undefined;
  if (depth === "none") return { name, paint: (_, text) => text };
  const column = depth === "16" ? 0 : depth === "256" ? 1 : 2;
  return {
    name,
    paint(role, text) {
      const look = palette[role];
      return text === "" ? "" : `\x1b[${look[column] ?? look[0]}m${text}\x1b[0m`;
    },
  };
}
