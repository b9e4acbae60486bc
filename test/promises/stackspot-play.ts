import type { StackspotScript, StackspotServer } from "../e2e/provider-servers/stackspot.ts";
import type { WaymarkRun } from "../e2e/run-waymark.ts";
import type { Stage } from "./stage.ts";

type Asker = (prompt: string, ...flags: readonly string[]) => Promise<WaymarkRun>;

/** A server that plays `script`, and a way to ask its agent. */
export async function stackspot(
  stage: Stage,
  script: StackspotScript,
  more: Readonly<Record<string, string>> = {},
): Promise<{ server: StackspotServer; ask: Asker }> {
  const server = await stage.stackspot(script);
  const environment = { ...server.environment, ...more };
  return { server, ask: (prompt, ...flags) => stage.command({ args: ["-p", prompt, ...flags], environment }) };
}

export const SAYS = { replies: () => ({ text: "hi" }) };
