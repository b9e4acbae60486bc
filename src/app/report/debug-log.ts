import { subscribe } from "node:diagnostics_channel";
import { appendFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { maskValues, secretValues } from "../../base/secret-variables.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";
import { redactSecrets } from "../../engines/secrets/redactor.ts";
import { obtainedSecrets } from "../permissions/obtained-secrets.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { agentEvents } from "./event-trace.ts";

/** As many logs are kept, the newest. */
const LOGS_MAX = 10;
const LINE_CHARS_MAX = 2_000;
/** Longer than any key that begins within a line. */
const MASKED_CHARS_MAX = 20_000;

export interface DebugLog {
  readonly path: string;
  line(text: string): void;
}

export interface DebugLogRequest {
  readonly environment: Environment;
  readonly version: string;
  readonly argv: readonly string[];
}

/**
 * What this process does, a line each with milliseconds since its start: events of the session, requests to servers, commands.
 * Without secrets, and readable by its owner alone. Lines are on disk at once, so that a crash loses none.
 * @returns undefined where it cannot be written
 */
export function startDebugLog({ environment, version, argv }: DebugLogRequest): DebugLog | undefined {
  const folder = join(locations(environment).state, "debug");
  const path = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${process.pid}.log`);
  const line = (text: string): void => {
    // Logins bring more of them while it runs; what is cut first would leave the half of one.
    const known = [...secretValues(environment), ...obtainedSecrets()];
    const masked = redactSecrets(maskValues(text.slice(0, MASKED_CHARS_MAX), known), { known });
    const clean = masked.slice(0, LINE_CHARS_MAX).replaceAll("\n", "\\n");
    try {
      appendFileSync(path, `${performance.now().toFixed(0).padStart(8)} ${clean}\n`);
    } catch {
      // A full disk is told by what it really hinders.
    }
  };
  try {
    makeFolder(folder, { mode: 0o700 });
    writeFileSync(path, "", { mode: 0o600, flag: "wx" });
    keepNewest(folder);
  } catch {
    return undefined;
  }
  line(`waymark ${version}, Node ${process.version}, ${process.platform} ${process.arch}, in ${process.cwd()}`);
  line(`arguments ${JSON.stringify(argv)}`);
  watch(line);
  process.on("exit", (code) => line(`exit ${code}`));
  return { path, line };
}

function keepNewest(folder: string): void {
  const logs = readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .sort();
  for (const name of logs.slice(0, -LOGS_MAX)) rmSync(join(folder, name), { force: true });
}

interface HttpMessage {
  readonly request?: { readonly method: string; readonly path: string; getHeader(name: string): unknown };
  readonly response?: { readonly statusCode?: number };
  readonly error?: { readonly message?: string };
}

function watch(line: (text: string) => void): void {
  agentEvents.subscribe((event) => {
    const { type } = event as AgentEvent;
    // Pieces of what comes whole in a reply.
    if (!type.endsWith("-delta")) line(`event ${JSON.stringify(event)}`);
  });
  const http = (name: string, tell: (message: HttpMessage) => string): void =>
    subscribe(name, (message) => {
      const { request } = message as HttpMessage;
      if (!request) return;
      // What follows a question mark may be a key.
      const path = request.path.replace(/\?.*/s, "?…");
      line(`http ${request.method} ${String(request.getHeader("host"))}${path} ${tell(message as HttpMessage)}`);
    });
  http("http.client.request.start", () => "sent");
  http("http.client.response.finish", ({ response }) => String(response?.statusCode ?? ""));
  http("http.client.request.error", ({ error }) => error?.message ?? "failed");
}
