/**
 * What work gives, unless a signal aborts first: what cannot be ended itself is left to itself then, and how it ends is nobody's concern.
 * @param work  not begun where the signal has aborted already
 * @throws the signal's reason
 */
export async function unlessAborted<Value>(signal: AbortSignal, work: () => Value | Promise<Value>): Promise<Value> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
