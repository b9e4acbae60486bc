import type { ModelClient } from "../../core/ports/model.ts";

/** A model that is another one in everything but what is given here; which one may change meanwhile. */
export function standIn(
  current: () => ModelClient,
  step: ModelClient["step"],
  fallBack: () => ModelClient["fallBack"] = () => current().fallBack,
): ModelClient {
  return {
    get id() {
      return current().id;
    },
    get effort() {
      return current().effort;
    },
    get attemptsMax() {
      return current().attemptsMax;
    },
    get abilities() {
      return current().abilities;
    },
    get fallBack() {
      return fallBack();
    },
    count: async (request, signal) => current().count?.(request, signal),
    close: async () => current().close?.(),
    step,
  };
}
