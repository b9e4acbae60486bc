import type { ServerStanding } from "../../../app/mcp/server-standing.ts";
import { words } from "../words/words.ts";
import type { BuiltInCommand } from "./slash-command.ts";

/** Servers of tools. */
export const SERVER_COMMANDS: readonly BuiltInCommand[] = [
  {
    name: "mcp",
    argument: "[NAME]",
    whileRunning: true,
    async run(argument, { house, say, sayLines, subcommand }) {
      if (argument !== "" && argument !== "list") return subcommand(["mcp", "get", argument]);
      const all = await (await house.servers()).standing();
      if (all.length === 0) say(words("servers.none"));
      else sayLines(all.map(lineOf));
    },
  },
];

function lineOf({ name, source, state, toolCount, why }: ServerStanding): string {
  const mark = state === "running" ? "✓" : state === "failed" || state === "left out" ? "✗" : "·";
  const told = state === "running" ? words("servers.running", { count: toolCount }) : words(`servers.${state}`);
  return `- ${mark} ${name} ${told}: ${why ?? source}`;
}
