import { resolve } from "node:path";
import type { Command } from "commander";
import {
  checkProvider,
  listProviders,
  type ProviderStatus,
  probeProvider,
} from "../../../app/models/provider-status.ts";
import { type ProviderChange, setProvider } from "../../../app/models/set-provider.ts";
import { EXIT } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";

interface ProviderFlags {
  readonly probe?: boolean;
  readonly model?: string;
  readonly json?: boolean;
  readonly cd?: string;
}

/** `waymark provider list|set|check`. */
export function define(command: Command, context: CommandContext): void {
  const request = (flags: ProviderFlags): { cwd: string; environment: CommandContext["environment"] } => ({
    cwd: resolve(context.cwd, flags.cd ?? "."),
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
    if (flags.json) return context.json(report, { indent: 2 });
    const said = (works: boolean): string => (works ? "yes" : "no");
    context.out(
      `${report.model}\nnative calls: ${said(report.nativeTools)}\ncalls as text: ${said(report.textCalls)}\nedits as text: ${said(report.edits)}\n--strategy auto: ${report.strategy}\n`,
    );
  };

  sub("list", "every provider: credentials, address, whether it can be reached; * is the one in use").action(
    async (flags: ProviderFlags) => {
      const providers = await listProviders(request(flags), { reach: true });
      if (flags.json) return context.json(providers, { indent: 2 });
      const width = (of: (one: ProviderStatus) => string): number =>
        Math.max(...providers.map((one) => of(one).length));
      const credentialsWidth = width((one) => one.credentials);
      const reachabilityWidth = width((one) => one.reachability);
      for (const { id, label, credentials, baseUrl, current, reachability } of providers) {
        const name = `${current ? "*" : " "} ${id}`.padEnd(20);
        const state = `${credentials.padEnd(credentialsWidth)}  ${reachability.padEnd(reachabilityWidth)}`;
        context.out(`${name}${label.padEnd(26)}${state}  ${baseUrl ?? ""}`.trimEnd().concat("\n"));
      }
    },
  );
  sub("set <provider>", "uses this provider from now on, in your own settings")
    .option("-m, --model <id>", "its model, or the id of its agent")
    .option("--judge <id>", "the model or agent that decides what an answer without calls means")
    .option("--base-url <url>", "where it is reached")
    .action(async (id: string, flags: ProviderFlags & { judge?: string; baseUrl?: string }) => {
      const change: ProviderChange = {
        ...(flags.model === undefined ? {} : { model: flags.model }),
        ...(flags.judge === undefined ? {} : { judgeModel: flags.judge }),
        ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
      };
      const { file, warnings } = await setProvider(id, change, request(flags));
      if (flags.json) return context.json({ provider: id, file, warnings });
      context.out(`${id} is used from now on (${file})\n`);
      for (const warning of warnings) context.error(`waymark: ${warning}\n`);
    });
  sub("check [provider]", "asks the provider for its models, to see that address and key are right")
    .option("--probe", "tries what the model can do (native calls, calls as text, edits) and keeps the result")
    .option("-m, --model <provider/id>", "the model to probe")
    .action(async (id: string | undefined, flags: ProviderFlags) => {
      if (flags.probe) return probe(flags.model ?? id, flags);
      const check = await checkProvider(id, request(flags));
      if (!check.ok) context.exit(check.exitCode ?? EXIT.failed);
      if (flags.json) context.json(check);
      else context.out(`${check.ok ? "ok" : "FAIL"}  ${check.message}\n`);
    });
}
