import { hash, randomUUID } from "node:crypto";
import { existsSync, lstatSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Steps } from "../../base/steps.ts";
import type { Confinement, ProgramStart } from "../../core/ports/processes.ts";
import { ToolFailure } from "../../core/tool.ts";
import { showPath } from "../../engines/paths/file-names.ts";
import { withoutCredentials } from "../../engines/secrets/package-settings.ts";
import { isBelowAnother, isInside } from "../inside.ts";
import { homeKeptIn } from "../linked-files.ts";
import { plainText } from "../read-plain-file.ts";
import { type DeniedMounts, foldersAround } from "./denied-mounts.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { keptApart, laidOverHome, sourceIn } from "./home/apart.ts";
import { rebuiltFolders } from "./home/rebuilt-folders.ts";
import { boundHere } from "./landlock/landlock-launcher.ts";
import { toldAsOpen, withheldFiles } from "./landlock/withheld.ts";
import { atEveryMount, behindMountCheck } from "./mounts.ts";
import { isReached, keptCapabilities, namespaces, needsNoUserNamespace } from "./namespaces.ts";
import { bridged, type NetworkBridge, PROXY_SOCKET, PROXY_VARIABLES } from "./network-bridge.ts";
import { openedAt, pushedMounts, type WorkspaceMounts, workspaceMounts } from "./protected-paths.ts";
import { coveredIndexes, readableOfSystem, systemLinks } from "./reading-profile.ts";
import { cacheVariables } from "./toolchain-caches.ts";

/** What bubblewrap lays over the file system of this machine. */
export interface BubblewrapView {
  /** Absolute path of `bwrap`. */
  readonly program: string;
  /** Real, absolute paths that may be written under `writes: "workspace"`; visible in any case. */
  readonly roots: readonly string[];
  readonly hidden: readonly HiddenPath[];
  /** Whose secrets are among them. */
  readonly home?: string;
  readonly denied: DeniedMounts;
  /** Stands in for /tmp and /var/tmp; lives as long as the session. Absent: each command has one of its own. */
  readonly privateTemporary?: string;
  /** Where tools keep what they made for these roots; absent: with the temporary files. */
  readonly caches?: string;
  /** Stands in for a hidden file; empty. */
  readonly emptyFile: string;
  /** Stands in for a file that cannot be opened. */
  readonly closedFile: string;
  readonly userId: number;
  /** Path of the seccomp filter; absent on a machine that it is not written for. */
  readonly filter?: string;
  /** Writes a file that bubblewrap reads, and gives its path. */
  readonly keep: (name: string, content: string | Uint8Array) => string;
  /** For the network `hosts`. */
  readonly proxy?: NetworkBridge | undefined;
  /** Absolute path of `perl`, where Landlock bounds what is written, too. */
  readonly perl?: string | undefined;
  /** Where bubblewrap is to have mounts of its own: an empty folder that a home is laid at. */
  readonly homeFolder?: string | undefined;
}

/** The first descriptor after input and outputs. */
const FIRST_DESCRIPTOR = 3;

/** Kept of /run: without them programs or names are not found on some systems. None holds a socket that obeys. */
const KEPT_OF_RUN = [
  "/run/systemd/resolve/stub-resolv.conf",
  "/run/systemd/resolve/resolv.conf",
  "/run/current-system",
  "/run/opengl-driver",
];

/** Files that root may write without any capability: a program named there would be started outside. */
const KERNEL_SETTINGS = ["/proc/sys", "/proc/sysrq-trigger", "/proc/acpi", "/proc/scsi", "/proc/fs"];

/** Of the namespace: what it contains could make another program of it, which goes on when all has ended. */
const FIRST_PROCESS: readonly HiddenPath[] = [
  { path: "/proc/1/mem", kind: "file", isClosed: true },
  { path: "/proc/1/task", kind: "folder", isClosed: true },
];

const CACHES = "/tmp/.cache";
const TEMPORARY = ["/tmp", "/var/tmp"];
/** Of a folder for temporary files that is gone with its command, and lies in memory. */
const PASSING_BYTES_MAX = String(1024 ** 3);

/**
 * The program below bubblewrap: everything read-only but the workspace, private temporary files and process ids,
 * no capability, no network unless wanted, secrets and sockets out of sight. The environment is that of the start:
 * bubblewrap itself must have no other, or it could be read from /proc/1/environ.
 */
export function* bubblewrapStart(
  start: ProgramStart,
  confinement: Confinement,
  view: BubblewrapView,
): Steps<ProgramStart> {
  const proxy = confinement.network === "hosts" ? view.proxy : undefined;
  const reading = { reads: confinement.reads, environment: start.environment };
  const secrets = yield* withheldFiles(view.roots, reading, { byLandlock: view.perl !== undefined });
  const hidden = hiddenIn(confinement, start, { ...view, secrets: secrets.covered });
  const mounts = yield* mountsOf(confinement, view);
  const inRoots = hidden.filter(({ path }) => view.roots.some((root) => isInside(path, root)));
  refuseTooMany([...mounts.readOnly, ...mounts.readOnlyIfThere, ...hidden.map(({ path }) => path)]);
  const over = laidOverHome(confinement, view);
  const among = { roots: view.roots, hidden, isShown: isShownIn(confinement, start), source: sourceIn(over) };
  const rebuilt = rebuiltFolders(view.home, among);
  const indexes = coveredIndexes(confinement, inRoots, { ...view, temporary: TEMPORARY });
  const own = [
    ...namespaces(confinement, view),
    ...["--die-with-parent", "--cap-drop", "ALL", ...keptCapabilities(view)],
    ...base(confinement, start),
    ...(over === undefined ? [] : ["--ro-bind", over.at, over.home]),
    ...["--dev", "/dev", "--proc", "/proc"],
    ...KERNEL_SETTINGS.filter((path) => existsSync(path)).flatMap((path) => ["--ro-bind", path, path]),
    ...FIRST_PROCESS.flatMap((one) => hide(one, view)),
    ...temporary(view),
    ...[
      "--tmpfs",
      "/run",
      ...KEPT_OF_RUN.filter((path) => existsSync(path)).flatMap((path) => ["--ro-bind", path, path]),
    ],
    ...(isFolderItself("/var/run") ? ["--tmpfs", "/var/run"] : []),
    ...rebuilt.making,
    ...(over?.mounted ?? []).flatMap((path) => ["--ro-bind-try", path, path]),
    ...hidden.filter((one) => !inRoots.includes(one)).flatMap((one) => hide(one, view)),
    ...rebuilt.closing,
    ...binds(mounts),
    ...inRoots.flatMap((one) => hide(one, view)),
    ...indexes.flatMap(({ path, copy }) => ["--ro-bind-try", copy, path]),
    ...(proxy === undefined ? [] : ["--ro-bind", proxy.socket, PROXY_SOCKET]),
  ];
  const read = secrets.beside && view.keep(...toldAsOpen(secrets.beside.open));
  const { options, files } = withFiles(own, view, read);
  const wanted = [start.program, ...start.parameters];
  const bounded =
    view.perl === undefined ? wanted : boundHere(view.perl, wanted, read === undefined ? undefined : FIRST_DESCRIPTOR);
  const inner = proxy === undefined ? bounded : bridged(proxy, bounded);
  const standIns = [...inRoots, ...indexes].map(({ path }) => path);
  const declared = { ...mounts, standIns, covered: [...mounts.readOnly, ...inRoots.map(({ path }) => path)] };
  const tellsOn = FIRST_DESCRIPTOR + files.length + 1;
  const confined: ProgramStart = {
    program: view.program,
    parameters: [...options, "--", ...behindMountCheck(inner, { ...declared, tellsOn })],
    environment: {
      ...start.environment,
      TMPDIR: "/tmp",
      ...(view.perl === undefined ? {} : { PERL_BADLANG: "0" }),
      ...cacheVariables(CACHES, start.environment["HOME"], confinement),
      ...(proxy === undefined ? {} : PROXY_VARIABLES),
    },
    files,
    tells: ["pipe", "pipe"],
    masked: [...inRoots, ...(secrets.beside?.closed ?? [])].map(
      ({ path, kind }) => `${showPath(path)}${kind === "folder" ? "/" : ""}`,
    ),
    hidden: hidden.filter((one) => !inRoots.includes(one)).map(({ path }) => showPath(path)),
  };
  return view.homeFolder === undefined || view.perl === undefined ? confined : keptApart(view.perl, confined, over);
}

/** Each is a mount, and takes as long as there are others: so many take seconds, and bubblewrap knows some 3,000. */
const COVERED_MAX = 1_000;

/** What cannot all be covered is not left open. */
function refuseTooMany(covered: readonly string[]): void {
  if (covered.length <= COVERED_MAX) return;
  const folders = Map.groupBy(covered, (path) => dirname(path));
  const [[folder = "/", paths = []] = []] = [...folders].sort(([, one], [, other]) => other.length - one.length);
  throw new ToolFailure(
    `The sandbox covers ${COVERED_MAX} names at most of what starts programs, configures agents or may hold secrets, and ${showPath(folder)} has ${paths.length} of them (${paths
      .slice(0, SHOWN_MAX)
      .map((path) => basename(showPath(path)))
      .join(", ")} …): nothing was run. Have the user move them into a folder below it, or away.`,
  );
}

const SHOWN_MAX = 3;

/** Bubblewrap's options, and what it reads of them: names that are no text cannot be given to a program as parameters here. @param first  what it hands on */
function withFiles(
  options: readonly string[],
  { filter, keep }: BubblewrapView,
  first: string | undefined,
): { readonly options: readonly string[]; readonly files: readonly string[] } {
  const files = first === undefined ? [] : [first];
  const read = (option: string, path: string): readonly string[] => [
    option,
    `${FIRST_DESCRIPTOR + files.push(path) - 1}`,
  ];
  const filtered = filter === undefined ? [] : read("--seccomp", filter);
  const isText = options.every((one) => one.isWellFormed());
  const listed = (): string => keep(`options-${randomUUID()}`, options.map((one) => `${one}\0`).join(""));
  const given = isText ? options : read("--args", listed());
  return { options: [...given, ...filtered, "--json-status-fd", `${FIRST_DESCRIPTOR + files.length}`], files };
}

function temporary({ privateTemporary, caches }: BubblewrapView): readonly string[] {
  return [
    ...TEMPORARY.flatMap((path) =>
      privateTemporary === undefined
        ? ["--size", PASSING_BYTES_MAX, "--tmpfs", path]
        : ["--bind", privateTemporary, path],
    ),
    ...(caches === undefined ? [] : ["--bind", caches, CACHES]),
  ];
}

/** All of the machine, or what programs need of it. */
function base({ reads }: Confinement, start: ProgramStart): readonly string[] {
  if (reads !== "workspace") return ["--ro-bind", "/", "/"];
  return [
    ...systemLinks().flatMap(({ path, target }) => ["--symlink", target, path]),
    ...readableOfSystem(start.environment).flatMap((path) => ["--ro-bind", path, path]),
  ];
}

function isShownIn({ reads }: Confinement, { environment }: ProgramStart): (path: string) => boolean {
  const shown = reads === "workspace" ? readableOfSystem(environment) : ["/"];
  return (path) => shown.some((folder) => isInside(path, folder));
}

/** What is hidden anyway, and for what only reads secret files of the working folder too; only where there is something to hide it in. */
function hiddenIn(
  confinement: Confinement,
  start: ProgramStart,
  view: BubblewrapView & { readonly secrets: readonly HiddenPath[] },
): readonly HiddenPath[] {
  const hidden = view.hidden.filter(({ path }) => needsNoUserNamespace(view) || isReached(path, view.userId));
  const inRoots = [...view.secrets, ...view.denied.hidden];
  const isShown = isShownIn(confinement, start);
  const isSeen = ({ path }: HiddenPath): boolean => isShown(path) || view.roots.some((root) => isInside(path, root));
  return once(atEveryMount([...hidden, ...inRoots], view.roots).filter(isSeen));
}

/** Each path once, and nothing in a folder that is hidden as a whole: its place is gone by then. */
function once(all: readonly HiddenPath[]): readonly HiddenPath[] {
  const known = new Map(all.map((one) => [one.path, one]));
  const folders = new Set(all.filter(({ kind }) => kind === "folder").map(({ path }) => path));
  return [...known.values()].filter(({ path }) => !isBelowAnother(path, folders));
}

/** What of the roots is mounted, in this order. Roots are bound even when read-only: one under /tmp would be covered by the private folder. */
function* mountsOf(
  { writes, opensGitSettings, isGitAlone, opens = [], opensRepositories = [] }: Confinement,
  { roots, denied, home }: BubblewrapView,
): Steps<WorkspaceMounts> {
  if (writes === "workspace") {
    const { writable, readOnly, readOnlyIfThere, writableWithin } = yield* workspaceMounts(roots, {
      opensGitSettings,
      isGitAlone,
      opens,
    });
    const kept = homeKeptIn(home, roots).flatMap(({ path }) => (existsSync(path) ? [path] : []));
    const { readOnly: ofHome, writable: around } = openedAt(opens, { readOnly: kept, writable: [] });
    const above = [...denied.above, ...foldersAround(ofHome, roots)];
    const pushed = pushedMounts(opensRepositories, roots);
    const open = above.filter((folder) => ![...readOnly, ...ofHome].some((closed) => isInside(folder, closed)));
    return {
      writable: [...new Set([...writable, ...around, ...open, ...pushed.writable])],
      readOnly: [...new Set([...readOnly, ...ofHome, ...denied.readOnly, ...pushed.readOnly])],
      readOnlyIfThere: readOnlyIfThere.filter((path) => !readOnly.includes(path)),
      writableWithin,
    };
  }
  return { writable: [], writableWithin: [], readOnlyIfThere: [], readOnly: roots.filter((root) => root !== "/") };
}

const binds = ({ writable, readOnly, readOnlyIfThere, writableWithin }: WorkspaceMounts): readonly string[] => [
  ...writable.flatMap((path) => ["--bind", path, path]),
  ...readOnlyIfThere.flatMap((path) => ["--ro-bind-try", path, path]),
  ...readOnly.flatMap((path) => ["--ro-bind", path, path]),
  ...writableWithin.flatMap((path) => ["--bind", path, path]),
];

function hide(one: HiddenPath, { emptyFile, closedFile, keep }: BubblewrapView): readonly string[] {
  const { path, kind, isClosed = false } = one;
  if (kind === "file") return ["--ro-bind", isClosed ? closedFile : (settingsCopy(one, keep) ?? emptyFile), path];
  return ["--perms", isClosed ? "0000" : "0555", "--tmpfs", path, "--remount-ro", path];
}

/** A person's settings of packages without their secrets: nothing in its place would have packages looked for elsewhere. */
function settingsCopy({ path, form }: HiddenPath, keep: BubblewrapView["keep"]): string | undefined {
  const text = form === undefined ? undefined : plainText(path);
  if (form === undefined || text === undefined) return undefined;
  const copy = withoutCredentials(text, form);
  return keep(`settings-${hash("sha256", copy)}`, copy);
}

function isFolderItself(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
