import type { Command } from "commander";
import type { House } from "../../../app/open-house.ts";
import { protocolStreams } from "../../../app/report/standard-streams.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { serveStreams } from "../../mcp/serve-streams.ts";
import type { CommandContext } from "../command.ts";
import { openHouseFor, type PlaceFlags, placeSettings, withPlaceFlags } from "../in-house.ts";
import { untilSignal } from "../signals.ts";
import { defineLogins } from "./logins.ts";
import { defineManaging } from "./manage.ts";

interface ServeFlags extends PlaceFlags {
  readonly write?: boolean;
  readonly http?: string | true;
}

/** `waymark mcp`: our questions about code, and our edits, for any agent; and the servers whose tools ours may use. */
export function define(command: Command, context: CommandContext): void {
  defineManaging(command, context);
  defineLogins(command, context);
  withPlaceFlags(command.command("serve"))
    .description("offers code intelligence, search and edits to other agents, over standard input and output")
    .option("--write", "changes may be made, not only shown")
    .option("--http [port]", "over HTTP on this machine instead; a token is printed, or taken from WAYMARK_MCP_TOKEN")
    .action(async (flags: ServeFlags) => {
      const writes = flags.write ?? false;
      const mode = flags.permissionMode ?? (writes ? "acceptEdits" : "plan");
      const house = await openHouseFor(context, flags, { flags: placeSettings({ ...flags, permissionMode: mode }) });
      try {
        const { serverFactory } = await import("../../mcp/create-server.ts");
        const create = serverFactory({ house, version: context.version, writes });
        if (flags.http !== undefined) return await listen(create, flags.http, { context, house });
        const { serveStreams } = await import("../../mcp/serve-streams.ts");
        await untilSignal(context, (ending) => serveStreams(create, protocolStreams(ending)));
      } finally {
        await house.close();
      }
    });
}

interface Listening {
  readonly context: CommandContext;
  readonly house: House;
}

/** Until it is told to end. @throws {UserError} when the port or the token cannot be used */
async function listen(create: Parameters<typeof serveStreams>[0], given: string | true, { context, house }: Listening) {
  const port = given === true ? 0 : Number(given);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UserError(phrase`--http is "${given}"; give a port from 0 to 65535, or none.`, EXIT.usage);
  const { servedToken } = await import("../../../app/mcp/served-token.ts");
  const { token, isMade } = servedToken(house);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const { serveHttp } = await import("../../mcp/serve-http.ts");
  const onListening = (url: string): void =>
    context.error(`${url}\n${isMade ? `Authorization: Bearer ${token}\n` : ""}`);
  await serveHttp(create, { port, token, signal: stop.signal, onListening });
}
