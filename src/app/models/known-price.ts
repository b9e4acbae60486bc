import { findProvider, parseModelName } from "../../adapters/models/services/providers.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { LoadedConfig } from "../settings/load.ts";

/** Whether it is known what a model costs: by the catalogue, or because it runs on this machine or is none of a provider. */
export async function knowsPrice(
  modelId: string,
  { environment }: Pick<LoadedConfig, "environment">,
): Promise<boolean> {
  const provider = findProvider(parseModelName(modelId)?.provider ?? "");
  if (provider === undefined || provider.local) return true;
  const { catalogueFor } = await import("./model-catalogue.ts");
  return (await catalogueFor(environment))(modelId)?.isPriced ?? false;
}

/**
 * A limit of cost that cannot hold is told at the start, not found out at the end of the month.
 * @throws {UserError} where nobody looks and nothing else bounds what is spent
 */
export async function costLimitNotice(
  modelId: string,
  loaded: Pick<LoadedConfig, "environment" | "config">,
  { isInteractive }: { readonly isInteractive: boolean },
): Promise<readonly string[]> {
  const { maxCost, maxTokens } = loaded.config;
  if (maxCost <= 0 || (await knowsPrice(modelId, loaded))) return [];
  const what = `--max-cost cannot hold: the price of ${modelId} is not known`;
  if (maxTokens > 0) return [`${what}; --max-tokens ${maxTokens} holds.`];
  const message = `${what}; give --max-tokens, which can.`;
  if (!isInteractive) throw new UserError(message, EXIT.usage);
  return [message];
}
