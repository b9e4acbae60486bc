import type { SdkChoice } from "../services/providers.ts";

export interface WireSettings {
  readonly choice: SdkChoice;
  /** Called for every request. */
  readonly fetch: typeof fetch;
}

export function bearerHeaders(choice: Pick<SdkChoice, "key">): Record<string, string> {
  return choice.key === undefined ? {} : { authorization: `Bearer ${choice.key}` };
}
