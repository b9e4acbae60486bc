import { spokenRecorded } from "../../../app/words/recorded.ts";
import { summarizeDisplay } from "../../../core/protocol/display.ts";
import { truncateLine, wrapStyled } from "../text/wrap.ts";
import type { CallBlock } from "../transcript.ts";
import { words } from "../words/words.ts";
import type { BlockContext } from "./block-context.ts";
import { indentRows } from "./block-context.ts";
import { diffCounts } from "./diff.ts";
import { COMMAND_END_LINES, displayLines, textLines } from "./display.ts";

const TAIL_ROWS = 6;
const SHOW_SECONDS_FROM_MS = 1_000;

/** A call: one line with its number and what it came to; below it what is worth seeing at once. */
export function callLines(block: CallBlock, context: BlockContext): string[] {
  const inner = { ...context, width: Math.max(10, context.width - 4) };
  const head = truncateLine(`${mark(block, context)} ${headline(block, context)}`, context.width);
  return [head, ...indentRows(bodyLines(block, inner), "    ", "    ")];
}

/** Of a call that never ended nobody knows what it came to. */
const isInterrupted = ({ result, refusal, isDone }: CallBlock): boolean =>
  isDone && result === undefined && refusal === undefined;

function mark(block: CallBlock, { theme }: BlockContext): string {
  const { result, refusal, isDone } = block;
  if (refusal !== undefined || result?.failed || isInterrupted(block)) return theme.paint("bad", "✗");
  return isDone ? theme.paint("good", "✓") : theme.paint("accent", "•");
}

function headline(block: CallBlock, { theme }: BlockContext): string {
  const { number, name, intent, result, refusal } = block;
  const summary = oneLine(summarizeDisplay(intent.kind === "text" && result ? preferred(block) : intent));
  const label = `${theme.paint("dim", `#${number}`)} ${theme.paint("strong", name)}`;
  const facts = [
    refusal === undefined ? undefined : theme.paint("bad", words("call.notAllowed")),
    isInterrupted(block) ? theme.paint("bad", words("call.interrupted")) : undefined,
    result?.display.kind === "diff" ? counts(result.display.patch, theme) : undefined,
    result?.display.kind === "command" && result.display.exitCode !== undefined && result.display.exitCode !== 0
      ? theme.paint("bad", `exit ${result.display.exitCode}`)
      : undefined,
    result && result.durationMs >= SHOW_SECONDS_FROM_MS
      ? theme.paint("dim", `${(result.durationMs / 1000).toFixed(1)} s`)
      : undefined,
  ].filter((fact) => fact !== undefined);
  return [label, summary, ...facts].filter((part) => part !== "").join(" ");
}

/** Before it ran a call may have had only words; its result often knows better. */
function preferred({ intent, result }: CallBlock): CallBlock["intent"] {
  return result && !result.failed && (result.display.kind === "diff" || result.display.kind === "file")
    ? result.display
    : intent;
}

function counts(patch: string, theme: BlockContext["theme"]): string {
  const { added, removed } = diffCounts(patch);
  return `${theme.paint("added", `+${added}`)} ${theme.paint("removed", `-${removed}`)}`;
}

function oneLine(text: string): string {
  const [first = "", ...rest] = text.trim().split("\n");
  return rest.length > 0 ? `${first} …` : first;
}

function bodyLines(block: CallBlock, context: BlockContext): string[] {
  const { result, refusal, tail } = block;
  if (refusal !== undefined)
    return wrapStyled(spokenRecorded(refusal), context.width).map((row) => context.theme.paint("dim", row));
  if (!result) return tailLines(tail, context);
  if (context.isExpanded) return expandedLines(block, context);
  if (result.failed && result.display.kind !== "command")
    return textLines(result.text, context).map((row) => context.theme.paint("bad", row));
  if (result.display.kind === "command")
    return textLines(result.text, context, { endLines: COMMAND_END_LINES, hasFailed: result.failed });
  // What was only read is in the model's eyes; a person unfolds it.
  if (result.display.kind === "file") return [];
  if (result.display.kind === "text" && result.display.text.split("\n").length <= 1) return [];
  return displayLines(result.display, context);
}

function expandedLines({ result, intent }: CallBlock, context: BlockContext): string[] {
  if (!result) return [];
  const command = intent.kind === "command" ? wrapStyled(`$ ${intent.command}`, context.width) : [];
  const body = displayLines(result.display, context);
  const isWhole = result.display.kind === "diff" || result.display.kind === "file" || result.display.kind === "todo";
  const text = isWhole && !result.failed ? [] : textLines(result.text, context);
  const kept = result.handle ? [context.theme.paint("dim", words("call.kept", { handle: result.handle }))] : [];
  return [...command, ...(isWhole ? body : []), ...text, ...kept];
}

function tailLines(tail: string, context: BlockContext): string[] {
  if (tail.trim() === "") return [];
  const lines = tail.trimEnd().split("\n").slice(-TAIL_ROWS);
  return lines.map((line) => context.theme.paint("dim", truncateLine(line, context.width)));
}
