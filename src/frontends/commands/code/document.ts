import { resolve } from "node:path";
import type { Command } from "commander";
import { withQueueFaults } from "../../../app/batch/batch-store.ts";
import { DOCUMENT_FORMATS, type Documented, type DocumentFormat } from "../../../app/estate-pages/document-request.ts";
import { workingFolder } from "../../../app/settings/working-folder.ts";
import { didYouMean } from "../../../base/near-word.ts";
import { listed, phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, MODEL_FLAG, PROVIDER_FLAG } from "../in-house.ts";
import { cancelOnSignals } from "../signals.ts";
import { progressLine } from "./code-progress.ts";

interface DocumentFlags {
  readonly output?: string;
  readonly format?: string;
  readonly name?: string;
  readonly force?: boolean;
  readonly maxCost?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly offline?: boolean;
  readonly cd?: string;
  readonly json?: boolean;
}

/** `waymark document [FOLDER]`: pages about code, whose facts come from parsers and whose sentences are checked. */
export function define(command: Command, context: CommandContext): void {
  command
    .argument("[folder]", "the folder whose code is documented; the working folder by default")
    .option("-o, --output <folder>", "where it is written; waymark-docs by default, .waymark/skills/NAME for skills")
    .option("--format <name>", `${DOCUMENT_FORMATS.join(", ")}; html is one file that needs no other`, "markdown")
    .option("--name <name>", "how the estate is called; the folder's name by default")
    .option("-f, --force", "write over what was not made by this command")
    .option("--max-cost <dollars>", "ask the model no more when this is spent")
    .option(...MODEL_FLAG)
    .option(...PROVIDER_FLAG)
    .option("--offline", "never reach the network: pages of facts")
    .option("-C, --cd <folder>", "the working folder")
    .option("--json", "print JSON")
    .action((folder: string | undefined, flags: DocumentFlags) => run(folder, flags, context));
}

async function run(folder: string | undefined, flags: DocumentFlags, context: CommandContext): Promise<void> {
  const cwd = resolve(context.cwd, flags.cd ?? ".");
  const root = folder === undefined ? workingFolder(cwd) : workingFolder(resolve(cwd, folder), "");
  const format = formatOf(flags.format ?? "markdown");
  const costUsdMax = dollars(flags.maxCost);
  const progress = progressLine(context.error);
  const signals = cancelOnSignals();
  const given = flags.output ?? (format === "skills" ? undefined : "waymark-docs");
  try {
    const { documentEstate } = await import("../../../app/estate-pages/document-estate.ts");
    const { model, provider, offline } = flags;
    const place = { cd: root, ...(model && { model }), ...(provider && { provider }), ...(offline && { offline }) };
    const documented = await inHouse(context, place, (house) =>
      withQueueFaults(() =>
        documentEstate(house, {
          output: given === undefined ? undefined : resolve(cwd, given),
          format,
          name: flags.name,
          isForced: flags.force === true,
          costUsdMax,
          readersFolder: cwd,
          signal: signals.signal,
          progress: progress.show,
          onNotice: (text) => context.error(`waymark: ${text}\n`),
        }),
      ),
    );
    tell(documented, flags, context);
    const isWhole = documented.stopped === undefined && documented.wordless === 0;
    context.exit(signals.code() ?? (isWhole ? EXIT.done : EXIT.failed));
  } finally {
    signals.release();
    progress.end();
  }
}

function tell(documented: Documented, flags: DocumentFlags, context: CommandContext): void {
  const { output, pages, made, unchanged, removed, verified, unverified, wordless, stopped } = documented;
  if (flags.json) context.json(documented);
  else {
    const files = [
      phrase`${made} written`,
      phrase`${unchanged} unchanged`,
      ...(removed > 0 ? [phrase`${removed} removed`] : []),
    ];
    context.out(phrase`${pages} pages in ${output} (files: ${listed(files)})\n`);
    if (verified + unverified > 0)
      context.out(phrase`${verified} sentences verified, ${unverified} not verified and marked so\n`);
  }
  if (stopped !== undefined) context.error(phrase`waymark: the model was not asked to the end: ${stopped}\n`);
  if (wordless > 0)
    context.error(
      phrase`waymark: ${wordless} pages have no summary, and say why; the same command asks for them again.\n`,
    );
}

function formatOf(name: string): DocumentFormat {
  const known = DOCUMENT_FORMATS.find((format) => format === name.toLowerCase());
  if (known) return known;
  const near = didYouMean(name, DOCUMENT_FORMATS);
  throw new UserError(phrase`There is no format ${name}; ${near}choose ${DOCUMENT_FORMATS.join(", ")}.`, EXIT.usage);
}

function dollars(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!(value > 0)) throw new UserError(phrase`--max-cost is "${text}"; give a number above 0.`, EXIT.usage);
  return value;
}
