const VALUE_CHARACTERS_MIN = 8;
const obtained = new Set<string>();

/**
 * Remembers values that this process came by after it had read its environment: stored keys, access tokens, what a key
 * command printed. They are the whole process's, whichever session asked for them: none of its outputs may carry them.
 */
export function noteSecrets(...values: readonly (string | undefined)[]): void {
  // A shorter one, such as the "none" of a local server, would hide ordinary words.
  for (const value of values) if (value !== undefined && value.length >= VALUE_CHARACTERS_MIN) obtained.add(value);
}

export function obtainedSecrets(): readonly string[] {
  return [...obtained];
}
