import type { Command } from "commander";
import { oneLine } from "../../../app/hooks/manage-hooks.ts";
import { addPlugin, disablePlugin, enablePlugin, removePlugin } from "../../../app/plugins/manage-plugins.ts";
import { type ListedPlugin, listPlugins } from "../../../app/plugins/plugin-list.ts";
import { describeParts } from "../../../app/plugins/plugin-parts.ts";
import { phrase } from "../../../base/phrase.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, subcommandOf } from "../in-house.ts";

interface PluginFlags extends PlaceFlags {
  readonly json?: boolean;
  readonly yes?: boolean;
}

/** `waymark plugin add|list|remove|enable|disable`. */
export function define(command: Command, context: CommandContext): void {
  const sub = (name: string, summary: string): Command => subcommandOf(command, name, summary);
  const show = (listed: ListedPlugin, flags: PluginFlags): void => {
    if (flags.json) return context.json(jsonOf(listed));
    const { name, plugin, record, state } = listed;
    context.out(`${name} ${plugin.version}  ${state}  ${record.source}\n`);
    for (const line of describeParts(plugin)) context.out(`  ${oneLine(line)}\n`);
  };
  sub("add <source>", "adds a plugin from a folder, a .tgz or a package of npm; no script of it is run")
    .option("--offline", "never reach the network")
    .option("-y, --yes", "say yes to all that it brings, as it is")
    .action((source: string, flags: PluginFlags) =>
      inHouse(context, flags, async (house) => {
        const listed = await addPlugin(house, source, { isTrusted: flags.yes ?? false });
        show(listed, flags);
        if (!flags.yes && !flags.json)
          context.out(
            phrase`Nothing of it counts yet; \`waymark plugin enable ${listed.name}\` says yes to what you see here.\n`,
          );
      }),
    );
  sub("list", "the plugins that were added").action((flags: PluginFlags) =>
    inHouse(context, flags, ({ places }) => {
      const plugins = listPlugins(places);
      if (flags.json) return context.json(plugins.map(jsonOf), { indent: 2 });
      if (plugins.length === 0) context.out(phrase`No plugins; \`waymark plugin add FOLDER\` adds one.\n`);
      for (const { name, plugin, state, record } of plugins)
        context.out(`${name} ${plugin.version}  ${state}  ${oneLine(plugin.description || record.source)}\n`);
    }),
  );
  sub("enable <name>", "says yes to a plugin as it is now").action((name: string, flags: PluginFlags) =>
    inHouse(context, flags, (house) => show(enablePlugin(house, name), flags)),
  );
  sub("disable <name>", "keeps a plugin, and leaves it out").action((name: string, flags: PluginFlags) =>
    inHouse(context, flags, (house) => {
      disablePlugin(house, name);
      context.out(phrase`${name} is disabled\n`);
    }),
  );
  sub("remove <name>", "removes a plugin and its files").action((name: string, flags: PluginFlags) =>
    inHouse(context, flags, (house) => {
      removePlugin(house, name);
      context.out(phrase`${name} is gone\n`);
    }),
  );
}

function jsonOf({ name, state, record, plugin }: ListedPlugin): object {
  const { version, description } = plugin;
  return {
    name,
    version,
    description,
    state,
    source: record.source,
    sha256: record.hash,
    brings: describeParts(plugin),
  };
}
