import type { Command } from "commander";
import type { Check } from "../../../app/report/doctor.ts";
import { EXIT } from "../../../base/user-error.ts";
import type { CommandContext } from "../command.ts";
import { inHouse, type PlaceFlags, withPlaceFlags } from "../in-house.ts";

const MARKS: Record<Check["state"], string> = { ok: "ok  ", warning: "note", failed: "FAIL" };

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
      const width = Math.max(...checks.map((check) => check.name.length)) + 2;
      for (const { name, state, detail, fix } of checks)
        context.out(`${MARKS[state]}  ${name.padEnd(width)}${detail}${fix ? ` — ${fix}` : ""}\n`);
    });
}

async function listSockets(context: CommandContext, flags: { readonly json?: boolean }): Promise<void> {
  const { SOCKET_PLACES } = await import("../../../app/report/sockets.ts");
  if (flags.json) return context.json(SOCKET_PLACES, { indent: 2 });
  for (const { file, kind, to, when } of SOCKET_PLACES)
    context.out(`${kind.padEnd(9)} ${file}\n          to: ${to}\n          when: ${when}\n`);
  context.out(
    "Programs that Waymark starts (commands, git, ripgrep, npm for local models) open their own; the sandbox bounds commands.\n",
  );
}
