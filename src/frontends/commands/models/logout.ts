import type { Command } from "commander";
import { loginProvider, withAccount } from "../../../app/models/credentials.ts";
import { removeLogin } from "../../../app/models/logins.ts";
import { phrase } from "../../../base/phrase.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

/** `waymark logout PROVIDER`: forgets a stored key. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument("<provider>", "the provider's id")
    .option("--account <name>", "one of several")
    .action(async (id: string, flags: { account?: string }) => {
      const provider = loginProvider(id);
      const loaded = await inHouse(context, {}, ({ settings }) => settings);
      const was = removeLogin(id, withAccount(loaded, id, flags.account));
      context.out(
        was
          ? phrase`The key for ${provider.label} is removed.\n`
          : phrase`There was no stored key for ${provider.label}.\n`,
      );
    });
}
