import type { ServerStanding } from "../../../app/mcp/server-standing.ts";
import { cleanText } from "../clean-event.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand } from "./slash-command.ts";

/** Servers of tools. */
export const SERVER_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "mcp",
    argument: "[NAME]",
    whileRunning: true,
    async run(argument, { house, say, subcommand }) {
      if (argument !== "" && argument !== "list") return subcommand(["mcp", "get", argument]);
      const all = await (await house.servers()).standing();
      say(all.length === 0 ? words("servers.none") : all.map(lineOf).join("\n"));
    },
  },
];

function lineOf({ name, source, state, toolCount, why }: ServerStanding): string {
  const mark = state === "running" ? "✓" : state === "failed" || state === "left out" ? "✗" : "·";
  const told = state === "running" ? words("servers.running", { count: toolCount }) : words(`servers.${state}`);
  return cleanText(`- ${mark} \`${name}\` ${told}: ${why ?? source}`);
}
