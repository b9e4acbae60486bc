import { segmentLines } from "./blocks/answer.ts";
import type { BlockContext } from "./blocks/block-context.ts";
import { blockLines } from "./blocks/block-lines.ts";
import { lookUpLines } from "./blocks/look-ups.ts";
import { type AnswerPlace, answerSteps, splitAnswer } from "./blocks/split-answer.ts";
import type { Block, CallBlock, Transcript } from "./transcript.ts";
import { words } from "./words/words.ts";

/** What has become history since the last frame, and what may still change. */
export interface TranscriptFrame {
  readonly committed: readonly string[];
  readonly live: readonly string[];
  /** More is finished than there was room for: the next frame has it. */
  readonly isBehind: boolean;
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

  /** @param isFull  whether a frame that commits so many rows has room for no more; each frame makes some way */
  take(
    transcript: Transcript,
    context: BlockContext,
    isFull: (rows: number) => boolean = () => false,
  ): TranscriptFrame {
    const { blocks } = transcript;
    const committed: string[] = [];
    for (const lines of this.#finished(transcript, context)) {
      for (const line of lines) committed.push(line);
      if (isFull(committed.length)) return { committed, live: [], isBehind: true };
    }
    const lookUps = lookUpsAt(blocks, this.#next);
    const from = this.#next + lookUps.length;
    const rest = blocks.slice(from).flatMap((block, index) => {
      const previous = blocks[from + index - 1];
      if (index > 0 || block.kind !== "answer") return spaced(previous, block, blockLines(block, context));
      return this.#restOfAnswer(block, previous, context);
    });
    const [first] = lookUps;
    const folded = first ? spaced(blocks[this.#next - 1], first, lookUpLines(lookUps, context)) : [];
    return { committed, live: [...folded, ...rest], isBehind: false };
  }

  /** Lines of each part that can be shown by now. */
  *#finished({ blocks, activity }: Transcript, context: BlockContext): Generator<readonly string[], void> {
    for (let block = blocks[this.#next]; block !== undefined; block = blocks[this.#next]) {
      const previous = blocks[this.#next - 1];
      const lookUps = lookUpsAt(blocks, this.#next);
      if (lookUps.length > 0) {
        const isLast = this.#next + lookUps.length === blocks.length;
        if ((isLast && activity !== undefined) || lookUps.some(({ isDone }) => !isDone)) return;
        this.#next += lookUps.length;
        yield spaced(previous, block, lookUpLines(lookUps, context));
        continue;
      }
      if (block.kind === "answer") yield* this.#answerParts(block, previous, context);
      if (!block.isDone) return;
      this.#next++;
      this.#place = { offset: 0 };
      if (block.kind !== "answer") yield spaced(previous, block, blockLines(block, context));
    }
  }

  *#answerParts(
    block: Extract<Block, { kind: "answer" }>,
    previous: Block | undefined,
    context: BlockContext,
  ): Generator<readonly string[], void> {
    const options = { start: this.#place, isEnd: block.isDone, width: context.width - 2 };
    for (const { segment, next } of answerSteps(block.text, options)) {
      this.#place = next;
      const lines = segment === undefined ? [] : segmentLines([segment], context);
      yield segment?.isFirst ? spaced(previous, block, lines) : lines;
    }
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

/** The look-ups that follow one another from there. */
function lookUpsAt(blocks: readonly Block[], from: number): readonly CallBlock[] {
  const found: CallBlock[] = [];
  for (let block = blocks[from]; block?.kind === "call" && isFoldable(block); block = blocks[from + found.length])
    found.push(block);
  return found;
}

/** What was not allowed is seen. */
const isFoldable = ({ isLookUp, refusal }: CallBlock): boolean => isLookUp && refusal === undefined;

/** Blocks of one kind stand together; a change of kind has air. */
function spaced(previous: Block | undefined, block: Block, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const isRun = previous?.kind === block.kind && (block.kind === "call" || block.kind === "notice");
  return isRun ? [...lines] : ["", ...lines];
}
