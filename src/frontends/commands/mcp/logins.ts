import type { Command } from "commander";
import { typedLines } from "../../../app/report/standard-streams.ts";
import { phrase } from "../../../base/phrase.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, withPlaceFlags } from "../in-house.ts";

/** `waymark mcp login|logout`. */
export function defineLogins(command: Command, context: CommandContext): void {
  withPlaceFlags(command.command("login <name>"))
    .description("logs in at a server in the browser; without one here, paste the address it ended at")
    .action((name: string, flags: PlaceFlags) =>
      inHouse(context, flags, async (house) => {
        const { logInAtServer } = await import("../../../app/mcp/log-in-at-server.ts");
        const cancel = new AbortController();
        process.once("SIGINT", () => cancel.abort());
        const show = (url: string): void => context.error(phrase`Open ${url}\nor paste here the address it ends at.\n`);
        await logInAtServer(house, name, { show, typed, signal: cancel.signal });
        context.out(phrase`You are logged in at ${name}; \`waymark mcp get ${name}\` shows its tools.\n`);
      }),
    );
  withPlaceFlags(command.command("logout <name>"))
    .description("forgets the login at a server")
    .action((name: string, flags: PlaceFlags) =>
      inHouse(context, flags, async (house) => {
        const { networkServer } = await import("../../../app/mcp/log-in-at-server.ts");
        const { forgetServerLogin } = await import("../../../app/mcp/server-logins.ts");
        const { url } = await networkServer(house, name);
        const had = forgetServerLogin(house.places, { name, url });
        context.out(had ? phrase`The login at ${name} is forgotten.\n` : phrase`There was no login at ${name}.\n`);
      }),
    );
}

/** The first line that has anything in it. */
function typed(signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const lines = typedLines({ echoes: true, terminal: false });
    lines.on("line", (line) => {
      if (line.trim() === "") return;
      resolve(line);
      lines.close();
    });
    lines.once("close", () => resolve(undefined));
    signal.addEventListener("abort", () => lines.close(), { once: true });
    if (signal.aborted) lines.close();
  });
}
