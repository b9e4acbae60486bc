import { resolve } from "node:path";
import type { Command } from "commander";
import type { Faces, House, HouseRequest } from "../../app/open-house.ts";
import { languageOf } from "../../app/settings/language.ts";
import type { ConfigKey } from "../../app/settings/schema.ts";
import type { SettingSource } from "../../app/settings/setting-source.ts";
import { type Language, speakIn } from "../../app/words/spoken.ts";
import { phrase } from "../../base/phrase.ts";
import { UserError } from "../../base/user-error.ts";
import { splitRules } from "../../core/permissions/rule.ts";
import type { CommandContext } from "./command.ts";

/** Flags of every command that judges or runs calls: they say which house it is. */
export interface PlaceFlags {
  readonly cd?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly permissionMode?: string;
  readonly allowedTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
  readonly tools?: readonly string[];
  readonly sandbox?: string;
  readonly addDir?: readonly string[];
  readonly profile?: string;
  readonly offline?: boolean;
  readonly trust?: boolean;
  readonly settings?: readonly string[];
  readonly config?: readonly string[];
  readonly mcpConfig?: readonly string[];
  readonly strictMcpConfig?: boolean;
  readonly pluginDir?: readonly string[];
  readonly agent?: string;
}

export const gatherRules = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  ...splitRules(value),
];
/** Parted by commas or blanks. */
export const gatherNames = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  ...value.split(/[\s,]+/).filter((name) => name !== ""),
];
export const gather = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** A subcommand that works in a folder and can print JSON. */
export const subcommandOf = (command: Command, name: string, summary: string): Command =>
  command
    .command(name)
    .description(summary)
    .option("-C, --cd <folder>", "the working folder")
    .option("--json", "print JSON");

export const MODEL_FLAG = ["-m, --model <provider/id>", "the model to use"] as const;
export const PROVIDER_FLAG = ["--provider <id>", "the provider, when the model does not name one"] as const;

export function withPlaceFlags(command: Command): Command {
  return command
    .option("-C, --cd <folder>", "the working folder")
    .option(...MODEL_FLAG)
    .option(...PROVIDER_FLAG)
    .option("--permission-mode <mode>", "default, plan, acceptEdits, dontAsk or bypassPermissions")
    .option("--allowedTools <rules>", "rules that allow; may be given again", gatherRules)
    .option("--disallowedTools <rules>", "rules that forbid; may be given again", gatherRules)
    .option("--tools <names>", 'the built-in tools that there are; "" for none', gatherNames)
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
    model: flags.model,
    provider: flags.provider,
    profile: flags.profile,
    tools: flags.tools,
    agent: flags.agent,
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
  readonly settingSources?: readonly SettingSource[] | undefined;
  /** What an agent has to tell at its start is shown by whoever opens it. */
  readonly showsNotices?: boolean;
}

/** The house of the folder that a command is given. Whoever opens it closes it. */
export async function openHouseFor(
  context: CommandContext,
  place: PlaceFlags,
  { flags = placeSettings(place), faces, settingSources, showsNotices = false }: HouseOptions = {},
): Promise<House> {
  const { openHouse } = await import("../../app/open-house.ts");
  const house = await openHouse({
    folder: resolve(context.cwd, place.cd ?? "."),
    environment: context.environment,
    version: context.version,
    flags,
    trust: place.trust ?? false,
    ...(place.pluginDir && { pluginFolders: place.pluginDir }),
    ...(await givenWhole(place)),
    ...(faces && { faces }),
    ...(settingSources && { settingSources }),
  });
  await speakIn(languageSet(house) ?? languageOf(context.environment));
  if (!showsNotices) for (const found of house.foundAtOpening()) context.error(phrase`waymark: ${found}\n`);
  return house;
}

/** Settings that cannot be read are told of by whoever needs more of them. */
function languageSet(house: House): Language | undefined {
  try {
    return house.config.language;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function givenWhole(place: PlaceFlags): Promise<Pick<HouseRequest, "given" | "areServersGiven">> {
  const areServersGiven = place.strictMcpConfig ?? false;
  if (place.settings === undefined && place.config === undefined && place.mcpConfig === undefined)
    return { areServersGiven };
  const { givenSettings } = await import("../../app/settings/given-settings.ts");
  return { areServersGiven, given: await givenSettings(place) };
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
