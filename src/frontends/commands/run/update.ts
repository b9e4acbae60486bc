import type { Command } from "commander";
import { phrase } from "../../../base/phrase.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

/** `waymark update`: what is newer, and how to get it. It never changes the installation. */
export function define(command: Command, context: CommandContext): void {
  command
    .option("--offline", "never reach the network")
    .option("--json", "print JSON")
    .action(async (flags: { readonly offline?: boolean; readonly json?: boolean }) => {
      const settings = await inHouse(context, flags, (house) => house.settings);
      const { findNewerVersion } = await import("../../../app/report/newer-version.ts");
      const report = await findNewerVersion(context.version, settings, process.argv[1] ?? "");
      if (flags.json) return context.json(report);
      const { current, latest, isNewer, command: how } = report;
      context.out(
        isNewer
          ? phrase`Waymark ${latest} is there (this is ${current}): ${how}\n`
          : phrase`${current} is the newest.\n`,
      );
    });
}
