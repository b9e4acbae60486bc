import type { ServerConnection } from "../../adapters/mcp/connect-server.ts";
import { LoginNeeded } from "../../adapters/mcp/server-login.ts";
import { errorText } from "../../base/error-text.ts";
import type { ConfiguredServer } from "./configured-servers.ts";

/** How a server stands at this moment; `toolCount` is what the model is offered of it. */
export interface ServerStanding {
  readonly name: string;
  readonly source: string;
  readonly state: "running" | "starting" | "not running" | "failed" | "left out" | "disabled";
  readonly toolCount: number;
  /** Why it does not run, where that was not wanted. */
  readonly why?: string;
}

export interface KnownServer {
  readonly server: ConfiguredServer;
  readonly open: Promise<ServerConnection> | undefined;
  readonly toolCount: number;
}

/** Looks at a connection without waiting for it, and starts none. */
export async function standingOf({ server, open, toolCount }: KnownServer): Promise<ServerStanding> {
  const { name, source, state } = server;
  const told = { name, source, toolCount: 0 };
  if (state.kind === "disabled") return { ...told, state: "disabled" };
  const reason = reasonOf(server);
  if (reason !== undefined) return { ...told, state: "left out", why: reason };
  if (open === undefined) return { ...told, state: "not running" };
  const moment = new Promise<"starting">((resolve) => setImmediate(() => resolve("starting")));
  try {
    const found = await Promise.race([open, moment]);
    if (found === "starting") return { ...told, state: "starting" };
    return found.isOpen ? { ...told, toolCount, state: "running" } : { ...told, state: "not running" };
  } catch (error) {
    return { ...told, state: "failed", why: whyOf(name, error) };
  }
}

/** What failed, and what a person does about it. */
export function whyOf(name: string, error: unknown): string {
  return error instanceof LoginNeeded ? `it wants a login; run \`waymark mcp login ${name}\`` : errorText(error);
}

/** Why it is left out; undefined where that is what was wanted. */
export function reasonOf({ state, source }: ConfiguredServer): string | undefined {
  switch (state.kind) {
    case "wrong":
      return state.why;
    case "unapproved":
      return `${source} is not approved (--trust for once, \`waymark config trust\` for good)`;
    case "disabled":
    case "ready":
      return undefined;
  }
}
