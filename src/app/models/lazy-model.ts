import { errorText } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import type { ModelFailure } from "../../core/protocol/outcome.ts";
import { GUIDE_ID } from "./guide-id.ts";

/** A model that is chosen when it is first asked: work that needs none never looks for a key, a server or a package. */
export function lazyModel(choose: () => Promise<ModelClient>): ModelClient {
  let chosen: ModelClient | undefined;
  return {
    get id() {
      return chosen?.id ?? "none";
    },
    get abilities() {
      return chosen?.abilities ?? { nativeTools: true };
    },
    async *step(request, signal) {
      try {
        chosen ??= await choose();
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return yield { type: "failed", failure: asFailure(error) };
      }
      if (chosen.id === GUIDE_ID) return yield { type: "failed", failure: NO_MODEL };
      yield* chosen.step(request, signal);
    },
  };
}

const NO_MODEL: ModelFailure = {
  kind: "bad-request",
  message: "there is no language model here; set a key or name one with --model.",
};

function asFailure(error: UserError): ModelFailure {
  return { kind: error.exitCode === EXIT.authentication ? "auth" : "bad-request", message: errorText(error) };
}
