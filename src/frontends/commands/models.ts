import type { Command } from "commander";
import { listModelsOf } from "../../app/provider-status.ts";
import type { CommandContext } from "./command.ts";
import { workingFolder } from "./working-folder.ts";

interface ModelsFlags {
  readonly provider?: string;
  readonly json?: boolean;
  readonly cd?: string;
}

/** `waymark models list`. */
export function define(command: Command, context: CommandContext): void {
  command
    .command("list")
    .description("the models that a provider offers, from its own API")
    .option("--provider <id>", "the provider; the default one when absent")
    .option("-C, --cd <folder>", "the working folder")
    .option("--json", "print JSON")
    .action(async (flags: ModelsFlags) => {
      const listed = await listModelsOf(flags.provider, {
        cwd: workingFolder(context.cwd, flags.cd),
        environment: context.environment,
      });
      if (flags.json) return context.out(`${JSON.stringify(listed, undefined, 2)}\n`);
      for (const model of listed.models) context.out(`${listed.provider}/${model}\n`);
    });
}
