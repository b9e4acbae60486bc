import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { errorText } from "../../base/error-text.ts";
import { inTurns } from "../../base/in-turns.ts";
import { atOnce, type Steps } from "../../base/steps.ts";
import type { Confinement, ProgramStart, Sandbox, SandboxState } from "../../core/ports/processes.ts";
import { ToolFailure } from "../../core/tool.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";
import { knownRepository } from "../git-folder.ts";
import { realOr } from "../inside.ts";
import { makeFolder } from "../make-folder.ts";
import { bubblewrapStart } from "./bubblewrap.ts";
import { type DeniedMounts, type DeniedPaths, deniedMounts, NOTHING_DENIED, pinnedAround } from "./denied-mounts.ts";
import { availableEngines, type Engine, engineName, findPerl } from "./engines.ts";
import { type HiddenPath, hiddenPaths } from "./hidden-paths.ts";
import { statOf } from "./kept.ts";
import { landlockStart } from "./landlock/landlock.ts";
import { closedToAll, needsNoUserNamespace } from "./namespaces.ts";
import { localPorts, type NetworkBridge } from "./network-bridge.ts";
import { makePrivateFolder, type PrivateFolder } from "./private-folder.ts";
import { provenOrProblem } from "./proof.ts";
import { seatbeltStart } from "./seatbelt.ts";
import { type Openings, SET_GROUP, seccompFilter } from "./seccomp-filter.ts";
import { toolchainCaches } from "./toolchain-caches.ts";

export interface SandboxOptions {
  /** Absolute folders that are worked in; looked at anew for each command. */
  readonly roots: readonly string[];
  readonly home: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Our own configuration, state and cache: hidden. */
  readonly own: readonly string[];
  /** Those of the person's other sessions, with other variables: hidden where they are. */
  readonly ownElsewhere?: readonly string[];
  /** What rules of the person close in the roots to what nobody was asked about; absent: nothing. */
  readonly denied?: DeniedPaths | undefined;
  /** The same to whatever runs. */
  readonly deniedToAll?: DeniedPaths | undefined;
  /** Of our own, and hidden: the outcome of the self-test, and what the walls are made of. */
  readonly cacheFolder: string;
  /** The only tiers that count; absent: all. */
  readonly tiers?: readonly Engine["tier"][];
  /** Hosts for programs that have no other network, and the proxy that reaches them, started on that socket. */
  readonly network?: {
    readonly hosts: readonly string[];
    readonly open: (socketPath: string) => Promise<NetworkProxy>;
  };
}

export interface NetworkProxy {
  readonly refused: readonly string[];
  close(): void;
}

export interface OpenSandbox extends Sandbox {
  /** Removes the private folder for temporary files. */
  close(): void;
}

/** Sockets come and go; a look for them costs milliseconds. */
const HIDDEN_VALID_MS = 500;

/** The best sandbox of this machine. Nothing is looked at before the first question. */
export function createSandbox(options: SandboxOptions): OpenSandbox {
  let known: Promise<SandboxState> | undefined;
  let engine: Engine | undefined;
  let folder: PrivateFolder | undefined;
  let caches: string | undefined;
  let hidden: { readonly of: string; readonly paths: readonly HiddenPath[]; readonly untilMs: number } | undefined;
  let proxy: OpenProxy | undefined;
  const roots = steadyRoots(options);
  const areShared = sharedByGroup(options.roots);

  async function find(): Promise<SandboxState> {
    const { engines, why } = availableEngines(options);
    const problems = why === undefined ? [] : [why];
    for (const candidate of engines.filter(({ tier }) => options.tiers?.includes(tier) ?? true)) {
      folder ??= makePrivateFolder(options.cacheFolder);
      const made = folder;
      const problem = await provenOrProblem(candidate, options.cacheFolder, (start, confinement, view) =>
        atOnce(confineWith(candidate, start, confinement, { ...view, folder: made })),
      );
      if (problem !== undefined) {
        problems.push(`${engineName(candidate)} does not hold here: ${problem}`);
        continue;
      }
      engine = candidate;
      makeOwn(options);
      proxy = await openProxy(candidate, made, options, problems);
      const hosts = proxy && options.network ? { hosts: options.network.hosts } : {};
      return { tier: candidate.tier, ...hosts, ...reasons(problems, lackOf(candidate)) };
    }
    return { tier: "none", ...reasons(problems) };
  }

  function hiddenNow(around: readonly string[]): readonly HiddenPath[] {
    const [of, nowMs] = [around.join("\0"), performance.now()];
    if (hidden?.of !== of || nowMs > hidden.untilMs) {
      // What was there once and is there again, or was overlooked this time, stays hidden.
      const all = [...(hidden?.of === of ? hidden.paths : []), ...hiddenPaths({ ...options, roots: around })];
      const known = new Map(all.map((one) => [one.path, one]));
      hidden = { of, paths: [...known.values()], untilMs: nowMs + HIDDEN_VALID_MS };
    }
    // What went away meanwhile would keep every program from starting.
    return hidden.paths.filter(({ path }) => existsSync(path));
  }

  function* confining(start: ProgramStart, confinement: Confinement): Steps<ProgramStart> {
    if (engine === undefined) return start;
    folder ??= makePrivateFolder(options.cacheFolder);
    makeOwn(options);
    const around = roots();
    caches ??= toolchainCaches(options.cacheFolder, around);
    const shared = { roots: around, home: options.home, folder, caches, ...(proxy && { proxy: proxy.view }) };
    const closing = yield* deniedMounts(around, closable(engine, confinement, options), aboutClosing(engine, around));
    const more = { denied: pinnedAround(options, around, closing), setGroup: areShared(around) };
    return yield* confineWith(engine, start, confinement, { ...shared, ...more, hidden: hiddenNow(around) });
  }

  return {
    state() {
      known ??= find().catch((error: unknown) => ({ tier: "none", why: `the self-test failed: ${String(error)}` }));
      return known;
    },
    confine: (start, confinement) => atOnce(confining(start, confinement)),
    confineInTurns: (start, confinement) => inTurns(confining(start, confinement)),
    refusedHosts: () => proxy?.refused ?? [],
    close() {
      proxy?.close();
      folder?.remove();
      folder = undefined;
    },
  };
}

/** What is not there could not be covered, and would be a command's to make. Before anybody looks at what one makes. */
function makeOwn({ own }: SandboxOptions): void {
  for (const folder of own) makeFolder(folder, { mode: 0o700 });
}

/**
 * The folders that are worked in, real. Where one lies in another, a command can exchange it, or a folder above it, for a link: the next
 * sandbox would be open where that leads.
 * @throws {ToolFailure} when one leads elsewhere than when it was first looked at
 */
function steadyRoots(options: Pick<SandboxOptions, "roots">): () => readonly string[] {
  const known = new Map<string, string>();
  return () =>
    options.roots.map((root) => {
      const real = realpathSync(root);
      const first = known.get(root) ?? real;
      known.set(root, first);
      if (real !== first)
        throw new ToolFailure(
          `The folder ${displayName(root)} leads to ${displayName(real)} now, where nobody agreed to work: nothing was run. Put the folder back in its place.`,
        );
      return real;
    });
}

type OpenProxy = NetworkProxy & { readonly view: NetworkBridge };

/** Only a network of one's own can be led through a proxy alone. @param problems  takes why there is none though hosts are listed */
async function openProxy(
  { tier }: Engine,
  { path }: PrivateFolder,
  options: SandboxOptions,
  problems: string[],
): Promise<OpenProxy | undefined> {
  const { network } = options;
  const perl = findPerl(options);
  if (network === undefined || network.hosts.length === 0 || tier !== "bubblewrap" || perl === undefined)
    return undefined;
  const socket = path("proxy");
  const opened = await network.open(socket).catch((error: unknown) => {
    problems.push(`no listed host can be reached from it: ${errorText(error)}`);
  });
  if (opened === undefined) return undefined;
  return Object.assign(opened, { view: { perl, socket, localPorts: localPorts(network.hosts) } });
}

function lackOf({ tier, perl, isApart }: Engine): readonly string[] {
  if (tier !== "bubblewrap" || isApart) return [];
  const apart = "what is mounted, and what listens in the home, while a command runs is not kept from it";
  return perl === undefined
    ? [`Landlock does not bound what is written in it, and ${apart}, for want of Linux 6.2 or of perl`]
    : [`${apart}, as perl may make no namespaces here, or lay no file system over another`];
}

/** @param otherwise  what there is to say without any */
function reasons(problems: readonly string[], otherwise: readonly string[] = []): Pick<SandboxState, "why"> {
  const told = problems.length === 0 ? otherwise : problems;
  return told.length === 0 ? {} : { why: told.join("; ") };
}

interface View {
  readonly roots: readonly string[];
  readonly hidden: readonly HiddenPath[];
  readonly home?: string | undefined;
  readonly denied?: DeniedMounts;
  readonly folder: PrivateFolder;
  /** Where tools keep what they made for these roots. */
  readonly caches?: string;
  readonly proxy?: NetworkBridge;
  /** Whether the bit for the group may be set on what is made. */
  readonly setGroup?: boolean;
}

function* confineWith(engine: Engine, start: ProgramStart, confinement: Confinement, view: View): Steps<ProgramStart> {
  const { roots, folder, proxy, denied = NOTHING_DENIED, setGroup = false } = view;
  const hidden = hiddenBelow(engine, view);
  const { program } = engine;
  const caches = confinement.writes === "workspace" && view.caches !== undefined ? { caches: view.caches } : {};
  const shared = { program, roots, hidden, ...caches };
  const privateTemporary = (): string => (confinement.writes === "nothing" ? folder.passing() : folder.temporary);
  switch (engine.tier) {
    case "seatbelt":
      return yield* seatbeltStart(start, confinement, { ...shared, privateTemporary: privateTemporary() });
    case "landlock": {
      const closed = filterFile(folder, { internet: false, unix: false, sharedMemory: false, setGroup });
      const open = filterFile(folder, { internet: true, unix: false, sharedMemory: false, setGroup });
      if (closed === undefined || open === undefined) throw new Error(`no seccomp filter for ${process.arch}`);
      return yield* landlockStart(start, confinement, {
        ...shared,
        privateTemporary: privateTemporary(),
        keep: folder.keep,
        filters: { closed, open },
      });
    }
    case "bubblewrap": {
      const filter = filterFile(folder, { internet: true, unix: true, sharedMemory: true, setGroup });
      return yield* bubblewrapStart(start, confinement, {
        ...shared,
        denied,
        ...(view.home === undefined ? {} : { home: view.home }),
        ...(confinement.writes === "nothing" ? {} : { privateTemporary: folder.temporary }),
        emptyFile: folder.emptyFile,
        closedFile: closedToAll({ userId: userId(), roots }, folder.closedFile),
        keep: folder.keep,
        userId: userId(),
        ...(filter === undefined ? {} : { filter }),
        proxy,
        perl: engine.perl,
        ...(engine.isApart && { homeFolder: folder.homeFolder }),
      });
    }
  }
}

/** Only bubblewrap closes by modes. */
const aboutClosing = ({ tier }: Engine, roots: readonly string[]): { readonly byFiles: boolean } => ({
  byFiles: tier === "bubblewrap" && needsNoUserNamespace({ userId: userId(), roots }),
});

const userId = (): number => process.getuid?.() ?? 0;

/** What of the rules this sandbox can close: nothing else is looked for, which takes a walk through all roots. */
function closable(
  { tier }: Engine,
  { writes, opensAsked }: Confinement,
  options: Pick<SandboxOptions, "denied" | "deniedToAll">,
): DeniedPaths | undefined {
  const denied = opensAsked ? options.deniedToAll : options.denied;
  // Below Landlock a root in which something is closed takes no new names: only what changes nothing can do with that.
  if (denied === undefined || (tier === "landlock" && writes !== "nothing")) return undefined;
  return tier === "bubblewrap" && writes === "workspace" ? denied : { ...denied, writes: undefined };
}

/** Bubblewrap is told by itself what rules deny. */
const hiddenBelow = ({ tier }: Engine, { hidden, denied }: View): readonly HiddenPath[] =>
  tier === "bubblewrap" || denied === undefined ? hidden : [...hidden, ...denied.hidden];

/**
 * Folders or repositories in which several people work by a group, as the bit on them says: git and others set it on what they make there.
 * As each of them was when the session came to it: whatever runs there since could make it so, or lead to what is.
 */
function sharedByGroup(first: readonly string[]): (roots: readonly string[]) => boolean {
  const known = new Map<string, boolean>();
  const areShared = (roots: readonly string[]): boolean => {
    for (const root of roots) if (!known.has(root)) known.set(root, isSharedByGroup(root));
    return roots.some((root) => known.get(root));
  };
  areShared(first.map(realOr));
  return areShared;
}

const isSharedByGroup = (root: string): boolean =>
  [root, join(root, ".git"), knownRepository(join(root, ".git")) ?? root].some(
    (folder) => ((statOf(folder)?.mode ?? 0) & SET_GROUP) !== 0,
  );

const filters = new Map<string, Buffer | undefined>();

/** @returns undefined on a machine that there is no filter for */
function filterFile({ keep }: PrivateFolder, openings: Openings): string | undefined {
  const opened = Object.entries(openings).flatMap(([name, isOpen]) => (isOpen ? [name] : []));
  const name = ["seccomp", ...opened].join("-");
  if (!filters.has(name)) filters.set(name, seccompFilter(process.arch, openings));
  const filter = filters.get(name);
  return filter === undefined ? undefined : keep(name, filter);
}
