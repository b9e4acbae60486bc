import { UserError } from "../../base/user-error.ts";
import type { FallBack, ModelClient } from "../../core/ports/model.ts";
import type { ModelFailure } from "../../core/protocol/outcome.ts";
import { splitEffort } from "./effort.ts";
import { standIn } from "./stand-in.ts";

/** The model, and behind it those that go on when it is overloaded, limited or out of credit (CL-22). */
export function withFallbacks(
  first: ModelClient,
  names: readonly string[],
  open: (name: string) => Promise<ModelClient>,
): ModelClient {
  let current = first;
  const left = names.filter((name) => splitEffort(name).name !== first.id);
  const fallBack = async (failure: ModelFailure): Promise<FallBack | undefined> => {
    const reason = reasonOf(failure);
    if (reason === undefined) return undefined;
    const skipped: string[] = [];
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      try {
        const next = await open(name);
        const told = `${current.id} ${reason}: going on with ${next.id}.`;
        await current.close?.();
        current = next;
        return { goesOn: true, told: [...skipped, told].join(" ") };
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        skipped.push(`The fallback ${name} cannot be used: ${error.message}`);
      }
    }
    return { goesOn: false, told: skipped.join(" ") };
  };
  return standIn(
    () => current,
    (request, signal) => {
      // The effort of a request was meant for the first; what is said with the name of another goes before it.
      const own = current === first ? undefined : current.effort;
      return current.step(own === undefined ? request : { ...request, effort: own }, signal);
    },
    () => (left.length === 0 ? undefined : fallBack),
  );
}

function reasonOf(failure: ModelFailure): string | undefined {
  if (failure.outOfCredit) return "has no credit left";
  if (failure.kind === "rate-limit") return "limits the rate of requests";
  return failure.kind === "overloaded" ? "is overloaded" : undefined;
}
