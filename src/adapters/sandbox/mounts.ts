import { readFileSync, type Stats, statSync } from "node:fs";
import { join, relative } from "node:path";
import { faithfulName, nativePath } from "../../engines/paths/file-names.ts";
import { isInside } from "../inside.ts";

/** A mount of this machine: what lies below `root` on a device is found below `point`. Names are escaped as the kernel tells them. */
export interface Mount {
  readonly device: string;
  readonly root: string;
  readonly point: string;
}

interface Placed {
  readonly path: string;
  readonly kind: "folder" | "file";
}

export function mountsHere(): readonly Mount[] {
  try {
    const lines = faithfulName(readFileSync("/proc/self/mountinfo")).split("\n");
    return lines.flatMap((line) => {
      const [, , device = "", root = "", point] = line.split(" ");
      return point === undefined ? [] : [{ device, root, point }];
    });
  } catch {
    return [];
  }
}

/** Those, and wherever else the same files are mounted: a home below another point, the whole of a disk whose folder is the home. */
export function atEveryMount<One extends Placed>(hidden: readonly One[]): readonly (One | Placed)[] {
  const mounts = mountsHere().map(({ device, root, point }) => ({ device, root: plain(root), point: plain(point) }));
  return [...hidden, ...hidden.flatMap((one) => otherPlaces(one, mounts))];
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
