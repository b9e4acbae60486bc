import type { CommandRequest, CommandResult, Confinement, Sandbox, SandboxState } from "../../core/ports/processes.ts";
import { ToolFailure } from "../../core/tool.ts";
import type { GitSettingsWrite } from "../../engines/shell/programs/git/git-settings-written.ts";
import { isInside } from "../inside.ts";

/**
 * `files`: it reads files of the working folder. `repository`: a part of it reads what git keeps, which may lie above. `tree`: the same, and git
 * reads files itself that it keeps.
 */
export type ReadingKind = "no" | "files" | "repository" | "tree";

export interface SandboxUse {
  readonly sandbox: Sandbox;
  /** What commands may write. */
  readonly writes: Confinement["writes"];
  /** Without a tier nothing is run at all. */
  readonly isDemanded: boolean;
  /** How a command reads that is allowed because it only reads; see {@link ReadingKind}. Absent: none is. */
  readonly reads?: (command: string, cwd: string | undefined) => Promise<ReadingKind>;
  /** Of what is masked, with a slash behind folders, that which such a command comes to. Absent: its words and its output tell. */
  readonly masksMet?: (
    command: string,
    cwd: string | undefined,
    masked: readonly string[],
  ) => Promise<readonly string[]>;
  /** Whether what was approved said by itself that it reaches the network; then it may. Absent: never. */
  readonly reachesNetwork?: (command: string, cwd: string | undefined) => Promise<boolean>;
  /** What a line changes in the configuration of its repository; undefined where it does not speak of git. Absent: no line does. */
  readonly gitSettings?: (command: string, cwd: string | undefined) => Promise<OpenedGitSettings | undefined>;
  /** Of what starts programs or configures an agent, and of what lies elsewhere, the places that a line says by itself it may change. Absent: no line does. */
  readonly protectedNamed?: (command: string, cwd: string | undefined) => Promise<readonly ProtectedPlace[]>;
  /** Git folders of this machine, beside the folders that are worked in, that a line pushes to. Absent: none does. */
  readonly pushedTo?: (command: string, cwd: string | undefined) => Promise<readonly ShownPlace[]>;
  /** Those of which a person has agreed that they are pushed to: grows. */
  readonly agreedRepositories?: Set<string>;
  /** What the last look at a line, of which a person was shown the answer, found open to it: grows. */
  readonly shownOpen?: Map<string, readonly string[]>;
}

export interface ShownPlace {
  /** Absolute. */
  readonly path: string;
  /** As a person is shown it. */
  readonly shown: string;
}

export interface ProtectedPlace extends ShownPlace {
  /** Git's own settings, which have a way of their own in which nothing else could change them meanwhile, and what lies elsewhere: told, and not opened. */
  readonly isClosed: boolean;
}

/** Whether the configuration of a repository may be open to a line. */
export type OpenedGitSettings =
  | {
      readonly kind: "written";
      readonly writes: readonly GitSettingsWrite[];
      /** Why a person must have agreed; absent: nobody need. */
      readonly wantsYes?: { readonly why: string; readonly opensAlone?: boolean };
    }
  | GitSettingsClosed;

export interface GitSettingsClosed {
  readonly kind: "closed";
  readonly why: string;
  /** To a use of git that stands alone in its line it would be open. */
  readonly opensAlone?: boolean;
  /** Nothing but git runs in the line, and what git starts: it has no need of the configuration. */
  readonly isGitAlone?: true;
}

const HOSTS_SHOWN_MAX = 4;
/** A person must see each of them in the question. */
const OPENED_MAX = 8;

/** How one command runs. */
export interface SandboxPlan {
  readonly tier: SandboxState["tier"];
  /** Undefined: not confined. */
  readonly confinement: Confinement | undefined;
  readonly isContained: boolean;
  readonly text: string;
  /** Nobody agreed to the command. */
  readonly looksOnly?: true;
  /** What it may change in the configuration of the repository, which is open to it. */
  readonly gitSettings?: readonly GitSettingsWrite[];
  /** Why that is closed to its uses of git. */
  readonly gitClosed?: GitSettingsClosed;
}

export type PlannedRequest = Pick<
  CommandRequest,
  "command" | "cwd" | "exception" | "readOnly" | "looksOnly" | "isAgreed" | "opensAsked"
> & {
  /** Others write in the working folder while it runs: nothing is open to it that only one at a time may have. */
  readonly isBesideOthers?: boolean;
};

/** Beyond it those that were shown first are no longer known. */
const SHOWN_MAX = 200;
const lineOf = ({ command, cwd = "." }: Pick<PlannedRequest, "command" | "cwd">): string =>
  JSON.stringify([command, cwd]);

/** How a command would run if a person agreed to it, as they are shown it: what is not open by that is not open when it starts. */
export async function shownPlan(request: PlannedRequest, use: SandboxUse | undefined): Promise<string> {
  const { shownOpen, ...looking } = use ?? {};
  const { text, confinement } = await planFor({ ...request, isAgreed: true }, use && (looking as SandboxUse));
  const [first] = shownOpen !== undefined && shownOpen.size >= SHOWN_MAX ? shownOpen.keys() : [];
  if (first !== undefined) shownOpen?.delete(first);
  shownOpen?.set(lineOf(request), [...(confinement?.opens ?? []), ...(confinement?.opensRepositories ?? [])]);
  return text;
}

/** Whether a place was open when a person was asked; a link may lead elsewhere by now. */
const wasShown =
  (request: PlannedRequest, { shownOpen }: SandboxUse) =>
  ({ path }: ShownPlace): boolean =>
    shownOpen?.get(lineOf(request))?.includes(path) ?? true;

/** How a command will run. @throws {ToolFailure} when the sandbox it must run in is not there */
export async function planFor(request: PlannedRequest, use: SandboxUse | undefined): Promise<SandboxPlan> {
  const plan = await closedPlanFor(request, use);
  return plan.confinement === undefined || !request.opensAsked
    ? plan
    : { ...plan, confinement: { ...plan.confinement, opensAsked: true } };
}

async function closedPlanFor(request: PlannedRequest, use: SandboxUse | undefined): Promise<SandboxPlan> {
  const { command, cwd, exception, readOnly, looksOnly } = request;
  const open = { tier: "none", confinement: undefined, isContained: false } as const;
  // Who judged the command may have looked through a large folder, and who starts it does: others have a turn between them.
  await new Promise(setImmediate);
  const state = await use?.sandbox.state();
  const { tier, why = "unknown", hosts } = state ?? { tier: "none", why: "sandbox is off" };
  if (tier === "none" && (use?.isDemanded || looksOnly))
    throw new ToolFailure(`There is no sandbox, and this command must run in one: ${why}.`);
  if (use === undefined || tier === "none") return { ...open, text: `none (${why})` };
  if (exception === "outside") return { ...open, text: "none (outside the sandbox, as approved)" };
  // What its text does not prove to read alone is held to the plain files of the folder, whatever part of it asks the repository.
  if (looksOnly) return { ...readingPlan("files", tier, readOnly ? "scratch" : "nothing"), looksOnly };
  const mayRead = exception === undefined && !readOnly;
  const reading = (mayRead ? await use.reads?.(command, cwd) : undefined) ?? "no";
  return reading === "no" ? workingPlan(request, use, { tier, hosts }) : readingPlan(reading, tier);
}

async function workingPlan(
  request: PlannedRequest,
  use: SandboxUse,
  { tier, hosts }: { readonly tier: SandboxState["tier"]; readonly hosts: SandboxState["hosts"] | undefined },
): Promise<SandboxPlan> {
  const { command, cwd, exception, readOnly } = request;
  const writes = readOnly ? "scratch" : use.writes;
  const network = exception === "network" ? "on" : await networkFor(command, cwd, { ...use, hosts });
  const reach = network === "hosts" ? `network to ${hostList(hosts)}` : `network ${network}`;
  const git = writes === "workspace" ? await openedSettings(request, use) : undefined;
  const gitSettings = git?.kind === "written" ? git.writes : undefined;
  const isGitAlone = git?.kind === "written" || git?.isGitAlone;
  const repositories = tier === "bubblewrap" && writes === "workspace" ? await openedRepositories(request, use) : [];
  const { named, opens } = writes === "workspace" ? await openedPlaces(request, use) : { named: [], opens: [] };
  return {
    tier,
    confinement: {
      ...{ reads: "machine", writes, network },
      ...(gitSettings && { opensGitSettings: true }),
      ...(isGitAlone && { isGitAlone }),
      ...(opens.length > 0 && { opens: opens.map(({ path }) => path) }),
      ...(repositories.length > 0 && { opensRepositories: repositories.map(({ path }) => path) }),
    },
    isContained: tier === "bubblewrap",
    text: `${tier}: ${writtenText(writes, { named, opens, repositories, gitSettings })}, ${reach}`,
    ...(gitSettings && { gitSettings }),
    ...(git?.kind === "closed" && { gitClosed: git }),
  };
}

function writtenText(
  writes: Confinement["writes"],
  {
    named,
    opens,
    repositories,
    gitSettings,
  }: Opened & {
    readonly repositories: readonly ShownPlace[];
    readonly gitSettings: SandboxPlan["gitSettings"] | undefined;
  },
): string {
  if (writes !== "workspace") return "working folder read-only";
  const open = [...(gitSettings ? [".git/config"] : []), ...[...opens, ...repositories].map(({ shown }) => shown)];
  const isOpen = ({ path }: ShownPlace): boolean => repositories.some((one) => isInside(one.path, path));
  const closed = named.filter((one) => !opens.includes(one) && !isOpen(one)).map(({ shown }) => shown);
  const but = closed.length === 0 ? "" : `, not ${closed.slice(0, OPENED_MAX).join(" and ")}`;
  return `${["working folder", ...open].join(" and ")} writable${but}`;
}

interface Opened {
  readonly named: readonly ProtectedPlace[];
  readonly opens: readonly ProtectedPlace[];
}

/** What a person has agreed to, as the question names it, and what of that is open. */
async function openedPlaces(request: PlannedRequest, use: SandboxUse): Promise<Opened> {
  const { command, cwd, isAgreed, isBesideOthers } = request;
  const named = isAgreed ? ((await use.protectedNamed?.(command, cwd)) ?? []) : [];
  const areClosed = isBesideOthers || named.length > OPENED_MAX;
  return { named, opens: areClosed ? [] : named.filter((one) => !one.isClosed).filter(wasShown(request, use)) };
}

/** A place that a person has agreed to once is open to each push that may be made at all. */
async function openedRepositories(request: PlannedRequest, use: SandboxUse): Promise<readonly ShownPlace[]> {
  const { command, cwd, isAgreed } = request;
  const all = (await use.pushedTo?.(command, cwd)) ?? [];
  const isShown = wasShown(request, use);
  return all.filter((one) => (isAgreed && isShown(one)) || use.agreedRepositories?.has(one.path));
}

/** Opened where nothing but git could use it, or a person has said yes to that. */
async function openedSettings(
  { command, cwd, isAgreed, isBesideOthers }: PlannedRequest,
  { gitSettings }: SandboxUse,
): Promise<OpenedGitSettings | undefined> {
  const settings = await gitSettings?.(command, cwd);
  if (settings?.kind !== "written") return settings;
  if (isBesideOthers)
    return { kind: "closed", why: "another command that runs could write there meanwhile", isGitAlone: true };
  const { wantsYes } = settings;
  return isAgreed || wantsYes === undefined ? settings : { kind: "closed", ...wantsYes };
}

function readingPlan(
  reading: Exclude<ReadingKind, "no">,
  tier: SandboxState["tier"],
  writes: "nothing" | "scratch" = "nothing",
): SandboxPlan {
  const [reads, what] =
    reading === "files"
      ? (["workspace", "reads the working folder alone"] as const)
      : ([reading, "only reads"] as const);
  const confinement = { reads, writes, network: "off" } as const;
  return { tier, confinement, isContained: tier === "bubblewrap", text: `${tier}: ${what}, network off` };
}

/** With a list of hosts an approved command reaches those alone; all of the network is for who asks for it by name. */
async function networkFor(
  command: string,
  cwd: string | undefined,
  { reachesNetwork, hosts }: Pick<SandboxUse, "reachesNetwork"> & { readonly hosts: SandboxState["hosts"] | undefined },
): Promise<Confinement["network"]> {
  if (hosts !== undefined) return "hosts";
  return ((await reachesNetwork?.(command, cwd)) ?? false) ? "on" : "off";
}

function hostList(hosts: readonly string[] = []): string {
  const shown = hosts.slice(0, HOSTS_SHOWN_MAX).join(", ");
  return hosts.length > HOSTS_SHOWN_MAX ? `${shown} and ${hosts.length - HOSTS_SHOWN_MAX} more hosts` : shown;
}

/** @param named  `masked`: of what it named, relative to the working folder; `hidden`: absolute */
export function describePlan(
  { confinement, text, looksOnly, gitClosed }: SandboxPlan,
  { masked, hidden }: { readonly masked: readonly string[]; readonly hidden: readonly string[] },
): Pick<CommandResult, "sandbox" | "confined"> {
  return {
    sandbox: text,
    ...(confinement === undefined
      ? {}
      : {
          confined: {
            network: confinement.network === "off",
            writes: confinement.writes !== "workspace",
            ...(looksOnly ? { looksOnly } : {}),
            ...(gitClosed === undefined ? {} : { gitClosed }),
            ...(masked.length === 0 ? {} : { masked }),
            ...(hidden.length === 0 ? {} : { hidden }),
          },
        }),
  };
}
