import { escapeRegExp } from "./glob.ts";

/** What stands in the head of every page that Waymark writes. */
export const MADE_BY_META = '<meta name="generator" content="Waymark">';

/** What stands in every Markdown document that Waymark writes, on a line of its own near its beginning or its end. */
export const MADE_BY_LINE = "Made by Waymark.";

/** Characters from the beginning and from the end within which the mark stands. */
const HEAD_CHARS = 2_000;
const TAIL_CHARS = 400;

const MARK = new RegExp(
  `^(?:${escapeRegExp(MADE_BY_META)}|${escapeRegExp(MADE_BY_LINE)}|Made by \`waymark document\` of facts\\b)`,
  "m",
);

/** Whether Waymark wrote this document itself: it repeats what other files say, and is no source of its own. */
export const isMadeByWaymark = (text: string): boolean =>
  MARK.test(text.slice(0, HEAD_CHARS)) || (text.length > HEAD_CHARS && MARK.test(text.slice(-TAIL_CHARS)));
