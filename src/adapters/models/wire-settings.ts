import type { ModelChoice } from "./providers.ts";

export interface WireSettings {
  readonly choice: ModelChoice;
  /** Called for every request. */
  readonly fetch: typeof fetch;
}

export function bearerHeaders(choice: ModelChoice): Record<string, string> {
  return choice.key === undefined ? {} : { authorization: `Bearer ${choice.key}` };
}
