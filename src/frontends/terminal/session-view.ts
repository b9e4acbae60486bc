import { typedPart } from "../../core/prompts/typed-part.ts";
import type { AgentEvent, RecordedEvent } from "../../core/protocol/event.ts";
import { answerLines } from "./blocks/answer.ts";
import type { BlockContext } from "./blocks/block-context.ts";
import { blockLines } from "./blocks/block-lines.ts";
import { isDiagram } from "./blocks/split-answer.ts";
import { cleanText, EventCleaner } from "./clean-event.ts";
import type { Screen } from "./screen/screen.ts";
import type { TerminalPort } from "./screen/tty.ts";
import { isPlainText, type RichText } from "./text/rich-text.ts";
import { truncateLine, wrapExactly, wrapStyled } from "./text/wrap.ts";
import type { Theme } from "./theme.ts";
import { type Block, EMPTY_TRANSCRIPT, reduceEvents, type Transcript } from "./transcript.ts";
import { RESUMED_BLOCKS_MAX, TranscriptView } from "./transcript-view.ts";
import { words } from "./words/words.ts";

/** What stands below the conversation: spinner, prompt or question, status. */
export interface Bottom {
  readonly rows: readonly string[];
  readonly cursor?: { readonly row: number; readonly column: number };
}

export interface ViewParts {
  readonly terminal: TerminalPort;
  readonly screen: Screen;
  readonly rich: RichText;
  readonly theme: () => Theme;
  readonly bottom: (width: number, rowsMax: number) => Bottom;
}

const FRAME_MS = 16;
/** A stream is read, not felt: half as many frames as for keys. */
const STREAM_FRAME_MS = 33;
/** Rows of unfinished blocks; more would push the prompt about. */
const LIVE_ROWS_MAX = 18;
/** In a window so low what is asked for takes all of it. */
const LOW_ROWS = 15;
const LINE_LIMIT = 10_000;
/** What a frame may make of an answer: keys wait for it, and for the terminal to take its rows. */
const FRAME_WORK_MS = 25;
const FRAME_ROWS_MAX = 1_000;

/** The conversation on the screen: takes events in, draws at most one frame in 16 ms. */
export class SessionView {
  transcript: Transcript = EMPTY_TRANSCRIPT;
  readonly #parts: ViewParts;
  readonly #view = new TranscriptView();
  #cleaner = new EventCleaner();
  #pending: AgentEvent[] = [];
  #outbox: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #dueMs = 0;
  #lastFrameMs = Number.NEGATIVE_INFINITY;
  #isPaused = false;
  /** What is being answered, until nothing more is said to it. */
  #typed: { readonly text: string; readonly isShown: boolean } | undefined;

  constructor(parts: ViewParts) {
    this.#parts = parts;
  }

  /** @returns whether a frame is due: the caller should give the terminal a turn */
  push(event: AgentEvent): boolean {
    const cleaned = this.#cleaner.clean(event);
    const last = this.#pending.at(-1);
    // Pieces of one stream become one: a frame takes them together anyway.
    if (cleaned.type === "text-delta" && last?.type === "text-delta")
      this.#pending[this.#pending.length - 1] = { type: "text-delta", text: last.text + cleaned.text };
    else this.#pending.push(cleaned);
    this.requestFrame(STREAM_FRAME_MS);
    return performance.now() - this.#lastFrameMs >= STREAM_FRAME_MS;
  }

  /** What was typed stands above the first that is said to it. @param typed  undefined: nothing more is */
  answerTo(typed: string | undefined): void {
    this.#typed = typed === undefined ? undefined : { text: typed, isShown: false };
  }

  /** Above what its events will tell, which in the same frame would stand above it. */
  showTyped(): void {
    this.#showTyped(this.context());
    this.frame();
  }

  #showTyped({ theme, width }: BlockContext): void {
    if (this.#typed === undefined || this.#typed.isShown) return;
    const { text } = this.#typed;
    this.write(["", theme.paint("dim", truncateLine(`› ${cleanText(text)}`, width))]);
    this.#typed = { text, isShown: true };
  }

  /** Markdown of our own for the person; it becomes history at once. */
  say(text: string): void {
    this.#tell(({ markdown }, width) => markdown(cleanText(text), width));
  }

  /** Lines that are no Markdown: every sign of them is shown. */
  sayLines(lines: readonly string[]): void {
    this.#tell((_, width) => lines.flatMap((line) => wrapStyled(cleanText(line), width)));
  }

  /** Source text: no blank of it is lost. A diagram is drawn, where it can be. */
  sayCode(code: string, language: string): void {
    this.#tell(({ diagram, highlight }, width) => {
      const source = cleanText(code);
      const drawn = isDiagram(language) ? diagram(source, width) : undefined;
      return drawn ?? highlight(source, language).flatMap((line) => wrapExactly(line, width));
    });
  }

  /** As an answer it is set in like any; by itself it stands at the margin, like the notices of a run. */
  warn(text: string): void {
    const indent = this.#typed === undefined ? "" : "  ";
    this.#tell(({ theme }, width) => wrapStyled(cleanText(text), width).map((row) => theme.paint("warn", row)), indent);
  }

  #tell(rowsOf: (context: BlockContext, width: number) => readonly string[], indent = "  "): void {
    const context = this.context();
    this.#showTyped(context);
    const rows = rowsOf(context, Math.max(10, context.width - indent.length));
    this.write(["", ...rows.map((row) => (row === "" ? "" : indent + row))]);
  }

  /** Finished rows, as they are; while the model writes they stand below what it writes, and become history after it. */
  write(rows: readonly string[]): void {
    this.#outbox = this.#outbox.concat(rows);
    this.requestFrame();
  }

  /** Resolves when Markdown and source can be shown in full. */
  ready(): Promise<void> {
    return this.#parts.rich.load();
  }

  /** Shows a session from its log, its end at least; with the renderers where what is shown needs them. */
  async showHistory(history: readonly RecordedEvent[]): Promise<void> {
    this.#cleaner = new EventCleaner();
    this.#pending = [];
    const cleaner = this.#cleaner;
    const { activity: _, ...settled } = reduceEvents(
      EMPTY_TRANSCRIPT,
      history.map((event) => cleaner.clean(withoutAdditions(event))),
    );
    const transcript = { ...settled, blocks: settled.blocks.map(done) };
    if (!transcript.blocks.slice(-RESUMED_BLOCKS_MAX).every(isPlainBlock)) await this.ready();
    this.transcript = transcript;
    this.write(this.#view.skipTo(this.transcript, this.context()));
  }

  /** Shows a call in full, or the last thing that was folded. @returns false when there is none such */
  expand(number: number | undefined): boolean {
    const block = this.transcript.blocks.findLast((candidate) => isFolded(candidate, number));
    if (!block) return false;
    const lines = blockLines(block, { ...this.context(), isExpanded: true });
    const hidden = Math.max(0, lines.length - LINE_LIMIT);
    this.write(["", ...lines.slice(0, LINE_LIMIT), ...(hidden > 0 ? [words("more.lines", { count: hidden })] : [])]);
    return true;
  }

  /** The result of the call that has just ended, below its line. */
  expandLast(): void {
    this.frame();
    const block = this.transcript.blocks.findLast((candidate) => candidate.kind === "call");
    if (block?.kind !== "call" || !block.result) return;
    const context = this.context();
    const { text } = block.result;
    // Diagrams and lists of the tools are Markdown already; other text keeps its lines.
    const rows = /^(?:```|#|- |\|)/m.test(text)
      ? answerLines(text, context, "  ")
      : wrapStyled(text, context.width - 2).map((row) => `  ${row}`);
    this.write(["", ...rows.slice(0, LINE_LIMIT)]);
  }

  context(): BlockContext {
    const { terminal, theme, rich } = this.#parts;
    return {
      width: Math.max(10, terminal.columns - 1),
      theme: theme(),
      isExpanded: false,
      markdown: (text, width) => rich.markdown(text, width),
      highlight: (code, language) => rich.highlight(code, language),
      changedWords: (other, text) => rich.changedWords(other, text),
      diagram: (source, width) => rich.diagram(source, width),
    };
  }

  /** @param interval milliseconds from the last frame to the next; the soonest wish counts */
  requestFrame(interval = FRAME_MS): void {
    const dueMs = Math.max(performance.now(), this.#lastFrameMs + interval);
    if (this.#isPaused || (this.#timer && this.#dueMs <= dueMs)) return;
    clearTimeout(this.#timer);
    this.#dueMs = dueMs;
    this.#timer = setTimeout(() => this.frame(), Math.max(0, dueMs - performance.now()));
  }

  frame(): void {
    const overMs = performance.now() + FRAME_WORK_MS;
    this.#draw((rows) => rows >= FRAME_ROWS_MAX || performance.now() >= overMs);
  }

  /** @param isFull  whether a frame of so many new rows has room for no more */
  #draw(isFull: (rows: number) => boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isPaused) return;
    this.#lastFrameMs = performance.now();
    if (this.#pending.length > 0) {
      this.transcript = reduceEvents(this.transcript, this.#pending);
      this.#pending = [];
    }
    const { terminal, screen, bottom } = this.#parts;
    const { committed, live, isBehind } = this.#view.take(this.transcript, this.context(), isFull);
    const isWriting = isBehind || isUnderWay(this.transcript.blocks.at(-1));
    const outbox = isWriting ? [] : this.#outbox;
    const held = isWriting ? this.#outbox : [];
    this.#outbox = held;
    const height = terminal.rows - 1;
    const below = bottom(terminal.columns - 1, height < LOW_ROWS ? height : height - 3);
    const room = Math.max(0, Math.min(LIVE_ROWS_MAX, height - below.rows.length));
    const shown = room === 0 ? [] : [...live, ...held].slice(-room);
    const cursor = below.cursor && { row: below.cursor.row + shown.length, column: below.cursor.column };
    const rows = [...shown, ...below.rows];
    screen.draw([...committed, ...outbox], { rows, ...(cursor ? { cursor } : {}) });
    if (isBehind) this.requestFrame();
  }

  /** While another program has the terminal nothing is drawn. */
  pause(): void {
    this.frame();
    this.#isPaused = true;
  }

  resume(): void {
    this.#isPaused = false;
    this.requestFrame();
  }

  /** All that is finished is shown first, for there is no next frame. */
  close(): void {
    this.#draw(() => false);
    this.#isPaused = true;
  }
}

function withoutAdditions(event: RecordedEvent): RecordedEvent {
  return event.type === "prompt" && event.origin === "user" ? { ...event, text: typedPart(event.text) } : event;
}

function done(block: Block): Block {
  return block.isDone ? block : { ...block, isDone: true };
}

function isPlainBlock(block: Block): boolean {
  if (block.kind === "answer") return isPlainText(block.text);
  return block.kind !== "call" || (block.result?.display.kind ?? "text") === "text";
}

/** What the model says, into which nobody else's words belong. */
function isUnderWay(block: Block | undefined): boolean {
  return (block?.kind === "answer" || block?.kind === "reasoning") && !block.isDone;
}

function isFolded(block: Block, number: number | undefined): boolean {
  if (number === undefined) return block.isDone && (block.kind === "call" || block.kind === "reasoning");
  return block.kind === "call" && block.number === number;
}
