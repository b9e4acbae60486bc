import type { BatchService } from "../../../core/ports/batches.ts";
import type { Environment, ModelChoice } from "../services/providers.ts";
import { wireChoice } from "../services/providers.ts";

/** The batches of the service behind a choice; undefined where it has none that are known here. */
export async function openBatches(chosen: ModelChoice, environment: Environment): Promise<BatchService | undefined> {
  const choice = wireChoice(chosen);
  switch (choice?.wire) {
    case "responses":
    case "chat":
      return (await import("./openai.ts")).openAiBatches(choice, environment);
    case "anthropic":
      return (await import("./anthropic.ts")).anthropicBatches(choice, environment);
    case "compatible":
    case "gemini":
    case undefined:
      return undefined;
  }
}
