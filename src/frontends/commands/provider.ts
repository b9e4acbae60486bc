import type { Command } from "commander";
import { checkProvider, listProviders, probeProvider } from "../../app/provider-status.ts";
import { EXIT } from "../../base/user-error.ts";
import type { CommandContext } from "./command.ts";
import { workingFolder } from "./working-folder.ts";

interface ProviderFlags {
  readonly probe?: boolean;
  readonly model?: string;
  readonly json?: boolean;
  readonly cd?: string;
}

/** `waymark provider list|check`. */
export function define(command: Command, context: CommandContext): void {
  const request = (flags: ProviderFlags): { cwd: string; environment: CommandContext["environment"] } => ({
    cwd: workingFolder(context.cwd, flags.cd),
    environment: context.environment,
  });
  const sub = (name: string, summary: string): Command =>
    command
      .command(name)
      .description(summary)
      .option("-C, --cd <folder>", "the working folder")
      .option("--json", "print JSON");

  const probe = async (model: string | undefined, flags: ProviderFlags): Promise<void> => {
    const report = await probeProvider(model, request(flags));
    if (flags.json) return context.out(`${JSON.stringify(report, undefined, 2)}\n`);
    const said = (works: boolean): string => (works ? "yes" : "no");
    context.out(
      `${report.model}\nnative calls: ${said(report.nativeTools)}\ncalls as text: ${said(report.textCalls)}\nedits as text: ${said(report.edits)}\n--strategy auto: ${report.strategy}\n`,
    );
  };

  sub("list", "every provider, and whether there is a key").action(async (flags: ProviderFlags) => {
    const providers = await listProviders(request(flags));
    if (flags.json) return context.out(`${JSON.stringify(providers, undefined, 2)}\n`);
    for (const { id, label, credentials, baseUrl } of providers)
      context.out(`${id.padEnd(18)}${label.padEnd(22)}${credentials.padEnd(34)}${baseUrl ?? ""}\n`);
  });
  sub("check [provider]", "asks the provider for its models, to see that address and key are right")
    .option("--probe", "tries what the model can do (native calls, calls as text, edits) and keeps the result")
    .option("-m, --model <provider/id>", "the model to probe")
    .action(async (id: string | undefined, flags: ProviderFlags) => {
      if (flags.probe) return probe(flags.model ?? id, flags);
      const check = await checkProvider(id, request(flags));
      if (!check.ok) context.exit(check.exitCode ?? EXIT.failed);
      context.out(flags.json ? `${JSON.stringify(check)}\n` : `${check.ok ? "ok" : "FAIL"}  ${check.message}\n`);
    });
}
