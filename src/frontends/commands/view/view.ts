import { resolve } from "node:path";
import type { Command } from "commander";
import { demandAddress } from "../../../app/batch/batch-store.ts";
import type { House } from "../../../app/open-house.ts";
import { NOBODY } from "../../../app/permissions/faces.ts";
import { unwrittenPrompt } from "../../../app/prompt-text.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { OpenAgent, PlanRunWanted, ViewAgent } from "../../view/own-runs.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, openHouseFor, type PlaceFlags, placeSettings, withPlaceFlags } from "../in-house.ts";

interface ViewFlags extends PlaceFlags {
  readonly port?: string;
  readonly open?: boolean;
  readonly export?: string;
  readonly queue?: string;
}

/** `waymark view`: pages for the browsers of this machine, or as files. */
export function define(command: Command, context: CommandContext): void {
  withPlaceFlags(
    command.argument(
      "[view]",
      "with --export: sessions, sessions/ID, plans, plans/ID, batches, batches/NAME, settings or estate",
    ),
  )
    .option("--port <number>", "listen there instead of at any free port")
    .option("--no-open", "print the address and open no browser")
    .option("--export <path>", "write a view as one file NAME.html, or all of them into a folder, and listen nowhere")
    .option("--queue <address>", "show the batches at redis://HOST:PORT/DB in place of this folder's")
    .action((view: string | undefined, flags: ViewFlags) =>
      inHouse(context, flags, (house) => {
        const path = flags.export;
        demandAddress(flags.queue);
        if (path !== undefined) return write({ house, view, path, flags }, context);
        if (view === undefined) return show(house, flags, context);
        throw new UserError(
          phrase`"${view}" is shown in the page itself; a view is named with --export only.`,
          EXIT.usage,
        );
      }),
    );
}

async function show(house: House, flags: ViewFlags, context: CommandContext): Promise<void> {
  const port = portOf(flags.port ?? "0");
  const { serveView } = await import("../../view/serve.ts");
  const { openBrowser } = await import("../../view/open-browser.ts");
  await serveView({
    ...{ house, port, queue: flags.queue, signal: untilSignal(), openAgent: agentOf(house, flags, context) },
    look: () => openHouseFor(context, flags),
    onListening(url) {
      context.out(`${url}\n`);
      context.error(
        phrase`waymark: this address is yours alone, whoever has it can do what you can; Ctrl+C ends it.\n`,
      );
      if (flags.open !== false && process.stdout.isTTY) openBrowser(url, house);
    },
  });
}

interface Writing {
  readonly house: House;
  readonly view: string | undefined;
  readonly path: string;
  readonly flags: ViewFlags;
}

async function write({ house, view, path, flags }: Writing, context: CommandContext): Promise<void> {
  if (view === undefined && path.endsWith(".html"))
    throw new UserError(
      phrase`One file is one view; name it, as in: waymark view sessions --export sessions.html`,
      EXIT.usage,
    );
  const { exportView } = await import("../../view/export-view.ts");
  const written = await exportView({
    ...{ house, target: resolve(context.cwd, path), queue: flags.queue, signal: untilSignal() },
    look: () => openHouseFor(context, flags),
    ...(view === undefined ? {} : { view }),
  });
  const [only] = written;
  context.out(
    written.length === 1
      ? phrase`Wrote ${only}\n`
      : phrase`Wrote ${written.length} files to ${resolve(context.cwd, path)}\n`,
  );
}

function untilSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** Agents of the page are agents of the library: the same settings, trust and policy as at the terminal. */
function agentOf(house: House, flags: ViewFlags, context: CommandContext): OpenAgent {
  return async ({ session, model, plan, waitForPage }) => {
    if (plan !== undefined) return planAgent(plan, waitForPage, flags, context);
    const { createAgent } = await import("../../sdk/create-agent.ts");
    const { model: ownModel, ...settings } = placeSettings(flags);
    const chosen = model ?? ownModel;
    return createAgent({
      cwd: house.cwd,
      environment: context.environment,
      trust: flags.trust ?? false,
      settings: Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)),
      ...(typeof chosen === "string" ? { model: chosen } : {}),
      session,
      onPermission: (_, signal) => waitForPage(signal),
      onQuestion: (_, signal) => waitForPage(signal),
    });
  };
}

/** What executes a plan, as `waymark plan run` does; what it asks is answered by the page. */
async function planAgent(
  { plan, choice }: PlanRunWanted,
  waitForPage: (signal: AbortSignal) => Promise<never>,
  flags: ViewFlags,
  context: CommandContext,
): Promise<ViewAgent> {
  const { demandModel, planWork } = await import("../../../app/session/plan-review.ts");
  const work = await planWork(plan, choice);
  const faces = {
    ...NOBODY,
    approver: { approve: (_: unknown, signal: AbortSignal) => waitForPage(signal) },
    asker: { isThere: true, ask: (_: unknown, signal: AbortSignal) => waitForPage(signal) },
    showsProgress: true,
  };
  const house = await openHouseFor(context, flags, { faces });
  try {
    const { agent } = await house.agent({ work });
    demandModel(plan, agent.modelId);
    return {
      session: { id: agent.sessionId },
      prompt: (goal) => agent.prompt(unwrittenPrompt(goal)),
      interrupt: () => agent.interrupt(),
      close: () => house.close(),
    };
  } catch (error) {
    await house.close();
    throw error;
  }
}

function portOf(given: string): number {
  const port = Number(given);
  if (/^\d{1,5}$/.test(given) && port <= 65_535) return port;
  throw new UserError(phrase`--port is "${given}"; give a number from 0 to 65535.`, EXIT.usage);
}
