import { segmentLines } from "./blocks/answer.ts";
import type { BlockContext } from "./blocks/block-context.ts";
import { blockLines } from "./blocks/block-lines.ts";
import { type AnswerPlace, splitAnswer } from "./blocks/split-answer.ts";
import type { Block, Transcript } from "./transcript.ts";
import { words } from "./words/words.ts";

/** What has become history since the last frame, and what may still change. */
export interface TranscriptFrame {
  readonly committed: readonly string[];
  readonly live: readonly string[];
}

export const RESUMED_BLOCKS_MAX = 40;

/** Hands each finished part of a transcript out once, in order; the rest is shown anew each frame. */
export class TranscriptView {
  #next = 0;
  #place: AnswerPlace = { offset: 0 };

  /** Everything finished so far counts as handed out but for the end, which a person who comes back wants to see. */
  skipTo(transcript: Transcript, context: BlockContext): readonly string[] {
    const hidden = Math.max(0, transcript.blocks.length - RESUMED_BLOCKS_MAX);
    this.#next = hidden;
    this.#place = { offset: 0 };
    if (hidden === 0) return [];
    return [context.theme.paint("dim", words("session.earlier", { count: hidden })), ""];
  }

  take(transcript: Transcript, context: BlockContext): TranscriptFrame {
    const { blocks } = transcript;
    const committed: string[] = [];
    for (let block = blocks[this.#next]; block !== undefined; block = blocks[this.#next]) {
      if (block.kind === "answer") committed.push(...this.#takeAnswer(block, blocks, context));
      else if (block.isDone) committed.push(...spaced(blocks[this.#next - 1], block, blockLines(block, context)));
      if (!block.isDone) break;
      this.#next++;
      this.#place = { offset: 0 };
    }
    const live = blocks.slice(this.#next).flatMap((block, index) => {
      const previous = blocks[this.#next + index - 1];
      if (index > 0 || block.kind !== "answer") return spaced(previous, block, blockLines(block, context));
      return this.#restOfAnswer(block, previous, context);
    });
    return { committed, live };
  }

  #takeAnswer(block: Extract<Block, { kind: "answer" }>, blocks: readonly Block[], context: BlockContext): string[] {
    const isFirst = !this.#place.hasShown;
    const { segments, next } = splitAnswer(block.text, {
      start: this.#place,
      isEnd: block.isDone,
      width: context.width - 2,
    });
    this.#place = next;
    const lines = segmentLines(segments, context);
    return isFirst ? spaced(blocks[this.#next - 1], block, lines) : lines;
  }

  #restOfAnswer(
    block: Extract<Block, { kind: "answer" }>,
    previous: Block | undefined,
    context: BlockContext,
  ): string[] {
    const { rest } = splitAnswer(block.text, { start: this.#place, isEnd: false, width: context.width - 2 });
    if (!rest) return [];
    const lines = segmentLines([rest], context);
    return rest.isFirst ? spaced(previous, block, lines) : lines;
  }
}

/** Blocks of one kind stand together; a change of kind has air. */
function spaced(previous: Block | undefined, block: Block, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const isRun = previous?.kind === block.kind && (block.kind === "call" || block.kind === "notice");
  return isRun ? [...lines] : ["", ...lines];
}
