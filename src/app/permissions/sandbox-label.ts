import type { Rooms } from "../rooms.ts";

/** What commands will run in, in a few words for a status line, by the look of this machine: nothing is started or proven. */
export async function sandboxLabel({ config, cwd, environment }: Rooms): Promise<string> {
  const { sandbox: mode } = config;
  if (mode === "off") return "no sandbox";
  const { availableEngines } = await import("../../adapters/sandbox/engines.ts");
  const [best] = availableEngines({ environment, roots: [cwd] }).engines;
  if (best === undefined) return "no sandbox";
  return mode === "read-only" ? `${best.tier}, read-only` : best.tier;
}
