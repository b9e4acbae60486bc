/** What the next request may fill, in tokens. */
export interface Window {
  readonly tokens: number;
  /** Neither settings nor a catalogue nor a refusal told it. */
  readonly isAssumed: boolean;
}

/** Taken for a model of which nothing is known; a real overflow corrects it. */
const WINDOW_TOKENS_DEFAULT = 128_000;

export function smallestWindow(...told: readonly (number | undefined)[]): Window {
  const known = told.filter((one) => one !== undefined);
  return { tokens: Math.min(...(known.length === 0 ? [WINDOW_TOKENS_DEFAULT] : known)), isAssumed: known.length === 0 };
}
