import type { Clock } from "../ports/session.ts";
import { isTextPiece, type TextPiece } from "../protocol/event.ts";

/** No streamed text waits longer for its place in the log, and on the screen. */
const BATCH_MS = 200;
const BATCH_CHARS = 2_000;
/** What comes in one piece goes on in several, so that nobody downstream works long at a stretch. */
const PIECE_CHARS_MAX = 16 * 1024;

/**
 * The same parts, pieces of one stream put together: a batch goes on after {@link BATCH_MS}, at {@link BATCH_CHARS}, or when something
 * else comes. The first piece after a silence goes at once. What had come when `parts` throws goes on before the throw.
 */
export async function* inBatches<Part extends { readonly type: string }>(
  parts: AsyncIterable<Part | TextPiece>,
  clock: Clock,
): AsyncGenerator<Part | TextPiece, void> {
  const source = parts[Symbol.asyncIterator]();
  let batch: TextPiece | undefined;
  let sentMs = Number.NEGATIVE_INFINITY;
  let pending: Promise<IteratorResult<Part | TextPiece, unknown>> | undefined;
  const isDue = (): boolean => clock.now() - sentMs >= BATCH_MS;
  const take = (): readonly TextPiece[] => {
    const taken = batch === undefined ? [] : piecesOf(batch);
    batch = undefined;
    sentMs = clock.now();
    return taken;
  };
  function* add(part: Part | TextPiece): Generator<Part | TextPiece, void> {
    if (batch !== undefined && batch.type !== part.type) yield* take();
    if (!isTextPiece(part)) return yield part;
    batch = { type: part.type, text: (batch?.text ?? "") + part.text };
    if (batch.text.length >= BATCH_CHARS || isDue()) yield* take();
  }
  try {
    for (;;) {
      pending ??= source.next();
      if (batch !== undefined && (await isLate(pending, sentMs + BATCH_MS - clock.now(), clock))) {
        yield* take();
        continue;
      }
      const next = await pending;
      pending = undefined;
      if (next.done) break;
      yield* add(next.value);
    }
  } catch (error) {
    yield* take();
    throw error;
  } finally {
    if (pending === undefined) await source.return?.();
    else abandon(source, pending);
  }
  yield* take();
}

function piecesOf({ type, text }: TextPiece): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  for (let at = 0; at < text.length; ) {
    const next = at + PIECE_CHARS_MAX;
    // Both halves of a character stay together.
    const end = /[\ud800-\udbff]/.test(text.charAt(next - 1)) ? next + 1 : next;
    pieces.push({ type, text: text.slice(at, end) });
    at = end;
  }
  return pieces;
}

/** Whether the wait is over before the next part is there. */
async function isLate(next: Promise<unknown>, waitMs: number, clock: Clock): Promise<boolean> {
  const over = new AbortController();
  const come = next.then(
    () => false,
    () => false,
  );
  try {
    return await Promise.race([come, clock.sleep(Math.max(0, waitMs), over.signal).then(() => true)]);
  } finally {
    over.abort();
  }
}

/** Nobody reads any more. A source that still waits ends with the signal of its reader; its word is not waited for. */
export function abandon(source: AsyncIterator<unknown>, pending: Promise<unknown>): void {
  void pending.catch(() => undefined);
  void source.return?.().catch(() => undefined);
}
