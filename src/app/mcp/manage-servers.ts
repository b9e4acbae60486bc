import { join } from "node:path";
import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Rooms } from "../rooms.ts";
import { changeSettings, setOwnSetting } from "../settings/write-setting.ts";
import { setTrust, trustState } from "../trust/trust.ts";
import { SERVERS_FILE, trustItemOf } from "../trust/trust-items.ts";
import { type ConfiguredServer, configuredServers } from "./configured-servers.ts";
import { SERVER_NAME, serverSettings } from "./server-settings.ts";
import { whyOf } from "./server-standing.ts";
import type { OpenedServer } from "./servers.ts";

/** Whose server it is: the person's own, or the project's, which others get too. */
export const SERVER_SCOPES = ["user", "project"] as const;
export type ServerScope = (typeof SERVER_SCOPES)[number];
/** `found`: the project's, by a file that the person did not write: the question of trust shows it before it counts. */
type WrittenAs = ServerScope | "found";

/** @throws {UserError} when there is no such server, and what it did where it does not answer */
export async function lookAtServer(rooms: Rooms, name: string): Promise<OpenedServer> {
  const server = await serverNamed(rooms, name);
  try {
    return await (await rooms.servers()).look(server);
  } catch (error) {
    throw new UserError(phrase`The server ${name} does not answer: ${whyOf(name, error)}.`, EXIT.failed, {
      cause: error,
    });
  }
}

/** What its tools say now is what they may say from now on. @throws {UserError} as `lookAtServer` */
export async function acceptServer(rooms: Rooms, name: string): Promise<OpenedServer> {
  const opened = await lookAtServer(rooms, name);
  (await rooms.servers()).accept(opened);
  return opened;
}

/** @returns the file it was written to @throws {UserError} when it could not be used */
export async function addServer(rooms: Rooms, name: string, settings: unknown, scope: WrittenAs): Promise<string> {
  if (!SERVER_NAME.test(name))
    throw new UserError(
      phrase`A server's name takes letters, digits, - and single _, at most 41; "${name}" has others.`,
      EXIT.usage,
    );
  const parsed = serverSettings.safeParse(settings);
  if (!parsed.success) {
    const [problem] = parsed.error.issues;
    throw new UserError(
      phrase`${name} cannot be a server: ${problem?.path.join(".") || "it"}: ${problem?.message}.`,
      EXIT.badInput,
    );
  }
  if ((parsed.data.command === undefined) === (parsed.data.url === undefined))
    throw new UserError(phrase`${name} needs either a command or a url.`, EXIT.usage);
  return write(rooms, name, parsed.data, scope);
}

/** @returns the file it was taken out of @throws {UserError} when there is no such server */
export async function removeServer(rooms: Rooms, name: string): Promise<string> {
  const { source } = await serverNamed(rooms, name);
  if (source !== "settings" && source !== join(rooms.cwd, SERVERS_FILE))
    throw new UserError(phrase`${name} stands in ${source}; go there to remove it.`, EXIT.usage);
  return write(rooms, name, undefined, source === "settings" ? "user" : "project");
}

async function write(rooms: Rooms, name: string, value: unknown, scope: WrittenAs): Promise<string> {
  if (scope === "user") return setOwnSetting(["mcpServers", name], value, rooms.environment);
  const { cwd, places } = rooms;
  const before = trustState(cwd, places);
  const servers = { path: join(cwd, SERVERS_FILE), project: cwd, places };
  const file = await changeSettings(servers, ["mcpServers", name], () => value);
  // Who writes it here has seen it; what else there is and was never trusted stays so.
  const item = scope === "found" ? undefined : trustItemOf(file, cwd);
  if (before.kind !== "untrusted" && item !== undefined) setTrust(cwd, places, [item]);
  return file;
}

export async function serverNamed(rooms: Rooms, name: string): Promise<ConfiguredServer> {
  const servers = await configuredServers(rooms);
  const found = servers.find((server) => server.name === name);
  if (found) return found;
  const names = servers.map((server) => server.name);
  throw new UserError(
    phrase`There is no server "${name}"; ${didYouMean(name, names)}\`waymark mcp list\` shows them.`,
    EXIT.usage,
  );
}
