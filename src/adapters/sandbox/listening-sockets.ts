import { lstatSync, readFileSync, readlinkSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { ToolFailure } from "../../core/tool.ts";
import { entriesIn, namesIn } from "../folder-entries.ts";
import { isInside } from "../inside.ts";

/** Each of these is looked for in the folder of each process. */
const RELATIVE_MAX = 1_000;
/** Two looks where nothing happens meanwhile. */
const LOOKS_MAX = 5;
const SETTLED_MS = 50;
const PRIVATE = /^\/(?:tmp|run|var\/tmp|var\/run)\//;
/** The socket of another Waymark's self-test obeys nobody, and is gone at any moment. */
const OF_A_PROOF = /\/sandbox-test-\w{6}\/(?:socket|tools\/other)$/;

/**
 * Sockets with a path that somebody listens on, but for the folders that are private where nobody works in them, and for those of our own
 * commands with a network of their own; Linux tells. A name says where a socket was bound: it may have been linked or moved since (ssh's
 * masters are), and is relative to the folder that its program was in.
 */
export function listeningSockets(roots: readonly string[]): readonly string[] {
  const { folders, networks } = otherProcesses();
  const found = new Set<string>();
  const left = new Set<string>();
  const add = (path: string): unknown => isSocket(path) && found.add(path);
  const names = [...new Set(networks.flatMap(namedSockets))];
  const relative = names.filter((name) => !isAbsolute(name));
  if (relative.length > RELATIVE_MAX)
    throw new ToolFailure(
      `More than ${RELATIVE_MAX} sockets with relative names are listened on, so that what a command could reach cannot be told, and nothing was run. The program that opened them must end first.`,
    );
  for (const name of relative) for (const folder of folders) add(join(folder, name));
  for (const name of names) if (isAbsolute(name) && !add(name)) left.add(dirname(name));
  for (const folder of left)
    for (const entry of entriesIn(folder)) if (entry.isSocket()) found.add(join(folder, entry.name));
  return [...found]
    .filter((path) => !PRIVATE.test(path) || roots.some((root) => isInside(path, root)))
    .filter((path) => !OF_A_PROOF.test(path))
    .filter(isSettled);
}

/** The folders that processes are in, and of each network the file that tells of its sockets. */
function otherProcesses(): { readonly folders: readonly string[]; readonly networks: readonly string[] } {
  const folders = new Set<string>();
  const networks = new Map([[linkAt("/proc/self/ns/net"), "/proc/self/net/unix"]]);
  const isOurs = descentFrom(String(process.pid), parentOf);
  for (const id of namesIn("/proc").filter((name) => /^\d+$/.test(name))) {
    const folder = linkAt(`/proc/${id}/cwd`);
    // Somebody else's processes tell neither.
    if (folder === undefined) continue;
    folders.add(folder);
    const network = linkAt(`/proc/${id}/ns/net`);
    if (network !== undefined && !networks.has(network) && !isOurs(id)) networks.set(network, `/proc/${id}/net/unix`);
  }
  return { folders: [...folders], networks: [...networks.values()] };
}

/**
 * Whether a process is this one, or was started by it or by what it started. The parent of each is asked for once: a command may have its processes
 * stand in a long row.
 */
export function descentFrom(top: string, parent: (id: string) => string): (id: string) => boolean {
  const known = new Map([
    ["", false],
    ["0", false],
    [top, true],
  ]);
  return (id) => {
    const way: string[] = [];
    let at = id;
    for (; !known.has(at); at = parent(at)) {
      // Numbers are given again meanwhile: a row that comes back to itself leads nowhere.
      known.set(at, false);
      way.push(at);
    }
    const isBelow = known.get(at) === true;
    for (const one of way) known.set(one, isBelow);
    return isBelow;
  };
}

/** A name may hold brackets itself. */
const parentOf = (id: string): string => /\) \w (\d+)[^)]*$/.exec(textAt(`/proc/${id}/stat`))?.[1] ?? "";

/** It tells a page at a time, and what is closed between two pages moves another line out of sight: so it is asked until it names nothing new. */
function namedSockets(file: string): readonly string[] {
  const named = new Set<string>();
  for (let look = 0, before = -1; look < LOOKS_MAX && named.size > before; look++) {
    before = named.size;
    for (const [, name = ""] of textAt(file).matchAll(NAMED)) named.add(name);
  }
  return [...named];
}

/** `ADDRESS: COUNT PROTOCOL FLAGS TYPE STATE INODE NAME`, where a name may hold line ends, and begins with `@` where it is none of a file. */
const LINE = String.raw`[0-9a-f]{8,16}: [0-9A-F]{8} [0-9A-F]{8} [0-9A-F]{8} [0-9A-F]{4} [0-9A-F]{2} +\d+`;
const NAMED = new RegExp(String.raw`^${LINE} ([^@][^]*?)(?=\n${LINE}(?: |\n|$)|\n?$(?![^]))`, "gm");

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process is gone, or somebody else's.
    return "";
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const isSocket = (path: string): boolean => statAt(path)?.isSocket() ?? false;

/** One that goes away between this look and the start of a program would keep the program from starting. */
function isSettled(path: string): boolean {
  const stat = statAt(path);
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) > SETTLED_MS;
}

/** Nothing where it is not there, or in a closed folder of somebody else: out of a command's reach as well. */
function statAt(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
