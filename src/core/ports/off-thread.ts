/**
 * The answer of a job on texts that is known by its name. Where there is much to go through a thread of its own works it out, one job after
 * the other, so that whoever types is not kept waiting: bytes that are given go over to it, and are held no more.
 * @param chars  to be gone through
 * @throws {ToolFailure} where it takes more time or memory than there is; the signal's reason when that aborts
 */
export type OffThread = <Answer>(
  job: string,
  request: object,
  { chars, signal }: { readonly chars: number; readonly signal: AbortSignal },
) => Promise<Answer>;
