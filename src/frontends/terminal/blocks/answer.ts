import { wrapExactly } from "../text/wrap.ts";
import { words } from "../words/words.ts";
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
    const lines =
      segment.kind === "code" && !isDiagram(segment.language)
        ? codeLines(segment, context, speaker)
        : indentRows(rowsOf(segment, context), segment.isFirst && !segment.isContinued ? speaker : "  ");
    return segment.isContinued || segment.isFirst ? lines : ["", ...lines];
  });
}

function rowsOf(segment: Segment, context: BlockContext): readonly string[] {
  if (segment.kind === "prose") return context.markdown(segment.text, context.width - 2);
  const { theme, width } = context;
  const drawn = context.diagram(segment.text, width - 4) ?? segment.text.split("\n");
  return [
    theme.paint("border", `╭ ${words("answer.diagram")}`),
    ...drawn.map((row) => `${theme.paint("border", "│ ")}${row}`),
  ];
}

/** From the first column on and with nothing before it: what a person marks on the screen is the source. */
function codeLines(segment: Extract<Segment, { kind: "code" }>, context: BlockContext, speaker: string): string[] {
  const { highlight, theme, width } = context;
  const coloured = highlight(segment.before + segment.text, segment.language);
  const from = segment.before === "" ? 0 : segment.before.split("\n").length - 1;
  const rows = coloured.slice(from).flatMap((line) => wrapExactly(line, width));
  if (segment.isContinued) return rows;
  const head = `${segment.isFirst ? speaker : "  "}${theme.paint("border", segment.language)}`.trimEnd();
  return segment.isFirst || segment.language !== "" ? [head, ...rows] : rows;
}
