import { type LoadedConfig, loadConfig } from "../../../app/settings/load.ts";
import { locations } from "../../../app/settings/locations.ts";
import { isTrusted } from "../../../app/trust/trust.ts";
import type { CommandContext } from "../command.ts";
import { workingFolder } from "../working-folder.ts";

/** The settings as they hold in the folder that a command works in. */
export function loadFor(context: CommandContext, chosenFolder?: string): Promise<LoadedConfig> {
  const cwd = workingFolder(context.cwd, chosenFolder);
  const places = locations(context.environment);
  return loadConfig({
    flags: {},
    environment: context.environment,
    locations: places,
    cwd,
    trusted: isTrusted(cwd, places),
  });
}
