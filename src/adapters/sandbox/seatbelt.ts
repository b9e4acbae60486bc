import type { Steps } from "../../base/steps.ts";
import type { Confinement, ProgramStart } from "../../core/ports/processes.ts";
import type { HiddenPath } from "./hidden-paths.ts";
import { workspaceMounts } from "./protected-paths.ts";
import { readableOfSystem, secretFiles } from "./reading-profile.ts";
import { cacheVariables } from "./toolchain-caches.ts";

export interface SeatbeltView {
  readonly roots: readonly string[];
  readonly hidden: readonly HiddenPath[];
  /** Where temporary files may be written; real path, as the profile compares real paths. */
  readonly privateTemporary: string;
  /** Where tools keep what they made for these roots; absent: with the temporary files. */
  readonly caches?: string;
}

export const SEATBELT_PROGRAM = "/usr/bin/sandbox-exec";

/** The program below macOS's sandbox-exec. Written from its documented profile language; the self-test decides whether it counts. */
export function* seatbeltStart(start: ProgramStart, confinement: Confinement, view: SeatbeltView): Steps<ProgramStart> {
  return {
    program: SEATBELT_PROGRAM,
    parameters: [
      "-p",
      yield* seatbeltProfile(confinement, { ...view, environment: start.environment }),
      start.program,
      ...start.parameters,
    ],
    environment: {
      ...start.environment,
      ...cacheVariables(view.caches ?? `${view.privateTemporary}/.cache`, start.environment["HOME"], confinement),
      TMPDIR: view.privateTemporary,
    },
  };
}

/** A profile in Apple's SBPL: of two rules that match, the later wins. */
export function* seatbeltProfile(
  { reads, writes, network, opensGitSettings, isGitAlone, opens }: Confinement,
  view: SeatbeltView & Pick<ProgramStart, "environment">,
): Steps<string> {
  const mounts = yield* workspaceMounts(view.roots, { opensGitSettings, isGitAlone, opens });
  const own = [view.privateTemporary, ...(view.caches === undefined ? [] : [view.caches])];
  const writable = writes === "workspace" ? mounts.writable : [];
  return [
    "(version 1)",
    "(deny default)",
    "(allow process-exec process-fork)",
    "(allow process-info* (target same-sandbox))",
    "(allow signal (target same-sandbox))",
    "(allow sysctl-read)",
    "(allow mach-lookup)",
    '(deny mach-lookup (global-name "com.apple.SecurityServer") (global-name "com.apple.pasteboard.1"))',
    "(allow ipc-posix-sem ipc-posix-shm)",
    ...(reads === "workspace" ? readingRules(view) : ["(allow file-read*)"]),
    ...(yield* secretFiles(view.roots, { reads, environment: view.environment })).map(
      ({ path }) => `(deny file-read* (subpath ${quote(path)}))`,
    ),
    '(allow file-write* (literal "/dev/null") (literal "/dev/zero") (literal "/dev/tty") (subpath "/dev/fd"))',
    '(allow file-ioctl (literal "/dev/null") (literal "/dev/tty"))',
    ...writable.map((path) => `(allow file-write* (subpath ${quote(path)}))`),
    ...[...mounts.readOnly, ...mounts.readOnlyIfThere].map((path) => `(deny file-write* (subpath ${quote(path)}))`),
    ...(writes === "workspace" ? mounts.writableWithin : []).map(
      (path) => `(allow file-write* (subpath ${quote(path)}))`,
    ),
    ...view.hidden.map(({ path }) => `(deny file-read* file-write* (subpath ${quote(path)}))`),
    // They lie in a folder of ours that is hidden.
    ...own.map((path) => `(allow file-read* file-write* (subpath ${quote(path)}))`),
    network === "on" ? "(allow network*)" : "(deny network*)",
  ].join("\n");
}

/** Names and sizes of everything, the content of little. */
function readingRules({
  roots,
  environment,
  privateTemporary,
}: Parameters<typeof seatbeltProfile>[1]): readonly string[] {
  const open = [...readableOfSystem(environment), ...roots, privateTemporary, "/dev", "/private/var/db", "/usr"];
  return [
    "(allow file-read-metadata)",
    '(allow file-read* (literal "/"))',
    ...open.map((path) => `(allow file-read* (subpath ${quote(path)}))`),
  ];
}

function quote(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
