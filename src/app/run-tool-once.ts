import { rmSync } from "node:fs";
import { makeTemporaryFolder } from "../adapters/temporary-folder.ts";
import { didYouMean } from "../base/near-word.ts";
import { EXIT, UserError } from "../base/user-error.ts";
import { runCalls } from "../core/loop/run-calls.ts";
import { RunLedger } from "../core/loop/run-ledger.ts";
import type { Approver } from "../core/ports/person.ts";
import type { ToolSpec } from "../core/tool.ts";
import { openKnowledge } from "./knowledge/open-knowledge.ts";
import { textReader } from "./models/text-reader.ts";
import { permissionPolicy } from "./permissions/permission-policy.ts";
import { createRedaction } from "./permissions/redaction.ts";
import { demandSandbox, NO_SANDBOX, sessionSandbox } from "./permissions/sandbox-use.ts";
import { keepSnapshots } from "./session/keep-snapshots.ts";
import { loadConfig } from "./settings/load.ts";
import { type Environment, locations } from "./settings/locations.ts";
import type { ConfigKey } from "./settings/schema.ts";
import { systemClock } from "./system-clock.ts";
import { createToolbox, fetchesPages, type Toolbox, type ToolboxRequest } from "./toolbox.ts";
import { isTrusted } from "./trust/trust.ts";

export interface ToolboxPlace {
  readonly cwd: string;
  readonly environment: Environment;
}

export interface ToolRunRequest extends ToolboxPlace {
  readonly version: string;
  readonly name: string;
  readonly input: unknown;
  readonly flags: Readonly<Partial<Record<ConfigKey, unknown>>>;
}

export interface ToolRunResult {
  readonly text: string;
  readonly failed: boolean;
}

/** What a model would be offered in this folder. */
export async function toolbox(place: ToolboxPlace): Promise<readonly ToolSpec[]> {
  const places = locations(place.environment);
  const trusted = isTrusted(place.cwd, places);
  const { config } = await loadConfig({ flags: {}, ...place, locations: places, trusted });
  return withToolbox(place, { addDirs: [], skillFolders: config.skillFolders }, async ({ tools }) =>
    [...tools.values()].map(({ name, description, schema }) => ({ name, description, schema })),
  );
}

/** One call through the same checks as a model's, with nobody to ask. @throws {UserError} when there is no such tool */
export async function runToolOnce(request: ToolRunRequest): Promise<ToolRunResult> {
  const { cwd, environment, flags, name, input } = request;
  const places = locations(environment);
  const loaded = await loadConfig({ flags, environment, locations: places, cwd, trusted: isTrusted(cwd, places) });
  const { config } = loaded;
  const redaction = createRedaction(loaded);
  await redaction.ready();
  const { deny } = config.permissions;
  const { addDirs, sandbox: sandboxMode, commandVariables, copyLibraries, networkHosts } = config;
  const sandbox = sessionSandbox({ mode: sandboxMode, cwd, addDirs, environment, networkHosts });
  await demandSandbox(sandboxMode, sandbox);
  return withToolbox(
    request,
    {
      addDirs,
      deny,
      copyLibraries,
      skillFolders: config.skillFolders,
      redaction,
      sandbox,
      commandVariables,
      fetches: fetchesPages(config),
    },
    async ({ tools, ports }) => {
      if (!tools.has(name))
        throw new UserError(
          `There is no tool "${name}" here; ${didYouMean(name, [...tools.keys()])}\`waymark tool list\` shows them.`,
          EXIT.usage,
        );
      const { permissionMode: mode, permissions: rules } = config;
      const home = environment["HOME"];
      // Each run is a session of its own to undo: two at a time must not share a log.
      const snapshots = config.sessionPersistence
        ? keepSnapshots({ stateFolder: places.state, cwd, home }, systemClock.id())
        : undefined;
      const parts = {
        tools,
        ports,
        outputs: ports.outputs,
        policy: () => permissionPolicy({ mode, rules, cwd, home, addDirs, opens: sandbox.opens }),
        approver: NOBODY,
        clock: systemClock,
        textReader,
        ledger: new RunLedger(systemClock.now()),
        signal: new AbortController().signal,
        ...(snapshots && { snapshots }),
      };
      try {
        for await (const event of runCalls([{ id: "call-1", name, input }], parts)) {
          if (event.type === "call-end")
            return { text: await redaction.text(event.result.text), failed: event.result.failed };
        }
        throw new Error(`${name} ended without a result`);
      } finally {
        await snapshots?.close();
      }
    },
  );
}

const NOBODY: Approver = {
  approve: async ({ decision }) => ({
    allowed: false,
    why: `nobody is there to be asked (${decision.reason}).${decision.proposal ? ` Allow it with --allowedTools '${decision.proposal}'.` : ""}`,
  }),
};

/** The tools of a folder, for as long as `use` takes. */
export async function withToolbox<Value>(
  place: ToolboxPlace,
  options: Pick<ToolboxRequest, "addDirs" | "deny" | "copyLibraries" | "fetches"> &
    Partial<Pick<ToolboxRequest, "redaction" | "sandbox" | "commandVariables">> & {
      readonly skillFolders?: readonly string[];
    },
  use: (toolbox: Toolbox) => Promise<Value>,
): Promise<Value> {
  const outputFolder = makeTemporaryFolder("outputs");
  const places = locations(place.environment);
  const made = createToolbox({
    sandbox: NO_SANDBOX,
    commandVariables: [],
    redaction: { stream: () => ({ push: (text) => text, end: () => "" }), known: (text) => text },
    ...place,
    ...options,
    stateFolder: places.state,
    outputFolder,
    asker: undefined,
    ...(await openKnowledge({
      ...place,
      trusted: isTrusted(place.cwd, places),
      configFolder: places.config,
      folders: options.skillFolders ?? [],
      isRememberingOffered: true,
    })),
  });
  try {
    return await use(made);
  } finally {
    await made.close();
    rmSync(outputFolder, { recursive: true, force: true });
  }
}
