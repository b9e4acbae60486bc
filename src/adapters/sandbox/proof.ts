import { readFileSync, statSync, writeFileSync } from "node:fs";
import { release } from "node:os";
import { join } from "node:path";
import { errorText } from "../../base/error-text.ts";
import { makeFolder } from "../make-folder.ts";
import { type Engine, engineName } from "./engines.ts";
import { type Confine, promisesOf, selfTest } from "./self-test.ts";

/** Another one whenever a tier or its test changes here. */
const VERSION = 10;

/** The self-test, unless it has succeeded before with the same kernel, program and limits. */
export async function provenOrProblem(
  engine: Engine,
  cacheFolder: string,
  confine: Confine,
): Promise<string | undefined> {
  const file = join(cacheFolder, `sandbox-${engineName(engine)}.json`);
  const key = proofKey(engine);
  if (readProof(file) === key) return undefined;
  const test = selfTest({ confine, folder: cacheFolder, promises: promisesOf(engine) });
  // What keeps the test from being made speaks of this tier alone: another may be proven yet.
  const problem = await test.catch((error: unknown) => `its self-test could not be made: ${errorText(error)}`);
  if (problem === undefined) keepProof(file, key);
  return problem;
}

/** Changes whenever the proof may no longer hold. */
function proofKey(engine: Engine): string {
  const { program } = engine;
  const { size, mtimeMs } = statSync(program);
  const limits = [
    "user/max_user_namespaces",
    "kernel/unprivileged_userns_clone",
    "kernel/apparmor_restrict_unprivileged_userns",
  ];
  const values = limits.map((name) => readText(join("/proc/sys", name)).trim());
  return [engineName(engine), VERSION, program, size, mtimeMs, release(), process.getuid?.(), ...values].join(" ");
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
    makeFolder(join(file, ".."), { mode: 0o700 });
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
