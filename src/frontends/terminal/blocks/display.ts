import type { Display, TodoItem } from "../../../core/protocol/display.ts";
import { toldBy } from "../../../engines/text/severity.ts";
import { wrapStyled } from "../text/wrap.ts";
import { words } from "../words/words.ts";
import type { BlockContext } from "./block-context.ts";
import { diffLines, shorten } from "./diff.ts";
import { languageOf } from "./languages.ts";

const SHORT_TEXT_LINES = 6;
/** Of those, how many a command has for its end. */
export const COMMAND_END_LINES = 4;
/** So many more where it failed. */
const TELLING_LINES_MAX = 3;
const SHORT_FILE_LINES = 10;

/** What a call did, by kind of display. */
export function displayLines(display: Display, context: BlockContext): string[] {
  switch (display.kind) {
    case "text":
      return textLines(display.text, context);
    case "diff":
      return diffLines(display.patch, context);
    case "command":
      return [];
    case "file":
      return fileLines(display, context);
    case "todo":
      return todoLines(display.items, context);
  }
}

/**
 * @param endLines  how many of a short form's lines are its last: what a command comes to stands at its end
 * @param hasFailed  the first of its lines that tell of failure are shown, too
 */
export function textLines(
  text: string,
  context: BlockContext,
  { endLines = 0, hasFailed = false }: { readonly endLines?: number; readonly hasFailed?: boolean } = {},
): string[] {
  if (text.trim() === "") return [];
  const lines = text.trimEnd().split("\n");
  const dim = (words: string): string => context.theme.paint("dim", words);
  // Long output is cut before it is wrapped: nobody waits for lines that are not shown.
  const rowsOf = (shown: readonly string[]): string[] =>
    shown.flatMap((line) => wrapStyled(line, context.width)).map(dim);
  if (context.isExpanded || lines.length <= SHORT_TEXT_LINES) return rowsOf(lines);
  const from = SHORT_TEXT_LINES - endLines;
  const end = lines.length - endLines;
  const telling = hasFailed ? tellingLines(lines, from, end) : [];
  const bounds = [from - 1, ...telling, end];
  const rest = bounds.slice(1).flatMap((bound, nth) => {
    const hidden = lines.slice((bounds[nth] ?? 0) + 1, bound);
    // To say that one line is left out takes as much room as the line.
    const more = hidden.length > 1 ? [dim(words("more.lines", { count: hidden.length }))] : rowsOf(hidden);
    return [...more, ...rowsOf(bound < end ? lines.slice(bound, bound + 1) : lines.slice(end))];
  });
  return [...rowsOf(lines.slice(0, from)), ...rest];
}

/** Which of the lines that are left out tell of an error, the first of them. */
function tellingLines(lines: readonly string[], from: number, end: number): readonly number[] {
  const telling: number[] = [];
  for (let index = from; index < end && telling.length < TELLING_LINES_MAX; index++)
    if (toldBy(lines[index] ?? "")?.severity === "error") telling.push(index);
  return telling;
}

function fileLines({ path, fromLine, text }: Extract<Display, { kind: "file" }>, context: BlockContext): string[] {
  const { theme, highlight, width } = context;
  const lines = text.replace(/\n$/, "").split("\n");
  const isWhole = context.isExpanded || lines.length <= SHORT_FILE_LINES + 1;
  const shown = isWhole ? lines : lines.slice(0, SHORT_FILE_LINES);
  const digits = String(fromLine + lines.length).length;
  const coloured = highlight(shown.join("\n"), languageOf(path));
  const rows = coloured.flatMap((line, index) => {
    const number = theme.paint("border", String(fromLine + index).padStart(digits));
    return wrapStyled(line, Math.max(10, width - digits - 1)).map((row, part) =>
      part === 0 ? `${number} ${row}` : `${" ".repeat(digits)} ${row}`,
    );
  });
  const hidden = lines.length - shown.length;
  return hidden > 0 ? [...rows, theme.paint("dim", words("more.lines", { count: hidden }))] : rows;
}

const TODO_MARK = { pending: "☐", in_progress: "▶", completed: "☑" } as const;

export function todoLines(items: readonly TodoItem[], context: BlockContext): string[] {
  const { paint } = context.theme;
  const rows = items.flatMap(({ text, status }) => {
    const mark = `${TODO_MARK[status]} `;
    const role = status === "in_progress" ? "accent" : status === "completed" ? "dim" : undefined;
    return wrapStyled(text, context.width - 2).map((row, index) => {
      const line = (index === 0 ? mark : "  ") + row;
      return role ? paint(role, line) : line;
    });
  });
  return shorten(rows, context);
}
