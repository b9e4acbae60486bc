import type { ModelChoice } from "./providers.ts";

export function bearerHeaders(choice: ModelChoice): Record<string, string> {
  return choice.key === undefined ? {} : { authorization: `Bearer ${choice.key}` };
}
