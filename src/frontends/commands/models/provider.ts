import type { Command } from "commander";
import type { AddedProvider } from "../../../app/models/library-models.ts";
import { type ProviderStatus, withoutIdle } from "../../../app/models/list-providers.ts";
import type { ProbeReport } from "../../../app/models/probe.ts";
import { checkProvider } from "../../../app/models/provider-status.ts";
import { type ProviderChange, setProvider } from "../../../app/models/set-provider.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, openHouseFor, type PlaceFlags, placeSettings, subcommandOf } from "../in-house.ts";

interface ProviderFlags extends PlaceFlags {
  readonly probe?: boolean;
  readonly model?: string;
  readonly json?: boolean;
  readonly all?: boolean;
}

/** An answer that comes sooner needs no words. */
const SILENT_MS = 2_000;

/** `waymark provider list|add|set|check`. */
export function define(command: Command, context: CommandContext): void {
  const sub = (name: string, summary: string): Command =>
    subcommandOf(command, name, summary)
      .option("--profile <name>", "the settings of this profile of yours")
      .option("--offline", "never reach the network");

  const probe = async (model: string | undefined, flags: ProviderFlags): Promise<void> => {
    const house = await openHouseFor(context, flags, { flags: { ...placeSettings(flags), model } });
    const { probeProvider } = await import("../../../app/models/probe.ts");
    const report = await probeProvider(house).finally(() => house.close());
    if (flags.json) return context.json(report, { indent: 2 });
    context.out(probeText(report));
  };

  sub("list", "the providers: credentials, address, whether they can be reached; * is the one in use")
    .option("--all", "also those that wait for a key or for their package")
    .action(async (flags: ProviderFlags) => {
      const all = await inHouse(context, flags, (house) => house.providers({ reach: true }));
      if (flags.json) return context.json(all, { indent: 2 });
      show(all, flags.all ? all : withoutIdle(all), context);
    });
  sub(
    "add <service>",
    "what a service that needs a package of the AI SDK takes: bedrock, azure, vertex, cohere, or any @ai-sdk/NAME",
  ).action(async (service: string, flags: ProviderFlags) => {
    const { describeLibrary } = await import("../../../app/models/library-models.ts");
    const added = await inHouse(context, flags, (house) => describeLibrary(service, house.settings));
    if (flags.json) return context.json(added, { indent: 2 });
    context.out(stepsFor(added));
  });
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
      const { file, warnings } = await inHouse(context, flags, (house) => setProvider(id, change, house));
      if (flags.json) return context.json({ provider: id, file, warnings });
      context.out(phrase`${id} is used from now on (${file})\n`);
      for (const warning of warnings) context.error(`waymark: ${warning}\n`);
    });
  sub("check [provider]", "asks the provider for its models, to see that address and key are right")
    .option("--probe", "tries what the model can do (native calls, calls as text, edits) and keeps the result")
    .option("-m, --model <provider/id>", "the model to probe")
    .action(async (id: string | undefined, flags: ProviderFlags) => {
      if (flags.probe) return probe(flags.model ?? id, flags);
      const waits = setTimeout(() => context.error(phrase`waymark: the provider has not answered yet …\n`), SILENT_MS);
      const check = await inHouse(context, flags, (house) => checkProvider(id, house)).finally(() =>
        clearTimeout(waits),
      );
      if (!check.ok) context.exit(check.exitCode ?? EXIT.failed);
      if (flags.json) context.json(check);
      else context.out(phrase`${check.ok ? phrase`ok` : phrase`FAIL`}  ${check.message}\n`);
    });
}

/** One a line; what is passed over is counted. */
function show(all: readonly ProviderStatus[], shown: readonly ProviderStatus[], context: CommandContext): void {
  const rows = shown.map((one) => ({
    ...one,
    credentials: spoken(one.credentials),
    reachability: spoken(one.reachability),
  }));
  const credentialsWidth = Math.max(...rows.map((one) => one.credentials.length));
  const reachabilityWidth = Math.max(...rows.map((one) => one.reachability.length));
  for (const { id, label, credentials, baseUrl, current, reachability } of rows) {
    const name = `${current ? "*" : " "} ${id} `.padEnd(20);
    const state = `${credentials.padEnd(credentialsWidth)}  ${reachability.padEnd(reachabilityWidth)}`;
    context.out(`${name}${label.padEnd(26)}${state}  ${baseUrl ?? ""}`.trimEnd().concat("\n"));
  }
  const idle = all.length - shown.length;
  if (idle > 0) context.out(phrase`  ${idle} more wait for a key or their package; --all shows them.\n`);
}

/** What is there and what is not, in the order in which a person does it. */
function stepsFor({
  label,
  id,
  package: name,
  found,
  install,
  options,
  keyVariables,
  hasKey,
  example,
}: AddedProvider): string {
  const rows = options.map(({ name: option, variables, isNeeded, from }) => {
    const where =
      from === undefined ? `${variables.join(" or ")}${isNeeded ? "" : " (if it is needed)"}` : `from ${from}`;
    return `     ${option.padEnd(18)}${where}\n`;
  });
  return [
    `${label} is spoken to by the package ${name}, as it is published.\n`,
    found ? `  1. installed: ${found.version} in ${found.folder}\n` : `  1. install it:  ${install}\n`,
    `  2. its key: ${hasKey ? "there" : `${keyVariables.join(" or ")}, or \`waymark login ${id}\``}\n`,
    rows.length === 0
      ? ""
      : `  3. its options, from variables or the setting providers.${id}.options:\n${rows.join("")}`,
    `  then: ${example}\n`,
  ].join("");
}

function probeText(report: ProbeReport): string {
  const said = (works: boolean): string => (works ? "yes" : "no");
  const held = report.boundCalls === undefined ? [] : [`calls held to a schema: ${said(report.boundCalls)}`];
  const lines = [
    report.model,
    `native calls: ${said(report.nativeTools)}`,
    `calls as text: ${said(report.textCalls)}`,
    ...held,
    `edits as text: ${said(report.edits)}`,
    `--strategy auto: ${report.strategy}`,
    `tools offered: ${report.toolSet}`,
  ];
  return `${lines.join("\n")}\n`;
}
