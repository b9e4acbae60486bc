import { PROVIDER_ROWS } from "../../adapters/models/services/provider-rows.ts";
import { keyFromEnvironment, parseModelName } from "../../adapters/models/services/providers.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { hasStoredKey } from "./credentials.ts";

/** The provider that is meant where none is named: the settings', else the first that may be used for its key alone. */
export function providerInUse(loaded: LoadedConfig): string | undefined {
  const { config, environment } = loaded;
  const withKey = PROVIDER_ROWS.find(
    (provider) => keyFromEnvironment(provider, environment) !== undefined || hasStoredKey(provider.id, loaded),
  );
  return config.provider ?? parseModelName(config.model ?? "")?.provider ?? withKey?.id;
}
