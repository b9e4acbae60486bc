import { join } from "node:path";
import type { Command } from "commander";
import { maskedKeys } from "../../../app/models/credentials.ts";
import { typedValue } from "../../../app/settings/given-settings.ts";
import type { LoadedConfig } from "../../../app/settings/load.ts";
import type { ImportItem, LeftOut } from "../../../app/settings/others/import-settings.ts";
import type { ConfigKey } from "../../../app/settings/schema.ts";
import { allowedText, CONFIG_KEYS, checkSetting, isConfigKey, SETTINGS } from "../../../app/settings/settings.ts";
import type { SettingsFile } from "../../../app/settings/write-setting.ts";
import { setTrust, takeTrust, trustState } from "../../../app/trust/trust.ts";
import { trustItemOf } from "../../../app/trust/trust-items.ts";
import { trustRoot } from "../../../app/trust/trust-root.ts";
import { spokenText } from "../../../app/words/spoken.ts";
import { nearGuess } from "../../../base/near-word.ts";
import { type Phrase, phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { trustText } from "../../terminal/trust-text.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, subcommandOf, withPlaceFlags } from "../in-house.ts";

interface ConfigFlags extends PlaceFlags {
  readonly json?: boolean;
  readonly project?: boolean;
}

/** `waymark config get|set|path|explain|trust|untrust`; alone what is set, and where. */
export function define(command: Command, context: CommandContext): void {
  // Options of its own would be taken from the words below it.
  const show = async (flags: ConfigFlags) => showSet(await settingsOf(flags, context), flags, context);
  // A word that is none of those below is told with the nearest, and stands in no help.
  command.allowExcessArguments().action((_, { args: [word] }: Command) => {
    if (word === undefined) return show({});
    const children = command.commands.map((child) => child.name());
    const guess = nearGuess(word, children);
    const known = guess ?? phrase`there are ${children.join(", ")}.`;
    throw new UserError(phrase`unknown command '${word}'; ${known} See \`waymark config --help\`.`, EXIT.usage);
  });
  const sub = (name: string, summary: string): Command =>
    subcommandOf(command, name, summary).allowExcessArguments(false);
  /** What is set where these flags are given: they count as they would in a run. */
  const look = (name: string, summary: string): Command =>
    withPlaceFlags(command.command(name).description(summary))
      .option("--json", "print JSON")
      .allowExcessArguments(false);

  look("list", "what is set, and where; `waymark config` alone does so too").action(show);
  look("get [key]", "the value of a setting, or all of them").action(
    async (key: string | undefined, flags: ConfigFlags) => {
      const { config } = await settingsOf(flags, context);
      const value = key === undefined ? config : valueAt(config, key);
      if (typeof value === "string" && !flags.json) context.out(`${maskedKeys(key ?? "", value)}\n`);
      else context.json(maskedKeys(key ?? "", value), { indent: 2 });
    },
  );
  sub("set <key> <value>", "writes a setting; the value is JSON or a plain word")
    .option("--project", "into this folder's .waymark/config.json instead of your own")
    .action((key: string, value: string, flags: ConfigFlags) =>
      inHouse(context, flags, async ({ cwd, places, isTrusted }) => {
        const file = flags.project ? join(cwd, ".waymark", "config.json") : join(places.config, "config.json");
        await setValue({ path: file, places, ...(flags.project && { project: cwd }) }, key, value);
        // Whoever trusted the folder has now written this change.
        const item = flags.project && isTrusted ? trustItemOf(file, cwd) : undefined;
        if (item !== undefined) setTrust(cwd, places, [item]);
        context.out(phrase`${key} is set in ${file}\n`);
      }),
    );
  sub("path", "the folders and files that are read").action(async (flags: ConfigFlags) => {
    const { cwd, places } = await inHouse(context, flags, (house) => house);
    const paths = {
      user: join(places.config, "config.json"),
      project: join(cwd, ".waymark", "config.json"),
      state: places.state,
      cache: places.cache,
    };
    if (flags.json) return context.json(paths, { indent: 2 });
    for (const [name, path] of Object.entries(paths)) context.out(`${name.padEnd(8)} ${path}\n`);
  });
  defineExplain(look, context);
  defineTrust(sub, context);
  defineImport(sub, context);
}

/** What is not the default, with its source. */
function showSet({ config, sources, passedOver }: LoadedConfig, flags: ConfigFlags, context: CommandContext): void {
  const set = CONFIG_KEYS.filter((key) => sources[key] !== "default").map((key) => ({
    key,
    value: maskedKeys(key, config[key]),
    source: sources[key],
  }));
  if (flags.json) return context.json({ set, passedOver }, { indent: 2 });
  for (const { key, value, source } of set) context.out(phrase`${key} = ${JSON.stringify(value)}\n  from: ${source}\n`);
  if (set.length === 0) context.out(phrase`Nothing is set; \`waymark config get\` shows the defaults.\n`);
  for (const note of passedOver) context.out(phrase`note: ${note}\n`);
}

const settingsOf = (flags: ConfigFlags, context: CommandContext): Promise<LoadedConfig> =>
  inHouse(context, flags, ({ settings }) => settings);

type DefineSub = (name: string, summary: string) => Command;

function defineExplain(look: DefineSub, context: CommandContext): void {
  look("explain <key>", "the value, where it comes from, and what is allowed").action(
    async (key: string, flags: ConfigFlags) => {
      const { config, sources, ignored, environment } = await settingsOf(flags, context);
      const top = topKey(key);
      const { env, flag, description } = SETTINGS[top];
      const explained = {
        key,
        value: maskedKeys(key, valueAt(config, key)),
        source: sources[top],
        allowed: allowedText(top),
        environment: env,
        flag: flag ?? null,
        description,
        ignored,
        ...(top === "model" ? { ofProviders: await modelVariables(environment) } : {}),
      };
      if (flags.json) return context.json(explained, { indent: 2 });
      context.out(
        phrase`${key} = ${JSON.stringify(explained.value)}\nfrom: ${explained.source}\nallowed: ${explained.allowed}\n${spokenText(description)}\n`,
      );
      context.out(
        phrase`set by: ${[flag, ...env.map((name) => `$${name}`), `waymark config set ${key} …`].filter(Boolean).join(", ")}\n`,
      );
      for (const { provider, model, source } of explained.ofProviders ?? [])
        context.out(phrase`for ${provider}: ${JSON.stringify(model)} from ${source}, unless --model is given\n`);
      for (const file of ignored)
        context.out(phrase`ignored: ${file} (the folder is not trusted; \`waymark config trust\` changes that)\n`);
    },
  );
}

/** A provider's own variable beats all but the flag. */
async function modelVariables(
  environment: LoadedConfig["environment"],
): Promise<readonly { provider: string; model: string; source: string }[]> {
  const { modelVariablesSet } = await import("../../../app/models/model-name.ts");
  return modelVariablesSet(environment).map(({ provider, name, value }) => ({
    provider,
    model: value,
    source: `environment ${name}`,
  }));
}

interface ImportFlags extends ConfigFlags {
  readonly dryRun?: boolean;
  readonly withKeys?: boolean;
}

function refuseUnknown(tools: readonly string[], known: ReadonlySet<string>): void {
  const unknown = tools.find((tool) => !known.has(tool));
  if (unknown === undefined) return;
  const message = `There is nothing to import from "${unknown}"; there is ${[...known].join(", ")}.`;
  throw new UserError(message, EXIT.usage);
}

function importedLine({ target, value, skipped, file, line }: ImportItem): string {
  const sign = skipped ? "-" : "+";
  return `${sign} ${target} = ${JSON.stringify(value)}  (${file}:${line})${skipped ? `  left out: ${skipped}` : ""}\n`;
}

/** What others wrote down for the folder must not become what the person allows everywhere. */
const leftOutLine = ({ file, targets }: LeftOut): Phrase =>
  phrase`waymark: of ${file} nothing is taken over, as it would hold in every folder: ${targets.join(", ")}. It can stand in .waymark/config.json here; what allows, in your own settings.\n`;

function defineImport(sub: DefineSub, context: CommandContext): void {
  sub("import [tools...]", "takes over the settings of other agents into your own; keys only when you say so")
    .option("--dry-run", "show what would be written, from which file and line")
    .option("--with-keys", "copy keys as well")
    .action(async (tools: readonly string[], flags: ImportFlags) => {
      const { leftOutOfProject, planImport, runImport } = await import(
        "../../../app/settings/others/import-settings.ts"
      );
      const { SOURCES } = await import("../../../app/settings/others/import-sources.ts");
      refuseUnknown(tools, new Set(SOURCES.map((source) => source.tool)));
      const request = {
        cwd: await inHouse(context, flags, ({ cwd }) => cwd),
        environment: context.environment,
        ...(tools.length === 0 ? {} : { tools }),
      };
      const { dryRun = false, withKeys = false } = flags;
      const items = dryRun ? await planImport(request) : await runImport(request, { withKeys });
      const left = await leftOutOfProject(request);
      for (const one of left) context.error(leftOutLine(one));
      if (flags.json) return context.json(items, { indent: 2 });
      for (const item of items) context.out(importedLine(item));
      if (items.length + left.length === 0) context.out(phrase`No settings of another agent were found.\n`);
      if (items.length > 0 && dryRun) context.out(phrase`Nothing was written; without --dry-run it is.\n`);
    });
}

function defineTrust(sub: DefineSub, context: CommandContext): void {
  sub("trust", "lets this folder's own settings, .env, commands, hooks and git programs count, as they are now").action(
    (flags: ConfigFlags) =>
      inHouse(context, flags, async (house) => {
        const { cwd, places } = house;
        const state = trustState(cwd, places);
        setTrust(cwd, places, state.kind === "untrusted" ? state.items : []);
        if (state.kind === "untrusted") context.out(trustText(state));
        const { shownHook, trustListed } = await import("../../../app/hooks/manage-hooks.ts");
        const hooks = await trustListed(house, []);
        for (const hook of hooks) context.out(phrase`hook ${shownHook(hook)}\n`);
        const { tellSandboxed } = await import("../hooks/hooks.ts");
        await tellSandboxed(hooks, house, context);
        context.out(phrase`${trustRoot(cwd)} is trusted\n`);
      }),
  );
  sub("untrust", "takes that back").action((flags: ConfigFlags) =>
    inHouse(context, flags, ({ cwd, places }) => {
      takeTrust(cwd, places);
      context.out(phrase`${trustRoot(cwd)} is not trusted\n`);
    }),
  );
}

function topKey(key: string): ConfigKey {
  const top = key.split(".")[0] ?? "";
  if (isConfigKey(top)) return top;
  throw new UserError(
    phrase`There is no setting "${key}"; ${nearGuess(top, CONFIG_KEYS) ?? phrase`\`waymark config get\` shows all.`}`,
    EXIT.configuration,
  );
}

function valueAt(config: object, key: string): unknown {
  topKey(key);
  let value: unknown = config;
  for (const part of key.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

async function setValue(file: SettingsFile, key: string, text: string): Promise<void> {
  const top = topKey(key);
  const value = typedValue(text);
  const { changeSettings } = await import("../../../app/settings/write-setting.ts");
  await changeSettings(
    file,
    key.split("."),
    () => value,
    (whole) => {
      if (checkSetting(top, whole[top]).kind !== "invalid") return;
      const message = phrase`"${key}" cannot be ${JSON.stringify(value)}; allowed is ${allowedText(top)}.`;
      throw new UserError(message, EXIT.configuration);
    },
  );
}
