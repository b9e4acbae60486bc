import type { Environment } from "../settings/locations.ts";
import type { Config } from "../settings/schema.ts";

export interface SandboxLook {
  readonly mode: Config["sandbox"];
  readonly cwd: string;
  readonly environment: Environment;
}

/** What commands will run in, in a few words for a status line, by the look of this machine: nothing is started or proven. */
export async function sandboxLabel({ mode, cwd, environment }: SandboxLook): Promise<string> {
  if (mode === "off") return "no sandbox";
  const { availableEngines } = await import("../../adapters/sandbox/engines.ts");
  const [best] = availableEngines({ environment, roots: [cwd] }).engines;
  if (best === undefined) return "no sandbox";
  return mode === "read-only" ? `${best.tier}, read-only` : best.tier;
}
