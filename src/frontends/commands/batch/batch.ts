import type { Command } from "commander";
import type { CommandContext } from "../command.ts";
import { subcommandOf, withPlaceFlags } from "../in-house.ts";
import type { BatchFlags } from "./batch-flags.ts";

const QUEUE_FLAG = ["--queue <address>", "redis://HOST:PORT/DB in place of this folder, for many machines"] as const;
const JSON_FLAG = ["--json", "print the counts as JSON"] as const;
const STATE_FLAG = ["--state <state>", "queued, leased, done, failed or dead ones alone"] as const;

/** `waymark batch …`: one recipe for thousands of items, on a queue that outlives whoever works on it. */
export function define(command: Command, context: CommandContext): void {
  const runs = () => import("./batch-run.ts");
  const looks = () => import("./batch-looks.ts");
  withPlaceFlags(command.command("run <job>"))
    .description("works on the items of a job file, or goes on where it was left")
    .option("--sample <n>", "so many of the items only, to look at before the rest")
    .option("--wait-sample", "with --sample: waits until somebody has looked at it, then goes on with the rest")
    .option("--provider-batch", "the first model is asked through its service's batches: half the price, within a day")
    .option("--renew", "the recipe has changed: its former results are made anew")
    .option(...QUEUE_FLAG)
    .option(...JSON_FLAG)
    .action(async (file: string, flags: BatchFlags) => (await runs()).runJob(file, flags, context));
  withPlaceFlags(command.command("worker [batch]"))
    .description("works on a batch that was begun by another process, or on another machine")
    .option(...QUEUE_FLAG)
    .option(...JSON_FLAG)
    .action(async (name: string | undefined, flags: BatchFlags) => (await runs()).runWorker(name, flags, context));
  const look = (name: string, summary: string): Command => subcommandOf(command, name, summary).option(...QUEUE_FLAG);
  look("list", "the batches of this folder, and how far each is").action(async (flags: BatchFlags) =>
    (await looks()).list(flags, context),
  );
  look("status [batch]", "how far a batch is").action(async (name: string | undefined, flags: BatchFlags) =>
    (await looks()).status(name, flags, context),
  );
  look("watch [batch]", "how far it is every second, until nothing is open").action(
    async (name: string | undefined, flags: BatchFlags) => (await looks()).watch(name, flags, context),
  );
  look("results [batch]", "what the items came to, one JSON object a line")
    .option(...STATE_FLAG)
    .action(async (name: string | undefined, flags: BatchFlags) =>
      (await looks()).exportAs("jsonl", name, flags, context),
    );
  look("export <format> [batch]", "the items as csv, jsonl or md")
    .option(...STATE_FLAG)
    .option("--output <file>", "write it into this file")
    .action(async (format: string, name: string | undefined, flags: BatchFlags) =>
      (await looks()).exportAs(format, name, flags, context),
    );
  look("report [batch]", "counts, costs, lanes and what failed, as Markdown").action(
    async (name: string | undefined, flags: BatchFlags) => (await looks()).report(name, flags, context),
  );
  look("apply [batch]", "puts what agents changed on a new branch, a commit for each item")
    .requiredOption("--branch <name>", "the branch, which is made")
    .option("--protected", "changes of what can start programs, such as .github or .vscode, too")
    .action(async (name: string | undefined, flags: BatchFlags) => (await looks()).apply(name, flags, context));
  look("retry [batch]", "queues items again that failed or are dead")
    .option("--state <state>", "failed or dead ones alone")
    .action(async (name: string | undefined, flags: BatchFlags) => (await looks()).retry(name, flags, context));
  look(
    "correct <item> <words> [batch]",
    "an answer was wrong: its item is queued again with what you say of it",
  ).action(async (item: string, words: string, name: string | undefined, flags: BatchFlags) =>
    (await looks()).correct(item, words, name, { flags, context }),
  );
  look("proceed [batch]", "the sample was looked at: the rest may follow").action(
    async (name: string | undefined, flags: BatchFlags) => (await looks()).proceed(name, flags, context),
  );
  look("cancel [batch]", "takes out what is not settled; results stay").action(
    async (name: string | undefined, flags: BatchFlags) => (await looks()).cancel(name, flags, context),
  );
}
