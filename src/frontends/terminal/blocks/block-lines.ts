import { wrapStyled } from "../text/wrap.ts";
import type { Block } from "../transcript.ts";
import { words } from "../words/words.ts";
import { answerLines } from "./answer.ts";
import type { BlockContext } from "./block-context.ts";
import { indentRows } from "./block-context.ts";
import { callLines } from "./call.ts";

/** A block as rows that are no wider than the context says; the one place that knows every kind of block. */
export function blockLines(block: Block, context: BlockContext): string[] {
  switch (block.kind) {
    case "prompt":
      return promptLines(block, context);
    case "answer":
      return answerLines(block.text, context);
    case "reasoning":
      return reasoningLines(block.text, block.isDone, context);
    case "call":
      return callLines(block, context);
    case "notice":
      return noticeLines(block, context);
  }
}

const PROMPT_ROWS_MAX = 30;

function promptLines({ text, origin }: Extract<Block, { kind: "prompt" }>, context: BlockContext): string[] {
  const { paint } = context.theme;
  if (origin === "engine") return context.isExpanded ? dimRows(words("prompt.engine", { text }), context) : [];
  const rows = text
    .trimEnd()
    .split("\n")
    .slice(0, PROMPT_ROWS_MAX + 1)
    .flatMap((line) => wrapStyled(line, context.width - 2));
  const shown = rows.length > PROMPT_ROWS_MAX && !context.isExpanded ? [...rows.slice(0, PROMPT_ROWS_MAX), "…"] : rows;
  const mark = paint("user", origin === "steer" ? "» " : "› ");
  return indentRows(
    shown.map((row) => paint("user", row)),
    mark,
  );
}

/** Folded to its first line; Ctrl+O or /e shows it. */
function reasoningLines(text: string, isDone: boolean, context: BlockContext): string[] {
  if (context.isExpanded) return dimRows(text.trim(), context);
  const lines = text.trim().split("\n");
  const first = isDone ? (lines[0] ?? "") : (lines.at(-1) ?? "");
  const more = lines.length > 1 ? ` ${words("reasoning.lines", { count: lines.length })}` : "";
  const { paint } = context.theme;
  const room = Math.max(8, context.width - more.length - 4);
  const row = wrapStyled(first, room)[0] ?? "";
  return [paint("dim", `∴ ${row}${row.length < first.length && more === "" ? " …" : more}`)];
}

function dimRows(text: string, context: BlockContext): string[] {
  const rows = wrapStyled(text, context.width - 2).map((row) => context.theme.paint("dim", row));
  return indentRows(rows, "  ");
}

function noticeLines({ level, text }: Extract<Block, { kind: "notice" }>, context: BlockContext): string[] {
  const role = level === "info" ? "dim" : level;
  return wrapStyled(text, context.width).map((row) => context.theme.paint(role, row));
}
