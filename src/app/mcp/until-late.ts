/**
 * How long the first prompt waits for servers, and no later one: who answers later joins later. A person can say it again then;
 * a run that nobody attends may end before.
 */
const ATTENDED_WAIT_MS = 4000;
const UNATTENDED_WAIT_MS = 10_000;
/** A wait shorter than this is not told of. */
const UNTOLD_WAIT_MS = 1000;

/** How the wait of the first prompt ended, and who was not there yet. */
export type FirstWait =
  | { readonly kind: "over" }
  | { readonly kind: "late"; readonly names: string }
  | { readonly kind: "cancelled" };

interface FirstWork {
  readonly work: Promise<unknown>;
  readonly signal: AbortSignal;
  /** Somebody looks at it and can say it again. */
  readonly isAttended: boolean;
  /** The names of those that are waited for. */
  starting(): string;
  tell(status: string): void;
}

/** Waits for servers as long as the first prompt may, and says for whom. */
export async function waitAtFirst({ work, signal, isAttended, starting, tell }: FirstWork): Promise<FirstWait> {
  const longestMs = isAttended ? ATTENDED_WAIT_MS : UNATTENDED_WAIT_MS;
  if (!(await untilLate(work, signal, UNTOLD_WAIT_MS))) return { kind: "over" };
  if (!signal.aborted && starting() !== "") tell(`MCP: waiting for ${starting()} …`);
  const isLate = await untilLate(work, signal, longestMs - UNTOLD_WAIT_MS);
  if (signal.aborted) return { kind: "cancelled" };
  return isLate && starting() !== "" ? { kind: "late", names: starting() } : { kind: "over" };
}

/** @returns whether it is not done yet after a while */
export async function untilLate(work: Promise<unknown>, signal: AbortSignal, waitMs: number): Promise<boolean> {
  const { promise, resolve: give } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => give(true), waitMs);
  const stop = (): void => give(true);
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    return await Promise.race([work.then(() => false), promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}
