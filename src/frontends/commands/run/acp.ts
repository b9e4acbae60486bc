import type { Command } from "commander";
import { protocolStreams } from "../../../app/report/standard-streams.ts";
import type { CommandContext } from "../command.ts";
import { openHouseFor, type PlaceFlags, placeSettings, withPlaceFlags } from "../in-house.ts";
import { untilSignal } from "../signals.ts";

/** `waymark acp`: the agent of an editor, over standard input and output. */
export function define(command: Command, context: CommandContext): void {
  withPlaceFlags(command).action(async (flags: PlaceFlags) => {
    const { serveAcp } = await import("../../acp/serve.ts");
    const { commandsAlone, promptTyped } = await import("./session-command.ts");
    await untilSignal(context, async (ending) =>
      serveAcp({
        version: context.version,
        open: ({ folder, faces, addDirs, mcpServers }) => {
          const place = { ...flags, cd: folder, addDir: [...(flags.addDir ?? []), ...addDirs] };
          const settings = { ...placeSettings(place), ...(mcpServers && { mcpServers }) };
          return openHouseFor(context, place, { flags: settings, ...(faces && { faces }) });
        },
        typed: { run: promptTyped, commands: commandsAlone },
        ...protocolStreams(ending),
      }),
    );
  });
}
