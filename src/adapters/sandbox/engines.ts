import { release } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { isProgram, textIfThere } from "../folder-entries.ts";
import { isInside } from "../inside.ts";
import { SEATBELT_PROGRAM } from "./seatbelt.ts";

export interface Engine {
  readonly tier: "bubblewrap" | "landlock" | "seatbelt";
  readonly program: string;
  /** Absolute path of `perl`, where Landlock is to hold inside of bubblewrap as well. */
  readonly perl?: string;
  /** And where perl is to give bubblewrap mounts of its own. */
  readonly isApart?: true;
}

/** As it is told of, and its proof is kept. */
export const engineName = ({ tier, perl, isApart }: Engine): string =>
  [tier, ...(perl === undefined ? [] : ["with-landlock"]), ...(isApart ? ["apart"] : [])].join("-");

export interface EngineRequest {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly roots: readonly string[];
}

/** Landlock decides on truncation from version 3 on. */
const LANDLOCK_KERNEL = [6, 2] as const;

/** What this machine offers by the look of it, the best first, and why the best of its kind is not there; starts nothing. */
export function availableEngines(request: EngineRequest): {
  readonly engines: readonly Engine[];
  readonly why?: string;
} {
  if (process.platform === "darwin")
    return isProgram(SEATBELT_PROGRAM)
      ? { engines: [{ tier: "seatbelt", program: SEATBELT_PROGRAM }] }
      : { engines: [], why: `${SEATBELT_PROGRAM} is missing` };
  if (process.platform !== "linux") return { engines: [], why: `there is none for ${process.platform}` };
  if (request.roots.includes("/")) return { engines: [], why: "the working folder is the whole file system" };
  const bubblewrap = findProgram("bwrap", request);
  const perl = kernelHasLandlock() && /^(?:x64|arm64)$/.test(process.arch) ? findPerl(request) : undefined;
  const landlock: readonly Engine[] = perl === undefined ? [] : [{ tier: "landlock", program: perl }];
  if (bubblewrap !== undefined) {
    const plain: Engine = { tier: "bubblewrap", program: bubblewrap };
    const withPerl =
      perl === undefined
        ? []
        : [...(mayUnshare() ? [{ ...plain, perl, isApart: true as const }] : []), { ...plain, perl }];
    return { engines: [...withPerl, plain, ...landlock] };
  }
  return { engines: landlock, why: "bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)" };
}

/** Some systems let only programs that they know by name do what namespaces are for. */
const mayUnshare = (): boolean =>
  process.getuid?.() === 0 || textIfThere("/proc/sys/kernel/apparmor_restrict_unprivileged_userns").trim() !== "1";

export function findPerl(request: EngineRequest): string | undefined {
  return findProgram("perl", request);
}

function kernelHasLandlock(): boolean {
  const [major = 0, minor = 0] = release()
    .split(".")
    .map((part) => Number.parseInt(part, 10));
  return major > LANDLOCK_KERNEL[0] || (major === LANDLOCK_KERNEL[0] && minor >= LANDLOCK_KERNEL[1]);
}

/** In the places of the system first; never in a folder that is worked in. */
function findProgram(name: string, { environment, roots }: EngineRequest): string | undefined {
  const path = (environment["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const folders = [
    "/usr/bin",
    "/bin",
    "/usr/local/bin",
    ...path.filter((one) => !roots.some((root) => isInside(one, root))),
  ];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}
