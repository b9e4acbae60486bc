import { readFileSync, type Stats, statSync } from "node:fs";
import { join, relative } from "node:path";
import { faithfulName, nativePath } from "../../engines/paths/file-names.ts";
import { isBelowAnother, isInside } from "../inside.ts";

const SHELL = "/bin/sh";
/** One argument of a program may have 128 KB, and a character four bytes. */
const TEXT_CHARS_MAX = 30_000;
/** Where a sandbox has writable mounts of its own; each once. */
const PRIVATE = (
  "/ /proc /run /var/run /tmp /var/tmp /tmp/.cache /dev /dev/pts /dev/shm /dev/mqueue /dev/console " +
  "/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty"
).split(" ");

export interface DeclaredMounts {
  /** Real folders and files, each mounted onto itself. */
  readonly writable: readonly string[];
  readonly writableWithin: readonly string[];
  readonly readOnly: readonly string[];
  readonly readOnlyIfThere: readonly string[];
  /** Absolute paths in these over which something else lies, made for that. */
  readonly standIns: readonly string[];
  /** Absolute paths that must have a mount of their own. */
  readonly covered: readonly string[];
  /** Of one digit, where it may be told that all is as it was meant. */
  readonly tellsOn: number;
}

/**
 * The same program behind a look at what was really mounted. Mounts are made by path, and a process that still runs in the working
 * folder can exchange a folder for a link between our look at it and the mount, or between the two looks of bubblewrap at the source and at
 * the place: `.github` would be the home. No name can be exchanged any more once the mounts are there, so that is when they are held against
 * what was meant, before anything is run.
 */
export function behindMountCheck(inner: readonly string[], mounts: DeclaredMounts): readonly string[] {
  const { writable, writableWithin, readOnly, readOnlyIfThere, standIns, covered } = mounts;
  const onThemselves = new Set([...writable, ...writableWithin, ...readOnly, ...readOnlyIfThere]);
  const outermost = [...onThemselves].filter((path) => !isBelowAnother(path, onThemselves));
  const known = [...PRIVATE.map((point) => `${point}//own`), ...mountsHere().map(spelledMount)];
  const texts = Object.entries({
    k: known,
    o: outermost.map(escaped),
    s: standIns.map(escaped),
    c: covered.map(escaped),
  });
  const lists = texts.flatMap(([list, words]) => asTexts(list, words));
  const isText = lists.every((text) => text.isWellFormed());
  return [
    SHELL,
    "-c",
    `${isText ? TEXT : BYTES}${CHECK}${toldOn(mounts.tellsOn)}`,
    "sandbox",
    ...(isText ? lists : lists.map(spelled)),
    "--",
    ...inner,
  ];
}

/** A root is without its last slash. */
const spelledMount = ({ device, root, point }: Mount): string => `${point}//${device}:${root === "/" ? "" : root}`;

const escaped = (path: string): string =>
  path.replace(/[ \t\n\\]/g, (character) => `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`);

/** What is no text cannot be a parameter of a program that is started here: `printf %b` makes the bytes of it. */
const spelled = (text: string): string =>
  text.replaceAll("\\", "\\\\").replace(/[\udc80-\udcff]/gu, (half) => `\\0${(half.charCodeAt(0) & 0xff).toString(8)}`);

const TEXT = "told() { text=$1; }";
const BYTES = `told() { text=$(printf %b "$1"); }`;

/** Words between single spaces, with one at either end, in as many texts as they need: each behind the letter of its list. */
function asTexts(list: string, words: readonly string[]): readonly string[] {
  const texts: string[] = [];
  for (const word of words) {
    const last = texts.at(-1);
    if (last === undefined || last.length + word.length > TEXT_CHARS_MAX) texts.push(`${list} ${word} `);
    else texts[texts.length - 1] = `${last} ${word} `;
  }
  return texts;
}

/**
 * What is mounted in one of the outermost folders that are mounted onto themselves is, whether it may be written or not, that folder's own at
 * its own place, what this machine has there too, or something of ours that stands in for what is hidden. Elsewhere what may be written is
 * what this machine has there (what lies below another mount stays as it was), or private to the sandbox; both once each. A shell reads each
 * character by itself: the list is read once, which is much of what a command takes that does little.
 */
const CHECK = `
set -f
known= outermost= standins= covered=
while [ "$1" != -- ]; do
  told "$1"
  case $text in
    k*) known=$known\${text#k} ;;
    o*) outermost=$outermost\${text#o} ;;
    s*) standins=$standins\${text#s} ;;
    c*) covered=$covered\${text#c} ;;
  esac
  shift
done
shift
fail() { echo "sandbox: $1 was exchanged while the sandbox was laid out; nothing was run" >&2; exit 126; }
machine=$known
take() {
  case $known in *" $1 "*) known=\${known%%" $1 "*}\${known#*" $1 "} ;; *) return 1 ;; esac
}
seen=" " tops= mounts=
while read -r id parent device root point options rest; do
  seen="$seen$point "
  mounts="$mounts$device $root $point $options
"
  [ "$root" = / ] && root=
  # Of two on one point the later lies above the other; no path holds two slashes.
  case $outermost in *" $point "*) tops="$point//$device:$root $tops" ;; esac
done < /proc/self/mountinfo
look() {
  root=$2 point=$3
  [ "$root" = / ] && root=
  at="$1:$root"
  for top in $tops; do
    in=\${top%%//*}
    case $point in
      "$in") return ;;
      "$in"/*)
        [ "$at" = "\${top#*//}\${point#"$in"}" ] && return
        case $machine in *" $point//$at "*) return ;; esac
        case $4 in ro|ro,*) case $standins in *" $point "*) return ;; esac ;; esac
        take "$point//own" || fail "$point"
        return ;;
    esac
  done
  take "$point//$at" && return
  case $4 in ro|ro,*) return ;; esac
  take "$point//own" || fail "$point"
}
IFS='
'
for mount in $mounts; do
  IFS=' '
  look $mount
done
for point in $covered; do
  case $seen in *" $point "*) ;; *) fail "$point" ;; esac
done
`;

const toldOn = (descriptor: number): string => `echo begun >&${descriptor}
exec ${descriptor}>&-
exec "$@"
`;

/** A mount of this machine: what lies below `root` on a device is found below `point`. Names are escaped as the kernel tells them. */
interface Mount {
  readonly device: string;
  readonly root: string;
  readonly point: string;
}

interface Placed {
  readonly path: string;
  readonly kind: "folder" | "file";
}

/** Where something is mounted on this machine. */
export const mountPoints = (): readonly string[] => [...new Set(mountsHere().map(({ point }) => plain(point)))];

/** Whether what is mounted on one of them later is handed on to namespaces that are made of these. */
export const areMountsHandedOn = (): boolean =>
  mountLines().some((line) => / (?:shared|master):\d+ (?:.* )?- /.test(line));

function mountLines(): readonly string[] {
  try {
    return faithfulName(readFileSync("/proc/self/mountinfo")).split("\n");
  } catch {
    return [];
  }
}

function mountsHere(): readonly Mount[] {
  return mountLines().flatMap((line) => {
    const [, , device = "", root = "", point] = line.split(" ");
    return point === undefined ? [] : [{ device, root, point }];
  });
}

/** Those, and wherever else the same files are mounted: a home below another point, the whole of a disk whose folder is the home. @param roots  what contains one stays visible */
export function atEveryMount<One extends Placed>(
  hidden: readonly One[],
  roots: readonly string[],
): readonly (One | Placed)[] {
  const mounts = mountsHere().map(({ device, root, point }) => ({ device, root: plain(root), point: plain(point) }));
  const others = hidden.flatMap((one) => otherPlaces(one, mounts));
  return [...hidden, ...others.filter(({ path }) => !roots.some((root) => isInside(root, path)))];
}

function otherPlaces<One extends Placed>(one: One, mounts: readonly Mount[]): readonly (One | Placed)[] {
  // Of two on one point the later lies above the other.
  const own = mounts
    .filter(({ point }) => isInside(one.path, point))
    .sort(byLength)
    .at(-1);
  if (own === undefined) return [];
  const onDevice = join(own.root, relative(own.point, one.path));
  return mounts.flatMap(({ device, root, point }): readonly (One | Placed)[] => {
    if (device !== own.device) return [];
    if (isInside(onDevice, root)) {
      const path = join(point, relative(root, onDevice));
      return whatLiesAtBoth(path, one.path) ? [{ ...one, path }] : [];
    }
    // A part of what is hidden, mounted by itself.
    const stat = isInside(root, onDevice) ? whatLiesAtBoth(point, join(one.path, relative(onDevice, root))) : undefined;
    return stat === undefined ? [] : [{ path: point, kind: stat.isDirectory() ? "folder" : "file" }];
  });
}

const byLength = (one: Mount, other: Mount): number => one.point.length - other.point.length;

/** What is mounted above a place hides it. @returns what lies at both paths; nothing where one is the other */
function whatLiesAtBoth(path: string, other: string): Stats | undefined {
  if (path === other) return undefined;
  try {
    const [stat, known] = [statSync(nativePath(path)), statSync(nativePath(other))];
    return stat.dev === known.dev && stat.ino === known.ino ? stat : undefined;
  } catch {
    return undefined;
  }
}

const plain = (escaped: string): string =>
  escaped.replace(/\\(\d{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
