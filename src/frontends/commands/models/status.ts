import type { Command } from "commander";
import { loginStatus } from "../../../app/models/credentials.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";

/** `waymark status [PROVIDER]`: where keys come from, never the keys. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument("[provider]", "only this one")
    .option("--json", "print JSON")
    .action(async (id: string | undefined, flags: { json?: boolean }) => {
      const all = loginStatus(await inHouse(context, {}, ({ settings }) => settings));
      const shown = id === undefined ? all : all.filter((one) => one.provider === id);
      if (shown.length === 0)
        throw new UserError(phrase`There is no provider "${id}"; \`waymark provider list\` shows them.`, EXIT.usage);
      if (flags.json) return context.json(shown, { indent: 2 });
      for (const { provider, credential } of shown) context.out(phrase`${provider.padEnd(20)}${credential}\n`);
    });
}
