import { wrapStyled } from "../text/wrap.ts";
import type { BlockContext } from "./block-context.ts";
import { indentRows } from "./block-context.ts";
import { isDiagram, type Segment, splitAnswer } from "./split-answer.ts";

/** A whole answer. @param mark  stands before its first row */
export function answerLines(text: string, context: BlockContext, mark?: string): string[] {
  const { segments } = splitAnswer(text, { start: { offset: 0 }, isEnd: true, width: context.width - 2 });
  return segmentLines(segments, context, mark);
}

/** Parts of an answer as lines; the first part of all begins with the mark of the speaker. */
export function segmentLines(
  segments: readonly Segment[],
  context: BlockContext,
  speaker = `${context.theme.paint("accent", "●")} `,
): string[] {
  return segments.flatMap((segment) => {
    const rows = segment.kind === "code" ? codeRows(segment, context) : proseRows(segment, context);
    const mark = segment.isFirst ? speaker : "  ";
    const lines = indentRows(rows, segment.isContinued ? "  " : mark);
    return segment.isContinued || segment.isFirst ? lines : ["", ...lines];
  });
}

function proseRows(segment: Extract<Segment, { kind: "prose" }>, { markdown, width }: BlockContext): readonly string[] {
  return markdown(segment.text, width - 2);
}

function codeRows(segment: Extract<Segment, { kind: "code" }>, context: BlockContext): string[] {
  const { highlight, theme, width } = context;
  const drawn = isDiagram(segment.language) ? context.diagram(segment.text, width - 4) : undefined;
  if (drawn) return [theme.paint("border", "╭ diagram"), ...drawn.map((row) => `${theme.paint("border", "│ ")}${row}`)];
  const coloured = highlight(segment.before + segment.text, segment.language);
  const from = segment.before === "" ? 0 : segment.before.split("\n").length - 1;
  const bar = theme.paint("border", "│ ");
  const rows = coloured.slice(from).flatMap((line) => wrapStyled(line, width - 4).map((row) => bar + row));
  if (segment.isContinued || segment.language === "") return rows;
  return [theme.paint("border", `╭ ${segment.language}`), ...rows];
}
