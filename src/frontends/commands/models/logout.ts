import type { Command } from "commander";
import { loginProvider } from "../../../app/models/credentials.ts";
import { removeLogin } from "../../../app/models/logins.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

/** `waymark logout PROVIDER`: forgets a stored key. */
export function define(command: Command, context: CommandContext): void {
  command.argument("<provider>", "the provider's id").action(async (id: string) => {
    const provider = loginProvider(id);
    const was = removeLogin(id, await inHouse(context, {}, ({ settings }) => settings));
    context.out(
      was ? `The key for ${provider.label} is removed.\n` : `There was no stored key for ${provider.label}.\n`,
    );
  });
}
