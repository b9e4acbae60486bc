import type { Command } from "commander";
import { type ConfiguredHook, hookNotices } from "../../../app/hooks/configured-hooks.ts";
import {
  distrustListed,
  listHooks,
  oneLine,
  sandboxedNote,
  shownHook,
  trustListed,
  tryHooks,
} from "../../../app/hooks/manage-hooks.ts";
import type { House } from "../../../app/open-house.ts";
import { isObject } from "../../../base/is-object.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, subcommandOf } from "../in-house.ts";

interface HooksFlags extends PlaceFlags {
  readonly json?: boolean;
}

interface TestFlags extends HooksFlags {
  readonly tool?: string;
  readonly input?: string;
  readonly kind?: string;
}

/** `waymark hooks list|test|trust|untrust`. */
export function define(command: Command, context: CommandContext): void {
  subcommandOf(command, "list", "the hooks that are set for this folder; runs none").action((flags: HooksFlags) =>
    inHouse(context, flags, async (house) => {
      const { hooks, wrong } = await listHooks(house);
      const shown = hooks.map(({ id, event, matcher, text, source, state }) => ({
        ...{ id, event, matcher, text, source, state },
      }));
      if (flags.json) return context.json({ hooks: shown, wrong }, { indent: 2 });
      if (shown.length + wrong.length === 0)
        context.out(phrase`No hooks; \`waymark config path\` shows the settings that may have them.\n`);
      for (const hook of hooks) context.out(`${hook.state.padEnd(10)}  ${shownHook(hook)}\n`);
      for (const notice of hookNotices({ hooks: [], wrong })) context.out(`${oneLine(notice)}\n`);
      await tellSandboxed(hooks, house, context);
    }),
  );
  subcommandOf(command, "test <event>", "runs the hooks of an event that has not happened, and shows their answer")
    .option("--tool <name>", "the tool of the call it is about")
    .option("--input <json>", "the arguments of the call, or the fields of the event")
    .option("--kind <kind>", "the kind of the event, such as startup or auto")
    .action((event: string, flags: TestFlags) => test(event, flags, context));
  subcommandOf(command, "trust [ids...]", "says yes to hooks as they are now: those with these ids, or all").action(
    (ids: readonly string[], flags: HooksFlags) =>
      inHouse(context, flags, async (house) => {
        const hooks = await trustListed(house, ids);
        if (flags.json) return context.json(hooks.map(({ id }) => id));
        if (hooks.length === 0) context.out(phrase`No hook waits for a yes.\n`);
        for (const hook of hooks) context.out(`${shownHook(hook)}\n`);
        await tellSandboxed(hooks, house, context);
      }),
  );
  subcommandOf(command, "untrust", "takes back every yes for this folder").action((flags: HooksFlags) =>
    inHouse(context, flags, (house) => distrustListed(house)),
  );
}

/** Where some of these hooks run, if that is worth a word. */
export async function tellSandboxed(
  hooks: readonly ConfiguredHook[],
  house: House,
  context: CommandContext,
): Promise<void> {
  const note = await sandboxedNote(hooks, house);
  if (note !== undefined) context.out(phrase`${note}\n`);
}

async function test(event: string, flags: TestFlags, context: CommandContext): Promise<void> {
  const input = flags.input === undefined ? {} : parsed(flags.input);
  await inHouse(context, flags, async (house) => {
    const about = flags.tool === undefined ? { fields: input } : { tool: flags.tool, input };
    const kind = flags.kind === undefined ? {} : { subject: flags.kind };
    const { answer, told, ran } = await tryHooks(house, { event, ...about, ...kind }, AbortSignal.timeout(600_000));
    if (flags.json) return context.json({ ran, told, answer }, { indent: 2 });
    context.out(ran.length === 0 ? phrase`No hook runs at this.\n` : phrase`Ran: ${ran.map(oneLine).join(", ")}\n`);
    if (told !== "") context.out(`${told.split("\n").map(oneLine).join("\n")}\n`);
    if (ran.length > 0) context.out(phrase`Answer: ${oneLine(JSON.stringify(answer))}\n`);
  });
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(phrase`--input is no JSON; write '{"command": "ls"}'.`, EXIT.badInput, { cause: error });
  }
  if (isObject(value)) return value;
  throw new UserError(phrase`--input is no JSON object; write '{"command": "ls"}'.`, EXIT.badInput);
}
