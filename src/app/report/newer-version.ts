import { getText } from "../../adapters/models/http/request.ts";
import { refuseUntrusted } from "../../adapters/models/http/tls-problem.ts";
import { errorText } from "../../base/error-text.ts";
import { isObject } from "../../base/is-object.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { withoutLogin } from "../../base/without-login.ts";
import type { LoadedConfig } from "../settings/load.ts";
import type { Environment } from "../settings/locations.ts";

const NAME = "waymark";
const REGISTRY = "https://registry.npmjs.org";
const TIMEOUT_MS = 15_000;
/** It stands in a command that a person may paste: nothing of a shell's. */
const VERSION = /^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.-]{1,64})?$/;

export interface UpdateReport {
  readonly current: string;
  readonly latest: string;
  readonly isNewer: boolean;
  /** The command that brings it, for the way this copy was installed. */
  readonly command: string;
}

/**
 * Asks the registry of npm (`GET REGISTRY/NAME/latest`) for the newest release; changes nothing.
 * @param program the file that runs
 * @throws {UserError} offline and in CI, and when the registry does not answer or knows no program of this name
 */
export async function findNewerVersion(
  current: string,
  { environment, config }: LoadedConfig,
  program: string,
): Promise<UpdateReport> {
  if (config.offline)
    throw new UserError(phrase`Offline, no newer release is looked for; run it again without --offline.`, EXIT.usage);
  if (environment["CI"])
    throw new UserError(phrase`Where CI is set, no newer release is looked for; ask on your own machine.`, EXIT.usage);
  const registry = environment["npm_config_registry"] || REGISTRY;
  const latest = await latestAt(`${registry.replace(/\/+$/, "")}/${NAME}/latest`, environment);
  return { current, latest, isNewer: isNewer(latest, current), command: commandFor(program, latest) };
}

async function latestAt(url: string, environment: Environment): Promise<string> {
  const headers = { accept: "application/json" };
  const shown = withoutLogin(url);
  const answer = await getText(url, { headers, timeoutMs: TIMEOUT_MS, environment }).catch((error) => {
    refuseUntrusted(error, shown, "npm_config_registry");
    throw new UserError(
      phrase`${shown} cannot be read (${withoutLogin(errorText(error))}); try again with a network.`,
      EXIT.transient,
      { cause: error },
    );
  });
  const manifest = answer.status === 200 ? parsed(answer.text) : {};
  // Another package of that name would have another program.
  const { version, bin } = manifest;
  if (typeof version === "string" && VERSION.test(version) && isObject(bin) && NAME in bin) return version;
  throw new UserError(
    phrase`${shown} answered ${answer.status} and names no release of ${NAME}; is npm_config_registry the right one?`,
    EXIT.transient,
  );
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = parseForeignJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** By the three numbers; of the same ones the release is newer than what came before it (`1.0.0-rc.1`). */
function isNewer(latest: string, current: string): boolean {
  const [left, right] = [latest, current].map((version) => version.split("-", 1)[0]?.split(".").map(Number) ?? []);
  for (const index of [0, 1, 2]) {
    const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return current.includes("-") && !latest.includes("-");
}

function commandFor(program: string, version: string): string {
  const path = program.replaceAll("\\", "/");
  if (path.includes("/executable/") || path.includes("/libexec/"))
    return `get its file anew; \`npm run executable\` or \`npm run tarball\` make it from a checkout of ${version}`;
  if (path.includes("/_npx/")) return `npx ${NAME}@${version}`;
  if (/\/lib\/node_modules\/|\/npm\/node_modules\//.test(path)) return `npm install --global ${NAME}@${version}`;
  if (path.includes("/node_modules/")) return `npm install ${NAME}@${version}`;
  return "git pull && npm install";
}
