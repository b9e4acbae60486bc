import type { Confinement, ProgramStart } from "../../../core/ports/processes.ts";
import { isInside, realIfThere } from "../../inside.ts";
import { areMountsHandedOn, mountPoints } from "../mounts.ts";

/**
 * Becomes bubblewrap among mounts of its own: what the person mounts from then on is not handed on into it. The home is laid at another place
 * as a file system of its own over it, which shows all that is in it: no socket or pipe there is the one that a program of the person's
 * listens at, whenever it came to be.
 *
 * Parameters: home and the place for it (nothing for no home), program and its parameters.
 */
const LAUNCHER = String.raw`
sub fail { print STDERR "sandbox: $_[0]\n"; exit 126 }
my ($home, $at, @program) = @ARGV;
my ($UNSHARE, $MOUNT) = ${process.arch === "arm64" ? "(97, 40)" : "(272, 165)"};
my ($user, $group) = ($>, $) + 0);
if ($user != 0 || syscall($UNSHARE, 0x20000) != 0) {
  syscall($UNSHARE, 0x10020000) == 0 or fail("namespaces: $!");
  for (["setgroups", "deny"], ["uid_map", "$user $user 1"], ["gid_map", "$group $group 1"]) {
    my ($name, $text) = @$_;
    open(my $file, ">", "/proc/self/$name") or fail("$name: $!");
    defined syswrite($file, $text) or fail("$name: $!");
  }
}
my ($none, $root, $overlay, $memory, $empty) = ("none", "/", "overlay", "tmpfs", "$at/empty");
syscall($MOUNT, $none, $root, 0, 0x44000, 0) == 0 or fail("mounts: $!");
if ($home ne "") {
  # It takes two to be laid over each other, neither of them in the other; an open folder is named by its number, whatever its letters are.
  my $isLaid = syscall($MOUNT, $memory, $at, $memory, 6, 0) == 0
    && mkdir($empty)
    && syscall($MOUNT, $none, $at, 0, 0x1027, 0) == 0
    && opendir(my $above, $home)
    && opendir(my $below, $empty);
  if ($isLaid) {
    my $options = "lowerdir=" . join(":", map { "/proc/self/fd/" . fileno($_) } ($above, $below));
    $isLaid = syscall($MOUNT, $overlay, $at, $overlay, 7, $options) == 0;
  }
  # What cannot be is shown as it is.
  $isLaid or syscall($MOUNT, $home, $at, 0, 0x5000, 0) == 0 or fail("home: $!");
}
exec { $program[0] } @program or fail("$program[0]: $!");
`;

/** A home, and where it lies as a file system of its own. */
interface LaidOverHome {
  readonly home: string;
  readonly at: string;
  /** What is mounted in it, which its own file system does not show. */
  readonly mounted: readonly string[];
}

/** Where sandboxes have something of their own instead. */
const PRIVATE = ["/tmp", "/var/tmp", "/run"];
const MOUNTED_MAX = 100;

interface HomeView {
  readonly home?: string | undefined;
  readonly roots: readonly string[];
  /** An empty folder that it is laid at; absent where nothing is. */
  readonly homeFolder?: string | undefined;
}

/** @returns undefined for a home that is not shown as a whole, or worked in as a whole, or whose name is no text */
export function laidOverHome({ reads, writes }: Confinement, view: HomeView): LaidOverHome | undefined {
  const { home, roots, homeFolder: at } = view;
  // What only looks is over before anybody comes to listen.
  if (at === undefined || reads === "workspace" || writes === "nothing") return undefined;
  const real = home === undefined ? undefined : realIfThere(home);
  if (real === undefined || real === "/" || !real.isWellFormed()) return undefined;
  if ([...roots, ...PRIVATE].some((one) => isInside(real, one))) return undefined;
  const mounted = mountPoints().filter((point) => point !== real && isInside(point, real));
  return mounted.length > MOUNTED_MAX ? undefined : { home: real, at, mounted };
}

/** Where to bind what lies below a home from. */
export const sourceIn =
  (over: LaidOverHome | undefined) =>
  (path: string): string =>
    over === undefined || !isInside(path, over.home) || over.mounted.some((point) => isInside(path, point))
      ? path
      : over.at + path.slice(over.home.length);

/** The same start behind the launcher, where there is something to keep apart. @param perl  absolute */
export function keptApart(perl: string, start: ProgramStart, over: LaidOverHome | undefined): ProgramStart {
  if (over === undefined && !areMountsHandedOn()) return start;
  const parameters = ["-f", "-e", LAUNCHER, over?.home ?? "", over?.at ?? "", start.program, ...start.parameters];
  return { ...start, program: perl, parameters };
}
