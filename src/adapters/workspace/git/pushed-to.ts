import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Push } from "../../../engines/shell/opened/pushes.ts";
import { commonGitFolder, gitPlaceAt, quietGit } from "../../git-folder.ts";
import { realIfThere } from "../../inside.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const LOOK_MS_MAX = 5_000;

/** A repository of this machine that git pushes to. */
export interface PushedTo {
  /** Absolute and real: its git folder. */
  readonly gitFolder: string;
  /** Absolute: what a person calls it by. */
  readonly place: string;
}

/** The repositories of this machine that a push goes to, in git's own word: settings that lead an address elsewhere included. */
export async function pushedTo({ folder, repository }: Push, environment: Environment): Promise<readonly PushedTo[]> {
  const told = (...words: readonly string[]) => linesOf(words, { folder, environment });
  const named = repository ?? (await ownRemote(told));
  const [of, ...more] = await told("remote", "get-url", "--push", "--all", named);
  const addresses = of === undefined ? await told("ls-remote", "--get-url", named) : [of, ...more];
  return addresses.flatMap((address) => repositoryAt(address, folder) ?? []);
}

type Told = (...words: readonly string[]) => Promise<readonly string[]>;

/** As git chooses it. */
async function ownRemote(told: Told): Promise<string> {
  const [branch = ""] = await told("symbolic-ref", "--short", "-q", "HEAD");
  for (const name of [`branch.${branch}.pushRemote`, "remote.pushDefault", `branch.${branch}.remote`]) {
    const [remote] = await told("config", "--get", name);
    if (remote !== undefined) return remote;
  }
  return "origin";
}

/** As git tells a path from an address: by a slash before the first colon. */
function repositoryAt(address: string, folder: string): PushedTo | undefined {
  const path = address.startsWith("file://") ? pathOf(address) : /^[^/]*:/.test(address) ? undefined : address;
  const place = path === undefined ? undefined : realIfThere(resolve(folder, path));
  const found = place === undefined ? undefined : gitPlaceAt(place);
  const gitFolder = found?.isSure ? realIfThere(commonGitFolder(found.gitFolder)) : undefined;
  return place === undefined || gitFolder === undefined ? undefined : { gitFolder, place };
}

function pathOf(address: string): string | undefined {
  try {
    return fileURLToPath(address);
  } catch {
    return undefined;
  }
}

/** What git says, a line each; nothing where it says that there is nothing, or cannot be asked. */
function linesOf(
  words: readonly string[],
  { folder, environment }: { readonly folder: string; readonly environment: Environment },
): Promise<readonly string[]> {
  const git = quietGit(words, environment);
  const how = { cwd: folder, env: git.env, timeout: LOOK_MS_MAX };
  return new Promise((resolved) => {
    execFile("git", git.words, how, (error, output) =>
      resolved(error === null ? output.split("\n").filter((line) => line !== "") : []),
    );
  });
}
