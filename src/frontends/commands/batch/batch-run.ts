import { resolve } from "node:path";
import { countsJson, countsLine, endLine, progressLine } from "../../../app/batch/batch-lines.ts";
import { type KnownBatch, knownBatch, openBatchStore, withQueueFaults } from "../../../app/batch/batch-store.ts";
import { beginBatch, readyBatch } from "../../../app/batch/begin-batch.ts";
import { type BatchEnd, type BatchProgress, type BatchRun, workOnBatch } from "../../../app/batch/run-batch.ts";
import type { House } from "../../../app/open-house.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { phrase, type Words } from "../../../base/phrase.ts";
import { EXIT, type ExitCode, UserError } from "../../../base/user-error.ts";
import { exitCodeOf } from "../../headless/exit-codes.ts";
import { answered, isSomebodyThere } from "../ask-line.ts";
import type { CommandContext } from "../command.ts";
import { inHouse } from "../in-house.ts";
import { cancelOnSignals } from "../signals.ts";
import type { BatchFlags } from "./batch-flags.ts";

/** Between two lines of progress. */
const SAID_MS = 5_000;

/** `waymark batch run JOB`. */
export async function runJob(file: string, flags: BatchFlags, context: CommandContext): Promise<void> {
  const sample = wholeNumber("--sample", flags.sample);
  const { queue, renew: renews, waitSample: waits } = flags;
  if (waits && sample === undefined)
    throw new UserError(phrase`--wait-sample waits for a look at a sample; give --sample N, too.`, EXIT.usage);
  const path = resolve(context.cwd, file);
  await working(flags, context, async (house, run, worker) => {
    if (!waits || sample === undefined)
      return worker.work(await beginBatch(house, path, { ...run, queue, sample, renews }));
    const { lookFirst } = await import("../../../app/batch/look-first.ts");
    return lookFirst(await readyBatch(house, path, queue), { ...run, ...worker, sample, renews });
  });
}

/** `waymark batch worker [BATCH]`. */
export async function runWorker(name: string | undefined, flags: BatchFlags, context: CommandContext): Promise<void> {
  await working(flags, context, async (house, _, { work }) =>
    work(await knownBatch(await openBatchStore(house, flags.queue), name)),
  );
}

interface Worker {
  /** Which batch the lines of progress are of, from now on. */
  onBatch(batch: KnownBatch): void;
  work(batch: KnownBatch): Promise<BatchEnd>;
}

async function working(
  flags: BatchFlags,
  context: CommandContext,
  through: (house: House, run: BatchRun, worker: Worker) => Promise<BatchEnd>,
): Promise<void> {
  const signals = cancelOnSignals();
  try {
    const notice = (words: Words): void => context.error(phrase`waymark: ${words}\n`);
    let name = "";
    let saidMs = Date.now();
    let last: BatchProgress["counts"] | undefined;
    const onProgress = (progress: BatchProgress): void => {
      last = progress.counts;
      if (Date.now() - saidMs < SAID_MS) return;
      saidMs = Date.now();
      context.error(phrase`${progressLine(name, progress)}\n`);
    };
    const run: BatchRun = {
      signal: signals.signal,
      onNotice: notice,
      onProgress,
      ...(isSomebodyThere() && { agrees }),
    };
    await inHouse(context, flags, (house) =>
      withQueueFaults(async () => {
        const sayEnd = (ended: string, counts: BatchProgress["counts"]): void => {
          if (flags.json) context.json({ batch: name, ended, ...countsJson(counts) }, { indent: 2 });
          else context.out(phrase`${countsLine(name, counts)}\n`);
        };
        const onBatch = (batch: KnownBatch): void => {
          name = batch.name;
        };
        const work = (batch: KnownBatch): Promise<BatchEnd> => {
          onBatch(batch);
          return flags.providerBatch ? workInBatches(house, batch, flags, run) : workOnBatch(house, batch, run);
        };
        const end = await through(house, run, { onBatch, work }).catch((error: unknown) => {
          // How far it was when its queue, or we, failed: whoever reads only this output is told, too.
          if (last) sayEnd("fault", last);
          throw error;
        });
        sayEnd(end.kind, end.counts);
        const said = endLine(end, name);
        if (said !== undefined) notice(said);
        context.exit(signals.code() ?? exitOf(end));
      }),
    );
  } finally {
    signals.release();
  }
}

const agrees = async (words: Words): Promise<boolean> => {
  return /^y(?:es)?$/.test(await answered(`${spoken(phrase`waymark: ${words} Go on? [y/N]`)} `));
};

async function workInBatches(house: House, batch: KnownBatch, flags: BatchFlags, run: BatchRun): Promise<BatchEnd> {
  const { workInServiceBatches } = await import("../../../app/batch/provider-batch.ts");
  return workInServiceBatches(house, batch, await openBatchStore(house, flags.queue), run);
}

function exitOf(end: BatchEnd): ExitCode {
  const { states } = end.counts;
  if (end.kind === "limit") return end.limit === "failures" ? EXIT.failed : EXIT.budget;
  if (end.kind === "stuck" && end.failure)
    return exitCodeOf({ kind: "model-failed", failure: end.failure, text: end.why });
  return end.kind === "stuck" || states.failed + states.dead > 0 ? EXIT.failed : EXIT.done;
}

function wholeNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new UserError(phrase`${flag} ${text} is no whole number from 1 on; give one.`, EXIT.usage);
  return Number(text);
}
