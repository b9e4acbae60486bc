import { realpathSync } from "node:fs";
import { basename, join } from "node:path";
import type { Steps } from "../../../base/steps.ts";
import type { Confinement, ProgramStart } from "../../../core/ports/processes.ts";
import { MARK, markDigits } from "../../command-mark.ts";
import { entriesIn, namesIn } from "../../folder-entries.ts";
import { isBelowAnother, isInside } from "../../inside.ts";
import type { HiddenPath } from "../hidden-paths.ts";
import { statOf } from "../kept.ts";
import { atEveryMount } from "../mounts.ts";
import { readableOfSystem, secretFiles } from "../reading-profile.ts";
import { cacheVariables } from "../toolchain-caches.ts";
import { LANDLOCK_LAUNCHER } from "./landlock-launcher.ts";

/** What Landlock opens of this machine to a program; everything else of the file system is closed to it. */
export interface LandlockView {
  /** Absolute path of `perl`. */
  readonly program: string;
  readonly roots: readonly string[];
  readonly hidden: readonly HiddenPath[];
  /** Where temporary files may be written. */
  readonly privateTemporary: string;
  /** Where tools keep what they made for these roots; absent: with the temporary files. */
  readonly caches?: string;
  /** Writes a file that the launcher reads, and gives its path. */
  readonly keep: (name: string, content: string) => string;
  /** Paths of the seccomp filters: without any socket but netlink, and with those of the internet. */
  readonly filters: { readonly closed: string; readonly open: string };
}

/** LANDLOCK_ACCESS_FS_* of the kernel's `linux/landlock.h`. */
const EXECUTE = 1 << 0;
const WRITE_FILE = 1 << 1;
const READ_FILE = 1 << 2;
const READ_DIR = 1 << 3;
const REMOVE_DIR = 1 << 4;
const REMOVE_FILE = 1 << 5;
const MAKE_DIR = 1 << 7;
const MAKE_REG = 1 << 8;
const MAKE_SOCK = 1 << 9;
const MAKE_FIFO = 1 << 10;
const MAKE_SYM = 1 << 12;
const REFER = 1 << 13;
const TRUNCATE = 1 << 14;

const READ = EXECUTE | READ_FILE;
const WRITE_ONE = READ_FILE | WRITE_FILE | TRUNCATE;
const WRITE = READ | READ_DIR | WRITE_FILE | TRUNCATE | REMOVE_DIR | REMOVE_FILE | MAKE_DIR | MAKE_REG;
const WRITE_FOLDER = WRITE | MAKE_SOCK | MAKE_FIFO | MAKE_SYM | REFER;
const DEVICES = ["null", "zero", "full", "random", "urandom", "tty", "ptmx"].map((name) => `/dev/${name}`);
const ALL_DEVICES = "/dev";
const TERMINALS = "/dev/pts";
const ENTRIES_MAX = 5_000;

/**
 * The program below a launcher that closes the file system, the network and the signals to others for itself, and then
 * becomes it. A right that Landlock gives to a folder holds for all below, so protected files of the working folder
 * cannot be kept from it: the command policy alone asks for them here.
 */
export function* landlockStart(start: ProgramStart, confinement: Confinement, view: LandlockView): Steps<ProgramStart> {
  const rules = yield* landlockRules(confinement, { ...view, environment: start.environment });
  const mark = start.environment[MARK];
  const isOpen = confinement.network === "on";
  const isArm = process.arch === "arm64" ? "1" : "0";
  const file = view.keep(
    // Commands that only look run at the same time, each with a folder of its own.
    `landlock-${confinement.reads}-${confinement.writes}-${basename(view.privateTemporary)}`,
    rules.map(([access, path]) => `${access} ${path}\0`).join(""),
  );
  return {
    program: view.program,
    parameters: [
      ...["-e", LANDLOCK_LAUNCHER, file, isOpen ? view.filters.open : view.filters.closed, isOpen ? "1" : "0", isArm],
      mark === undefined ? "" : markDigits(mark),
      ...[start.program, ...start.parameters],
    ],
    // A locale that is not installed must not make perl speak.
    environment: {
      ...start.environment,
      ...cacheVariables(view.caches ?? `${view.privateTemporary}/.cache`, start.environment["HOME"], confinement),
      TMPDIR: view.privateTemporary,
      PERL_BADLANG: "0",
    },
  };
}

/** What may be done below which path; names of folders can be listed everywhere, their files cannot be read. */
export function* landlockRules(
  { reads, writes }: Pick<Confinement, "reads" | "writes">,
  { roots, hidden, privateTemporary, caches, environment }: RulesView,
): Steps<readonly (readonly [access: number, path: string])[]> {
  const secrets = yield* secretFiles(roots, { reads, environment });
  // A right belongs to a folder by whatever path it was opened.
  const closed = atEveryMount([...hidden, ...secrets], roots).map(({ path }) => path);
  // Disks hold every hidden file, keyboards and consoles what a person types.
  closed.push(ALL_DEVICES);
  const open = reads === "workspace" ? [...readableOfSystem(environment), "/proc"] : ["/"];
  const inRoots = writes === "workspace" ? ([WRITE_FOLDER, WRITE_ONE] as const) : ([READ | READ_DIR, READ] as const);
  return [
    [READ_DIR, reads === "workspace" ? ALL_DEVICES : "/"],
    ...rights(open, closed, [READ | READ_DIR, READ]),
    ...roots.map((root) => [READ_DIR, root] as const),
    // What is closed inside a root stays closed; the root itself can then take no new names.
    ...rights(outermost(roots), closed, inRoots),
    ...[privateTemporary, ...(caches === undefined ? [] : [caches])].map(
      (path) => [WRITE_FOLDER, realpathSync(path)] as const,
    ),
    ...DEVICES.map((path) => [WRITE_ONE, path] as const),
    ...terminalRules(),
    // Semaphores and shared memory of programs that work on several processors.
    [WRITE, "/dev/shm"],
  ];
}

/** Without those that lie in another: a process that still runs there could exchange them for a link before the rules are laid. */
function outermost(roots: readonly string[]): readonly string[] {
  const all = new Set(roots);
  return roots.filter((root) => !isBelowAnother(root, all));
}

/**
 * Programs that make a terminal find it in this folder. Where one stands already it is the person's: what they type could be read, and
 * written over, so that the folder is closed.
 */
function terminalRules(): readonly (readonly [access: number, path: string])[] {
  const stand = namesIn(TERMINALS).some((name) => /^\d+$/.test(name));
  return stand ? [] : [[READ | READ_DIR | WRITE_FILE | TRUNCATE, TERMINALS]];
}

type RulesView = Pick<LandlockView, "roots" | "hidden" | "privateTemporary" | "caches"> &
  Pick<ProgramStart, "environment">;

function rights(
  folders: readonly string[],
  closed: readonly string[],
  [ofFolder, ofFile]: readonly [number, number],
): readonly (readonly [access: number, path: string])[] {
  return folders
    .flatMap((folder) => readable(folder, closed))
    .map((path) => [isFolder(path) ? ofFolder : ofFile, path] as const);
}

/** The folder itself when nothing closed is in it, or else all in it that is open; a link's target is open by itself. */
function readable(folder: string, closed: readonly string[]): readonly string[] {
  if (!closed.some((path) => isInside(path, folder))) return [folder];
  if (closed.includes(folder)) return [];
  return entriesIn(folder)
    .slice(0, ENTRIES_MAX)
    .filter((entry) => !entry.isSymbolicLink())
    .flatMap((entry) => readable(join(folder, entry.name), closed));
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}
