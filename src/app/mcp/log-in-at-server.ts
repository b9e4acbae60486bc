import { type LoginDialog, logIn } from "../../adapters/mcp/log-in.ts";
import { errorText } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { Rooms } from "../rooms.ts";
import { serverNamed } from "./manage-servers.ts";
import { loginStore } from "./server-logins.ts";
import type { ServerSettings } from "./server-settings.ts";
import { reasonOf } from "./server-standing.ts";

/** Logs in at a server of the network. @throws {UserError} when that is not possible, or it says no */
export async function logInAtServer(rooms: Rooms, name: string, dialog: LoginDialog): Promise<void> {
  const { url, headers = {}, oauth: settings = {} } = await networkServer(rooms, name);
  if (settings.grant === "client_credentials")
    throw new UserError(phrase`${name} logs itself in (oauth.grant is client_credentials); nobody has to.`, EXIT.usage);
  if (rooms.config.offline && !isLoopback(url))
    throw new UserError(phrase`${name} is on the network, and \`offline\` is set.`, EXIT.usage);
  const store = loginStore(rooms.places, { name, url });
  try {
    await logIn({ url, headers, settings, store }, dialog);
  } catch (error) {
    throw new UserError(phrase`There is no login at ${name}: ${errorText(error)}.`, EXIT.authentication, {
      cause: error,
    });
  }
}

/** A server that one can log in at. @throws {UserError} when it is none */
export async function networkServer(rooms: Rooms, name: string): Promise<ServerSettings & { readonly url: string }> {
  const server = await serverNamed(rooms, name);
  if (server.state.kind !== "ready")
    throw new UserError(phrase`${name} cannot be used: ${reasonOf(server) ?? "it is turned off"}.`, EXIT.configuration);
  const { settings } = server.state;
  if (settings.url === undefined)
    throw new UserError(phrase`${name} is a program of this machine; it has no login.`, EXIT.usage);
  return { ...settings, url: settings.url };
}
