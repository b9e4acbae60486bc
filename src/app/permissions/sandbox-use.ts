import type { SandboxUse } from "../../adapters/processes/sandbox-plan.ts";
import type { DeniedPaths } from "../../adapters/sandbox/denied-mounts.ts";
import type { OpenSandbox } from "../../adapters/sandbox/sandbox.ts";
import { leftUnsettled } from "../../adapters/sandbox/taking-back/unsettled.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { SandboxException } from "../../core/permissions/accesses.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import type { Sandbox, SandboxState } from "../../core/ports/processes.ts";
import { type Environment, type Locations, locations, usualLocations } from "../settings/locations.ts";
import type { Config } from "../settings/schema.ts";
import { commandJudge } from "./permission-policy.ts";

export interface SandboxRequest {
  /** Absent: the best tier that there is, with the network open to commands that were approved as reaching it. */
  readonly mode: Config["sandbox"];
  readonly cwd: string;
  /** Folders that are worked in besides; looked at anew for each command. */
  readonly addDirs: readonly string[];
  readonly environment: Environment;
  /** What rules deny is closed to commands, too, and what they ask about to those that nobody was asked about. */
  readonly rules?: Pick<RuleSet, "ask" | "deny">;
  /** Hosts that commands may reach through the proxy; absent: without a proxy. */
  readonly networkHosts?: readonly string[] | undefined;
}

/** The sandbox as a session uses it. */
export interface SessionSandbox {
  /** For the processes; undefined when the sandbox is off. */
  readonly use: SandboxUse | undefined;
  /** Whether that exception opens what is closed to such a command. */
  opens(exception: SandboxException, command: string, cwd: string | undefined): Promise<boolean>;
  /** Whether commands are kept to the working folder, and those that only read to its plain files. */
  confines(): Promise<boolean>;
  /** Whether what rules deny is closed to whatever runs, too. */
  closesDenied(): Promise<boolean>;
  /** Whether `/tmp` is theirs alone to commands. */
  ownsTemporary(): Promise<boolean>;
  /** A sentence where there is none or only a lesser one, by the look of this machine: nothing is started. */
  notice(): Promise<Words | undefined>;
  close(): void;
}

export const NO_SANDBOX: SessionSandbox = {
  use: undefined,
  opens: async () => false,
  confines: async () => false,
  closesDenied: async () => false,
  ownsTemporary: async () => false,
  notice: async () => phrase`Commands run without a sandbox: it is off.`,
  close: () => {},
};

/** Starts and loads nothing before the first command. */
export function sessionSandbox(request: SandboxRequest): SessionSandbox {
  const { mode } = request;
  if (mode === "off") return NO_SANDBOX;
  const lazy = lazySandbox(request);
  const reachesNetwork = async (command: string, cwd: string | undefined): Promise<boolean> => {
    const { commandReachesNetwork } = await commandJudge();
    return commandReachesNetwork(command, request.cwd, cwd);
  };
  const standIn = (folder: string | undefined) => ({
    root: request.cwd,
    home: request.environment["HOME"],
    folder,
    addDirs: request.addDirs,
    environment: request.environment,
  });
  const use: SandboxUse = {
    sandbox: lazy.sandbox,
    writes: mode === "read-only" ? "nothing" : "workspace",
    isDemanded: mode !== undefined,
    reads: async (command, folder) => (await commandJudge()).readingKind(command, standIn(folder)),
    masksMet: async (command, folder, masked) => {
      const { masksMet } = await import("./read-profile.ts");
      return masksMet(command, standIn(folder), masked);
    },
    protectedNamed: async (command, folder) => (await openedPlaces()).protectedPlaces(command, standIn(folder)),
    pushedTo: async (command, folder) => (await openedPlaces()).pushedBeside(command, standIn(folder)),
    agreedRepositories: new Set(),
    shownOpen: new Map(),
    gitSettings: async (command, folder) => (await openedPlaces()).gitSettings(command, standIn(folder)),
    ...(mode === undefined ? { reachesNetwork } : {}),
  };
  return {
    use,
    async opens(exception, command, cwd) {
      const { tier, hosts } = await use.sandbox.state();
      if (tier === "none") return false;
      return exception === "outside" || hosts !== undefined || !((await use.reachesNetwork?.(command, cwd)) ?? false);
    },
    // As long as something could not be taken back, what a command may write is held by nobody.
    confines: async () => (await use.sandbox.state()).tier !== "none" && leftUnsettled() === undefined,
    // Landlock cannot take from a folder what lies in it.
    closesDenied: async () => (await use.sandbox.state()).tier === "bubblewrap",
    ownsTemporary: async () => (await use.sandbox.state()).tier === "bubblewrap",
    async notice() {
      const { availableEngines } = await import("../../adapters/sandbox/engines.ts");
      const { environment, cwd } = request;
      const { engines, why } = availableEngines({ environment, roots: [cwd] });
      if (why === undefined) return undefined;
      const [best] = engines;
      return best === undefined
        ? phrase`Commands run without a sandbox: ${why}.`
        : phrase`Commands run in the lesser sandbox ${best.tier}: ${why}.`;
    },
    close: lazy.close,
  };
}

let opened: Promise<typeof import("./opened-places.ts")> | undefined;

/** Kept, like {@link commandJudge}. */
function openedPlaces(): Promise<typeof import("./opened-places.ts")> {
  opened ??= import("./opened-places.ts");
  return opened;
}

function lazySandbox({ cwd, addDirs, environment, networkHosts: hosts, rules }: Omit<SandboxRequest, "mode">): {
  sandbox: Sandbox;
  close(): void;
} {
  let open: OpenSandbox | undefined;
  const sandbox: Sandbox = {
    async state() {
      if (open === undefined) {
        const { createSandbox } = await import("../../adapters/sandbox/sandbox.ts");
        const places = locations(environment);
        open ??= createSandbox({
          get roots() {
            return [cwd, ...addDirs];
          },
          home: environment["HOME"],
          environment,
          own: foldersOf(places),
          ownElsewhere: usualLocations(environment).flatMap(foldersOf),
          cacheFolder: places.cache,
          denied: await closedBy([...(rules?.deny ?? []), ...(rules?.ask ?? [])], cwd, addDirs),
          deniedToAll: await closedBy(rules?.deny ?? [], cwd, addDirs),
          ...(hosts === undefined ? {} : { network: { hosts, open: (path: string) => openProxy(path, hosts) } }),
        });
      }
      return open.state();
    },
    confine: (start, confinement) => open?.confine(start, confinement) ?? start,
    confineInTurns: async (start, confinement) => (await open?.confineInTurns(start, confinement)) ?? start,
    refusedHosts: () => open?.refusedHosts?.() ?? [],
  };
  return { sandbox, close: () => open?.close() };
}

const foldersOf = ({ config, state, cache }: Locations): readonly string[] => [config, state, cache];

async function closedBy(
  rules: readonly string[],
  cwd: string,
  addDirs: readonly string[],
): Promise<DeniedPaths | undefined> {
  if (rules.length === 0) return undefined;
  const { deniedPaths } = await import("./ruled-paths.ts");
  return deniedPaths(rules, cwd, addDirs);
}

async function openProxy(socketPath: string, hosts: readonly string[]) {
  const { startHostProxy } = await import("../../adapters/net/host-proxy.ts");
  return startHostProxy({ socketPath, allowHosts: () => hosts });
}

/** Proves a sandbox that was asked for by name before anything else happens. @throws {UserError} when it is not there */
export async function demandSandbox(mode: Config["sandbox"], { use }: SessionSandbox): Promise<void> {
  if (use === undefined || !use.isDemanded) return;
  const { tier, why } = await use.sandbox.state();
  if (tier !== "none") return;
  throw new UserError(
    phrase`--sandbox ${mode} is not available: ${why ?? "unknown"}. Mend that, or run with --sandbox off.`,
    EXIT.sandboxUnavailable,
  );
}

/** What `waymark doctor` tells of the sandbox of this machine; runs the self-test unless it has held before. */
export async function sandboxState(request: Omit<SandboxRequest, "mode">): Promise<SandboxState> {
  const { sandbox, close } = lazySandbox(request);
  try {
    return await sandbox.state();
  } finally {
    close();
  }
}
