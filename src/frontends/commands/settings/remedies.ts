import type { Command } from "commander";
import type { ShownRemedy } from "../../../app/remedies/manage-remedies.ts";
import { phrase } from "../../../base/phrase.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, subcommandOf } from "../in-house.ts";

interface RemediesFlags {
  readonly cd?: string;
  readonly json?: boolean;
}

const manage = () => import("../../../app/remedies/manage-remedies.ts");

/** `waymark remedies list|show|edit|remove|clear`. */
export function define(command: Command, context: CommandContext): void {
  const sub = (name: string, summary: string): Command => subcommandOf(command, name, summary);
  sub("list", "what failed in this folder and what then worked, the newest first").action((flags: RemediesFlags) =>
    inHouse(context, flags, async (house) => list((await manage()).listRemedies(house), flags, context)),
  );
  sub("show <id>", "one of them, with how often it was met and used").action((id: string, flags: RemediesFlags) =>
    inHouse(context, flags, async (house) => show((await manage()).remedyOf(house, id), flags, context)),
  );
  sub(
    "edit <id> [words...]",
    "puts these words in the place of what worked, options behind --; none: it works without",
  ).action((id: string, words: readonly string[], flags: RemediesFlags) =>
    inHouse(context, flags, async (house) => show(await (await manage()).editRemedy(house, id, words), flags, context)),
  );
  sub("remove <id>", "takes one away").action((id: string, flags: RemediesFlags) =>
    inHouse(context, flags, async (house) => {
      const removed = await (await manage()).removeRemedy(house, id);
      if (flags.json) return context.json(removed, { indent: 2 });
      context.out(`removed ${lineOf(removed)}\n`);
    }),
  );
  sub("clear", "takes all of this folder away").action((flags: RemediesFlags) =>
    inHouse(context, flags, async (house) => {
      const count = await (await manage()).clearRemedies(house);
      if (flags.json) return context.json({ removed: count });
      context.out(`${count} removed\n`);
    }),
  );
}

const lineOf = ({ id, text, isTold }: ShownRemedy): string =>
  `${id}  ${text}${isTold ? "" : "  (no longer told: it failed more often than it worked)"}`;

function list(remedies: readonly ShownRemedy[], flags: RemediesFlags, { out, json }: CommandContext): void {
  if (flags.json) return json(remedies, { indent: 2 });
  if (remedies.length === 0)
    return out(
      phrase`Nothing was learned in this folder. The setting \`remedies\` has sessions learn from calls that failed.\n`,
    );
  for (const remedy of remedies) out(`${lineOf(remedy)}\n`);
}

function show(remedy: ShownRemedy, flags: RemediesFlags, { out, json }: CommandContext): void {
  if (flags.json) return json(remedy, { indent: 2 });
  const { failure, seen, used, missed, last } = remedy;
  out(`${lineOf(remedy)}\n`);
  out(
    `failure: ${failure.kind}: ${failure.words.join(" ")}${failure.folder === "." ? "" : ` (in ${failure.folder})`}\n`,
  );
  out(phrase`met ${seen} times, told and worked ${used} times, told and failed ${missed} times; last ${last}\n`);
}
