import { accessSync, constants, mkdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { Confinement, ProgramStart, Sandbox, SandboxState } from "../../core/ports.ts";
import { bubblewrapStart } from "./bubblewrap.ts";
import { type HiddenPath, hiddenPaths } from "./hidden-paths.ts";
import { isInside } from "./inside.ts";
import { makePrivateFolder, type PrivateFolder } from "./private-folder.ts";
import { SEATBELT_PROGRAM, seatbeltStart } from "./seatbelt.ts";
import { selfTest } from "./self-test.ts";

export interface SandboxOptions {
  /** Absolute folders that are worked in. */
  readonly roots: readonly string[];
  readonly home: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Our own configuration, state and cache: hidden. */
  readonly own: readonly string[];
  /** Where the outcome of the self-test is kept. */
  readonly cacheFolder: string;
}

export interface OpenSandbox extends Sandbox {
  /** Removes the private folder for temporary files. */
  close(): void;
}

interface Engine {
  readonly tier: "bubblewrap" | "seatbelt";
  readonly program: string;
}

/** What this machine offers by the look of it; starts nothing. */
export function availableEngine(
  options: Pick<SandboxOptions, "environment" | "roots">,
): Engine | { readonly why: string } {
  if (process.platform === "darwin")
    return isProgram(SEATBELT_PROGRAM)
      ? { tier: "seatbelt", program: SEATBELT_PROGRAM }
      : { why: `${SEATBELT_PROGRAM} is missing` };
  if (process.platform !== "linux") return { why: `there is none for ${process.platform}` };
  const program = findProgram("bwrap", options);
  if (program === undefined) return { why: "bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)" };
  if (options.roots.includes("/")) return { why: "the working folder is the whole file system" };
  return { tier: "bubblewrap", program };
}

/** The best sandbox of this machine. Nothing is looked at before the first question. */
export function createSandbox(options: SandboxOptions): OpenSandbox {
  let known: Promise<SandboxState> | undefined;
  let engine: Engine | undefined;
  let folder: PrivateFolder | undefined;
  let hidden: readonly HiddenPath[] | undefined;
  const roots = (): readonly string[] => options.roots.map((root) => realpathSync(root));

  async function find(): Promise<SandboxState> {
    const found = availableEngine(options);
    if ("why" in found) return { tier: "none", why: found.why };
    const made = makePrivateFolder();
    folder = made;
    const problem = await provenOrProblem(found, options.cacheFolder, (start, confinement, view) =>
      confineWith(found, start, confinement, { ...view, folder: made }),
    );
    if (problem !== undefined) return { tier: "none", why: `${found.tier} does not hold here: ${problem}` };
    engine = found;
    return { tier: found.tier };
  }

  return {
    state() {
      known ??= find().catch((error: unknown) => ({ tier: "none", why: `the self-test failed: ${String(error)}` }));
      return known;
    },
    confine(start, confinement) {
      if (engine === undefined) return start;
      folder ??= makePrivateFolder();
      hidden ??= hiddenPaths({ ...options, roots: roots() });
      return confineWith(engine, start, confinement, { roots: roots(), hidden, folder });
    },
    close() {
      folder?.remove();
      folder = undefined;
    },
  };
}

interface View {
  readonly roots: readonly string[];
  readonly hidden: readonly HiddenPath[];
  readonly folder: PrivateFolder;
}

function confineWith(engine: Engine, start: ProgramStart, confinement: Confinement, view: View): ProgramStart {
  const { roots, hidden, folder } = view;
  switch (engine.tier) {
    case "seatbelt":
      return seatbeltStart(start, confinement, { roots, hidden, privateTemporary: folder.temporary });
    case "bubblewrap":
      return bubblewrapStart(start, confinement, {
        program: engine.program,
        roots,
        hidden,
        privateTemporary: folder.temporary,
        emptyFile: folder.emptyFile,
        userId: process.getuid?.() ?? 0,
      });
  }
}

/** The self-test, unless it has succeeded before with the same kernel, program and limits. */
async function provenOrProblem(
  engine: Engine,
  cacheFolder: string,
  confine: Parameters<typeof selfTest>[0]["confine"],
): Promise<string | undefined> {
  const file = join(cacheFolder, "sandbox.json");
  const key = proofKey(engine);
  if (readProof(file) === key) return undefined;
  const hasNamespaces = engine.tier === "bubblewrap";
  const problem = await selfTest({ confine, folder: cacheFolder, hasNamespaces });
  if (problem === undefined) keepProof(file, key);
  return problem;
}

/** Changes whenever the proof may no longer hold. */
function proofKey({ tier, program }: Engine): string {
  const { size, mtimeMs } = statSync(program);
  const limits = [
    "user/max_user_namespaces",
    "kernel/unprivileged_userns_clone",
    "kernel/apparmor_restrict_unprivileged_userns",
  ];
  const values = limits.map((name) => readText(join("/proc/sys", name)).trim());
  return [tier, program, size, mtimeMs, release(), process.getuid?.(), ...values].join(" ");
}

function readProof(file: string): string | undefined {
  const text = readText(file);
  if (text === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "proven" in value ? String(value.proven) : undefined;
  } catch {
    return undefined;
  }
}

function keepProof(file: string, proven: string): void {
  try {
    mkdirSync(join(file, ".."), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify({ proven })}\n`, { mode: 0o600 });
  } catch {
    // Without a cache the test runs once a session.
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** In the places of the system first; never in a folder that is worked in. */
function findProgram(
  name: string,
  { environment, roots }: Pick<SandboxOptions, "environment" | "roots">,
): string | undefined {
  const path = (environment["PATH"] ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const folders = [
    "/usr/bin",
    "/bin",
    "/usr/local/bin",
    ...path.filter((one) => !roots.some((root) => isInside(one, root))),
  ];
  return folders.map((folder) => join(folder, name)).find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
