import { resolve } from "node:path";
import type { Command } from "commander";
import type { Faces, House } from "../../app/open-house.ts";
import type { ConfigKey } from "../../app/settings/schema.ts";
import { splitRules } from "../../core/permissions/rule.ts";
import type { CommandContext } from "./command.ts";

/** Flags of every command that judges or runs calls: they say which house it is. */
export interface PlaceFlags {
  readonly cd?: string;
  readonly permissionMode?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly sandbox?: string;
  readonly addDir?: readonly string[];
  readonly profile?: string;
  readonly offline?: boolean;
  readonly trust?: boolean;
}

export const gatherRules = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  ...splitRules(value),
];
export const gather = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

export function withPlaceFlags(command: Command): Command {
  return command
    .option("-C, --cd <folder>", "the working folder")
    .option("--permission-mode <mode>", "default, plan, acceptEdits, dontAsk or bypassPermissions")
    .option("--allowedTools <rules>", "rules that allow; may be given again", gatherRules)
    .option("--disallowedTools <rules>", "rules that forbid; may be given again", gatherRules)
    .option("--sandbox <mode>", "read-only, workspace-write or off")
    .option("--add-dir <folder>", "one more folder to work in; may be given again", gather)
    .option("--profile <name>", "the settings of this profile of yours")
    .option("--offline", "never reach the network")
    .option("--trust", "let this folder's own settings configure this run");
}

/** The flags of a place that are settings. */
export function placeSettings(flags: PlaceFlags): Partial<Record<ConfigKey, unknown>> {
  const { allowedTools: allow = [], disallowedTools: deny = [] } = flags;
  return {
    profile: flags.profile,
    permissionMode: flags.permissionMode,
    sandbox: flags.sandbox,
    addDirs: flags.addDir,
    offline: flags.offline,
    permissions: allow.length + deny.length > 0 ? { allow, deny } : undefined,
  };
}

export interface HouseOptions {
  readonly flags?: Partial<Record<ConfigKey, unknown>>;
  readonly faces?: Faces;
}

/** The house of the folder that a command is given. Whoever opens it closes it. */
export async function openHouseFor(
  context: CommandContext,
  place: PlaceFlags,
  { flags = placeSettings(place), faces }: HouseOptions = {},
): Promise<House> {
  const { openHouse } = await import("../../app/open-house.ts");
  return openHouse({
    folder: resolve(context.cwd, place.cd ?? "."),
    environment: context.environment,
    version: context.version,
    flags,
    trust: place.trust ?? false,
    ...(faces === undefined ? {} : { faces }),
  });
}

/** Work in the house of a folder, which is closed afterwards, whatever happens. */
export async function inHouse<Value>(
  context: CommandContext,
  place: PlaceFlags,
  use: (house: House) => Value | Promise<Value>,
): Promise<Value> {
  const house = await openHouseFor(context, place);
  try {
    return await use(house);
  } finally {
    await house.close();
  }
}
