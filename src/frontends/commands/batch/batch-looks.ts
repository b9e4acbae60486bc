import { createWriteStream } from "node:fs";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { cancelItems, countsJson, countsLine, progressLine, retryItems } from "../../../app/batch/batch-lines.ts";
import {
  type KnownBatch,
  knownBatch,
  listBatches,
  openBatchStore,
  withQueueFaults,
} from "../../../app/batch/batch-store.ts";
import { EXPORT_FORMATS, type ExportFormat, exported } from "../../../app/batch/export-results.ts";
import { batchReport } from "../../../app/batch/report-batch.ts";
import type { House } from "../../../app/open-house.ts";
import { openOutput } from "../../../app/settings/output-path.ts";
import { errorText } from "../../../base/error-text.ts";
import { didYouMean } from "../../../base/near-word.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { openOf, Pace } from "../../../core/batch/progress.ts";
import { BEGUN_MAX } from "../../../core/batch/stays.ts";
import { ITEM_STATES, type ItemState } from "../../../core/ports/queue.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";
import type { BatchFlags } from "./batch-flags.ts";

const WATCH_MS = 1_000;

/** A batch that is there, for one look. */
const withBatch = <Value>(
  name: string | undefined,
  flags: BatchFlags,
  context: CommandContext,
  use: (batch: KnownBatch, house: House) => Promise<Value>,
): Promise<Value> =>
  inHouse(context, flags, (house) =>
    withQueueFaults(async () => use(await knownBatch(await openBatchStore(house, flags.queue), name), house)),
  );

export async function list(flags: BatchFlags, context: CommandContext): Promise<void> {
  await inHouse(context, flags, (house) =>
    withQueueFaults(async () => {
      const found = await listBatches(await openBatchStore(house, flags.queue));
      if (flags.json)
        return context.json(
          found.map((each) => ({
            batch: each.name,
            ...(each.kind === "counted" ? countsJson(each.counts) : { problem: each.why }),
          })),
          { indent: 2 },
        );
      if (found.length === 0) return context.out(phrase`No batches; \`waymark batch run JOB.yaml\` begins one.\n`);
      for (const each of found)
        context.out(
          each.kind === "counted" ? `${countsLine(each.name, each.counts)}\n` : `${each.name}: ${each.why}\n`,
        );
    }),
  );
}

export async function status(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  await withBatch(name, flags, context, async ({ name: batch, queue, description }) => {
    const counts = await queue.counts();
    if (flags.json) return context.json({ batch, job: description.file, ...countsJson(counts) }, { indent: 2 });
    context.out(phrase`${countsLine(batch, counts)}\n`);
  });
}

export async function watch(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  await withBatch(name, flags, context, async ({ name: batch, queue }) => {
    const pace = new Pace();
    for (;;) {
      const counts = await queue.counts();
      pace.note(counts, await queue.begun(BEGUN_MAX), performance.now());
      const progress = { counts, perSecond: pace.perSecond(), secondsLeft: pace.secondsLeft(counts) };
      if (flags.json) context.json({ batch, ...countsJson(counts), seconds_left: progress.secondsLeft ?? null });
      else context.out(phrase`${progressLine(batch, progress)}\n`);
      if (openOf(counts) === 0) return;
      await new Promise((done) => setTimeout(done, WATCH_MS));
    }
  });
}

export async function exportAs(
  format: string,
  name: string | undefined,
  flags: BatchFlags,
  context: CommandContext,
): Promise<void> {
  if (!isFormat(format))
    throw new UserError(
      phrase`There is no format "${format}"; ${didYouMean(format, EXPORT_FORMATS)}use ${EXPORT_FORMATS.join(", ")}.`,
      EXIT.usage,
    );
  const states = flags.state === undefined ? ITEM_STATES : [stateNamed(flags.state, ITEM_STATES)];
  await withBatch(name, flags, context, async ({ queue }) => {
    const pieces = exported(queue.entries(states), format);
    if (flags.output === undefined) {
      for await (const piece of pieces) context.data(piece);
      return;
    }
    try {
      const file = openOutput(flags.output, [context.cwd, resolve(context.cwd, flags.cd ?? ".")]);
      await pipeline(Readable.from(pieces), createWriteStream("", { fd: file }));
    } catch (error) {
      throw new UserError(
        phrase`--output ${flags.output} cannot be written (${errorText(error)}); give another file.`,
        EXIT.badInput,
        { cause: error },
      );
    }
  });
}

export async function report(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  await withBatch(name, flags, context, async (batch) => {
    const made = await batchReport(batch);
    if (flags.json) context.json(made.json, { indent: 2 });
    else context.out(made.markdown);
  });
}

export async function apply(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  const { applyPatches } = await import("../../../app/batch/apply-patches.ts");
  const { refuseUntrustedFilters } = await import("../../../app/trust/untrusted-filters.ts");
  await withBatch(name, flags, context, async (batch, { places, environment }) => {
    const cwd = resolve(context.cwd, flags.cd ?? ".");
    refuseUntrustedFilters("batch apply", cwd, context.environment, { commits: true });
    const { branch, applied, failed } = await applyPatches(batch, cwd, {
      branch: flags.branch ?? batch.name,
      cacheFolder: places.cache,
      environment,
      protectedToo: flags.protected ?? false,
    });
    if (flags.json) context.json({ batch: batch.name, branch, applied, failed }, { indent: 2 });
    else
      context.out(
        phrase`${applied.length} of ${batch.name} committed on ${branch}; \`git diff HEAD...${branch}\` shows them.\n`,
      );
    for (const { id, problem } of failed) context.error(phrase`waymark: ${id} could not be applied: ${problem}\n`);
    context.exit(failed.length > 0 ? EXIT.failed : EXIT.done);
  });
}

export async function retry(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  const known = ["failed", "dead"] as const;
  const states = flags.state === undefined ? known : [stateNamed(flags.state, known)];
  await withBatch(name, flags, context, async (batch) => {
    const { count, said } = await retryItems(batch, states);
    if (flags.json) context.json({ batch: batch.name, retried: count });
    else context.out(phrase`${said}\n`);
  });
}

export async function correct(
  item: string,
  words: string,
  name: string | undefined,
  { flags, context }: { readonly flags: BatchFlags; readonly context: CommandContext },
): Promise<void> {
  const { correctItem } = await import("../../../app/batch/correct-item.ts");
  await withBatch(name, flags, context, async (batch) => {
    const said = await correctItem(batch, item, words);
    if (flags.json) context.json({ batch: batch.name, item, said });
    else context.out(`${said}\n`);
  });
}

export async function proceed(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  const { proceedBatch } = await import("../../../app/batch/look-first.ts");
  await withBatch(name, flags, context, async (batch) => {
    const said = await proceedBatch(batch);
    if (flags.json) context.json({ batch: batch.name, proceeds: true });
    else context.out(phrase`${said}\n`);
  });
}

export async function cancel(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  await withBatch(name, flags, context, async (batch) => {
    const { count, said } = await cancelItems(batch);
    if (flags.json) context.json({ batch: batch.name, cancelled: count });
    else context.out(phrase`${said}\n`);
  });
}

const isFormat = (format: string): format is ExportFormat => (EXPORT_FORMATS as readonly string[]).includes(format);

function stateNamed<State extends ItemState>(text: string, known: readonly State[]): State {
  const found = known.find((state) => state === text);
  if (found !== undefined) return found;
  throw new UserError(phrase`--state ${text} is none; ${didYouMean(text, known)}use ${known.join(", ")}.`, EXIT.usage);
}
