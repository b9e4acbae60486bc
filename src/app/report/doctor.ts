import { execFile } from "node:child_process";
import { accessSync, constants, existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { findRipgrep } from "../../adapters/workspace/search-ripgrep.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { UserError } from "../../base/user-error.ts";
import { describeModel } from "../models/choose-model.ts";
import { reachProblem } from "../models/reach.ts";
import { sandboxState } from "../permissions/sandbox-use.ts";
import type { Rooms } from "../rooms.ts";
import type { Environment } from "../settings/locations.ts";

export interface Check {
  readonly name: Words;
  readonly state: "ok" | "warning" | "failed";
  readonly detail: Words;
  /** What to do about it. */
  readonly fix?: Words;
}

const PROBE_MS = 3_000;

/** Looks at everything a session needs; changes nothing but makes its own folders. */
export async function checkHealth(rooms: Rooms): Promise<readonly Check[]> {
  return [
    runtime(),
    ...(await settings(rooms)),
    await git(rooms.environment),
    await ripgrep(rooms.environment),
    await sandbox(rooms),
    ...[rooms.places.config, join(rooms.cwd, ".waymark")].flatMap(unreadSettings),
    ...Object.entries(rooms.places).map(([name, folder]) => writableFolder(phrase`${name} folder`, folder)),
    readableFolder(rooms.cwd),
  ];
}

function runtime(): Check {
  return {
    name: phrase`runtime`,
    state: "ok",
    detail: phrase`Node ${process.versions.node} on ${process.platform} ${process.arch}`,
  };
}

async function settings(rooms: Rooms): Promise<Check[]> {
  try {
    const loaded = rooms.settings;
    const config: Check = { name: phrase`config`, state: "ok", detail: phrase`read from ${rooms.places.config}` };
    const described = await describeModel(loaded);
    if (described.kind === "guide")
      return [
        config,
        {
          name: phrase`model`,
          state: "warning",
          detail: phrase`offline/guide: no key and no local server was found`,
          fix: phrase`set a key such as OPENAI_API_KEY, or start Ollama`,
        },
      ];
    if (described.kind === "embedded") return [config, { name: phrase`model`, state: "ok", detail: described.id }];
    if (described.kind === "problem")
      return [
        config,
        { name: phrase`model`, state: "failed", detail: described.message, fix: phrase`see \`waymark provider list\`` },
      ];
    const key: Check = described.hasKey
      ? { name: phrase`key`, state: "ok", detail: phrase`there is one for ${described.provider}` }
      : {
          name: phrase`key`,
          state: "warning",
          detail: phrase`none for ${described.provider}`,
          fix: phrase`fine for a server that needs none`,
        };
    return [
      config,
      { name: phrase`model`, state: "ok", detail: described.id },
      key,
      await endpoint(described.baseUrl, loaded.config.offline),
    ];
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return [{ name: phrase`config`, state: "failed", detail: error.words, fix: phrase`mend the value that is named` }];
  }
}

const LIKE_SETTINGS = /^(?:settings|config|waymark)(?:\.local)?\.(?:json|jsonc|json5|toml|ya?ml)$/i;

/** Files that look as if settings were read from them, as other agents name theirs. */
function unreadSettings(folder: string): Check[] {
  if (!existsSync(folder)) return [];
  const unread = readdirSync(folder).filter((name) => LIKE_SETTINGS.test(name) && name !== "config.json");
  return unread.map((name) => ({
    name: phrase`config`,
    state: "warning",
    detail: phrase`${join(folder, name)} is not read`,
    fix: phrase`settings stand in ${join(folder, "config.json")}: move them there`,
  }));
}

/** A TCP connection says that something listens; no request is sent. */
async function endpoint(baseUrl: string, isOffline: boolean): Promise<Check> {
  const url = new URL(baseUrl);
  if (isOffline) return { name: phrase`endpoint`, state: "ok", detail: phrase`${url.host} is not asked (offline)` };
  const problem = await reachProblem(baseUrl, PROBE_MS);
  if (problem === undefined) return { name: phrase`endpoint`, state: "ok", detail: phrase`${url.host} answers` };
  return {
    name: phrase`endpoint`,
    state: "failed",
    detail: phrase`${url.host}: ${problem}`,
    fix: phrase`check the address, the network or the proxy`,
  };
}

function git(environment: Environment): Promise<Check> {
  const name = "git";
  const fix = phrase`only \`git\` commands and read-only git tools need it: install git`;
  return new Promise((resolve) => {
    execFile(name, ["--version"], { timeout: PROBE_MS, env: { ...environment } }, (error, stdout) => {
      if (error) resolve({ name, state: "warning", detail: phrase`not found`, fix });
      else resolve({ name, state: "ok", detail: stdout.trim().split("\n")[0] ?? "" });
    });
  });
}

async function ripgrep(environment: Environment): Promise<Check> {
  const path = await findRipgrep(environment);
  if (path === undefined)
    return {
      name: phrase`ripgrep`,
      state: "warning",
      detail: phrase`not found; Waymark's own search is used`,
      fix: phrase`install ripgrep for speed`,
    };
  return { name: phrase`ripgrep`, state: "ok", detail: path };
}

async function sandbox({ cwd, environment }: Rooms): Promise<Check> {
  const { tier, why } = await sandboxState({ cwd, addDirs: [], environment });
  if (tier === "none")
    return {
      name: phrase`sandbox`,
      state: "warning",
      detail: phrase`none: ${why ?? phrase`unknown`}`,
      fix: phrase`until then every command runs with your own rights`,
    };
  const proven = phrase`${tier}, proven by its self-test on this machine`;
  if (why === undefined) return { name: phrase`sandbox`, state: "ok", detail: proven };
  return { name: phrase`sandbox`, state: "warning", detail: phrase`${proven}, and a lesser one`, fix: why };
}

function writableFolder(name: Words, folder: string): Check {
  try {
    makeFolder(folder, { mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return { name, state: "ok", detail: folder };
  } catch (error) {
    return {
      name,
      state: "failed",
      detail: errorText(error),
      fix: phrase`make it writable, or set WAYMARK_HOME to a folder that is`,
    };
  }
}

function readableFolder(folder: string): Check {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK);
    return { name: phrase`working folder`, state: "ok", detail: folder };
  } catch {
    return {
      name: phrase`working folder`,
      state: "warning",
      detail: phrase`${folder} is read-only`,
      fix: phrase`edits will fail; work in a copy`,
    };
  }
}
