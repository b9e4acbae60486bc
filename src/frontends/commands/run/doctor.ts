import type { Command } from "commander";
import type { Check } from "../../../app/report/doctor.ts";
import { spoken } from "../../../app/words/spoken.ts";
import { type Phrase, phrase } from "../../../base/phrase.ts";
import { EXIT } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, withPlaceFlags } from "../in-house.ts";

const MARKS: Readonly<Record<Check["state"], Phrase>> = { ok: phrase`ok`, warning: phrase`note`, failed: phrase`FAIL` };
const MARK_WIDTH = 4;

/** `waymark doctor`: one line each, with the fix. */
export function define(command: Command, context: CommandContext): void {
  withPlaceFlags(command)
    .option("--json", "print JSON")
    .option("--offline-audit", "list every place in the program from which a socket may be opened, and when")
    .action(async (flags: PlaceFlags & { json?: boolean; offlineAudit?: boolean }) => {
      if (flags.offlineAudit) return listSockets(context, flags);
      const { checkHealth } = await import("../../../app/report/doctor.ts");
      const checks = await inHouse(context, flags, checkHealth);
      if (checks.some((check) => check.state === "failed")) context.exit(EXIT.failed);
      if (flags.json) return context.json(checks, { indent: 2 });
      const names = checks.map(({ name }) => spoken(name));
      const width = Math.max(...names.map((name) => name.length)) + 2;
      for (const [index, { state, detail, fix }] of checks.entries()) {
        const told = [detail, ...(fix === undefined ? [] : [fix])].map(spoken).join(" — ");
        context.out(`${spoken(MARKS[state]).padEnd(MARK_WIDTH)}  ${names[index]?.padEnd(width)}${told}\n`);
      }
    });
}

async function listSockets(context: CommandContext, flags: { readonly json?: boolean }): Promise<void> {
  const { SOCKET_PLACES } = await import("../../../app/report/sockets.ts");
  if (flags.json) return context.json(SOCKET_PLACES, { indent: 2 });
  for (const { file, kind, to, when } of SOCKET_PLACES)
    context.out(phrase`${kind.padEnd(9)} ${file}\n          to: ${to}\n          when: ${when}\n`);
  context.out(
    phrase`Programs that Waymark starts (commands, git, ripgrep, npm for local models) open their own; the sandbox bounds commands.\n`,
  );
}
